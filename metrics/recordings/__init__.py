"""Sequences: phases, their timing, and one recording after another."""
