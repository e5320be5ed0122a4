"""Is acting on the model worth it."""
