"""How much each case counts: whole weights in given proportions, how much they tell, and scores counted by them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.thresholds import ThresholdTable

TOTAL = 1 << 52  # what whole weights add up to at most: floating-point sums of them are exact


def effective_n(weights: ArrayLike) -> float:
    """How many equally weighted cases tell as much: (sum of w)^2 / sum of w^2 (Kish 1965). 0 without cases."""
    found = np.asarray(weights, np.float64)
    largest = float(found.max(initial=0.0))
    if not largest:
        return 0.0
    proportions = found / largest
    return float(proportions.sum()) ** 2 / float(proportions @ proportions)


def whole_weights(weights: ArrayLike) -> NDArray[np.int64]:
    """(n,) whole numbers in the proportions of the weights; whole weights of a small sum stay as they are.

    Raises ValueError for weights that are negative or not finite.
    """
    found = np.asarray(weights, np.float64)
    if not (np.isfinite(found) & (found >= 0)).all():
        raise ValueError("a weight is a finite number of at least 0")
    if found.sum() < TOTAL and (found == np.rint(found)).all():
        return found.astype(np.int64)
    proportions = found / found.max()
    factor = 2.0 ** math.floor(math.log2(TOTAL / proportions.sum()))
    whole: NDArray[np.int64] = np.rint(proportions * factor).astype(np.int64)
    return whole


def weighted_table(
    scores: NDArray[np.float64], is_class: NDArray[np.bool_], weights: NDArray[np.int64]
) -> ThresholdTable:
    """Of weighted rows; those without a score are excluded. scores, is_class, weights: (n,)."""
    known = ~np.isnan(scores)
    if (weights == 1).all():
        return ThresholdTable.from_scores(scores[known], is_class[known])
    falling, place = np.unique(-scores[known], return_inverse=True)
    parts = (np.where(which[known], weights[known], 0) for which in (is_class, ~is_class))
    positives, negatives = (np.bincount(place, part, len(falling)).astype(np.int64) for part in parts)
    return ThresholdTable(0.0 - falling, positives, negatives)
