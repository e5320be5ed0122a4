"""Small multiples of curves: one panel per class, its curve in colour, those of the others grey behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.figures.curve_traces import (
    PLACES,
    PR_HOVER,
    ROC_HOVER,
    Curve,
    drawn_marks,
    line_of,
    marks_of,
    pr_place,
    prevalence,
    reference,
    roc_place,
)
from charts.style.theme import AXIS, FAINT, figure
from charts.style.thinning import Line, thin_pr, thin_roc
from metrics import ThresholdTable
from words import NBSP

_HEIGHT = 190
_TOLERANCE = 0.005


def roc_panel(curve: Curve, others: Sequence[ThresholdTable]) -> go.Figure:
    """One class among many: its ROC curve in colour, those of the others grey."""
    marks = drawn_marks(marks_of([curve], roc_place, ""))
    line = line_of(curve, thin_roc(curve.table), ROC_HOVER)
    grey = _behind([thin_roc(each, _TOLERANCE) for each in others])
    return _panel([reference((0.0, 1.0), AXIS), *grey, line, *marks])


def pr_panel(curve: Curve, others: Sequence[ThresholdTable]) -> go.Figure:
    """One class among many: its precision-recall curve in colour, those of the others grey."""
    marks = drawn_marks(marks_of([curve], pr_place, ""))
    proportion = prevalence(curve.table)
    line = line_of(curve, thin_pr(curve.table), PR_HOVER)
    grey = _behind([thin_pr(each, _TOLERANCE) for each in others])
    return _panel([reference((proportion, proportion), curve.style.color), *grey, line, *marks])


def _behind(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """The curves of the other classes as one trace: each trace costs the browser a millisecond."""
    if not lines:
        return []
    gap = np.array([np.nan])
    x, y = (np.concatenate([part for each in lines for part in (getattr(each, of), gap)]) for of in ("x", "y"))
    look = {"line": {"color": FAINT, "width": 1}, "hoverinfo": "skip", "showlegend": False}
    return [{"type": "scatter", "mode": "lines", "x": x.round(PLACES), "y": y.round(PLACES), **look}]


def _panel(drawn: list[dict[str, Any]]) -> go.Figure:
    ticks = {"tickvals": [0, 0.5, 1], "ticktext": ["0", f"50{NBSP}%", f"100{NBSP}%"]}
    return figure(
        drawn,
        _HEIGHT,
        xaxis={"range": [-0.03, 1.03], **ticks},
        yaxis={"range": [-0.04, 1.04], "ticks": "", "showline": False, **ticks},
        margin={"l": 56, "r": 14, "t": 8, "b": 32},
    )
