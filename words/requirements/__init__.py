"""How requirements and their verdicts are said."""
