"""How much each case counts: whole weights in given proportions, how much they tell, and scores counted by them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.thresholds import ThresholdTable

TOTAL = 1 << 52  # what whole weights add up to at most: floating-point sums of them are exact
HALF = 26  # of the digits of a whole number
SPLIT = float((1 << 53 - HALF) + 1)  # a product with it parts the digits of a number in two halves (Veltkamp 1968)
ROUNDING = 1e-12  # of a sum of so many weights


def effective_n(weights: ArrayLike, rows: ArrayLike | None = None) -> float:
    """How many equally weighted cases tell as much: (sum of w)^2 / sum of w^2 (Kish 1965). 0 without cases.

    rows: (n,) how many cases have each weight; None: one. Its digits do not depend on how the cases are told apart.
    """
    found = np.asarray(weights, np.float64)
    largest = float(found.max(initial=0.0))
    if not largest:
        return 0.0
    proportions = found / largest
    times = None if rows is None else np.asarray(rows, np.int64)
    return _exact_sum(proportions, times) ** 2 / _exact_sum(proportions * proportions, times)


def _exact_sum(values: NDArray[np.float64], times: NDArray[np.int64] | None) -> float:
    """Of (n,) values of at most 1, each so often, below 2**53 times: rounded once, whatever their order."""
    if times is None:
        return math.fsum(values.tolist())
    upper = values * SPLIT - (values * SPLIT - values)
    many = times >> HALF << HALF, times & ((1 << HALF) - 1)
    return math.fsum(np.concatenate([part * each for part in (upper, values - upper) for each in many]).tolist())


def whole_weights(weights: ArrayLike, rows: ArrayLike | None = None) -> NDArray[np.int64]:
    """(n,) whole numbers in the proportions of the weights; whole weights of a small sum stay as they are.

    rows: (n,) how many cases have each weight; None: one. Raises ValueError for weights that are negative or not
    finite.
    """
    found = np.asarray(weights, np.float64)
    times = np.ones(1) if rows is None else np.asarray(rows, np.float64)
    if not (np.isfinite(found) & (found >= 0)).all():
        raise ValueError("a weight is a finite number of at least 0")
    if (found * times).sum() < TOTAL and (found == np.rint(found)).all():
        return found.astype(np.int64)
    proportions = found / found.max()
    total = (proportions * times).sum() * (1 - ROUNDING)  # so that no order of summation decides about the factor
    factor = 2.0 ** math.floor(math.log2(TOTAL / total))
    whole: NDArray[np.int64] = np.rint(proportions * factor).astype(np.int64)
    return whole


def that_weigh(weights: NDArray[Any]) -> NDArray[np.bool_]:
    """(n,) True for those that weigh anything; for all where none does."""
    return weights > 0 if weights.any() else np.ones(len(weights), np.bool_)


def weighted_table(
    scores: NDArray[np.float64], is_class: NDArray[np.bool_], weights: NDArray[np.int64]
) -> ThresholdTable:
    """Of weighted rows; those without a score are excluded. scores, is_class, weights: (n,)."""
    known = ~np.isnan(scores)
    if (weights == 1).all():
        return ThresholdTable.from_scores(scores[known], is_class[known])
    each = (np.where(which, weights, 0)[known] for which in (is_class, ~is_class))
    return ThresholdTable.added_up(scores[known] + 0.0, *each)  # no zero has a sign
