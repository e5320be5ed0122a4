"""Bounds of an area under the ROC curve that hold also where it is near 1 and one of the groups is small.

There the standard error of DeLong, and of a bootstrap, is itself small by accident whenever the area is large by
accident, and intervals on the plain or logit scale lie above the true value in up to a third of studies (the
comparison is in benchmarks/COVERAGE.md). Newcombe's variance is a function of the area alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from metrics.intervals.quantiles import t_quantile

HALVINGS = 60
HALF_A_CASE = 0.5
FEWEST_FREE = 6.0  # degrees of freedom; that there are fewer is not known either
Spread = tuple[int, float, float]  # of the influences of the cases of a group: how many, their variance, their Σ d⁴


def auc_bounds(
    value: float, error: float, positives: int, negatives: int, level: float = 0.95, freedom: float = math.inf
) -> tuple[float, float]:
    """Low and high of an area: all that lie within t standard errors, each with the variance that it would have itself.

    That variance is Newcombe's (2006, method 5, doi 10.1002/sim.2324) for so many cases, or patients, of each group,
    times the ratio of the one that was found to Newcombe's at `value`. A ratio below 1 is moved towards 1 with the
    weight of half a misplaced case, against as many as are expected in the smaller group. error: that of DeLong, or of
    the replicates; 0 for an area of 0 or 1, whose ratio is 1, with normal quantiles. freedom: of Student's t.

    >>> low, high = auc_bounds(1.0, 0.0, 10, 50)
    >>> round(low, 3), high
    (0.88, 1.0)
    """
    ratio = _ratio(value, error, positives, negatives)
    t = t_quantile(math.inf if value in (0, 1) else freedom, level)

    def is_near(area: float) -> bool:
        return (value - area) ** 2 <= t * t * ratio * newcombe_variance(area, positives, negatives)

    return _nearest(is_near, 0.0, value), _nearest(is_near, 1.0, value)


def freedom_of(groups: Iterable[Spread]) -> float:
    """Satterthwaite's degrees of freedom of DeLong's variance: few where it rests on few outliers.

    From the variance that the variance of each group has by its fourth moments. At least 6, and at most the cases − 2.
    A group of one case tells nothing of it.
    """
    held = [group for group in groups if group[0] > 1]
    total = sum(variance for _, variance, _ in held)
    erring = sum(fourth - variance**2 * (cases - 3) / (cases * (cases - 1)) for cases, variance, fourth in held)
    most = float(sum(cases for cases, _, _ in held) - len(held))
    return max(FEWEST_FREE, min(most, 2 * total**2 / erring if erring > 0 else most))


def newcombe_variance(area: float, positives: int, negatives: int) -> float:
    """Of an area, if the scores of both groups were exponential and the groups alike in size."""
    others = (positives + negatives) / 2 - 1
    spread = 1 + others * ((1 - area) / (2 - area) + area / (1 + area))
    return area * (1 - area) * spread / (positives * negatives)


def _ratio(value: float, error: float, positives: int, negatives: int) -> float:
    if value in (0, 1):
        return 1.0
    ratio = error * error / newcombe_variance(value, positives, negatives)
    misplaced = min(positives, negatives) * min(value, 1 - value)
    return ratio + max(1 - ratio, 0.0) * HALF_A_CASE / (misplaced + HALF_A_CASE)


def _nearest(is_near: Callable[[float], bool], end: float, value: float) -> float:
    """The area furthest from `value` towards `end` that is near enough, by halving what lies between."""
    near = value
    for _ in range(HALVINGS):
        middle = (near + end) / 2
        near, end = (middle, end) if is_near(middle) else (near, middle)
    return near
