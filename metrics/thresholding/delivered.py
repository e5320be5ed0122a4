"""The operating point of the predictions that came with the scores, and the threshold that reproduces it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from metrics.counts import Counts
from metrics.thresholding.short import simplest_between
from metrics.thresholds import ThresholdTable


@dataclass(frozen=True)
class DeliveredPoint:
    """counts: of the delivered predictions, over the cases with a score. threshold: inf for a class never predicted.

    is_rule: whether `score >= threshold` gives exactly these predictions. Where it does not, as with argmax of several
    classes, `threshold` is the one that detects as many, and of these the one whose false positives are nearest.
    """

    counts: Counts
    threshold: float
    is_rule: bool


def from_rows(
    table: ThresholdTable, scores: NDArray[np.float64], is_predicted: NDArray[np.bool_], has: NDArray[np.bool_]
) -> DeliveredPoint:
    """The point of the cases of a table. scores: (n,), nan for cases that are not in it; has: whether of the class."""
    known = ~np.isnan(scores)
    scores, is_predicted, has = scores[known], is_predicted[known], has[known]
    low = float(scores[~is_predicted].max(initial=-math.inf))
    high = float(scores[is_predicted].min(initial=math.inf))
    if low < high:
        at = simplest_between(low, high) if math.isfinite(low) and math.isfinite(high) else high
        return DeliveredPoint(table.at(at), at, True)
    tp, fp = int((is_predicted & has).sum()), int((is_predicted & ~has).sum())
    return DeliveredPoint(table.cells_of(tp, fp), _nearest(table, tp, fp), False)


def from_counts(table: ThresholdTable, counts: Counts, may_be_rule: bool) -> DeliveredPoint:
    """The point where no rows are held: a threshold gives the predictions where its counts are those.

    may_be_rule: False where other cases are predicted.
    """
    tp, fp, fn, tn = (int(cell) for cell in counts)
    at = _nearest(table, tp, fp)
    return DeliveredPoint(Counts(tp, fp, fn, tn), at, may_be_rule and tuple(table.at(at)) == (tp, fp, fn, tn))


def _nearest(table: ThresholdTable, tp: int, fp: int) -> float:
    """The threshold that detects `tp` cases, or as nearly as one can, with false positives as near to `fp`."""
    found, n = table.counts.tp, len(table.scores)
    after = min(int(np.searchsorted(found, tp)), n)
    nearest = after if after == 0 or found[after] - tp <= tp - found[after - 1] else after - 1
    first, last = _rows_detecting(found, int(found[nearest]))
    false = table.flagged(first, last + 1)[1]
    row = first + int(np.abs(false - fp).argmin())
    if row == 0:
        return math.inf
    below = float(table.scores[row]) if row < n else -math.inf
    at = float(table.scores[row - 1])
    return simplest_between(below, at) if math.isfinite(below) else at


def _rows_detecting(found: NDArray[np.int64], tp: int) -> tuple[int, int]:
    return int(np.searchsorted(found, tp)), int(np.searchsorted(found, tp, side="right")) - 1
