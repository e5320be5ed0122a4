"""Single rows of a file that is counted where it lies: what each says, and lists of them."""
