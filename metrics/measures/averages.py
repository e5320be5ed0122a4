"""One number for all classes: macro, weighted, micro."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from metrics.catalog import metric_of
from metrics.counts import Counts
from metrics.definition import Values, divided
from metrics.kernels.given import amounts, expect, floats

AVERAGES = ("macro", "micro", "weighted")  # in the order of tables and exports


def macro(values: ArrayLike) -> float | Values:
    """Mean of (..., K) class values over the classes where they are defined (nan or None = undefined); nan if none is.

    Raises ValueError for what is no number.

    >>> macro([0.5, np.nan, 1.0])
    0.75
    """
    given = floats("values", values)
    return weighted(given, np.ones(given.shape))


def weighted(values: ArrayLike, support: ArrayLike) -> float | Values:
    """Mean of (..., K) class values weighted by (..., K) support, over the defined ones; nan if none is.

    nan or None is undefined. Raises ValueError for what is no number, and for a support that is negative, not finite or
    not one number for each class.
    """
    given, cases = floats("values", values), amounts("support", support)
    if given.shape[-1:] != cases.shape[-1:]:
        raise ValueError(f"`support` must be one number for each class, {cases.shape} for {given.shape}")
    weights = np.where(np.isnan(given), 0.0, cases)
    total = (np.where(weights == 0, 0.0, given) * weights).sum(-1)
    return scalar(divided(total, weights.sum(-1)))


def micro(key: str, counts: Counts) -> float | Values:
    """The metric of the counts added up over the classes, which are their last axis.

    key: of METRICS, whose range it has; nan where all classes together are 0/0. With one label per case, micro PPV,
    sensitivity and F1 all equal the accuracy. Raises ValueError for another key.
    """
    expect("counts", counts, Counts)
    metric = metric_of("key", key)
    pooled = (np.asarray(part, np.float64).sum(-1) for part in counts)  # K totals may exceed 64 bits
    return scalar(metric(Counts.worked_out(*pooled)))


def scalar(values: Values) -> float | Values:
    """A plain float where there is one value, the array otherwise."""
    return float(values) if np.ndim(values) == 0 else values


def defined(values: ArrayLike) -> int:
    """Of how many values a macro average is the mean."""
    return int((~np.isnan(np.asarray(values, np.float64))).sum())
