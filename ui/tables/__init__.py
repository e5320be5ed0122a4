"""Tables of pages: their cells, the table of all classes, and their downloads."""
