"""Lists of single cases: chosen, ordered, compared with another model."""
