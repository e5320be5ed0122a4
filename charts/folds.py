"""Every fold as a mark, the mean as a bar, the standard deviation as a band: one row per class or model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.names import CASES, Unit, brief, full, on_two_lines
from charts.theme import AXIS, INK, ClassStyle, figure, point, title
from metrics import Spread
from words import counted
from words.folds import fold_value, folds_used, plus_minus

__all__ = ["AVERAGE_STYLE", "FoldRow", "fold_rows", "fold_rows_alt"]

AVERAGE_STYLE = ClassStyle(INK, "solid", "circle", "")  # no class: an average, or a number of the whole matrix
BAND = "rgba(118,125,134,.18)"
_ROW_HEIGHT, _AXIS_HEIGHT, _LEAST_HEIGHT = 64, 62, 150
_NAME_LIMIT = 18
_MANY = 40  # folds whose marks must overlap
_MARKS = ((12, 14.0), (_MANY, 11.0), (10**9, 8.0))  # up to so many folds: diameter of the largest mark, px
_SMALLEST_MARK = 5.0
_LANES = 44  # marks of a row that fit side by side on a wide page
_HALF_BAND, _HALF_BAR = 0.24, 0.32  # of a row, as are the next two
_REACH, _STEP = 0.36, 0.1


@dataclass(frozen=True, eq=False)
class FoldRow:
    """One number over the folds: what the row is called, its values, and the mark of its folds.

    model: only where rows of several numbers and several models stand together.
    """

    name: str
    spread: Spread
    style: ClassStyle
    model: str = ""

    @property
    def title(self) -> str:
        """The name, and the model where it is given."""
        return f"{self.name} · {self.model}" if self.model else self.name


def fold_rows(rows: Sequence[FoldRow], across: str, unit: Unit = CASES) -> go.Figure:
    """Folds as marks whose area follows their cases; folds without a value are not drawn, and the label counts them."""
    low, high = _range(rows)
    drawn = [_bands(rows, low, high)]
    drawn += [_marks(row, place, (low, high), unit) for place, row in enumerate(rows)]
    drawn.append(_means(rows))
    names = [_label(row) for row in rows]
    return figure(
        drawn,
        max(_LEAST_HEIGHT, _AXIS_HEIGHT + _ROW_HEIGHT * len(rows)),
        xaxis={"title": title(across), "range": [low, high], "nticks": 6, "tickformat": ".2f"},
        yaxis={
            "tickvals": list(range(len(rows))), "ticktext": names, "showgrid": False,
            "ticklabelstandoff": 10,  # a mark at the left end stays beside its label
            "range": [len(rows) - 0.5, -0.5],
        },
    )  # fmt: skip


def _label(row: FoldRow) -> str:
    """Name, the model where there are several, mean±SD, and how many folds have a value where some have none."""
    used = row.spread.summary
    lines = [f"<b>{on_two_lines(row.name, _NAME_LIMIT)}</b>", brief(row.model), plus_minus(used)]
    if 0 < used.used < used.total:
        lines.append(folds_used(used))
    return "<br>".join(line for line in lines if line)


def _range(rows: Sequence[FoldRow]) -> tuple[float, float]:
    """From the smallest to the largest of everything drawn, with some air, within what the numbers can be."""
    ends = np.concatenate([[*row.spread.values, *_band(row.spread)] for row in rows])
    ends = ends[~np.isnan(ends)]
    bottom = min(row.spread.lowest for row in rows)
    if not len(ends):
        return bottom, 1.0
    low, high = float(ends.min()), float(ends.max())
    air = max(0.06 * (high - low), 0.02)
    return max(bottom, low - air), min(1.0, high + air)


def _band(spread: Spread) -> tuple[float, float]:
    """One standard deviation around the mean, cut to what the number can be; without one, nan."""
    mean, sd = spread.summary.mean, spread.summary.sd
    return max(mean - sd, spread.lowest), min(mean + sd, 1.0)


def _bands(rows: Sequence[FoldRow], low: float, high: float) -> dict[str, Any]:
    ends = np.array([_band(row.spread) for row in rows]).clip(low, high)
    return {
        "type": "bar",
        "orientation": "h",
        "x": ends[:, 1] - ends[:, 0],
        "base": ends[:, 0],
        "y": np.arange(len(rows)),
        "width": 2 * _HALF_BAND,
        "marker": {"color": BAND, "line": {"color": AXIS, "width": 1}},
        "hoverinfo": "skip",
    }


def _marks(row: FoldRow, place: int, ends: tuple[float, float], unit: Unit) -> dict[str, Any]:
    spread = row.spread
    kept = np.flatnonzero(~np.isnan(spread.values))
    values, sizes = spread.values[kept], spread.sizes[kept]
    largest = next(size for most, size in _MARKS if len(spread.values) <= most)
    hover = [
        f"<b>{full(row.title)}</b><br>fold {full(spread.folds[i])}: {fold_value(spread.values[i])}"
        f"<br>{counted(int(spread.sizes[i]), unit)}"
        for i in kept
    ]
    diameters = largest * np.sqrt(sizes / max(sizes.max(initial=1), 1))
    return {
        "type": "scatter",
        "mode": "markers",
        "x": values,
        "y": place + _side_by_side(values, ends),
        "marker": _mark(row.style, len(spread.values)) | {"size": np.maximum(diameters, _SMALLEST_MARK)},
        "cliponaxis": False,
        "hovertext": np.array(hover),
        "hoverinfo": "text",
    }


def _mark(style: ClassStyle, folds: int) -> dict[str, Any]:
    """The class's own mark; of many folds a translucent one, whose rim would hide those behind it."""
    if folds <= _MANY:
        return point(style) | {"opacity": 1}
    return {"symbol": style.marker, "color": style.color, "opacity": 0.45, "line": {"width": 0}}


