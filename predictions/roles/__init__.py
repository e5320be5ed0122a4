"""Which column is what: true class, predictions, scores, ids."""
