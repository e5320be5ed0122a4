"""Agreement of predicted and true class over the whole matrix. cells: (..., K, K), rows = true class.

Each function returns a float, or an array over the leading axes; nan where the number is undefined, and where a cell
is. Raises ValueError for matrices that are not square, and cells that are negative, infinite or no numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.counts import Counts
from metrics.definition import Values, divided
from metrics.kernels.given import doubles, numbers
from metrics.measures.averages import macro, scalar


def accuracy(cells: ArrayLike) -> float | Values:
    """The proportion of cases classified correctly. 0 to 1, higher is better; undefined without cases."""
    counts = _floats(cells)
    return scalar(divided(_trace(counts), counts.sum((-2, -1))))


def balanced_accuracy(cells: ArrayLike) -> float | Values:
    """Mean sensitivity over the classes that have cases. 0 to 1, higher is better, 1/K at chance level.

    Undefined without cases.
    """
    counts = _floats(cells)
    return macro(divided(_diagonal(counts), counts.sum(-1)))


def mean_class_accuracy(cells: ArrayLike) -> float | Values:
    """Mean of the one-vs-rest accuracies, 1 − (2/K)(1 − accuracy): never below 1 − 2/K. Undefined without cases."""
    counts = _floats(cells)
    total = counts.sum((-2, -1))
    errors = total - _trace(counts)
    return scalar(1 - divided(2 * errors, counts.shape[-1] * total))


def mcc(cells: ArrayLike) -> float | Values:
    """Matthews correlation coefficient of true and predicted class (Gorodkin 2004, the R_K statistic).

    1 is perfect, 0 is chance level; the minimum is −1 for two classes and higher for more.
    Undefined where all cases are of one class, or one class is predicted for all.
    """
    return mcc_of(one_vs_rest(matrices(cells)))


def mcc_of(counts: Counts) -> float | Values:
    """The same from the (..., K) counts of each class (one-vs-rest)."""
    agreement, (own, others), (predicted, not_predicted) = _beyond_chance(counts)
    spread = np.sqrt((own * others).sum(-1) * (predicted * not_predicted).sum(-1))
    return scalar(np.clip(divided(agreement, spread), -1.0, 1.0))


def kappa(cells: ArrayLike) -> float | Values:
    """Cohen's kappa: agreement beyond what the margins alone would give (Cohen 1960).

    1 is perfect, 0 is chance; the minimum lies between −1 and 0. Undefined without cases, and where chance alone
    already agrees everywhere.
    """
    return kappa_of(one_vs_rest(matrices(cells)))


def kappa_of(counts: Counts) -> float | Values:
    """The same from the (..., K) counts of each class (one-vs-rest)."""
    agreement, (truth, _), (_, not_predicted) = _beyond_chance(counts)
    return scalar(divided(agreement, (truth * not_predicted).sum(-1)))


def matrices(cells: ArrayLike, name: str = "cells") -> NDArray[Any]:
    """(..., K, K) numbers, each matrix nan where a cell is. Raises ValueError for what is no matrix of counts."""
    counts = doubles(numbers(name, cells))
    if counts.ndim < 2 or counts.shape[-1] != counts.shape[-2]:
        raise ValueError(f"`{name}` must be square matrices, not of shape {counts.shape}")
    if counts.size and (np.fmin.reduce(counts, axis=None) < 0 or np.fmax.reduce(counts, axis=None) == np.inf):
        raise ValueError(f"`{name}` must be finite, and cannot be negative")
    if counts.dtype.kind in "iu" and counts.sum((-2, -1), dtype=np.float64).max(initial=0) >= 2**63:
        return counts.astype(np.float64)  # whole numbers would run over
    unknown = np.isnan(counts).any((-2, -1), keepdims=True)
    return np.where(unknown, np.nan, counts) if unknown.any() else counts


def _floats(cells: ArrayLike) -> Values:
    return matrices(cells).astype(np.float64, copy=False)


def one_vs_rest(cells: ArrayLike) -> Counts:
    """(..., K) counts of each class (one-vs-rest)."""
    counts = np.asarray(cells)
    total, rows, columns = counts.sum((-2, -1))[..., None], counts.sum(-1), counts.sum(-2)
    tp = _diagonal(counts)
    return Counts.worked_out(tp, columns - tp, rows - tp, total - rows - columns + tp)


def _beyond_chance(counts: Counts) -> tuple[Values, tuple[Values, Values], tuple[Values, Values]]:
    """Agreement beyond chance, Σ (TP·TN − FP·FN) / N²; then the proportion of each class, and of the rest, among the
    true and among the predicted classes.

    Every factor is a proportion whose complement is counted, not subtracted from 1: nothing cancels for rare classes.
    """
    tp, fp, fn, tn = counts
    total = tp + fp + fn + tn
    agreement = (divided(tp, total) * divided(tn, total) - divided(fn, total) * divided(fp, total)).sum(-1)
    own = divided(tp + fn, total), divided(fp + tn, total)
    predicted = divided(tp + fp, total), divided(fn + tn, total)
    return agreement, own, predicted


def _diagonal(cells: NDArray[Any]) -> NDArray[Any]:
    return np.diagonal(cells, axis1=-2, axis2=-1)


def _trace(cells: Values) -> Values:
    return np.asarray(_diagonal(cells).sum(-1))
