"""What the figures of curves are made of: a curve, its thinned line with its hover, and its points."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from charts.style.names import brief, full
from charts.style.theme import CURVE_WIDTH, ClassStyle, dotted, point
from charts.style.thinning import Line
from metrics import Bands, Counts, ThresholdTable
from words import NBSP, of, percent, threshold, whole
from words.text.numbers import in_brackets

_OTHER_WIDTH = 1.75
PLACES = 6  # decimals that the browser gets, of an axis that is 1 long: a thousandth of a pixel
_MANY = 200  # from here on a percentage has a decimal
_LONGEST = 48  # characters of a name in the legend: as long as names of classes are shown
Place = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Curve:
    """One class: its table, its look, its figure, and its points.

    said: for example "AUC 0.955 (0.925–0.975)". point: the cells of the
    predicted labels, kept: those of a kept threshold, whose name is kept_as. bands: pointwise, drawn behind the line.
    has_counts: not of weighted cases, whose table gives rates only.
    """

    name: str
    table: ThresholdTable
    style: ClassStyle
    said: str = ""
    point: Counts | None = None
    bands: Bands | None = None
    kept: Counts | None = None
    kept_as: str = ""
    has_counts: bool = True


def prevalence(table: ThresholdTable) -> float:
    """Of the scored cases."""
    return table.n_positive / table.n


def reference(ends: Place, color: str) -> dict[str, Any]:
    """A dotted line from left to right."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.array([0.0, 1.0]),
        "y": np.array(ends),
        "line": dotted(color),
        "hoverinfo": "skip",
        "showlegend": False,
    }


def line_of(curve: Curve, line: Line, hover: str, leads: bool = True) -> dict[str, Any]:
    """The trace of a curve; the one that leads is the widest."""
    width = CURVE_WIDTH if leads else _OTHER_WIDTH
    hover = hover if curve.has_counts else RATES_HOVER
    return {
        "type": "scatter",
        "mode": "lines",
        "x": line.x.round(PLACES),
        "y": line.y.round(PLACES),
        "name": _legend_text(curve),
        "line": {"color": curve.style.color, "dash": curve.style.dash, "width": width},
        "hovertemplate": _filled(hover, curve.table),
        **_rules(curve, line, 1 + max(map(int, _COLUMN.findall(hover)))),
    }


def _legend_text(curve: Curve) -> str:
    """Name and figures on one line, or on two where a phone could not hold them."""
    name = brief(curve.name, _LONGEST)
    between = "  " if len(name) + len(curve.said) <= 38 else "<br>"
    return f"{name}{between}{curve.said}" if curve.said else name


# Numbers are written by the browser from arrays: a thousand sentences per curve would weigh ten times as much.
# The name comes in through `meta`, because a template would obey what stands in it.
ROC_HOVER = (
    "<b>%{meta}</b> · %{text}<br>sensitivity %{customdata[0]:,d} of POSITIVES (%{customdata[2]:SHARE_P} %)<br>"
    "false positive rate %{customdata[1]:,d} of NEGATIVES (%{customdata[3]:SHARE_N} %)<br>"
    "PPV %{customdata[0]:,d} of %{customdata[4]:,d}<extra></extra>"
).replace(" %)", f"{NBSP}%)")
PR_HOVER = ROC_HOVER.replace("<extra>", f" (%{{customdata[5]:.1f}}{NBSP}%)<extra>")
RATES_HOVER = (
    "<b>%{meta}</b> · %{text}<br>sensitivity %{customdata[2]:.1f} %<br>"
    "false positive rate %{customdata[3]:.1f} %<br>PPV %{customdata[5]:.1f} %<extra></extra>"
).replace(" %<", f"{NBSP}%<")


_COLUMN = re.compile(r"customdata\[(\d)\]")


def _filled(hover: str, table: ThresholdTable) -> str:
    proportions = {"SHARE_P": table.n_positive, "SHARE_N": table.n_negative}
    hover = hover.replace("POSITIVES", whole(table.n_positive)).replace("NEGATIVES", whole(table.n_negative))
    for place, total in proportions.items():
        hover = hover.replace(place, ".0f" if total < _MANY else ".1f")
    return hover


