"""Is acting on the model worth it: net benefit and the decision curve."""
