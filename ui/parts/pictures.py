"""Pictures to take along: every figure has one button, which saves it with the study's name, size and date in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import plotly.graph_objects as go
import streamlit as st

import charts
from charts.style.source_line import with_source
from ui.state import session
from words import counted, short

LONGEST = 40


def show(figure: go.Figure, name: str, legend: Iterable[tuple[str, str]] = (), **more: Any) -> Any:
    """A figure on the page. name: what it shows, for the file and the saved picture, plain text.

    legend: (colour, name) of what the page names beside it. more: alt, key and what else the element takes.
    """
    if "on_select" in more:
        figure.layout.clickmode = "event+select"  # the page would set it later, and draw the figure again
    return st.plotly_chart(with_source(figure, _lines(name), legend), theme=None, config=_config(name), **more)


def _lines(name: str) -> tuple[str, ...]:
    """What is shown of which study; how many cases, which model and split, and when."""
    opened, today = session.opened(), f"{datetime.now(UTC):%Y-%m-%d}"
    if opened is None:
        return name, today
    view = opened.view
    models = view.study.model_names
    parts = [counted(view.evaluation.n, view.study.unit), models[view.model] if models else "", view.split or ""]
    if view.before is not None:
        parts.append("at a kept threshold")
    if view.lens is not None:
        parts.append(short(view.lens.plain, LONGEST))
    return name, short(opened.study.name, LONGEST), " · ".join(filter(None, (*parts, today)))


def _config(name: str) -> dict[str, Any]:
    """How a figure behaves; the format of its picture is the reader's choice in the title line."""
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
    if opened and opened.lens:
        parts.insert(1, opened.lens.plain[:LONGEST])
    said = "-".join(["rounds", *parts, f"{datetime.now(UTC):%Y-%m-%d}"])
    return re.sub(r"[^a-z0-9]+", "-", said.casefold()).strip("-")
