"""The finding of the Report page."""

from __future__ import annotations

from collections.abc import Sequence

from words.findings.finding import Finding
from words.text.escape import markdown
from words.text.names import listed
from words.text.numbers import counted


def finding(study: str, slices: int) -> Finding:
    """What can be downloaded. slices: models on splits."""
    parts = "" if slices == 1 else f" {counted(slices, ('model and split', 'models and splits'))} to choose from."
    return Finding(
        f"A report on {markdown(study, 60)}, in one file.", f"Sentences, pictures and tables of the pages.{parts}"
    )


def groups_withheld(columns: Sequence[str], fewest: int) -> str:
    """Why a report with withheld counts has no groups. columns: those that tell groups or months apart."""
    return (
        f"No numbers by {listed(columns)}: with those of all cases they would tell counts below {fewest}. A report "
        "without withheld counts has them."
    )
