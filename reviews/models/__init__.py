"""Several models on the same cases: what each adds, and who reads as well as whom."""
