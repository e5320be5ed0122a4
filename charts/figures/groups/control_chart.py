"""A proportion over months or quarters with its control limits: filled where outside, grey where not judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import brief
from charts.style.scale import multiples
from charts.style.theme import GREY, PAGE, ClassStyle, figure, font, upright
from metrics.definition import Values
from metrics.subgroups.control_limits import ControlLimits
from words import NBSP
from words.text.days import tick_said

HEIGHT = 300
_MOST_TICKS = 6  # as many as a phone has room for
_TICK_STEPS = (1, 2, 3, 4, 6, 12, 24)
_PERCENT_STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
_MOST_PERCENTS = 5
_OVER = 1.12  # room above the highest point for the name of the marker
_MARK, _LINE = 12, 1.75
_MARKER_NAME = 28  # characters


@dataclass(frozen=True, eq=False)
class ControlChart:
    """(g,) periods in order of time. said: what is told of each where it is pointed at. starts: their first days.

    months: in each period. marker: its place, where the period at i lies between i and i + 1, and its name; None for
    none.
    """

    name: str
    limits: ControlLimits
    said: Sequence[str]
    starts: Sequence[date]
    months: int
    style: ClassStyle
    marker: tuple[float, str] | None


def control_chart(drawn: ControlChart) -> go.Figure:
    """Periods on even steps; a period without cases is a gap in the line, a marker outside the periods is not shown."""
    low, high = _ends(drawn.limits)
    places, texts = _ticks(drawn)
    marker = drawn.marker if drawn.marker and 0 <= drawn.marker[0] <= len(drawn.starts) else None
    shown = [each for each in (_named_limit(drawn, high), _named_marker(marker)) if each]
    return figure(
        [*_limits(drawn.limits), _line(drawn), _points(drawn)],
        HEIGHT,
        xaxis={"range": [0, len(drawn.starts)], "tickvals": places, "ticktext": texts, "showgrid": False},
        yaxis={"range": [low, high], **_percents(low, high)},
        margin={"t": 24 if marker else 8, "b": 44, "r": 12},
        shapes=[upright(marker[0])] if marker else [],
        annotations=shown,
    )


def _limits(limits: ControlLimits) -> list[dict[str, Any]]:
    """The centre, and both limits as steps of one period each; a limit of 0 or 1 all along says nothing."""
    size = len(limits.low)
    edges = np.repeat(np.arange(size + 1.0), 2)[1:-1]
    lines = [(each, {"color": GREY, "width": 1.5, "dash": "2px,3px"}) for each in (limits.low, limits.high)]
    known = [(np.repeat(each, 2), look) for each, look in lines if ((each > 0) & (each < 1)).any()]
    if limits.method is not None:
        known.append((np.full(2 * size, limits.centre), {"color": GREY, "width": 1.25}))
    return [
        {"type": "scatter", "mode": "lines", "x": edges, "y": y, "line": look, "hoverinfo": "skip"} for y, look in known
    ]


def _line(drawn: ControlChart) -> dict[str, Any]:
    values = drawn.limits.proportions
    return {
        "type": "scatter", "mode": "lines", "x": _middles(values), "y": values, "connectgaps": False,
        "line": {"color": drawn.style.color, "width": _LINE}, "hoverinfo": "skip",
    }  # fmt: skip


def _points(drawn: ControlChart) -> dict[str, Any]:
    limits, color = drawn.limits, drawn.style.color
    rims = np.where(limits.judged, color, GREY)
    look = {
        "symbol": drawn.style.marker, "size": _MARK, "color": np.where(limits.sides != 0, color, PAGE).tolist(),
        "line": {"color": rims.tolist(), "width": 2},
    }  # fmt: skip
    return {
        "type": "scatter", "mode": "markers", "x": _middles(limits.proportions), "y": limits.proportions,
        "marker": look, "hovertext": list(drawn.said), "hoverinfo": "text", "cliponaxis": False,
    }  # fmt: skip


def _middles(values: Values) -> Values:
    return np.arange(len(values), dtype=np.float64) + 0.5


def _named_marker(marker: tuple[float, str] | None) -> dict[str, Any] | None:
    """The name above the line's end; it grows away from the nearer edge."""
    if marker is None:
        return None
    return {
        "text": brief(marker[1], _MARKER_NAME), "x": marker[0], "y": 1, "yref": "paper", "yanchor": "bottom",
        "xanchor": "auto", "font": font(), "showarrow": False,
    }  # fmt: skip


def _named_limit(drawn: ControlChart, top: float) -> dict[str, Any] | None:
    """Above the first step of the upper limit, unless points lie there."""
    high = drawn.limits.high
    known = np.flatnonzero(~np.isnan(high))
    if not len(known) or high[known[0]] >= top:
        return None
    return {
        "text": "upper control limit", "x": float(known[0]), "y": float(np.nanmax(high[: known[0] + 3])),
        "xanchor": "left", "yanchor": "bottom", "font": font(), "showarrow": False,
    }  # fmt: skip


def _ends(limits: ControlLimits) -> tuple[float, float]:
    """From 0, or below the lowest point of high proportions, to above the highest point and limit."""
    found = np.concatenate([limits.proportions, limits.low, limits.high])
    known = found[~np.isnan(found)]
    if not len(known):
        return 0.0, 1.0
    lowest, highest = float(known.min()), float(known.max())
    low = 0.0 if lowest < 0.5 else lowest - 0.1 * (1 - lowest + 0.1)
    return low, min(low + (max(highest, low + 0.01) - low) * _OVER, 1.02)


def _percents(low: float, high: float) -> dict[str, list[Any]]:
    step = next((each for each in _PERCENT_STEPS if (high - low) / each <= _MOST_PERCENTS), _PERCENT_STEPS[-1])
    places = multiples(step, low, high)
    return {
        "tickvals": places.tolist(),
        "ticktext": [f"{place * 100:g}{NBSP}%" if place > 0 else "0" for place in places.round(6)],
    }


def _ticks(drawn: ControlChart) -> tuple[list[float], list[str]]:
    """Periods in even steps from the first on, the year below the first of each year."""
    size = len(drawn.starts)
    step = next((each for each in _TICK_STEPS if size / each <= _MOST_TICKS), -(-size // _MOST_TICKS))
    shown = list(range(0, size, step))
    years = [drawn.starts[at].year for at in shown]
    texts = [tick_said(drawn.starts[at], drawn.months, not i or years[i] != years[i - 1]) for i, at in enumerate(shown)]
    return [at + 0.5 for at in shown], texts


def control_chart_alt(drawn: ControlChart) -> str:
    """The picture in words: every period with its number, or, of many, those outside the limits."""
    limits = drawn.limits
    outside = [said for said, side in zip(drawn.said, limits.sides, strict=True) if side]
    told = list(drawn.said) if len(drawn.said) <= 24 else outside
    what = f"Control chart of {drawn.name}. {len(drawn.starts)} periods, {len(outside)} outside the control limits"
    marked = f"; marked: {drawn.marker[1]}" if drawn.marker else ""
    return f"{what}{marked}. {'; '.join(told)}".replace("<br>", ", ")
