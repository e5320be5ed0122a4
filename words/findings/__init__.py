"""What a page found, as a sentence."""
