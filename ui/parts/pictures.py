"""Pictures to take along: every figure has one button, which saves it under the study's name, size and date."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import charts
from ui.state import session

LONGEST = 40


def config(name: str) -> dict[str, Any]:
    """How a figure behaves. name: what it shows, for the file; the format is the reader's choice in the title line."""
    picture = {"format": session.reader().picture_format, "filename": _file_name(name), "scale": 2}
    return charts.CONFIG | {
        "displayModeBar": "hover",
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": picture,
    }


def _file_name(name: str) -> str:
    """ "rounds-heart-rhythm-roc-n1150-2026-11-22": only letters, digits and hyphens."""
    opened = session.opened()
    parts = [opened.study.name[:LONGEST], name, f"n{opened.view.evaluation.n}"] if opened else [name]
    said = "-".join(["rounds", *parts, f"{datetime.now(UTC):%Y-%m-%d}"])
    return re.sub(r"[^a-z0-9]+", "-", said.casefold()).strip("-")
