"""One number from several folds: mean, spread, and how far the mean can be trusted."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from metrics.intervals.quantiles import normal_quantile, t_quantile
from metrics.kernels.given import floats


@dataclass(frozen=True)
class FoldSummary:
    """mean and sd over the `used` of `total` folds where the number is defined; nan where there are too few.

    sd is the spread between folds, neither the standard error nor an interval. low and high bound the mean; None
    where they cannot be given.
    """

    mean: float
    sd: float
    used: int
    total: int
    low: float | None = None
    high: float | None = None


def fold_summary(values: ArrayLike, level: float = 0.95) -> FoldSummary:
    """Mean, standard deviation (ddof 1) and approximate interval of (K,) fold values; nan or None = undefined.

    The interval is that of Nadeau and Bengio 2003 for K equal folds: folds share training data, so the standard
    error is sd·√(1/used + 1/(K − 1)), with Student's t on used − 1 degrees of freedom. It is not clipped to the range
    of the metric. None below two defined folds, and where they are all equal up to rounding. Raises
    ValueError unless the values are one row of finite numbers.

    >>> found = fold_summary([0.5, None, 1.0])
    >>> found.mean, found.used, found.total
    (0.75, 2, 3)
    """
    normal_quantile(level)  # refuses a level that is none
    given = floats("values", values)
    if np.isinf(given).any():
        raise ValueError("`values` must be finite, or nan where undefined")
    if given.ndim != 1:
        raise ValueError(f"fold values are one row, not of shape {given.shape}")
    used = given[~np.isnan(given)]
    if not len(used) or used.min() == used.max():  # equal values are their own mean, without rounding
        mean, sd = (float(used[0]) if len(used) else math.nan), (0.0 if len(used) > 1 else math.nan)
        return FoldSummary(mean, sd, len(used), len(given))
    mean = float(used.mean())
    sd = float(used.std(ddof=1))
    error = sd * math.sqrt(1 / len(used) + 1 / (len(given) - 1))
    reach = t_quantile(len(used) - 1, level) * error
    low, high = mean - reach, mean + reach
    return FoldSummary(mean, sd, len(used), len(given), *((low, high) if low < high else (None, None)))
