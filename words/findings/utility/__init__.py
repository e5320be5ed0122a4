"""What acting on a model is worth, in words."""
