"""What the Subgroups page is made of."""
