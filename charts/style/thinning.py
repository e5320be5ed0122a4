"""Draw a curve of a million thresholds with few points, nowhere more than a tolerance off.

Errors are vertical, in parts of the axis: 0.001 is half a pixel in a picture of 500. Every vertex is one of the full
curve and keeps its row of the threshold table, so that hover can name a threshold that exists; for its sake
there are more vertices where the line is almost straight than the drawing needs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from metrics import ThresholdTable

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

TOLERANCE = 0.001
HOVER = 0.01  # longest way between two vertices that a reader can point at
FEW = 10_000  # rules
STEPS = 6  # of the way within one tolerance, from which only both ends are looked at


@dataclass(frozen=True, eq=False)
class Line:
    """The drawn vertices: x and y in 0..1, and the `row` of the threshold table's counts."""

    x: Floats
    y: Floats
    row: Indices


def _remembered(draw: Callable[[ThresholdTable, float], Line]) -> Callable[..., Line]:
    """Thin a table once: the line lives exactly as long as its table does, and a page asks at every click."""
    known: WeakKeyDictionary[ThresholdTable, dict[float, Line]] = WeakKeyDictionary()

    @wraps(draw)
    def drawn(table: ThresholdTable, tolerance: float = TOLERANCE) -> Line:
        lines = known.setdefault(table, {})
        if tolerance not in lines:
            lines[tolerance] = draw(table, tolerance)
        return lines[tolerance]

    return drawn


@_remembered
def thin_roc(table: ThresholdTable, tolerance: float = TOLERANCE) -> Line:
    """The ROC (false positive rate, sensitivity). Empty where the class, or everything else, has no cases."""
    if not table.has_both:
        return _EMPTY
    step = tolerance / STEPS
    rows = _ends_of_rises(table, step)
    tp, fp = table.flagged_at(rows)
    return _thinned(Line(fp / table.n_negative, tp / table.n_positive, rows), tolerance - step)


def _ends_of_rises(table: ThresholdTable, step: float) -> Indices:
    """First and last row of each equal step of the sensitivity, and some between where it rises little."""
    if len(table.scores) < FEW:
        return np.arange(len(table.scores) + 1)
    firsts = table.first_rows("positives", np.arange(step, 1, step) * table.n_positive)
    between = table.first_rows("negatives", np.arange(HOVER / 2, 1, HOVER / 2) * table.n_negative)
    return np.unique(np.concatenate([firsts, firsts - 1, between, [0, len(table.scores)]]))


@_remembered
def thin_pr(table: ThresholdTable, tolerance: float = TOLERANCE) -> Line:
    """Precision over recall as the steps whose area is the average precision, ending at the prevalence.

    Every hit is a tread from the recall before it to its own, at its precision. Empty where the class has no cases.
    """
    if not table.n_positive:
        return _EMPTY
    hits = np.flatnonzero(table.positives) + 1
    tp, fp = table.flagged_at(hits)
    recall = np.concatenate([[0.0], tp / table.n_positive])
    precision = np.append(tp / (tp + fp), table.n_positive / table.n)
    step = tolerance / STEPS
    ends = _ends_of_treads(recall, precision, step)  # vertex 2i begins tread i, 2i + 1 ends it; the last is upright
    x, y = recall[(ends + 1) // 2], precision[ends // 2]
    kept = _swing(x.tolist(), y.tolist(), tolerance - step)
    return Line(x[kept], y[kept], np.append(hits, len(table.scores))[ends[kept] // 2])


def _ends_of_treads(recall: Floats, precision: Floats, step: float) -> Indices:
    """`_ends_of_steps` of the treads without writing out both ends of each: 3 times as fast."""
    climbed = np.zeros(len(precision))
    np.cumsum(np.abs(np.diff(precision)), out=climbed[1:])
    begun = np.floor((recall + climbed) / step)
    ended = np.floor((recall[1:] + climbed[:-1]) / step)
    is_first = np.ones(2 * len(precision) - 1, np.bool_)
    np.not_equal(begun[1:], ended, out=is_first[2::2])
    np.not_equal(ended, begun[:-1], out=is_first[1::2])
    return _both_ends(is_first)


def _thinned(full: Line, tolerance: float) -> Line:
    kept = thin(full.x, full.y, tolerance)
    return Line(full.x[kept], full.y[kept], full.row[kept])


def thin(x: Floats, y: Floats, tolerance: float) -> Indices:
    """Vertices to keep of a line with rising x: first and last always, and the line through them is within tolerance.

    First both ends of each of many equal steps of the way along it; of these, each vertex from which the next chord
    could not pass all others within the rest of the tolerance (the swinging door of Bristol 1990).
    """
    step = tolerance / STEPS
    ends = _ends_of_steps(x, y, step)
    return ends[_swing(x[ends].tolist(), y[ends].tolist(), tolerance - step)]


def _ends_of_steps(x: Floats, y: Floats, step: float) -> Indices:
    """First and last vertex of each equal step of the way: within one, the line rises by less than the step."""
    way = x.copy()
    way[1:] += np.cumsum(np.abs(np.diff(y)))
    return _both_ends(np.diff(np.floor(way / step), prepend=-1) != 0)


def _both_ends(is_first: NDArray[np.bool_]) -> Indices:
    """The first vertex of each part, and the one before each first."""
    is_end = is_first.copy()
    is_end[:-1] |= is_first[1:]
    is_end[-1] = True
    return np.flatnonzero(is_end)


def _swing(x: list[float], y: list[float], tolerance: float) -> list[int]:
    """One pass: the slopes that still pass every vertex since the last kept one within the tolerance."""
    kept, last, low, high = [0], 0, -math.inf, math.inf
    for i in range(1, len(x)):
        run, rise = x[i] - x[last], y[i] - y[last]
        if (run and not low <= rise / run <= high) or (run + abs(rise) > HOVER and i - 1 > last):
            last, low, high = i - 1, -math.inf, math.inf
            kept.append(last)
            run, rise = x[i] - x[last], y[i] - y[last]
        if run:
            least, most = (rise - tolerance) / run, (rise + tolerance) / run
            low, high = (least if least > low else low), (most if most < high else high)
        elif abs(rise) > tolerance:
            low, high = math.inf, -math.inf  # only an upright chord goes on from here
    return [*kept, len(x) - 1]


_EMPTY = Line(np.empty(0), np.empty(0), np.empty(0, np.intp))
