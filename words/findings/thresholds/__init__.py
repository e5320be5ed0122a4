"""What a threshold does: for one class, for two thresholds, for one per class, and for one that is kept."""
