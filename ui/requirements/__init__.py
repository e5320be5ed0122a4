"""Requirements: their form and their verdicts."""
