"""Where to draw the line: listed thresholds, operating points, two thresholds, one per class."""
