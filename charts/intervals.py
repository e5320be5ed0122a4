"""One number of every class as a mark with its interval as whiskers: a row per class, a panel per number."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from charts.names import apart, full
from charts.theme import ClassStyle, figure, font, point
from metrics import Estimate
from words import bounds, ci, decimal, of, percent_of

__all__ = ["Whisker", "common_span", "whiskers", "whiskers_alt"]

_NAME_LIMIT = 16
_ROW_HEIGHT, _AXIS_HEIGHT = 30, 40
_STEPS = (0.5, 0.25, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005)
_FEWEST_TICKS = 2
_MARK = 9
_FEW = 10  # below this many cases a mark is hollow
_NOTE = {"xanchor": "left", "showarrow": False, "font": font()}


@dataclass(frozen=True)
class Whisker:
    """A class, its look, and its estimate."""

    name: str
    style: ClassStyle
    estimate: Estimate


def common_span(estimates: Iterable[Estimate]) -> tuple[float, float]:
    """(lowest end, 1) of an axis for all panels: a round number below everything that is drawn."""
    drawn = [each.value if each.low is None else each.low for each in estimates if each.is_defined]
    return min(0.9, math.floor(min(drawn, default=0.0) * 10) / 10), 1.0


def whiskers(rows: Sequence[Whisker], span: tuple[float, float]) -> go.Figure:
    """A mark and an interval per class; without an interval the mark alone, without a value "not estimable"."""
    low, high = span
    missing = [{"text": "not estimable", "x": low, "y": i, **_NOTE} for i, r in enumerate(rows) if not _drawn(r)]
    return figure(
        [_whisker(row, place) for place, row in enumerate(rows) if _drawn(row)],
        _AXIS_HEIGHT + _ROW_HEIGHT * len(rows),
        xaxis={"range": [low - 0.02 * (high - low), high], **_ticks(low, high)},
        yaxis={
            "tickvals": list(range(len(rows))),
            "ticktext": apart([row.name for row in rows], _NAME_LIMIT),
            "range": [len(rows) - 0.5, -0.5],
            "showgrid": False,
            "ticklabelstandoff": 6,
        },
        annotations=missing,
    )


def _drawn(row: Whisker) -> bool:
    return row.estimate.is_defined


def _ticks(low: float, high: float) -> dict[str, Any]:
    """Three to five round shares, both ends among them where they are round."""
    step = next((each for each in _STEPS if (high - low) / each >= _FEWEST_TICKS), _STEPS[-1])
    values = [high - i * step for i in range(int((high - low) / step + 1e-9) + 1)][::-1]
    return {"tickvals": values, "ticktext": [f"{value * 100:.4g} %" for value in values]}


def _whisker(row: Whisker, place: int) -> dict[str, Any]:
    given = row.estimate
    is_few = given.trials is not None and given.trials < _FEW
    drawn = {
        "type": "scatter",
        "mode": "markers",
        "x": [given.value],
        "y": [place],
        "marker": point(ClassStyle(row.style.color, "", row.style.marker, "", is_few or row.style.hollow), _MARK),
        "cliponaxis": False,
        "hovertext": [_hover(row)],
        "hoverinfo": "text",
    }
    if given.low is None or given.high is None:
        return drawn
    reach = {"array": [given.high - given.value], "arrayminus": [given.value - given.low], "symmetric": False}
    return drawn | {"error_x": reach | {"color": row.style.color, "thickness": 2, "width": 7, "type": "data"}}


def _hover(row: Whisker) -> str:
    return "<br>".join([f"<b>{full(row.name)}</b>", *_said(row.estimate)])


def _said(given: Estimate) -> list[str]:
    """Value and counts, then the interval or why there is none."""
    if given.trials is None:
        return [decimal(given.value, 2), bounds(given, places=2)]
    counts = of(given.successes or 0, given.trials)
    return [counts if given.trials < _FEW else f"{percent_of(given)} · {counts}", bounds(given)]


def whiskers_alt(number: str, rows: Sequence[Whisker], level: float) -> str:
    """The picture in words: every class with its number and interval."""
    said = [
        f"{row.name}: {', '.join(_said(row.estimate)) if _drawn(row) else f'not estimable, {row.estimate.note}'}."
        for row in rows
    ]
    return " ".join([f"{number} of each class with its {ci(level)}.", *said])
