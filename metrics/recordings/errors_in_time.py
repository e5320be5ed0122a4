"""Where in the segments of a recording its errors lie: at the start, inside, at the end, or all over.

Everything is counted in rows, so that the parts of a class add up to its row and its column of the confusion matrix.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.measures.segments import Segments, segments

Rows = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ErrorsInTime:
    """Rows of each class whose predicted class is another (missed), or whose true class is another (other).

    missed: (4, K) of its true segments: before the first recognised row, between recognised rows, after the last one,
    and all rows of segments of which no row is recognised. other: (3, K) of its predicted segments: before the first
    correct row, after it, and all rows of segments without a correct row.
    """

    missed: Rows
    other: Rows

    def __add__(self, more: ErrorsInTime) -> ErrorsInTime:
        return ErrorsInTime(self.missed + more.missed, self.other + more.other)


def errors_in_time(truth: ArrayLike, predicted: ArrayLike, classes: int) -> ErrorsInTime:
    """Of one recording. truth, predicted: (n,) codes below `classes` in the order of time."""
    true, output = np.asarray(truth, np.intp), np.asarray(predicted, np.intp)
    hits = np.flatnonzero(true == output)
    start, inside, end, everything = _parts(segments(true), hits, classes)
    before, between, after, elsewhere = _parts(segments(output), hits, classes)
    return ErrorsInTime(np.stack([start, inside, end, everything]), np.stack([before, between + after, elsewhere]))


def _parts(pieces: Segments, hits: NDArray[np.intp], classes: int) -> tuple[Rows, Rows, Rows, Rows]:
    """(K,) rows of segments before the first hit inside them, between hits, after the last, and of those without."""
    low, high = np.searchsorted(hits, pieces.starts), np.searchsorted(hits, pieces.stops)
    hit = high > low
    kept, low, high = (each[hit] for each in (np.arange(len(pieces)), low, high))
    first, last = hits[low], hits[high - 1]
    labels, starts, stops = (each[kept] for each in (pieces.labels, pieces.starts, pieces.stops))

    def summed(of: NDArray[np.intp], rows: NDArray[np.intp]) -> Rows:
        return np.bincount(of, rows, minlength=classes).astype(np.int64)

    return (
        summed(labels, first - starts),
        summed(labels, last + 1 - first - (high - low)),
        summed(labels, stops - 1 - last),
        summed(pieces.labels[~hit], (pieces.stops - pieces.starts)[~hit]),
    )


def segments_of_cell(truth: ArrayLike, predicted: ArrayLike, true_class: int, predicted_class: int) -> Segments:
    """The longest runs of rows of one true class that are predicted as one class, in order of time."""
    inside = (np.asarray(truth) == true_class) & (np.asarray(predicted) == predicted_class)
    return segments(inside, background=[False])
