"""ROC and precision-recall curves of several classes and models, thinned; the numbers come from the caller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import plotly.graph_objects as go

from charts.names import brief, full
from charts.theme import (
    AXIS,
    CURVE_WIDTH,
    INK,
    PAGE,
    PERCENT_TICKS,
    REFERENCE_DASH,
    REFERENCE_WIDTH,
    ClassStyle,
    font,
    point,
    styled,
)
from charts.thinning import MAX_POINTS, Line, thin, thin_pr, thin_roc, vertical_error
from metrics import Counts, ThresholdTable
from words import of, percent, threshold

__all__ = ["Curve", "macro_roc", "pr", "pr_alt", "roc", "roc_alt"]

_PLOT_HEIGHT = 420
_LEGEND_LINE = 21
_LEGEND_WIDTH = 330
_FINE_POINTS = 4 * MAX_POINTS


@dataclass(frozen=True, eq=False)
class Curve:
    """One class of one model: its table, its look, what the legend says after the name, and a point to mark.

    model: only where several are compared.
    legend: for example "AUC 0.955 (0.925–0.975)". point: the cells of a rule, or of the predicted label.
    """

    name: str
    table: ThresholdTable
    style: ClassStyle
    legend: str = ""
    point: Counts | None = None
    model: str = ""

    @property
    def title(self) -> str:
        """Class and, where several are compared, model."""
        return f"{self.name} · {self.model}" if self.model else self.name


def roc(curves: Sequence[Curve], macro: Line | None = None, macro_legend: str = "") -> go.Figure:
    """Sensitivity over false alarm rate, with the chance diagonal. A class without cases, or alone, has no curve."""
    fig = go.Figure()
    _add_chance(fig)
    for curve in curves:
        _add_line(fig, curve, thin_roc(curve.table))
    if macro is not None and len(macro.x):
        _add_macro(fig, macro, macro_legend)
    for curve in curves:
        _add_point(fig, curve, _roc_point(curve.point))
    return _finished(fig, "False alarm rate (1 − specificity)", "Sensitivity (found)")


def pr(curves: Sequence[Curve]) -> go.Figure:
    """Precision over recall in steps, with each class's prevalence as a dotted line in its colour."""
    fig = go.Figure()
    for curve in curves:
        line = thin_pr(curve.table)
        if len(line.x):
            _add_prevalence(fig, curve)
        _add_line(fig, curve, line)
    for curve in curves:
        _add_point(fig, curve, _pr_point(curve.point))
    return _finished(fig, "Recall (found)", "Precision (calls that are right)")


def macro_roc(tables: Sequence[ThresholdTable]) -> Line:
    """The mean sensitivity over the classes at every false alarm rate; its area is the mean of the AUCs.

    Over the classes that have a curve, an empty line where none has. `row` is -1: no threshold belongs to it.
    """
    lines = [line for line in (thin_roc(table, _FINE_POINTS) for table in tables) if len(line.x)]
    if not lines:
        return Line(np.empty(0), np.empty(0), np.empty(0, np.intp), 0.0)
    places = np.unique(np.concatenate([line.x for line in lines]))
    low, high = (np.mean([_heights(line, places, end) for line in lines], axis=0) for end in ("left", "right"))
    x, y = np.repeat(places, 2), np.column_stack([low, high]).ravel()
    kept = thin(x, y)
    error = vertical_error(x, y, kept) + float(np.mean([line.error for line in lines]))
    return Line(x[kept], y[kept], np.full(len(kept), -1), error)


def _heights(line: Line, places: np.ndarray, end: Literal["left", "right"]) -> np.ndarray:
    """Heights at `places`: where the line is upright, its lower ("left") or upper ("right") end."""
    at = (np.searchsorted(line.x, places, end) - (end == "right")).clip(0, len(line.x) - 1)
    return np.where(line.x[at] == places, line.y[at], np.interp(places, line.x, line.y))


def _add_chance(fig: go.Figure) -> None:
    dotted = {"color": AXIS, "width": REFERENCE_WIDTH, "dash": REFERENCE_DASH}
    ends = np.array([0.0, 1.0])
    fig.add_trace(go.Scatter(x=ends, y=ends, mode="lines", line=dotted, hoverinfo="skip", showlegend=False))
    fig.add_annotation(x=0.8, y=0.8, text="chance", font=font(), bgcolor=PAGE, borderpad=2, showarrow=False)


def _add_prevalence(fig: go.Figure, curve: Curve) -> None:
    share = curve.table.n_positive / (curve.table.n_positive + curve.table.n_negative)
    dotted = {"color": curve.style.color, "width": REFERENCE_WIDTH, "dash": REFERENCE_DASH}
    ends = np.array([0.0, 1.0]), np.full(2, share)
    fig.add_trace(go.Scatter(x=ends[0], y=ends[1], mode="lines", line=dotted, hoverinfo="skip", showlegend=False))


