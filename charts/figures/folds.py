"""Every fold as a mark, the mean as a bar, the standard deviation as a band: one row per class or model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import Unit, brief, full, on_two_lines
from charts.style.scale import multiples
from charts.style.spread import bands, mean_bars, side_by_side
from charts.style.theme import INK, ClassStyle, figure, font, point
from metrics import Spread
from words import NBSP, counted, decimal
from words.findings.folds import fold_range, fold_value, folds_used, in_percent, mean_sd
from words.text.names import fold_said

AVERAGE_STYLE = ClassStyle(INK, "solid", "diamond", "")  # no class: an average, or a number of the whole matrix
_ROW_HEIGHT, _AXIS_HEIGHT, _LEAST_HEIGHT = 64, 46, 130
MOST_NAMED_FOLDS = 12  # folds up to which the lowest is named
_STEPS, _MOST_TICKS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5), 7
_NAME_LIMIT = 18
_MANY = 40  # folds whose marks must overlap
_MARKS = ((12, 14.0), (_MANY, 11.0), (10**9, 8.0))  # up to so many folds: diameter of the largest mark, px
_SMALLEST_MARK = 5.0


@dataclass(frozen=True, eq=False)
class FoldRow:
    """One number over the folds: the name of the row, its values, and the mark of its folds."""

    name: str
    spread: Spread
    style: ClassStyle


def fold_rows(rows: Sequence[FoldRow], unit: Unit) -> go.Figure:
    """Folds as marks whose area follows their cases, the lowest named; in percent where all rows are.

    Folds without a value are not drawn, and the label counts them.
    """
    is_percent = all(in_percent(row.spread.reading) for row in rows)
    low, high = _range(rows)
    drawn = [bands(*np.array([_band(row.spread) for row in rows]).clip(low, high).T)]
    drawn += [_marks(row, place, (low, high), unit) for place, row in enumerate(rows)]
    drawn.append(mean_bars(np.array([row.spread.summary.mean for row in rows])))
    return figure(
        drawn,
        max(_LEAST_HEIGHT, _AXIS_HEIGHT + _ROW_HEIGHT * len(rows)),
        xaxis={"range": [low, high], **_ticks(low, high, is_percent)},
        yaxis={
            "tickvals": list(range(len(rows))), "ticktext": [_label(row) for row in rows], "showgrid": False,
            "ticklabelstandoff": 10,  # a mark at the left end stays beside its label
            "range": [len(rows) - 0.5, -0.5],
        },
        annotations=[each for place, row in enumerate(rows) for each in _lowest(row, place, (low, high))],
    )  # fmt: skip


def _ticks(low: float, high: float, is_percent: bool) -> dict[str, Any]:
    """Up to eight round numbers; percentages with their sign."""
    step = next(step for step in _STEPS if (high - low) / step <= _MOST_TICKS)
    ticks = multiples(step, low, high)
    places = 0 if step >= 0.01 else 1
    said = [f"{100 * tick:z.{places}f}{NBSP}%" if is_percent else decimal(tick, places + 2) for tick in ticks]
    return {"tickvals": ticks.tolist(), "ticktext": said}


def _lowest(row: FoldRow, place: int, ends: tuple[float, float]) -> list[dict[str, Any]]:
    """The name of the lowest fold, at the left of its mark, where folds differ and are few."""
    values = row.spread.values
    if not row.spread.summary.sd > 0 or len(values) > MOST_NAMED_FOLDS:
        return []
    kept = np.flatnonzero(~np.isnan(values))
    first = int(np.nanargmin(values))
    y = place + float(side_by_side(values[kept], ends)[kept.tolist().index(first)])
    look = {"font": font(), "showarrow": False, "xanchor": "right", "xshift": -10}
    return [look | {"x": float(values[first]), "y": y, "text": brief(fold_said(row.spread.folds[first]), 15)}]


def _label(row: FoldRow) -> str:
    """Name, mean ± SD, and how many folds have a value where some have none."""
    used = row.spread.summary
    lines = [f"<b>{on_two_lines([row.name], _NAME_LIMIT)[0]}</b>", mean_sd(row.spread, unit=False)]
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
    air = max(0.08 * (high - low), 0.01)
    return max(bottom, low - 3 * air), min(1.0, high) + 0.25 * air  # the lowest fold has its name at the left


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
        f"<b>{full(row.name)}</b><br>{full(fold_said(spread.folds[i]))}: {fold_value(spread.values[i], spread.reading)}"
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


def fold_rows_alt(rows: Sequence[FoldRow]) -> str:
    """The picture in words."""
    return " ".join(["Every fold with mean and SD.", *(_row_in_words(row) for row in rows)])


def _row_in_words(row: FoldRow) -> str:
    spread = row.spread
    if not spread.summary.used:
        return f"{row.name}: not estimable in any fold."
    said = f"{row.name}: {mean_sd(spread)} over {folds_used(spread.summary)}"
    return f"{said}, range {fold_range(spread)}." if fold_range(spread) else f"{said}."
