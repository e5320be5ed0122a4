"""The finding of the Report page."""

from __future__ import annotations

from collections.abc import Sequence

from words.findings.finding import Finding
from words.text.escape import markdown
from words.text.names import listed


def finding(study: str) -> Finding:
    """What can be downloaded."""
    return Finding(f"A report on {markdown(study, 60)}, in one file.", "Sentences, pictures and tables of the pages.")


def groups_withheld(columns: Sequence[str], fewest: int) -> str:
    """Why a report with withheld counts has no groups. columns: those that tell groups or months apart."""
    return (
        f"No numbers by {listed(columns)}: with those of all cases they would tell counts below {fewest}. A report "
        "without withheld counts has them."
    )
