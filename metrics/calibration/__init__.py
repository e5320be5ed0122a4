"""Do the probabilities mean what they say: the calibration curve, its numbers and their intervals."""
