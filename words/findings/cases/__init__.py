"""Single cases, as sentences."""
