"""How well the scores order the cases: area under the ROC curve and average precision."""

from __future__ import annotations

import math

import numpy as np

from metrics.thresholds import ThresholdTable

__all__ = ["auc", "average_precision"]

BLOCK = 1 << 15
EXACT = 1 << 31  # below this many cases twice the pairs fit into 64 bits


def auc(table: ThresholdTable) -> float:
    """Area under the ROC curve: how often a case of the class scores higher than another one, ties half.

    0 to 1, higher is better, 0.5 by chance. nan without cases of the class, or without others.
    Hanley and McNeil 1982; equal to the trapezoid with tied scores grouped.
    """
    pairs = table.n_positive * table.n_negative
    if not pairs:
        return math.nan
    tp = table.counts.tp
    before, after = tp[:-1], tp[1:]
    kind = np.int64 if table.n_positive + table.n_negative < EXACT else np.float64
    twice = 0
    for start in range(0, len(table.scores), BLOCK):
        part = slice(start, start + BLOCK)
        twice += np.vdot(table.negatives[part].astype(kind, copy=False), before[part] + after[part]).item()
    return twice / (2 * pairs)


def average_precision(table: ThresholdTable) -> float:
    """Precision averaged over the cases found, one step per distinct score (no interpolation).

    0 to 1, higher is better, by chance the prevalence. nan without cases of the class.
    """
    if not table.n_positive:
        return math.nan
    tp, fp = table.counts.tp[1:], table.counts.fp[1:]
    total = 0.0
    for start in range(0, len(table.scores), BLOCK):
        part = slice(start, start + BLOCK)
        precision = tp[part].astype(np.float64)
        precision /= precision + fp[part]
        precision *= table.positives[part]
        total += float(precision.sum())  # a BLAS product would wake its threads
    return total / table.n_positive
