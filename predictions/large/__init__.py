"""Files that are too large to hold: counted by DuckDB where they lie."""
