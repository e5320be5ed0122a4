"""What is said of the predicted risks of a class, how it was made, and its numbers in cells."""
