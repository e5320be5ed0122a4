"""Patients with several rows: an engine counts and adds up over them, and names none."""
