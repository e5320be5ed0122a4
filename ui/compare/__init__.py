"""The Compare models page."""
