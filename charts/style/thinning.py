"""Draw a curve of a million rules with at most 1,000 points, and say how far the drawn line is off.

Errors are vertical, as a share of the axis: 0.001 is half a pixel in a picture of 500. Every vertex keeps
the row of the threshold table it stands for, so that hover can name a rule that exists; for its sake there are
more vertices where the line is almost straight than the drawing needs, as long as there is room for them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from metrics import ThresholdTable

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

MAX_POINTS = 1_000
TOLERANCE = 0.001
_FINE_ENOUGH = 0.0005
_PER_STRETCH = 6  # of six vertices that a line may have, one stands where it is wherever the line turns
_BUCKETS = 16_384


@dataclass(frozen=True, eq=False)
class Line:
    """The drawn vertices: x and y in 0..1, `row` of the threshold table's counts, and the largest error."""

    x: Floats
    y: Floats
    row: Indices
    error: float


def _remembered(draw: Callable[[ThresholdTable, int], Line]) -> Callable[..., Line]:
    """Thin a table once: the line lives exactly as long as its table does, and a page asks at every click."""
    known: WeakKeyDictionary[ThresholdTable, dict[int, Line]] = WeakKeyDictionary()

    @wraps(draw)
    def drawn(table: ThresholdTable, points: int = MAX_POINTS) -> Line:
        lines = known.setdefault(table, {})
        if points not in lines:
            lines[points] = draw(table, points)
        return lines[points]

    return drawn


@_remembered
def thin_roc(table: ThresholdTable, points: int = MAX_POINTS) -> Line:
    """The ROC (false alarm rate, sensitivity) of a class, at most 0.001 off the full curve.

    An empty line where the class, or everything else, has no cases.
    """
    if not (table.n_positive and table.n_negative):
        return _EMPTY
    corners = roc_corners(table)
    full = _roc_line(table, corners)
    thinned = _thin(full, points)
    if thinned.error < TOLERANCE:
        return thinned
    return min(thinned, _through_risers(full, points), key=lambda line: line.error)


@_remembered
def thin_pr(table: ThresholdTable, points: int = MAX_POINTS) -> Line:
    """Precision over recall as the steps whose area is the average precision, ending at the prevalence.

    The first calls make it jagged: among many cases 1,000 points may be off by more than 0.001 there, and
    `error` then says by how much. An empty line where the class has no cases.
    """
    return _thin(_pr_line(table), points) if table.n_positive else _EMPTY


def roc_corners(table: ThresholdTable) -> Indices:
    """Rows of `table.counts` where the ROC turns, with both ends: what lies between is exactly collinear."""
    rises, runs = table.positives, table.negatives
    turns = rises[1:] * runs[:-1] != runs[1:] * rises[:-1]
    return np.concatenate([[0], np.flatnonzero(turns) + 1, [len(rises)]])


def _roc_line(table: ThresholdTable, rows: Indices) -> Line:
    counts = table.counts
    return Line(counts.fp[rows] / table.n_negative, counts.tp[rows] / table.n_positive, rows, 0.0)


def _pr_line(table: ThresholdTable) -> Line:
    """Every hit is a tread from the recall before it to its own, at its precision."""
    hits = np.flatnonzero(table.positives) + 1
    found = table.counts.tp[hits]
    precision = found / (found + table.counts.fp[hits])
    recall = np.concatenate([[0.0], found / table.n_positive])
    prevalence = table.n_positive / (table.n_positive + table.n_negative)
    return Line(
        np.append(np.column_stack([recall[:-1], recall[1:]]).ravel(), 1.0),
        np.append(np.repeat(precision, 2), prevalence),
        np.append(np.repeat(hits, 2), len(table.scores)),
        0.0,
    )


