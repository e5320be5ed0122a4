"""Scores by true class: 5th to 95th percentile, IQR and median, a row per class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import axis_names
from charts.style.scale import Scale, needs_log
from charts.style.theme import INK, class_styles, figure, title
from words import html, whole

_ROW, _BELOW = 48, 52  # px; below stand the numbers of the axis and its title
_ABOVE = 8
_NAME_LIMIT = 18


def score_ranges(
    names: Sequence[str],
    rows: Sequence[tuple[int, int, tuple[float, ...]]],
    axis: str,
    normal: int | None,
) -> go.Figure:
    """rows: (class, its cases, quantiles at 5, 25, 50, 75 and 95 %), the first on top. axis: what its scale shows."""
    colours = [style.color for style in class_styles(len(names), normal)]
    scale = _scale([quantiles for _, _, quantiles in rows])
    traces: list[Any] = []
    for at, (label, _, quantiles) in enumerate(rows):
        low, first, middle, third, high = scale.place(quantiles).tolist()
        shown = {"mode": "lines", "hoverinfo": "skip", "showlegend": False, "type": "scatter"}
        traces.append({**shown, "x": [low, high], "y": [at, at], "line": {"color": colours[label], "width": 2}})
        traces.append({**shown, "x": [first, third], "y": [at, at], "line": {"color": colours[label], "width": 16}})
        ink = {"color": INK, "width": 3}
        traces.append({**shown, "x": [middle, middle], "y": [at - 0.28, at + 0.28], "line": ink})
    ticks = [
        f"{name} · {whole(cases)}"
        for name, (_, cases, _) in zip(axis_names([names[row[0]] for row in rows], _NAME_LIMIT), rows, strict=True)
    ]
    return figure(
        traces,
        _ABOVE + _ROW * len(rows) + _BELOW,
        margin={"b": _BELOW},
        xaxis={"title": title(f"{html(axis)}{scale.said}"), **scale.own_ticks},
        yaxis={"tickvals": [*range(len(rows))], "ticktext": ticks, "range": [len(rows) - 0.5, -0.5], "showgrid": False},
    )


def _scale(quantiles: Sequence[tuple[float, ...]]) -> Scale:
    """Logarithmic where the quantiles that are drawn ask for it, as all scores would."""
    lowest, middle, highest = (
        pick(row) for pick, row in zip((min, min, max), np.array(quantiles).T[[0, 2, 4]], strict=True)
    )
    is_log = highest > 1 and needs_log(lowest, middle, highest)
    return Scale("log", np.log10(lowest), np.log10(highest)) if is_log else Scale("linear", lowest, highest)


def score_ranges_alt(names: Sequence[str], rows: Sequence[tuple[int, int, tuple[float, ...]]]) -> str:
    """The medians in words."""
    said = ", ".join(f"{names[label]} {quantiles[2]:.3g}" for label, _, quantiles in rows)
    return f"Scores by true class. Median: {said}."
