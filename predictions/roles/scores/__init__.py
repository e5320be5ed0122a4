"""Which scores are whose: by names, by values, and the lone one of two classes."""
