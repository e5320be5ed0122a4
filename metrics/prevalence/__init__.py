"""Predictive values where the class is rarer or more common."""
