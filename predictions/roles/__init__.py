"""Which column is what: truth, predictions, scores, ids."""
