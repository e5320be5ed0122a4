"""PPV and NPV at one threshold over the prevalence, with bands, and the two prevalences that matter marked."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.theme import (
    AXIS,
    CORRECT,
    CURVE_WIDTH,
    GRID,
    INK,
    LEGEND,
    PAGE,
    POINT_SIZE,
    RIM_WIDTH,
    dotted,
    figure,
    title,
)
from metrics import Counts, Estimate, predictive_estimates
from words import percent
from words.findings.prevalence import common

HEIGHT = 300
LOWEST, HIGHEST, POINTS = 1e-4, 0.99, 49
_TICKS = (0.0001, 0.001, 0.01, 0.1, 0.5)


def by_prevalence(counts: Counts, prevalence: float, here: float, level: float, with_bands: bool) -> go.Figure:
    """PPV solid, NPV dashed, from 0.01 % to 99 % on a logarithmic axis; dotted: as common as in the sample.

    with_bands: off where rows are not independent, for which the bands would be too narrow.
    """
    along = np.geomspace(LOWEST, HIGHEST, POINTS)
    pairs = [predictive_estimates(counts, float(proportion), level) for proportion in along]
    drawn: list[dict[str, Any]] = []
    for name, dash, column in (("PPV", "solid", 0), ("NPV", "8px,4px", 1)):
        estimates = [pair[column] for pair in pairs]
        drawn += [*(_band(along, estimates) if with_bands else []), _line(along, estimates, name, dash)]
    drawn.append(_points(prevalence, predictive_estimates(counts, prevalence, level)))
    return figure(
        drawn,
        HEIGHT,
        xaxis={
            "type": "log", "range": [np.log10(LOWEST), 0.0], "tickvals": list(_TICKS),
            "ticktext": [common(place) for place in _TICKS], "title": title("Prevalence"),
        },
        yaxis={"range": [-0.02, 1.04], "tickvals": [0, 0.5, 1], "ticktext": ["0", "50 %", "100 %"]},
        margin={"t": 12, "b": 78},
        shapes=[{"type": "line", "x0": here, "x1": here, "y0": 0, "y1": 1.02, "line": dotted(AXIS)}],
        showlegend=True,
        legend=LEGEND,
    )  # fmt: skip


def _band(along: np.ndarray, estimates: list[Estimate]) -> list[dict[str, Any]]:
    if any(each.low is None or each.high is None for each in estimates):
        return []
    low, high = (np.array([getattr(each, end) for each in estimates]) for end in ("low", "high"))
    return [
        {
            "type": "scatter", "mode": "lines", "x": np.concatenate([along, along[::-1]]),
            "y": np.concatenate([high, low[::-1]]), "fill": "toself", "fillcolor": GRID, "line": {"width": 0},
            "hoverinfo": "skip", "showlegend": False,
        }
    ]  # fmt: skip


def _line(along: np.ndarray, estimates: list[Estimate], name: str, dash: str) -> dict[str, Any]:
    return {
        "type": "scatter", "mode": "lines", "x": along, "y": np.array([each.value for each in estimates]),
        "line": {"color": INK, "width": CURVE_WIDTH, "dash": dash}, "name": name, "hoverinfo": "text",
        "hovertext": [
            f"{name} {_said(each)} where {common(proportion)} have it"
            for proportion, each in zip(along.tolist(), estimates, strict=True)
        ],
    }  # fmt: skip


def _points(prevalence: float, estimates: tuple[Estimate, Estimate]) -> dict[str, Any]:
    return {
        "type": "scatter", "mode": "markers", "x": np.full(2, prevalence),
        "y": np.array([each.value for each in estimates]), "cliponaxis": False, "showlegend": False,
        "hoverinfo": "skip",
        "marker": {"color": CORRECT.color, "size": POINT_SIZE, "line": {"color": PAGE, "width": RIM_WIDTH}},
    }  # fmt: skip


def _said(estimate: Estimate) -> str:
    return "not estimable" if not estimate.is_defined else percent(estimate.value, 200)


def by_prevalence_alt(counts: Counts, prevalence: float, here: float) -> str:
    """The picture in words: both values where the marker stands and where the sample is."""
    parts = [
        f"where {common(proportion)} have it PPV {_said(ppv)}, NPV {_said(npv)}"
        for proportion in dict.fromkeys((prevalence, here))
        for ppv, npv in [predictive_estimates(counts, proportion)]
    ]
    return f"PPV rises and NPV falls with prevalence: {'; '.join(parts)}."
