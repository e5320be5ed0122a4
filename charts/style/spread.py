"""How several values of one number lie: marks side by side, their mean as a bar, one standard deviation as a band."""

from __future__ import annotations

from typing import Any

import numpy as np

from charts.style.theme import AXIS, INK

BAND = "rgba(118,125,134,.18)"
_LANES = 44  # marks of a row that fit side by side on a wide page
_HALF_BAND, _HALF_BAR, _REACH, _STEP = 0.24, 0.32, 0.36, 0.1


def bands(low: np.ndarray, high: np.ndarray) -> dict[str, Any]:
    """A band from low to high in each row, counted from 0; nan: none."""
    kept = np.flatnonzero(~np.isnan(low))
    return {
        "type": "bar",
        "orientation": "h",
        "x": (high - low)[kept],
        "base": low[kept].tolist(),
        "y": kept,
        "width": 2 * _HALF_BAND,
        "marker": {"color": BAND, "line": {"color": AXIS, "width": 1}},
        "hoverinfo": "skip",
    }


def mean_bars(means: np.ndarray) -> dict[str, Any]:
    """An upright bar in each row; nan: none."""
    places = np.arange(len(means), dtype=float)
    gap = np.full(len(means), np.nan)  # lifts the pen between rows
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.column_stack([means, means, gap]).ravel(),
        "y": np.column_stack([places - _HALF_BAR, places + _HALF_BAR, gap]).ravel(),
        "line": {"color": INK, "width": 2.5},
        "hoverinfo": "skip",
    }


def side_by_side(values: np.ndarray, ends: tuple[float, float]) -> np.ndarray:
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