def thin(x: Floats, y: Floats, points: int = MAX_POINTS, fine_enough: float = _FINE_ENOUGH) -> Indices:
    """Vertices to keep of a line with rising x, at most `points`: first and last always.

    Douglas-Peucker by vertical distance, after a first cut by equal steps of path length; between vertices at
    equal steps along the line as long as there is room for them.
    """
    near = _by_path_length(x, y)
    x, y = x[near], y[near]
    spaced = np.flatnonzero(_importance(x, y, fine_enough, _spaced(x, y, points // _PER_STRETCH)))
    if len(spaced) <= points:
        return near[spaced]
    return near[_most_important(x, y, points, fine_enough)]


def _spaced(x: Floats, y: Floats, stretches: int) -> Indices:
    """First and last vertex, and the first one of each of some equal stretches of the way from start to end."""
    way = x + np.maximum.accumulate(np.abs(y - y[0]))
    firsts = np.searchsorted(way, np.linspace(way[0], way[-1], stretches + 1)[:-1], side="left")
    return np.unique(np.concatenate([[0], firsts, [len(x) - 1]]))


def vertical_error(x: Floats, y: Floats, kept: Indices) -> float:
    """How far the line through the kept vertices is above or below any vertex it passes over, at most."""
    if len(x) < 3:
        return 0.0
    ends = kept[:-1], kept[1:]
    return float(_distances(x[:-1], y[:-1], np.diff(kept), *_chords(x, y, *ends)).max())


def _thin(full: Line, points: int) -> Line:
    kept = thin(full.x, full.y, points)
    return Line(full.x[kept], full.y[kept], full.row[kept], vertical_error(full.x, full.y, kept))


def _chords(x: Floats, y: Floats, left: Indices, right: Indices) -> tuple[Floats, Floats, Floats]:
    """Slope, height at x = 0 and half height of each chord; only an upright chord has a half height."""
    run, rise = x[right] - x[left], y[right] - y[left]
    upright = run <= 0
    slope = np.where(upright, 0.0, rise / np.where(upright, 1.0, run))
    height = np.where(upright, y[left] + rise / 2, y[left] - slope * x[left])
    return slope, height, np.where(upright, np.abs(rise) / 2, 0.0)


def _distances(x: Floats, y: Floats, lengths: Indices, slope: Floats, height: Floats, half: Floats) -> Floats:
    """Vertical distance of points from the chords over them: `lengths` points in a row to each chord."""
    distance = np.repeat(slope, lengths)
    distance *= x
    distance += np.repeat(height, lengths)
    distance -= y
    np.abs(distance, out=distance)
    if half.any():
        distance -= np.repeat(half, lengths)
    return np.maximum(distance, 0.0, out=distance)


def _by_path_length(x: Floats, y: Floats) -> Indices:
    """First and last vertex of each of many equal stretches of the path."""
    if len(x) <= 2 * _BUCKETS:
        return np.arange(len(x))
    path = np.concatenate([[0.0], np.cumsum(np.abs(np.diff(x)) + np.abs(np.diff(y)))])
    firsts = np.searchsorted(path, np.linspace(0, path[-1], _BUCKETS + 1)[:-1], side="left")
    return np.unique(np.concatenate([firsts, firsts[1:] - 1, [0, len(x) - 1]]))


def _most_important(x: Floats, y: Floats, points: int, fine_enough: float) -> Indices:
    importance = _importance(x, y, fine_enough, np.array([0, len(x) - 1]))
    wanted = np.flatnonzero(importance > 0)
    if len(wanted) > points:
        wanted = np.sort(wanted[np.argsort(-importance[wanted], kind="stable")[:points]])
    return wanted


def _importance(x: Floats, y: Floats, fine_enough: float, given: Indices) -> Floats:
    """The error that each vertex removes when the line is split there, never more than its parent's; `given` stay.

    All open stretches are split at once, so a round costs a few passes over the vertices still in doubt.
    """
    importance = np.zeros(len(x))
    importance[given] = np.inf
    left, right, limit = given[:-1], given[1:], np.full(len(given) - 1, np.inf)
    while len(left):
        wide = right - left > 1
        left, right, limit = left[wide], right[wide], limit[wide]
        split, distance = _farthest(x, y, left, right)
        worth = distance > fine_enough
        left, right, split = left[worth], right[worth], split[worth]
        limit = np.minimum(limit[worth], distance[worth])
        importance[split] = limit
        left, right = np.concatenate([left, split]), np.concatenate([split, right])
        limit = np.concatenate([limit, limit])
    return importance


def _farthest(x: Floats, y: Floats, left: Indices, right: Indices) -> tuple[Indices, Floats]:
    """Per stretch, the inner vertex farthest from the chord over it, and that distance."""
    if not len(left):
        return left, np.empty(0)
    lengths = right - left - 1
    starts = np.cumsum(lengths) - lengths
    inner = np.arange(lengths.sum()) + np.repeat(left + 1 - starts, lengths)
    distance = _distances(x[inner], y[inner], lengths, *_chords(x, y, left, right))
    farthest = np.maximum.reduceat(distance, starts)
    hits = np.flatnonzero(distance == np.repeat(farthest, lengths))
    owner = np.searchsorted(starts, hits, side="right") - 1
    first = np.unique(owner, return_index=True)[1]
    return inner[hits[first]], farthest


def _through_risers(full: Line, points: int) -> Line:
    """The line through the middle of every small riser, thinned.

    About 500 to 2,000 lone steps of about 0.001 defeat every choice among their corners; one vertex half-way
    up serves both ends of a riser and is off by half of it.
    """
    x, y, order = _halved(full.x, full.y)
    kept = thin(x, y, points, fine_enough=1e-6)
    place = order[kept]
    row = full.row[np.floor(place).astype(np.intp)]
    return Line(x[kept], y[kept], row, _error_between(full, x[kept], y[kept], place))


def _halved(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """The line with its small risers replaced by their middles, and each vertex's place in the old order."""
    run, rise = np.diff(x), np.diff(y)
    slope = rise / (rise + run)
    inner = (slope[1:-1] > slope[:-2]) & (slope[1:-1] > slope[2:]) & (rise[1:-1] <= 2 * TOLERANCE)
    riser = np.flatnonzero(inner) + 1
    stays = np.delete(np.arange(len(x)), np.concatenate([riser, riser + 1]))
    place = np.sort(np.concatenate([stays, riser + 0.5]))
    order = np.arange(len(x))
    return np.interp(place, order, x), np.interp(place, order, y), place


def _error_between(full: Line, x: Floats, y: Floats, place: Floats) -> float:
    """Largest vertical distance of the full line from the drawn one, whose vertices are at `place`."""
    end = np.searchsorted(place, np.arange(len(full.x)), side="left").clip(1, len(x) - 1)
    chords = _chords(x, y, np.arange(len(x) - 1), np.arange(1, len(x)))
    return float(_distances(full.x, full.y, np.bincount(end - 1, minlength=len(x) - 1), *chords).max())


_EMPTY = Line(np.empty(0), np.empty(0), np.empty(0, np.intp), 0.0)