def _add_line(fig: go.Figure, curve: Curve, line: Line) -> None:
    if not len(line.x):
        return
    fig.add_trace(
        go.Scatter(
            x=line.x,
            y=line.y,
            mode="lines",
            name=_legend_text(curve),
            line={"color": curve.style.color, "dash": curve.style.dash, "width": CURVE_WIDTH},
            hovertext=_hovers(curve, line),
            hoverinfo="text",
        )
    )


def _add_macro(fig: go.Figure, line: Line, legend: str) -> None:
    fig.add_trace(
        go.Scatter(
            x=line.x,
            y=line.y,
            mode="lines",
            name=_on_lines("macro average", legend),
            line={"color": INK, "width": CURVE_WIDTH},
            hoverinfo="skip",
        )
    )


def _add_point(fig: go.Figure, curve: Curve, place: tuple[float, float] | None) -> None:
    if place is None or curve.point is None:
        return
    fig.add_trace(
        go.Scatter(
            x=np.array([place[0]]),
            y=np.array([place[1]]),
            mode="markers",
            marker=point(curve.style),
            cliponaxis=False,
            hovertext=np.array([_said(full(curve.title), "the predicted label", *curve.point)]),
            hoverinfo="text",
            showlegend=False,
        )
    )


def _roc_point(counts: Counts | None) -> tuple[float, float] | None:
    if counts is None or not (counts.tp + counts.fn) or not (counts.fp + counts.tn):
        return None
    return counts.fp / (counts.fp + counts.tn), counts.tp / (counts.tp + counts.fn)


def _pr_point(counts: Counts | None) -> tuple[float, float] | None:
    if counts is None or not (counts.tp + counts.fn) or not (counts.tp + counts.fp):
        return None
    return counts.tp / (counts.tp + counts.fn), counts.tp / (counts.tp + counts.fp)


def _hovers(curve: Curve, line: Line) -> np.ndarray:
    """What hover says at each vertex: the rule of its row and its counts."""
    name, table = full(curve.title), curve.table
    cells = zip(*(part[line.row].tolist() for part in table.counts), strict=True)
    limits = table.thresholds[line.row].tolist()
    return np.array([_said(name, threshold(t), *four) for t, four in zip(limits, cells, strict=True)])


def _said(name: str, rule: str, tp: int, fp: int, fn: int, tn: int) -> str:
    lines = [f"<b>{name}</b> · {rule}", f"found {of(tp, tp + fn)}{_share(tp, tp + fn)}"]
    lines.append(f"false alarms {of(fp, fp + tn)}{_share(fp, fp + tn)}")
    lines.append(f"calls that are right {of(tp, tp + fp)}{_share(tp, tp + fp)}")
    return "<br>".join(lines)


def _share(part: int, total: int) -> str:
    return f" ({percent(part / total, total)})" if total else ""


def _legend_text(curve: Curve) -> str:
    if not curve.model:
        return _on_lines(brief(curve.name, 36), curve.legend)
    return _on_lines(f"{brief(curve.name)} · {brief(curve.model, 14)}", curve.legend)


def _on_lines(name: str, legend: str) -> str:
    """Name and figures on one line, or on two where a phone could not hold them."""
    between = "  " if len(name) + len(legend) <= 38 else "<br>"
    return f"{name}{between}{legend}" if legend else name


def _finished(fig: go.Figure, across: str, up: str) -> go.Figure:
    lines = sum(1 + str(trace.name).count("<br>") for trace in fig.data if trace.showlegend is None)
    below = 62 + _LEGEND_LINE * lines
    styled(fig, _PLOT_HEIGHT - 40 + below, {"b": below, "t": 12})
    fig.update_layout(showlegend=True, legend_entrywidth=_LEGEND_WIDTH)
    fig.update_xaxes(title_text=across, range=[-0.01, 1.005], **PERCENT_TICKS)
    fig.update_yaxes(title_text=up, range=[-0.012, 1.012], **PERCENT_TICKS, ticks="outside", showline=True)
    return fig


def roc_alt(curves: Sequence[Curve]) -> str:
    """The picture in words: each curve with its figure."""
    return _alt("ROC curves, sensitivity over false alarm rate.", curves)


def pr_alt(curves: Sequence[Curve]) -> str:
    """The picture in words: each curve with its figure."""
    return _alt("Precision over recall.", curves)


def _alt(start: str, curves: Sequence[Curve]) -> str:
    return " ".join([start, *(f"{curve.title}: {curve.legend or 'no figure'}." for curve in curves)])
