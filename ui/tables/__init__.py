"""Tables of pages: their cells, the tables of all classes, and their downloads."""
