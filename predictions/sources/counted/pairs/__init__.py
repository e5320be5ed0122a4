"""Two models on the cases that both have: an engine matches them and counts, and names none."""
