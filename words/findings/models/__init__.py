"""What is said of several models and of several readers of the same cases."""