def _rule(limit: float) -> str:
    return f"score ≥ {threshold(limit)}" if np.isfinite(limit) else f"threshold {threshold(limit)}"


def _rules(curve: Curve, line: Line, columns: int) -> dict[str, Any]:
    """Per vertex its threshold as text, and so many of its counts and rates as numbers."""
    table = curve.table
    tp, fp = table.flagged_at(line.row)
    flagged, totals = tp + fp, (max(table.n_positive, 1), max(table.n_negative, 1))
    proportions = [100 * tp / totals[0], 100 * fp / totals[1], flagged, 100 * tp / np.maximum(flagged, 1)]
    limits = table.thresholds_at(line.row).tolist()
    return {
        "meta": full(curve.name),
        "text": np.array([_rule(limit) for limit in limits]),
        "customdata": np.column_stack([tp, fp, *proportions][:columns]).round(PLACES),
    }


class Mark(NamedTuple):
    """A point on a curve: hollow for the predicted labels, filled for a kept threshold. said: its name."""

    curve: Curve
    style: ClassStyle
    place: Place
    cells: Counts
    said: str


def marks_of(curves: Sequence[Curve], place_of: Callable[[Counts], Place | None], delivered: str) -> list[Mark]:
    """The points of all curves that can be drawn. delivered: the name of those of the predicted labels."""
    points = [(each, each.point, True, delivered) for each in curves]
    points += [(each, each.kept, False, each.kept_as) for each in curves]
    return [
        Mark(curve, replace(curve.style, hollow=hollow), place, cells, said)
        for curve, cells, hollow, said in points
        if cells is not None and (place := place_of(cells)) is not None
    ]


def drawn_marks(marks: Sequence[Mark]) -> list[dict[str, Any]]:
    """All points as one trace, because each trace costs the browser a millisecond."""
    if not marks:
        return []
    x, y = np.array([mark.place for mark in marks]).T
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": x,
            "y": y,
            "marker": _side_by_side([point(mark.style) for mark in marks]),
            "cliponaxis": False,
            "hovertext": np.array([_mark_hover(mark) for mark in marks]),
            "hoverinfo": "text",
            "showlegend": False,
        }
    ]


def _side_by_side(markers: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One marker for all points: of each property a list, but one size, as bubbles of several would be pale."""
    line = {key: [each["line"][key] for each in markers] for key in ("color", "width")}
    told = {key: [each[key] for each in markers] for key in ("symbol", "color")}
    return {**told, "size": markers[0]["size"], "line": line}


def _mark_hover(mark: Mark) -> str:
    tp, fp, fn, tn = mark.cells
    counts = [(tp, tp + fn, "sensitivity"), (fp, fp + tn, "false positive rate"), (tp, tp + fp, "PPV")]
    told = [_point_said(mark, word, n, total) for n, total, word in counts if total]
    return "<br>".join([f"<b>{full(mark.curve.name)}</b> · {full(mark.said or 'predicted labels')}", *told])


def _point_said(mark: Mark, word: str, number: int, total: int) -> str:
    if not mark.curve.has_counts:
        return f"{word} {percent(number / total, _MANY)}"
    return f"{word} {of(number, total)}{in_brackets(number, total)}"


def roc_place(counts: Counts) -> Place | None:
    """(false positive rate, sensitivity); None where one is undefined."""
    if not (counts.tp + counts.fn) or not (counts.fp + counts.tn):
        return None
    return counts.fp / (counts.fp + counts.tn), counts.tp / (counts.tp + counts.fn)


def pr_place(counts: Counts) -> Place | None:
    """(recall, precision); None where one is undefined."""
    if not (counts.tp + counts.fn) or not (counts.tp + counts.fp):
        return None
    return counts.tp / (counts.tp + counts.fn), counts.tp / (counts.tp + counts.fp)
