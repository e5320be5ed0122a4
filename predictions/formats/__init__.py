"""One reader per file format: bytes in, a plain table out."""
