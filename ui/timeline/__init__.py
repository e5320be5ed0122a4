"""The Timeline page."""
