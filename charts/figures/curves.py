"""ROC and precision-recall curves of several classes and models, thinned; the numbers come from the caller."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import plotly.graph_objects as go

from charts.style.names import brief, full
from charts.style.theme import (
    AXIS,
    CURVE_WIDTH,
    INK,
    LEGEND,
    PAGE,
    PERCENT_TICKS,
    ClassStyle,
    dotted,
    figure,
    font,
    point,
    title,
)
from charts.style.thinning import TOLERANCE, Line, thin, thin_pr, thin_roc
from metrics import Bands, Counts, ThresholdTable
from words import NBSP, of, percent, threshold, whole

_PLOT_HEIGHT, _AXIS_HEIGHT = 362, 80
# Room for axis and legend known from the start: where the browser has to widen a margin, it draws all of it again.
_MARGIN = {"l": 89, "t": 8}
_LEGEND_LINE = 21
_LEGEND_WIDTH = 330
_BAND_OPACITY = 0.18
_MANY = 200  # from here on a percentage has a decimal
_OF_ONE = TOLERANCE / 4  # of the classes that a mean is made of


@dataclass(frozen=True, eq=False)
class Curve:
    """One class of one model: its table, its look, what the legend says after the name, and a point to mark.

    model: only where several are compared.
    legend: for example "AUC 0.955 (0.925–0.975)". point: the cells of a rule, or of the predicted label.
    bands: pointwise, drawn behind the line; None: none.
    """

    name: str
    table: ThresholdTable
    style: ClassStyle
    legend: str = ""
    point: Counts | None = None
    model: str = ""
    bands: Bands | None = None

    @property
    def title(self) -> str:
        """Class and, where several are compared, model."""
        return f"{self.name} · {self.model}" if self.model else self.name


def roc(curves: Sequence[Curve], macro: Line | None = None, macro_legend: str = "") -> go.Figure:
    """Sensitivity over false alarm rate, with the chance diagonal. A class without cases, or alone, has no curve."""
    lines = [_line(curve, thin_roc(curve.table), _ROC_HOVER) for curve in curves]
    mean = [] if macro is None else [_macro_line(macro, macro_legend)]
    behind = [edge for c in curves if (b := c.bands) for edge in _band(c.style, b.fpr, b.tpr_low, b.tpr_high)]
    marks = _marks([(curve, place) for curve in curves if (place := _roc_place(curve.point))])
    drawn = [_reference((0.0, 1.0), AXIS), *behind, *(line for line in lines + mean if len(line["x"])), *marks]
    return _finished(drawn, "False alarm rate (1 − specificity)", "Sensitivity (found)", annotations=[_CHANCE])


def pr(curves: Sequence[Curve]) -> go.Figure:
    """Precision over recall in steps, with each class's prevalence as a dotted line in its colour."""
    lines = [_line(curve, thin_pr(curve.table), _PR_HOVER) for curve in curves]
    levels = {(curve.style.color, _prevalence(curve.table)) for curve in curves if curve.table.n_positive}
    references = [_reference((share, share), color) for color, share in sorted(levels)]
    marks = _marks([(curve, place) for curve in curves if (place := _pr_place(curve.point))])
    behind = [
        edge for c in curves if (b := c.bands) for edge in _band(c.style, b.recall, b.precision_low, b.precision_high)
    ]
    drawn = [*references, *behind, *(line for line in lines if len(line["x"])), *marks]
    return _finished(drawn, "Recall (found)", "Precision (calls that are right)")


def _band(style: ClassStyle, x: np.ndarray, low: np.ndarray, high: np.ndarray) -> list[dict[str, Any]]:
    """Both edges of a light fill in the class's colour: nothing to point at, nothing in the legend."""
    edge = {"type": "scatter", "mode": "lines", "x": x, "line": {"width": 0}, "hoverinfo": "skip", "showlegend": False}
    red, green, blue = (int(style.color[place : place + 2], 16) for place in (1, 3, 5))
    color = f"rgba({red},{green},{blue},{_BAND_OPACITY})"
    return [edge | {"y": low}, edge | {"y": high, "fill": "tonexty", "fillcolor": color}]


