"""Journeys in a real browser: a package, so that its fixtures can be of all of them and of nothing else."""
