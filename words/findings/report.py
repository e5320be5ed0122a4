"""The finding of the Report page."""

from __future__ import annotations

from words.findings.finding import Finding
from words.text.escape import markdown
from words.text.numbers import counted


def finding(study: str, slices: int) -> Finding:
    """What can be downloaded. slices: models on splits."""
    parts = "" if slices == 1 else f" {counted(slices, ('model and split', 'models and splits'))} to choose from."
    return Finding(
        f"A report on {markdown(study, 60)}, in one file.", f"Sentences, pictures and tables of the pages.{parts}"
    )
