"""Numbers over the folds of a cross-validation."""
