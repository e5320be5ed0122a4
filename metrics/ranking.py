"""How well the scores order the cases: area under the ROC curve and average precision."""

from __future__ import annotations

import math
from typing import cast

import numpy as np

from metrics.blocks import in_blocks
from metrics.thresholds import ThresholdTable

__all__ = ["auc", "average_precision"]

EXACT = 1 << 31  # below this many cases twice the pairs fit into 64 bits


def auc(table: ThresholdTable) -> float:
    """Area under the ROC curve: how often a case of the class scores higher than another one, ties half.

    0 to 1, higher is better, 0.5 by chance. nan without cases of the class, or without others.
    Hanley and McNeil 1982; equal to the trapezoid with tied scores grouped.
    """
    pairs = table.n_positive * table.n_negative
    if not pairs:
        return math.nan
    tp, fp = table.counts.tp, table.counts.fp
    kind = np.int64 if table.n_positive + table.n_negative < EXACT else np.float64

    def twice_the_area(part: slice) -> int | float:
        before, after = part, slice(part.start + 1, part.stop + 1)
        added = (fp[after] - fp[before]).astype(kind, copy=False)
        return cast("int | float", np.vdot(added, tp[before] + tp[after]).item())

    return sum(in_blocks(len(table.scores), twice_the_area)) / (2 * pairs)


def average_precision(table: ThresholdTable) -> float:
    """Precision averaged over the cases found, one step per distinct score (no interpolation).

    0 to 1, higher is better, by chance the prevalence. nan without cases of the class.
    """
    if not table.n_positive:
        return math.nan
    tp, fp = table.counts.tp, table.counts.fp

    def precision_over_found(part: slice) -> float:
        after = slice(part.start + 1, part.stop + 1)
        precision = tp[after].astype(np.float64)
        precision /= precision + fp[after]
        precision *= tp[after] - tp[part]
        return float(precision.sum())  # a BLAS product would wake its threads

    return sum(in_blocks(len(table.scores), precision_over_found)) / table.n_positive
