"""Pictures of what a threshold decides, on a score or on a confidence."""
