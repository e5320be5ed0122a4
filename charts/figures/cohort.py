"""All recordings at once: a dot per recording for each number, and a strip per recording over its course."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import full
from charts.style.spread import bands, mean_bars, side_by_side
from charts.style.theme import INK, PAGE, PERCENT_TICKS, ClassStyle, figure, title
from words import decimal, percent, short

MOST_DOTS = 300  # of one number; of more recordings so many are drawn, evenly over their ranks
MOST_STRIPS = 100
_QUARTERS = [0, 0.25, 0.5, 0.75, 1]
_ROW = 52
_WRONG = [[0, "rgba(188,58,20,.03)"], [1, "rgba(188,58,20,.95)"]]
_NAME = 16
_NAMED = 40  # more strips than this have no room for each name
_PITCH, _THIN = 22, 6


@dataclass(frozen=True, eq=False)
class DotRow:
    """One number of n recordings. values: (n,), nan where undefined. said: what stands under its name.

    mean, sd: nan where they are not given, as for a few recordings.
    """

    name: str
    said: str
    values: np.ndarray
    names: Sequence[str]
    mean: float = np.nan
    sd: float = np.nan


def dots(rows: Sequence[DotRow]) -> go.Figure:
    """One row per number, from 0 to 1: every recording a dot, the mean a bar, its standard deviation a band."""
    means = np.array([row.mean for row in rows])
    labels = [f"<b>{full(row.name)}</b><br>{full(row.said)}" for row in rows]
    return figure(
        [bands(*_ends(rows)), *(_dots(row, place) for place, row in enumerate(rows)), mean_bars(means)],
        _ROW * len(rows) + 60,
        xaxis={
            "range": [-0.01, 1.01],
            "tickvals": [0, 0.25, 0.5, 0.75, 1],
            "ticktext": ["0", "0.25", "0.5", "0.75", "1"],
        },
        yaxis={
            "range": [len(rows) - 0.5, -0.5],
            "tickvals": np.arange(len(rows)),
            "ticktext": labels,
            "showgrid": False,
        },
    )


def _ends(rows: Sequence[DotRow]) -> tuple[np.ndarray, np.ndarray]:
    """One standard deviation to both sides of each mean, within what the numbers can be."""
    means, sds = np.array([row.mean for row in rows]), np.array([row.sd for row in rows])
    return np.maximum(means - sds, 0.0), np.minimum(means + sds, 1.0)


def _dots(row: DotRow, place: int) -> dict[str, Any]:
    shown = _some(row.values)
    values = row.values[shown]
    hover = [f"<b>{full(row.names[i])}</b><br>{full(row.name)} {decimal(row.values[i])}" for i in shown.tolist()]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": values,
        "y": place + side_by_side(values, (0.0, 1.0)),
        "marker": {"symbol": "circle", "size": 8, "color": INK, "opacity": 0.6, "line": {"color": PAGE, "width": 1}},
        "cliponaxis": False,
        "hovertext": np.array(hover),
        "hoverinfo": "text",
    }


def _some(values: np.ndarray) -> np.ndarray:
    """Positions of the defined values; of very many, evenly over their ranks with the lowest and the highest."""
    defined = np.flatnonzero(~np.isnan(values))
    if len(defined) <= MOST_DOTS:
        return defined
    ranked = defined[np.argsort(values[defined], kind="stable")]
    return np.asarray(ranked[np.linspace(0, len(ranked) - 1, MOST_DOTS).round().astype(int)])


def dots_alt(rows: Sequence[DotRow], recordings: str) -> str:
    """The picture in words."""
    return " ".join([f"Each number of {recordings}.", *(_row_alt(row) for row in rows)])


def _row_alt(row: DotRow) -> str:
    defined = row.values[~np.isnan(row.values)]
    if not len(defined):
        return f"{row.name}: not estimable."
    low, high = decimal(float(defined.min()), 2), decimal(float(defined.max()), 2)
    return f"{row.name}: from {low} to {high}, {row.said}."


# ------------------------------------------------------------------ strips over the course of each recording


def error_strips(names: Sequence[str], shares: np.ndarray) -> go.Figure:
    """shares: (recordings, parts) how much of each part of its course differs from the truth, 0 to 1."""
    hover = [_part_hover(name, row) for name, row in zip(names, shares, strict=True)]
    return _strips(names, {"z": np.sqrt(shares), "zmin": 0, "zmax": 1, "colorscale": _WRONG}, np.array(hover))


def _part_hover(name: str, row: np.ndarray) -> list[str]:
    parts = len(row)
    return [
        f"<b>{full(short(name, 24))}</b><br>at {percent(i / parts, parts)} of its length: {percent(share, 1)} differs"
        for i, share in enumerate(row.tolist())
    ]


def phase_strips(
    names: Sequence[str], codes: np.ndarray, labels: Sequence[str], styles: Sequence[ClassStyle]
) -> go.Figure:
    """codes: (recordings, parts) the class in the middle of each part of its course."""
    used = np.unique(codes)
    place = np.searchsorted(used, codes)
    hover = [
        [f"<b>{full(short(name, 24))}</b><br>{full(labels[code])}" for code in row]
        for name, row in zip(names, codes.tolist(), strict=True)
    ]
    colors = [styles[code].color for code in used.tolist()]
    steps = np.linspace(0, 1, len(colors) + 1)
    scale = [[float(edge), color] for i, color in enumerate(colors) for edge in steps[i : i + 2]]
    heat = {"z": place, "zmin": -0.5, "zmax": len(colors) - 0.5, "colorscale": scale}
    by_time = sorted(used.tolist(), key=lambda code: float(np.nonzero(codes == code)[1].mean()))
    key = [_key(labels[code], styles[code]) for code in by_time[:16]]
    return _strips(names, heat, np.array(hover), key)


def _key(label: str, style: ClassStyle) -> dict[str, Any]:
    """An entry of the legend, which a heatmap does not have."""
    nowhere = np.array([np.nan])
    return {
        "type": "scatter", "mode": "markers", "x": nowhere, "y": nowhere, "name": full(short(label, 28)),
        "marker": {"symbol": "square", "size": 12, "color": style.color}, "showlegend": True, "hoverinfo": "skip",
    }  # fmt: skip


def _strips(
    names: Sequence[str], heat: dict[str, Any], hover: np.ndarray, key: Sequence[dict[str, Any]] = ()
) -> go.Figure:
    rows, parts = heat["z"].shape
    named = rows <= _NAMED
    strips = {
        "type": "heatmap",
        "x": (np.arange(parts) + 0.5) / parts,
        "y": np.arange(rows),
        "showscale": False,
        "ygap": 3 if named else 0,
        "hovertext": hover,
        "hoverinfo": "text",
        **heat,
    }
    ticks = {"tickvals": np.arange(rows), "ticktext": [full(short(name, _NAME)) for name in names]}
    return figure(
        [strips, *key],
        max(140, (_PITCH if named else _THIN) * rows + 62 + 13 * len(key)),
        xaxis={"range": [0, 1], **PERCENT_TICKS, "title": title("of its length", 6), "showgrid": False},
        yaxis={"range": [rows - 0.5, -0.5], "showgrid": False, **(ticks if named else {"showticklabels": False})},
        showlegend=bool(key),
    )


def strips_alt(shares: np.ndarray) -> str:
    """Where in their course recordings differ most from the truth, in words."""
    by_part = shares.mean(0)
    worst = int(by_part.argmax())
    start = percent(worst / len(by_part), 100)
    return (
        f"A strip for each of {len(shares)} recordings over its course. They differ most around {start} of their "
        f"length: {percent(float(by_part[worst]), 100)} of the time there."
    )
