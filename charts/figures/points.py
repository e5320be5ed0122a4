"""The small ROC and precision-recall curve of one class, with the point of the chosen threshold."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from charts.style.theme import AXIS, CORRECT, INK, PAGE, POINT_SIZE, RIM_WIDTH, dotted, figure, title
from charts.style.thinning import Line, thin_pr, thin_roc
from metrics import ThresholdTable
from words import of
from words import threshold as said_threshold

__all__ = ["pr_point", "pr_point_alt", "roc_point", "roc_point_alt"]

HEIGHT = 290
_TICKS = {"tickvals": [0, 0.5, 1], "ticktext": ["0", "50 %", "100 %"]}


def roc_point(table: ThresholdTable, threshold: float) -> go.Figure:
    """Sensitivity over false alarm rate with the point of the rule `score >= threshold`."""
    counts = table.at(threshold)
    point = _ratio(counts.fp, counts.fp + counts.tn), _ratio(counts.tp, counts.tp + counts.fn)
    return _small(thin_roc(table), point, (0.0, 1.0), "false alarms", "found")


def pr_point(table: ThresholdTable, threshold: float) -> go.Figure:
    """Precision over recall with the point of the rule `score >= threshold`; no point where nobody is called."""
    counts = table.at(threshold)
    point = _ratio(counts.tp, counts.tp + counts.fn), _ratio(counts.tp, counts.tp + counts.fp)
    prevalence = _ratio(table.n_positive, table.n_positive + table.n_negative)
    return _small(thin_pr(table), point, (prevalence, prevalence), "found", "calls that are right")


def _ratio(part: int, total: int) -> float:
    return part / total if total else float("nan")


def _small(line: Line, at: tuple[float, float], reference: tuple[float, float], across: str, up: str) -> go.Figure:
    rim = {"color": PAGE, "width": RIM_WIDTH}
    mark = {"color": CORRECT.color, "size": POINT_SIZE + 2, "line": rim}
    lines = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
    marks = {"type": "scatter", "mode": "markers", "hoverinfo": "skip", "cliponaxis": False}
    axis = {"range": [-0.02, 1.02], **_TICKS}
    return figure(
        [
            {**lines, "x": np.array([0.0, 1.0]), "y": np.array(reference), "line": dotted(AXIS)},
            {**lines, "x": line.x, "y": line.y, "line": {"color": INK, "width": 2}},
            {**marks, "x": np.array([at[0]]), "y": np.array([at[1]]), "marker": mark},
        ],
        HEIGHT,
        xaxis={**axis, "title": title(across), "showgrid": False, "showline": False, "ticks": ""},
        yaxis={**axis, "title": title(up)},
        margin={"t": 12},
    )


def roc_point_alt(table: ThresholdTable, threshold: float) -> str:
    """The picture in words."""
    counts = table.at(threshold)
    found, alarms = of(counts.tp, counts.tp + counts.fn), of(counts.fp, counts.fp + counts.tn)
    return f"ROC curve. At {said_threshold(threshold)}: {found} found, {alarms} false alarms."


def pr_point_alt(table: ThresholdTable, threshold: float) -> str:
    """The picture in words."""
    counts = table.at(threshold)
    found, right = of(counts.tp, counts.tp + counts.fn), of(counts.tp, counts.tp + counts.fp)
    return f"Precision over recall. At {said_threshold(threshold)}: {found} found, {right} calls right."
