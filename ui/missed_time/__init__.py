"""The Missed time page."""
