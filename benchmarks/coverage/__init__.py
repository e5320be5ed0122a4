"""How often each 95 % interval holds the true number, in simulated data sets: `python -m benchmarks.coverage`."""
