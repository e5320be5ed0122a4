"""What is said of rows, classes, scores and groups that may not be what they seem."""
