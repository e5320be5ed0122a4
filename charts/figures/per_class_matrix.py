"""The matrix of a rule that may leave cases without a call: their column stands last, in grey."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from charts.figures.heatmap import confusion, confusion_alt
from charts.style.names import CASES, Unit
from metrics import ConfusionMatrix
from metrics.thresholding.per_class_thresholds import ThresholdedMatrix
from words import counted, of

NO_CALL = "no call"
_GREY = [[0, "rgba(118,125,134,.03)"], [1, "rgba(118,125,134,.65)"]]


def per_class_matrix(found: ThresholdedMatrix, unit: Unit = CASES) -> go.Figure:
    """Shares are of all cases of a class, so that those without a call do not flatter the others."""
    if not found.no_call.any():
        return confusion(found.matrix, "counts", None, unit)
    figure = confusion(_with_no_call(found), "counts", None, unit)
    wrong = figure.data[1]
    uncalled = np.full(wrong.z.shape, np.nan)
    uncalled[:-1, -1] = wrong.z[:-1, -1]
    shown = wrong.z.copy()
    shown[:, -1] = np.nan
    wrong.z = shown
    figure.add_heatmap(
        x=wrong.x, y=wrong.y, z=uncalled, zmin=0, zmax=1, colorscale=_GREY, showscale=False, xgap=wrong.xgap,
        ygap=wrong.ygap, hoverinfo="skip",
    )  # fmt: skip
    _name_the_column(figure, found, unit)
    bottom, top = figure.layout.yaxis.range  # nobody is truly without a call: that row stays out of sight
    figure.update_yaxes(range=[bottom - 1, top])
    return figure


def _name_the_column(figure: go.Figure, found: ThresholdedMatrix, unit: Unit) -> None:
    """Where columns carry their counts, cases without a call are not calls."""
    names = dict(figure.layout.xaxis.labelalias)
    name, line, _ = names[last := str(len(found.no_call))].partition("<br>")
    if line:
        figure.layout.xaxis.labelalias = names | {last: f"{name}{line}{counted(int(found.no_call.sum()), unit)}"}


def _with_no_call(found: ThresholdedMatrix) -> ConfusionMatrix:
    labels, size = found.matrix.labels, len(found.matrix.labels)
    name = NO_CALL
    while name in labels:
        name += "*"
    cells = np.zeros((size + 1, size + 1), np.int64)
    cells[:-1] = np.column_stack([found.matrix.cells, found.no_call])
    return ConfusionMatrix((*labels, name), cells)


def per_class_matrix_alt(found: ThresholdedMatrix, unit: Unit = CASES) -> str:
    """The picture in words: how many get no call, and what becomes of the others."""
    uncalled = int(found.no_call.sum())
    said = confusion_alt(found.matrix, unit)
    return f"{said} {of(uncalled, uncalled + found.matrix.total)} {unit[1]} get no call." if uncalled else said
