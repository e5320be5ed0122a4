"""ROC and precision-recall curves, thinned; the numbers come from the caller, the legend is text of the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.figures.curve_traces import (
    PR_HOVER,
    ROC_HOVER,
    Curve,
    Mark,
    drawn_marks,
    line_of,
    marks_of,
    pr_place,
    prevalence,
    reference,
    roc_place,
)
from charts.style.names import full
from charts.style.theme import AXIS, LEGEND, PAGE, PERCENT_TICKS, ClassStyle, figure, font, title, translucent
from charts.style.thinning import Line, thin_pr, thin_roc
from metrics import ThresholdTable
from metrics.kernels.threads import at_once

_PLOT_HEIGHT, _AXIS_HEIGHT = 362, 64
# Room for axis and legend known from the start: where the browser has to widen a margin, it draws all of it again.
_MARGIN = {"l": 89, "t": 8}
_LEGEND_LINE, _LEGEND_WIDTH = 21, 330
_BAND_OPACITY = 0.18
_DASHES = ("8px,3px", "3px,3px", "10px,3px,3px,3px", "14px,4px")
_TURN, _LOW = 0.6, 0.1  # beyond _TURN a label stands left of its mark, below _LOW above it


def curve_styles(styles: Sequence[ClassStyle]) -> list[ClassStyle]:
    """The look of curves in one figure: the first is a whole line, each other one has a dash of its own.

    Every point is a circle: hollow or filled says what it is, its colour says whose.
    """
    dashes = ["solid", *(_DASHES[place % len(_DASHES)] for place in range(len(styles) - 1))][: len(styles)]
    return [replace(style, dash=dash, marker="circle") for style, dash in zip(styles, dashes, strict=True)]


def roc(curves: Sequence[Curve], delivered: str = "", legend: bool = False) -> go.Figure:
    """Sensitivity over false positive rate, with the chance diagonal; the first curve leads.

    delivered: the name of the points of the predicted labels, written beside that of the first curve. legend: inside
    the figure, where no page stands around it. A class without cases, or alone, has no curve.
    """
    lines = _lines(curves, thin_roc, ROC_HOVER)
    behind = [edge for c in curves if (b := c.bands) for edge in _band(c.style, b.fpr, b.tpr_low, b.tpr_high)]
    marks = marks_of(curves, roc_place, delivered)
    drawn = [
        reference((0.0, 1.0), AXIS),
        *behind,
        *(line for line in reversed(lines) if len(line["x"])),
        *drawn_marks(marks),
    ]
    labels = [_CHANCE, *_labels(marks, curves[:1])]
    return _finished(drawn, "False positive rate (1 − specificity)", "Sensitivity", labels, legend)


def pr(curves: Sequence[Curve], delivered: str = "", legend: bool = False) -> go.Figure:
    """Precision over recall in steps, with each class's prevalence as a dotted line in its colour; see `roc`."""
    lines = _lines(curves, thin_pr, PR_HOVER)
    levels = {(curve.style.color, prevalence(curve.table)) for curve in curves if curve.table.n_positive}
    references = [reference((proportion, proportion), color) for color, proportion in sorted(levels)]
    marks = marks_of(curves, pr_place, delivered)
    behind = [
        edge for c in curves if (b := c.bands) for edge in _band(c.style, b.recall, b.precision_low, b.precision_high)
    ]
    drawn = [*references, *behind, *(line for line in reversed(lines) if len(line["x"])), *drawn_marks(marks)]
    return _finished(drawn, "Recall (sensitivity)", "PPV (precision)", _labels(marks, curves[:1]), legend)


def _lines(curves: Sequence[Curve], thin: Callable[[ThresholdTable], Line], hover: str) -> list[dict[str, Any]]:
    """The trace of each; a long table is thinned while another thread thins the next."""
    thinned = at_once(lambda i: thin(curves[i].table), len(curves))
    return [line_of(curve, line, hover, not i) for i, (curve, line) in enumerate(zip(curves, thinned, strict=True))]


def _band(style: ClassStyle, x: np.ndarray, low: np.ndarray, high: np.ndarray) -> list[dict[str, Any]]:
    """Both edges of a light fill in the class's colour: nothing to point at, nothing in the legend."""
    edge = {"type": "scatter", "mode": "lines", "x": x, "line": {"width": 0}, "hoverinfo": "skip", "showlegend": False}
    color = translucent(style.color, _BAND_OPACITY)
    return [edge | {"y": low}, edge | {"y": high, "fill": "tonexty", "fillcolor": color}]


_CHANCE = {"x": 0.8, "y": 0.8, "text": "chance", "font": font(), "bgcolor": PAGE, "borderpad": 2, "showarrow": False}


def _labels(marks: Sequence[Mark], of: Sequence[Curve]) -> list[dict[str, Any]]:
    """The names of the points of these curves, beside them where the figure has room."""
    look = {"font": font(), "showarrow": False}  # with a rim of page.css, so that no box hides a curve
    named = []
    for x, y, said in ((*each.place, each.said) for each in marks if each.said and each.curve in of):
        side, anchor = (-1, "right") if x > _TURN else (1, "left")
        shift = {"xshift": 10 * side, "yshift": 18 if y < _LOW else -18}
        named.append(look | shift | {"text": full(said), "x": x, "y": y, "xanchor": anchor})
    return named


def _finished(
    drawn: list[dict[str, Any]], across: str, up: str, labels: list[dict[str, Any]], legend: bool
) -> go.Figure:
    lines = sum(1 + each["name"].count("<br>") for each in drawn if "name" in each) if legend else 0
    below = _AXIS_HEIGHT + _LEGEND_LINE * lines
    return figure(
        drawn,
        _PLOT_HEIGHT + below,
        xaxis=_axis(across, "bottom+right", [-0.01, 1.005]),
        yaxis=_axis(up, "left", [-0.012, 1.012]) | {"ticks": "outside", "showline": True},
        margin={"b": below, **_MARGIN},
        annotations=labels,
        showlegend=legend,
        legend=LEGEND | {"entrywidth": _LEGEND_WIDTH, "traceorder": "reversed"},  # the first is drawn last, on top
    )


def _axis(text: str, automargin: str, ends: list[float]) -> dict[str, Any]:
    return {"title": title(text), "automargin": automargin, "range": ends, **PERCENT_TICKS}


def roc_alt(curves: Sequence[Curve]) -> str:
    """The picture in words: each curve with its figure."""
    return _alt("ROC curves, sensitivity over false positive rate.", curves)


def pr_alt(curves: Sequence[Curve]) -> str:
    """The picture in words: each curve with its figure."""
    return _alt("Precision over recall.", curves)


def _alt(start: str, curves: Sequence[Curve]) -> str:
    banded = [f"Shaded: pointwise CI of {curve.name}." for curve in curves if curve.bands]
    return " ".join([start, *(f"{curve.name}: {curve.said or 'no figure'}." for curve in curves), *banded])
