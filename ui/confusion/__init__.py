"""The confusion matrix, its chosen cell, and its errors."""
