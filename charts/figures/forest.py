"""Differences of two models as marks with their intervals around a line at 0: a row per class, or per number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import axis_names, brief, full
from charts.style.theme import AXIS, INK, PAGE, ClassStyle, dotted, figure, font, point, title
from metrics import Estimate
from words.findings.compare import points, points_interval
from words.text.notes import why

NO_CLASS = ClassStyle(INK, "solid", "square", "")
_NAME_LIMIT, _SIDE_LIMIT = 20, 15
_MOST_TALL = 14  # rows whose label has two lines
_TALL_ROW, _LOW_ROW, _AXIS_HEIGHT, _SIDES_HEIGHT = 46, 26, 58, 26
_LEAST_REACH = 0.02
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0)
_MOST_TICKS = 3  # on each side of 0
_MARK = 11


@dataclass(frozen=True)
class ForestRow:
    """One difference, and the cases behind it. is_clear: its interval leaves out 0, so the mark is filled.

    note: what stands beside the name, for example the number of cases.
    """

    name: str
    estimate: Estimate
    cases: int
    is_clear: bool
    note: str
    style: ClassStyle = NO_CLASS


def forest(rows: Sequence[ForestRow], model: str, reference: str) -> go.Figure:
    """Shares of the model − the reference, in points: left of 0 speaks for the reference, right for the model."""
    reach = _reach(rows)
    tall = len(rows) <= _MOST_TALL
    height = _AXIS_HEIGHT + _SIDES_HEIGHT + (_TALL_ROW if tall else _LOW_ROW) * max(1, len(rows))
    return figure(
        [_row(row, place) for place, row in enumerate(rows) if row.estimate.is_defined],
        height,
        xaxis={"title": title("Difference in points"), "range": [-reach * 1.04, reach * 1.04], **_ticks(reach)},
        yaxis={
            "tickvals": list(range(len(rows))),
            "ticktext": _labels(rows, tall),
            "range": [len(rows) - 0.5, -0.5],
            "showgrid": False,
            "ticklabelstandoff": 6,
        },
        margin={"t": _SIDES_HEIGHT},
        shapes=[
            {"type": "line", "x0": 0, "x1": 0, "y0": 0, "y1": 1, "yref": "paper", "line": dotted(INK) | {"width": 1.5}}
        ],
        annotations=[*_sides(model, reference), *_missing(rows, reach)],
    )


def _labels(rows: Sequence[ForestRow], tall: bool) -> list[str]:
    """Name and note on two lines, or on one where there are many rows; a model may have several rows."""
    names = list(dict.fromkeys(row.name for row in rows))
    shown = dict(zip(names, axis_names(names, _NAME_LIMIT), strict=True))
    return [f"<b>{shown[row.name]}</b>{'<br>' if tall else ' · '}{brief(row.note, _NAME_LIMIT)}" for row in rows]


def _reach(rows: Sequence[ForestRow]) -> float:
    """The largest distance from 0 of anything drawn, rounded up to a tick."""
    ends = [abs(end) for row in rows for end in _ends(row.estimate)]
    largest = max([_LEAST_REACH, *ends])
    step = _step(largest)
    return min(1.0, float(np.ceil(largest / step - 1e-9)) * step)


def _ends(estimate: Estimate) -> list[float]:
    if not estimate.is_defined:
        return []
    return [estimate.value, *(end for end in (estimate.low, estimate.high) if end is not None)]


def _step(reach: float) -> float:
    return next(step for step in _STEPS if reach / step <= _MOST_TICKS)


def _ticks(reach: float) -> dict[str, Any]:
    step = _step(reach)
    number = round(reach / step)
    values = [place * step for place in range(-number, number + 1)]
    return {
        "tickvals": values,
        "ticktext": [f"{value * 100:+.0f}".replace("-", "−") if value else "0" for value in values],
    }


def _sides(model: str, reference: str) -> list[dict[str, Any]]:
    """Which way speaks for whom, above the plot."""
    look = {"xref": "x", "yref": "paper", "y": 1, "yanchor": "bottom", "showarrow": False, "font": font(), "x": 0}
    own, other = axis_names([model, reference], _SIDE_LIMIT)
    return [
        look | {"text": f"← {other} better", "xanchor": "right", "xshift": -8},
        look | {"text": f"{own} better →", "xanchor": "left", "xshift": 8},
    ]


def _missing(rows: Sequence[ForestRow], reach: float) -> list[dict[str, Any]]:
    look = {"x": 0, "xanchor": "center", "showarrow": False, "font": font(), "text": "not estimable", "bgcolor": PAGE}
    return [look | {"y": place} for place, row in enumerate(rows) if not row.estimate.is_defined]


def _row(row: ForestRow, place: int) -> dict[str, Any]:
    """A mark, filled where the interval leaves out 0, and its whiskers."""
    given = row.estimate
    style = ClassStyle(row.style.color, "", row.style.marker, "", hollow=not row.is_clear)
    drawn = {
        "type": "scatter",
        "mode": "markers",
        "x": [given.value],
        "y": [place],
        "marker": point(style, _MARK),
        "cliponaxis": False,
        "hovertext": [f"<b>{full(row.name)}</b> · {full(row.note)}<br>{_said(row)}"],
        "hoverinfo": "text",
    }
    if given.low is None or given.high is None:
        return drawn
    reach = {"array": [given.high - given.value], "arrayminus": [given.value - given.low], "symmetric": False}
    color = AXIS if row.style is NO_CLASS and not row.is_clear else row.style.color
    return drawn | {"error_x": reach | {"color": color, "thickness": 2, "width": 5, "type": "data"}}


def _said(row: ForestRow) -> str:
    if not row.estimate.is_defined:
        return f"not estimable, {why(row.estimate)}"
    value = points(row.estimate.value, row.cases)
    return f"{value}, {points_interval(row.estimate, row.cases)}"


def forest_alt(what: str, rows: Sequence[ForestRow], model: str, reference: str) -> str:
    """The picture in words."""
    start = f"{what}, {model} minus {reference}, in points."
    return " ".join([start, *(f"{row.name}, {row.note}: {_said(row)}." for row in rows)])
