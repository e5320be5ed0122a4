"""The Definitions page."""
