"""Groups below one another: the number of each as a mark with its interval, that of all as a line through them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from charts.style.names import axis_names, full
from charts.style.scale import multiples
from charts.style.theme import AXIS, INK, REFERENCE_WIDTH, ClassStyle, dotted, figure, font, point, title, upright
from metrics import Estimate
from words import NBSP, bounds, percent_of
from words.text.numbers import minus

PITCH, BETWEEN, TOP, BOTTOM = 28, 0.45, 26, 52  # px of a row; rows between two columns; px above and below all rows
NAME_LIMIT = 20
ONE_LINE, PITCH_OF_TWO = 24, 38  # characters beside a row, which leave a phone half of its width for the marks; px
RIGHT = 24  # px: half of "100 %" at the very end, which the browser would hide
_STEPS, _MOST_TICKS = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2), 6
_AIR = 0.06


@dataclass(frozen=True)
class ForestRow:
    """name, counts: plain text. block: the column that a group belongs to; the row of all has one of its own.

    brief: the name that stands beside the row, "" for the whole one.
    """

    name: str
    counts: str
    estimate: Estimate
    block: int
    is_all: bool = False
    brief: str = ""


@dataclass(frozen=True)
class ForestAxis:
    """name: of the number, plain text. required: the bound that is asked for. from_zero: of a rate mostly low.

    two_lines: whether rows have room for counts below their names, as `are_long` ones need in both figures.
    """

    name: str
    required: float | None
    from_zero: bool
    with_counts: bool
    two_lines: bool


def forest(rows: Sequence[ForestRow], axis: ForestAxis, style: ClassStyle) -> go.Figure:
    """A row for each group, all patients first. Undefined numbers have a dash in place of their mark."""
    places = _places(rows)
    low, high = _range(rows, axis)
    drawn = [_intervals(rows, places), *_marks(rows, places, style)]
    lines = [_line(row.estimate.value, AXIS) for row in rows if row.is_all and row.estimate.is_defined]
    texts = [
        _not_assessable(place, low) for row, place in zip(rows, places, strict=True) if not row.estimate.is_defined
    ]
    if axis.required is not None:
        lines.append(_line(axis.required, None))
        texts.append(_required(axis.required, (low, high)))
    depth = places[-1] + 1
    return figure(
        drawn,
        round(TOP + BOTTOM + (PITCH_OF_TWO if axis.two_lines else PITCH) * depth),
        margin={"l": 8, "r": RIGHT, "t": TOP, "b": BOTTOM},
        xaxis={"range": [low, high], "title": title(full(axis.name), 12), **_ticks(low, high)},
        yaxis={
            "tickvals": places, "ticktext": _labels(rows, axis), "showgrid": False,
            "range": [depth - 0.5, -0.5], "ticklabelstandoff": 8,
        },
        shapes=lines,
        annotations=texts,
    )  # fmt: skip


def are_long(rows: Sequence[ForestRow]) -> bool:
    """Whether names with their counts, such as "91 of 313.5 min", leave too little of a phone for the marks."""
    return any(min(len(row.brief or row.name), NAME_LIMIT) + len(row.counts) > ONE_LINE for row in rows)


def _places(rows: Sequence[ForestRow]) -> list[float]:
    """Where each row stands: rows of one column together, with room before the next."""
    places, at = [], 0.0
    for place, row in enumerate(rows):
        at += BETWEEN if place and row.block != rows[place - 1].block else 0.0
        places.append(at)
        at += 1
    return places


def _labels(rows: Sequence[ForestRow], axis: ForestAxis) -> list[str]:
    names = axis_names([row.brief or row.name for row in rows], NAME_LIMIT)
    apart = "<br>" if axis.two_lines else f" {NBSP}"
    counts = [f"{apart}{full(row.counts)}" if axis.with_counts and row.counts else "" for row in rows]
    return [f"<b>{name}</b>{count}" for name, count in zip(names, counts, strict=True)]


def _ends(rows: Sequence[ForestRow]) -> list[float]:
    known = (row.estimate for row in rows if row.estimate.is_defined)
    return [end for each in known for end in (each.value, each.low, each.high) if end is not None]


def _range(rows: Sequence[ForestRow], axis: ForestAxis) -> tuple[float, float]:
    """All that is drawn, with some air, within 0 and 1."""
    ends = [*_ends(rows), *([] if axis.required is None else [axis.required])] or [0.0, 1.0]
    low, high = (0.0 if axis.from_zero else min(ends)), max(ends)
    air = max(_AIR * (high - low), 0.002)
    return (0.0 if axis.from_zero else max(0.0, low - air)) - 0.01 * (high - low), min(1.0, high + air) + 0.01 * (
        high - low
    )


def _ticks(low: float, high: float) -> dict[str, Any]:
    step = next((each for each in _STEPS if (high - low) / each <= _MOST_TICKS), _STEPS[-1])
    ticks = multiples(step, max(low, 0), min(high, 1))
    places = 0 if step >= 0.01 else 1 if step >= 0.001 else 2
    texts = [minus(f"{100 * each:z.{places}f}") for each in ticks]
    return {"tickvals": ticks.tolist(), "ticktext": [*texts[:-1], *(f"{each}{NBSP}%" for each in texts[-1:])]}


def _intervals(rows: Sequence[ForestRow], places: Sequence[float]) -> dict[str, Any]:
    x: list[float | None] = []
    y: list[float | None] = []
    for row, place in zip(rows, places, strict=True):
        if row.estimate.is_defined and row.estimate.low is not None and row.estimate.high is not None:
            x += [row.estimate.low, row.estimate.high, None]
            y += [place, place, None]
    return {
        "type": "scatter", "mode": "lines", "x": x, "y": y, "line": {"color": AXIS, "width": 2}, "hoverinfo": "skip",
    }  # fmt: skip


def _marks(rows: Sequence[ForestRow], places: Sequence[float], style: ClassStyle) -> list[dict[str, Any]]:
    found = []
    for is_all, look in ((True, ClassStyle(INK, "solid", "square", "")), (False, style)):
        own = [
            (row, at) for row, at in zip(rows, places, strict=True) if row.is_all == is_all and row.estimate.is_defined
        ]
        found.append(
            {
                "type": "scatter", "mode": "markers", "x": [row.estimate.value for row, _ in own],
                "y": [at for _, at in own], "marker": point(look) | {"size": 9 if is_all else 11},
                "hovertext": [_hover(row) for row, _ in own], "hoverinfo": "text", "cliponaxis": False,
            }
        )  # fmt: skip
    return found


def _hover(row: ForestRow) -> str:
    value = f"{percent_of(row.estimate)} ({full(row.counts)})"
    return f"<b>{full(row.name)}</b><br>{value}<br>{bounds(row.estimate) or 'no CI'}"


def _line(at: float, color: str | None) -> dict[str, Any]:
    look = dotted(INK) if color is None else {"color": color, "width": REFERENCE_WIDTH}
    return upright(at, look) | {"layer": "below"}


def _required(at: float, ends: tuple[float, float]) -> dict[str, Any]:
    part = (at - ends[0]) / (ends[1] - ends[0])
    anchor = "right" if part > 0.8 else "left" if part < 0.2 else "center"
    said = f"required {100 * at:.4g}{NBSP}%"
    return {
        "x": at, "y": 1, "yref": "paper", "yanchor": "bottom", "xanchor": anchor, "text": said, "showarrow": False,
        "font": font(),
    }  # fmt: skip


def _not_assessable(place: float, low: float) -> dict[str, Any]:
    return {
        "x": low, "y": place, "text": "not assessable", "xanchor": "left", "xshift": 6, "showarrow": False,
        "font": font(),
    }  # fmt: skip


def forest_alt(rows: Sequence[ForestRow], axis: ForestAxis) -> str:
    """The picture in words."""
    asked = [] if axis.required is None else [f"Required: {100 * axis.required:.4g} %."]
    return " ".join([f"{axis.name} of each group with its confidence interval.", *asked, *map(_in_words, rows)])


def _in_words(row: ForestRow) -> str:
    if not row.estimate.is_defined:
        return f"{row.name}: not assessable."
    return f"{row.name}: {percent_of(row.estimate)} ({row.counts}), {bounds(row.estimate) or 'no CI'}."
