"""Choosing a threshold: listed thresholds, operating points, two thresholds, one per class."""