def _side_by_side(values: np.ndarray, ends: tuple[float, float]) -> np.ndarray:
    """How far each mark moves across its row, so that almost equal values stand beside one another."""
    moved = np.zeros(len(values))
    for group in _almost_equal(values, (ends[1] - ends[0]) / _LANES):
        reach = min(_REACH, _STEP * (len(group) - 1))
        moved[group] = np.linspace(-reach, reach, len(group)) if len(group) > 1 else 0.0
    return moved


def _almost_equal(values: np.ndarray, near: float) -> list[list[int]]:
    """Positions in groups from the smallest value up, each group no wider than `near`."""
    groups: list[list[int]] = []
    for place in np.argsort(values, kind="stable").tolist():
        if groups and values[place] - values[groups[-1][0]] <= near:
            groups[-1].append(place)
        else:
            groups.append([place])
    return groups


def _means(rows: Sequence[FoldRow]) -> dict[str, Any]:
    means = np.array([row.spread.summary.mean for row in rows])
    places = np.arange(len(rows), dtype=float)
    gap = np.full(len(rows), np.nan)  # lifts the pen between rows
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.column_stack([means, means, gap]).ravel(),
        "y": np.column_stack([places - _HALF_BAR, places + _HALF_BAR, gap]).ravel(),
        "line": {"color": INK, "width": 2.5},
        "hoverinfo": "skip",
    }


def fold_rows_alt(rows: Sequence[FoldRow], across: str) -> str:
    """The picture in words."""
    return " ".join([f"{across} of every fold.", *(_row_in_words(row) for row in rows)])


def _row_in_words(row: FoldRow) -> str:
    spread = row.spread
    if not spread.summary.used:
        return f"{row.title}: not estimable in any fold."
    low, high = (fold_value(float(end)) for end in (np.nanmin(spread.values), np.nanmax(spread.values)))
    return (
        f"{row.title}: {folds_used(spread.summary)} from {low} to {high}, mean and spread {plus_minus(spread.summary)}."
    )
