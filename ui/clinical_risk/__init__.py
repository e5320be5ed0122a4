"""The Clinical risk page."""
