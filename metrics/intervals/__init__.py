"""Confidence intervals: analytic ones, and bootstraps of cases or patients."""
