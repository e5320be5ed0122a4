"""The Net benefit page in parts."""
