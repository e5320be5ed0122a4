"""The Data page: ways in, mapping, what was read."""
