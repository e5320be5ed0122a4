"""Areas under ROC and precision-recall curves: their intervals, their means over classes and folds, and bands."""
