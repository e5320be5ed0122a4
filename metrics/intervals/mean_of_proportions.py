"""The mean of proportions of separate groups, such as the sensitivities of the classes, with its interval."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.interval_methods import DELTA, MOVER
from metrics.intervals.analytic import Estimate, proportion_interval
from metrics.intervals.logit_bounds import bounds_of

HALF_A_CASE = 0.5  # Jeffreys 1946


def mean_of_proportions(
    successes: ArrayLike, trials: ArrayLike, level: float = 0.95, over: int | None = None
) -> Estimate:
    """The mean of (m,) proportions of (m,) groups of independent cases, none of them empty.

    The delta method on the logit scale, with normal quantiles. A mean of 0 or 1, which has no logit, has the bounds of
    Zou and Donner 2008 (doi 10.1002/sim.3095) from those of each proportion. over: by how many the sum is divided,
    where further proportions count as 0.
    """
    hits, cases = np.asarray(successes, np.float64), np.asarray(trials, np.float64)
    groups = len(cases) if over is None else over
    value = float((hits / cases).sum()) / groups
    if 0 < value < 1:
        error = math.sqrt(_variance_of_sum(hits, cases)) / groups
        return Estimate(value, *bounds_of(value, error, math.inf, level), DELTA)
    each = [proportion_interval(int(k), int(n), level) for k, n in zip(hits, cases, strict=True)]
    down = math.sqrt(sum((of.value - (of.low or 0.0)) ** 2 for of in each)) / groups
    up = math.sqrt(sum(((of.high or 0.0) - of.value) ** 2 for of in each)) / groups
    return Estimate(value, max(0.0, value - down), min(1.0, value + up), MOVER)


def _variance_of_sum(hits: NDArray[np.float64], cases: NDArray[np.float64]) -> float:
    """Σ p (1 − p) / n, where a proportion of 0 or 1 is not taken to be without error.

    Such a group gets the variance that half a case of either kind more would give it; of several, the root of the
    squares is added up, as few of them err. Without this, 10 correct cases of 10 beside 480 of 500 would add nothing,
    and the interval would cover 32 % where both sensitivities are 0.97.
    """
    proportions = hits / cases
    is_end = (hits == 0) | (hits == cases)
    moved = (hits + HALF_A_CASE) / (cases + 2 * HALF_A_CASE)
    added = np.where(is_end, moved * (1 - moved) / cases, 0.0)
    return float((proportions * (1 - proportions) / cases).sum() + math.sqrt(float(added @ added)))
