"""From rows to evaluations: a model, a split, folds, thresholds, recordings."""
