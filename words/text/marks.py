"""The four outcomes: their coloured marks, which words and pictures share, and their words."""

from __future__ import annotations

MARKS = {"tp": ":blue[■]", "fn": ":red[✕]", "fp": ":orange[◆]", "tn": ":gray[●]"}  # Markdown
NAMES = {"tp": "true positive", "fn": "false negative", "fp": "false positive", "tn": "true negative"}
OF_DISEASE = {"tp": "detected", "fn": "missed"}  # nothing else is detected or missed


def outcome(cell: str, number: int, is_disease: bool = True) -> str:
    """ "detected", "true negatives", of one "true negative"."""
    return OF_DISEASE[cell] if is_disease and cell in OF_DISEASE else f"{NAMES[cell]}{'s' * (number != 1)}"
