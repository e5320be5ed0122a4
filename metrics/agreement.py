"""Agreement of prediction and truth over the whole matrix. cells: (..., K, K), rows = truth.

Each function returns a float, or an array over the leading axes; nan where the number is undefined.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.averages import macro, scalar
from metrics.catalog import Values, divided

__all__ = ["accuracy", "balanced_accuracy", "kappa", "mcc", "mean_class_accuracy"]


def accuracy(cells: ArrayLike) -> float | Values:
    """Share of cases called right. 0 to 1, higher is better; undefined without cases."""
    counts = _floats(cells)
    return scalar(divided(_trace(counts), counts.sum((-2, -1))))


def balanced_accuracy(cells: ArrayLike) -> float | Values:
    """Mean sensitivity over the classes that have cases. 0 to 1, higher is better, 1/K by guessing."""
    counts = _floats(cells)
    return macro(divided(_diagonal(counts), counts.sum(-1)))


def mean_class_accuracy(cells: ArrayLike) -> float | Values:
    """Mean of the one-vs-rest accuracies, 1 − (2/K)(1 − accuracy): never below 1 − 2/K, so it flatters."""
    counts = _floats(cells)
    total = counts.sum((-2, -1))
    wrong = total - _trace(counts)
    return scalar(1 - 2 / counts.shape[-1] * divided(wrong, total))


def mcc(cells: ArrayLike) -> float | Values:
    """Matthews correlation coefficient of truth and prediction (Gorodkin 2004, the R_K statistic).

    1 is perfect, 0 is what guessing gives; the minimum is −1 for two classes and higher for more.
    Undefined where all cases are of one class, or were all called one class.
    """
    shares, rows, columns = _shares(cells)
    agreement = _trace(shares) - (rows * columns).sum(-1)
    spread_truth, spread_called = 1 - (rows**2).sum(-1), 1 - (columns**2).sum(-1)
    return scalar(divided(agreement, np.sqrt(spread_truth * spread_called)))


def kappa(cells: ArrayLike) -> float | Values:
    """Cohen's kappa: agreement beyond what the margins alone would give (Cohen 1960).

    1 is perfect, 0 is chance. Undefined where chance alone already agrees everywhere.
    """
    shares, rows, columns = _shares(cells)
    by_chance = (rows * columns).sum(-1)
    return scalar(divided(_trace(shares) - by_chance, 1 - by_chance))


def _floats(cells: ArrayLike) -> Values:
    return np.asarray(cells, np.float64)


def _shares(cells: ArrayLike) -> tuple[Values, Values, Values]:
    """The cells as shares of all cases, with row and column sums: products of large counts cannot overflow.

    The sums are taken before the division, so that a class that holds every case has a share of exactly 1.
    """
    counts = _floats(cells)
    total = counts.sum((-2, -1))[..., None]
    return divided(counts, total[..., None]), divided(counts.sum(-1), total), divided(counts.sum(-2), total)


def _diagonal(cells: Values) -> NDArray[np.float64]:
    return np.diagonal(cells, axis1=-2, axis2=-1)


def _trace(cells: Values) -> Values:
    return np.asarray(_diagonal(cells).sum(-1))