def macro_roc(tables: Sequence[ThresholdTable]) -> Line:
    """The mean sensitivity over the classes at every false alarm rate; its area is the mean of the AUCs.

    Over the classes that have a curve, an empty line where none has. `row` is -1: no threshold belongs to it.
    """
    lines = [line for line in (thin_roc(table, _OF_ONE) for table in tables) if len(line.x)]
    if not lines:
        return Line(np.empty(0), np.empty(0), np.empty(0, np.intp))
    places = np.unique(np.concatenate([line.x for line in lines]))
    low, high = (np.mean([_heights(line, places, end) for line in lines], axis=0) for end in ("left", "right"))
    x, y = np.repeat(places, 2), np.column_stack([low, high]).ravel()
    kept = thin(x, y, TOLERANCE - _OF_ONE)
    return Line(x[kept], y[kept], np.full(len(kept), -1))


def _heights(line: Line, places: np.ndarray, end: Literal["left", "right"]) -> np.ndarray:
    """Heights at `places`: where the line is upright, its lower ("left") or upper ("right") end."""
    at = (np.searchsorted(line.x, places, end) - (end == "right")).clip(0, len(line.x) - 1)
    return np.asarray(np.where(line.x[at] == places, line.y[at], np.interp(places, line.x, line.y)))


_CHANCE = {"x": 0.8, "y": 0.8, "text": "chance", "font": font(), "bgcolor": PAGE, "borderpad": 2, "showarrow": False}


def _prevalence(table: ThresholdTable) -> float:
    return table.n_positive / (table.n_positive + table.n_negative)


def _reference(ends: tuple[float, float], color: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.array([0.0, 1.0]),
        "y": np.array(ends),
        "line": dotted(color),
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _line(curve: Curve, line: Line, hover: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": line.x.astype(np.float32),
        "y": line.y.astype(np.float32),
        "name": _legend_text(curve),
        "line": {"color": curve.style.color, "dash": curve.style.dash, "width": CURVE_WIDTH},
        "hovertemplate": _filled(hover, curve.table),
        **_rules(curve, line, 1 + max(map(int, _COLUMN.findall(hover)))),
    }


# Numbers are written by the browser from arrays: a thousand sentences per curve would weigh ten times as much.
# The name comes in through `meta`, because a template would obey what stands in it.
_ROC_HOVER = (
    "<b>%{meta}</b> · %{text}<br>found %{customdata[0]:,d} of POSITIVES (%{customdata[2]:SHARE_P} %)<br>"
    "false alarms %{customdata[1]:,d} of NEGATIVES (%{customdata[3]:SHARE_N} %)<br>"
    "calls that are right %{customdata[0]:,d} of %{customdata[4]:,d}<extra></extra>"
).replace(" %)", f"{NBSP}%)")
_PR_HOVER = _ROC_HOVER.replace("<extra>", f" (%{{customdata[5]:.1f}}{NBSP}%)<extra>")


_COLUMN = re.compile(r"customdata\[(\d)\]")


def _filled(hover: str, table: ThresholdTable) -> str:
    shares = {"SHARE_P": table.n_positive, "SHARE_N": table.n_negative}
    hover = hover.replace("POSITIVES", whole(table.n_positive)).replace("NEGATIVES", whole(table.n_negative))
    for place, total in shares.items():
        hover = hover.replace(place, ".0f" if total < _MANY else ".1f")
    return hover


def _rules(curve: Curve, line: Line, columns: int) -> dict[str, Any]:
    """Per vertex, the rule it stands for: its threshold as text, so many of its counts and shares as numbers."""
    table = curve.table
    tp, fp = table.counts.tp[line.row], table.counts.fp[line.row]
    calls, totals = tp + fp, (max(table.n_positive, 1), max(table.n_negative, 1))
    shares = [100 * tp / totals[0], 100 * fp / totals[1], calls, 100 * tp / np.maximum(calls, 1)]
    exact = np.float32 if table.n_positive + table.n_negative < 2**24 else np.float64
    limits = table.thresholds[line.row].tolist()
    return {
        "meta": full(curve.title),
        "text": np.array([threshold(limit) for limit in limits]),
        "customdata": np.column_stack([tp, fp, *shares][:columns]).astype(exact),
    }


def _macro_line(line: Line, legend: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": line.x,
        "y": line.y,
        "name": _on_lines("macro average", legend),
        "line": {"color": INK, "width": CURVE_WIDTH},
        "hoverinfo": "skip",
    }


def _marks(places: Sequence[tuple[Curve, tuple[float, float]]]) -> list[dict[str, Any]]:
    """The operating points of all curves as one trace, because each trace costs the browser a millisecond."""
    if not places:
        return []
    x, y = np.array([place for _, place in places]).T
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": x,
            "y": y,
            "marker": _side_by_side([point(curve.style) for curve, _ in places]),
            "cliponaxis": False,
            "hovertext": np.array([_mark_hover(curve) for curve, _ in places]),
            "hoverinfo": "text",
            "showlegend": False,
        }
    ]


