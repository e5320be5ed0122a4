"""A Study of rows that are not held: what is asked of an engine, whichever it is, and what becomes of its counts."""
