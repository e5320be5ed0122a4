"""Plain tables and a mapping become a Study."""
