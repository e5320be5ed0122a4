"""What is said of groups of patients."""
