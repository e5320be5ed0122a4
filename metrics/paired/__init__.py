"""Two models on the same cases."""
