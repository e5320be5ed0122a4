"""What the cells of one column hold: texts, numbers, labels, positions, identifiers."""