def _side_by_side(markers: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One marker for all points: of each property a list, but one size, as bubbles of several would be pale."""
    line = {key: [each["line"][key] for each in markers] for key in ("color", "width")}
    told = {key: [each[key] for each in markers] for key in ("symbol", "color")}
    return {**told, "size": markers[0]["size"], "line": line}


def _mark_hover(curve: Curve) -> str:
    tp, fp, fn, tn = curve.point or Counts(0, 0, 0, 0)
    counts = [(tp, tp + fn, "found"), (fp, fp + tn, "false alarms"), (tp, tp + fp, "calls that are right")]
    said = [f"{word} {of(n, total)} ({percent(n / total, total)})" for n, total, word in counts if total]
    return "<br>".join([f"<b>{full(curve.title)}</b> · the predicted label", *said])


def _roc_place(counts: Counts | None) -> tuple[float, float] | None:
    if counts is None or not (counts.tp + counts.fn) or not (counts.fp + counts.tn):
        return None
    return counts.fp / (counts.fp + counts.tn), counts.tp / (counts.tp + counts.fn)


def _pr_place(counts: Counts | None) -> tuple[float, float] | None:
    if counts is None or not (counts.tp + counts.fn) or not (counts.tp + counts.fp):
        return None
    return counts.tp / (counts.tp + counts.fn), counts.tp / (counts.tp + counts.fp)


def _legend_text(curve: Curve) -> str:
    if not curve.model:
        return _on_lines(brief(curve.name, 36), curve.legend)
    return _on_lines(f"{brief(curve.name)} · {brief(curve.model, 14)}", curve.legend)


def _on_lines(name: str, legend: str) -> str:
    """Name and figures on one line, or on two where a phone could not hold them."""
    between = "  " if len(name) + len(legend) <= 38 else "<br>"
    return f"{name}{between}{legend}" if legend else name


def _finished(drawn: list[dict[str, Any]], across: str, up: str, **layout: Any) -> go.Figure:
    lines = sum(1 + each["name"].count("<br>") for each in drawn if "name" in each)
    below = _AXIS_HEIGHT + _LEGEND_LINE * lines
    return figure(
        drawn,
        _PLOT_HEIGHT + below,
        xaxis=_axis(across, "bottom+right", [-0.01, 1.005]),
        yaxis=_axis(up, "left", [-0.012, 1.012]) | {"ticks": "outside", "showline": True},
        margin={"b": below, **_MARGIN},
        showlegend=True,
        legend=LEGEND | {"entrywidth": _LEGEND_WIDTH},
        **layout,
    )


def _axis(text: str, automargin: str, ends: list[float]) -> dict[str, Any]:
    return {"title": title(text), "automargin": automargin, "range": ends, **PERCENT_TICKS}


def roc_alt(curves: Sequence[Curve]) -> str:
    """The picture in words: each curve with its figure."""
    return _alt("ROC curves, sensitivity over false alarm rate.", curves)


def pr_alt(curves: Sequence[Curve]) -> str:
    """The picture in words: each curve with its figure."""
    return _alt("Precision over recall.", curves)


def _alt(start: str, curves: Sequence[Curve]) -> str:
    banded = [f"Shaded around {curve.title}: its interval at each point." for curve in curves if curve.bands]
    return " ".join([start, *(f"{curve.title}: {curve.legend or 'no figure'}." for curve in curves), *banded])
