"""Every fold as a mark, the mean as a bar, the standard deviation as a band: one row per class or model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import CASES, Unit, brief, full, on_two_lines
from charts.style.spread import bands, mean_bars, side_by_side
from charts.style.theme import INK, ClassStyle, figure, point, title
from metrics import Spread
from words import counted
from words.findings.folds import fold_value, folds_used, plus_minus

AVERAGE_STYLE = ClassStyle(INK, "solid", "circle", "")  # no class: an average, or a number of the whole matrix
_ROW_HEIGHT, _AXIS_HEIGHT, _LEAST_HEIGHT = 64, 62, 150
_NAME_LIMIT = 18
_MANY = 40  # folds whose marks must overlap
_MARKS = ((12, 14.0), (_MANY, 11.0), (10**9, 8.0))  # up to so many folds: diameter of the largest mark, px
_SMALLEST_MARK = 5.0


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
    drawn = [bands(*np.array([_band(row.spread) for row in rows]).clip(low, high).T)]
    drawn += [_marks(row, place, (low, high), unit) for place, row in enumerate(rows)]
    drawn.append(mean_bars(np.array([row.spread.summary.mean for row in rows])))
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
    diameters = largest * np.sqrt(sizes / sizes.max(initial=1))
    return {
        "type": "scatter",
        "mode": "markers",
        "x": values,
        "y": place + side_by_side(values, ends),
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
