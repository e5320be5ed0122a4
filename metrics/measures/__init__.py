"""Numbers of one matrix or one threshold table."""
