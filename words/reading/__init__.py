"""What is said about how a file was read, and what is asked about it."""
