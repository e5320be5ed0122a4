"""Scores as risks: whether they are calibrated, and whether acting on them is worth it."""
