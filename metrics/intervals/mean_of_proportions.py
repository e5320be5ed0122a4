"""The mean of proportions of separate groups, such as the sensitivities of the classes, with its interval."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.interval_methods import DELTA, MOVER
from metrics.intervals.analytic import Estimate, clopper_pearson, proportion_interval
from metrics.intervals.logit_bounds import bounds_of

HALF_A_CASE = 0.5  # Jeffreys 1946
TWO_CASES = 2.0  # Agresti and Coull 1998


def mean_of_proportions(
    successes: ArrayLike, trials: ArrayLike, level: float = 0.95, over: int | None = None
) -> Estimate:
    """The mean of (m,) proportions of (m,) groups of independent cases, none of them empty.

    The delta method on the logit scale, with Student's t, at most as far as the mean of the Clopper–Pearson bounds of
    each: near 0 or 1 the log odds of few cases reach the other end, 0 to 1 for 10 of 10 and 499 of 500. A mean of 0 or
    1, which has no logit, has the bounds of Zou and Donner 2008 (doi 10.1002/sim.3095) from those of each proportion.
    over: by how many the sum is divided, where further proportions count as 0.
    """
    hits, cases = np.asarray(successes, np.float64), np.asarray(trials, np.float64)
    groups = len(cases) if over is None else over
    value = float((hits / cases).sum()) / groups
    if 0 < value < 1:
        error = math.sqrt(_variance_of_sum(hits, cases)) / groups
        low, high = bounds_of(value, error, 1 + _freedom(hits, cases), level)
        lowest, highest = exact_bounds(hits, cases, np.full(len(cases), 1 / groups), level)
        return Estimate(value, max(low, lowest), min(high, highest), DELTA)
    each = [proportion_interval(int(k), int(n), level) for k, n in zip(hits, cases, strict=True)]
    down = math.sqrt(sum((of.value - (of.low or 0.0)) ** 2 for of in each)) / groups
    up = math.sqrt(sum(((of.high or 0.0) - of.value) ** 2 for of in each)) / groups
    return Estimate(value, max(0.0, value - down), min(1.0, value + up), MOVER)


def exact_bounds(
    hits: NDArray[np.float64], cases: NDArray[np.float64], weights: NDArray[np.float64], level: float
) -> tuple[float, float]:
    """The weighted sums of the Clopper–Pearson bounds of proportions of cases."""
    each = [clopper_pearson(int(k), int(n), level) for k, n in zip(hits, cases, strict=True)]
    low, high = np.array([(of.low, of.high) for of in each], np.float64).T
    return float(weights @ low), float(weights @ high)


def _variance_of_sum(hits: NDArray[np.float64], cases: NDArray[np.float64]) -> float:
    """Σ p (1 − p) / n, and what half a case of either kind more would add to it.

    The latter are added up as the root of their squares, as few of many groups err. Without them, 10 correct cases of
    10 beside 480 of 500 would add nothing, and the interval would cover 32 % where both sensitivities are 0.97.
    """
    usual, moved = _spread(hits, cases) / cases, _spread(hits, cases, HALF_A_CASE) / cases
    added = np.maximum(moved - usual, 0.0)
    return float(usual.sum() + math.sqrt(float(added @ added)))


def _freedom(hits: NDArray[np.float64], cases: NDArray[np.float64]) -> float:
    """The degrees of freedom of Σ p (1 − p) / n: Satterthwaite's, from the variance of each p (1 − p) / n (Pan 2002).

    Each p with two cases of either kind more, so that a group of 10 correct cases of 10 has a variance.
    """
    p, spread = (hits + TWO_CASES) / (cases + 2 * TWO_CASES), _spread(hits, cases, TWO_CASES)
    of_variances = ((1 - 2 * p) ** 2 * spread / cases + 2 * (spread / cases) ** 2) / cases**2
    return float(2 * (spread / cases).sum() ** 2 / of_variances.sum())


def _spread(hits: NDArray[np.float64], cases: NDArray[np.float64], more: float = 0.0) -> NDArray[np.float64]:
    """p (1 − p) of each group with so many cases more of either kind."""
    proportions = (hits + more) / (cases + 2 * more)
    return proportions * (1 - proportions)
