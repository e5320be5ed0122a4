"""The Cross-validation page."""
