"""Delimited text: its encoding, its separator, its ragged rows."""
