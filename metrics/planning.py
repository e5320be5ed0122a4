"""How many cases a study needs: for a CI of a given half-width, or to meet a requirement with a given power.

All are numbers for independent cases; with several rows per patient more rows are needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from metrics.definition import Values
from metrics.intervals.quantiles import normal_quantile

POWERS = (0.8, 0.9)  # probabilities that the whole CI satisfies the requirement
MOST = 10_000_000  # beyond that a number of cases is of no use
AT_ONCE = 256  # numbers of cases whose power is asked for together
ROUNDING = 1e-9


def cases_for_width(rate: float, half_width: float, level: float = 0.95) -> int:
    """The fewest cases with which Wilson's interval at this rate reaches no farther than half_width on average.

    The cases that the rate counts: of a sensitivity those with the class. Wilson 1927; for many cases it is
    z² p(1 − p)/h², as in Riley 2021. Raises ValueError unless 0 <= rate <= 1 and 0 < half_width < 0.5.

    >>> cases_for_width(0.9, 0.05)
    141
    """
    if not (0 <= rate <= 1 and 0 < half_width < 0.5):
        raise ValueError("a rate lies between 0 and 1, and a half-width between 0 and 0.5")
    z2, h2 = normal_quantile(level) ** 2, half_width**2
    middle = z2 * rate * (1 - rate) - 2 * h2 * z2  # of h² n² − middle n + z⁴ (h² − 1/4) = 0
    return max(1, math.ceil((middle + math.sqrt(middle**2 + z2**2 * h2 * (1 - 4 * h2))) / (2 * h2)))


def cases_for_bound(rate: float, bound: float, power: float = POWERS[0], level: float = 0.95) -> int | None:
    """Cases with which the interval of a proportion excludes a bound with this power, if the true rate is `rate`.

    (z √(b(1 − b)) + z' √(p(1 − p)))² / (p − b)², z' being the normal quantile of the power, and from there on the first
    number with that power by the binomial distribution: near 0 and 1 the formula falls up to 6 points short of it. None
    for a bound of 0 or 1, for a rate that equals the bound, and beyond ten million.
    """
    if not 0 < bound < 1 or rate == bound:
        return None
    reach = normal_quantile(level) * math.sqrt(bound * (1 - bound))
    reach += float(special.ndtri(power)) * math.sqrt(rate * (1 - rate))
    start = math.ceil((reach / (rate - bound)) ** 2)
    while start <= MOST:
        cases = start + np.arange(AT_ONCE)
        if (enough := _power(rate, bound, cases, level) >= power).any():
            return int(cases[enough.argmax()])
        start += AT_ONCE
    return None


def _power(rate: float, bound: float, cases: NDArray[np.int64], level: float) -> Values:
    """(n,) how probable intervals are that exclude the bound: Wilson's, and the exact one where all are hits."""
    if rate < bound:
        return _power(1 - rate, 1 - bound, cases, level)
    reach = normal_quantile(level) * np.sqrt(cases * bound * (1 - bound))
    fewest = np.ceil(cases * bound + reach - ROUNDING)  # hits whose interval reaches no lower than the bound
    reached = np.where(fewest < cases, special.bdtrc(fewest - 1, cases, rate) - rate**cases, 0.0)
    return np.asarray(reached + rate**cases * (((1 - level) / 2) ** (1 / cases) >= bound), np.float64)


def auc_error(auc: float, cases: float, prevalence: float) -> float:
    """The standard error of an AUC that is to be expected of so many cases (Newcombe 2006, method 4).

    Riley 2021, doi 10.1002/sim.9025, uses it for the size of an external validation.
    """
    half = cases / 2 - 1
    spread = 1 + half * (1 - auc) / (2 - auc) + half * auc / (1 + auc)
    return math.sqrt(auc * (1 - auc) * spread / prevalence / (1 - prevalence)) / cases


def cases_for_auc_width(auc: float, half_width: float, prevalence: float, level: float = 0.95) -> int | None:
    """The fewest cases in all with which the CI of an AUC has this half-width; None beyond ten million.

    Raises ValueError unless auc and prevalence lie between 0 and 1.

    >>> cases_for_auc_width(0.8, 0.05, 0.018)
    4252
    """
    z = normal_quantile(level)
    return _fewest(lambda cases: z * auc_error(auc, cases, prevalence) <= half_width, auc, prevalence)


def cases_for_auc_bound(
    auc: float, bound: float, prevalence: float, power: float = POWERS[0], level: float = 0.95
) -> int | None:
    """The fewest cases in all with which the CI of an AUC excludes a bound with this power; None beyond ten million.

    The distance has to reach z standard errors at the bound and z' at the AUC itself.
    """
    if auc == bound or not 0 < bound < 1:
        return None
    z, beyond = normal_quantile(level), float(special.ndtri(power))

    def suffices(cases: int) -> bool:
        errors = auc_error(bound, cases, prevalence), auc_error(auc, cases, prevalence)
        return z * errors[0] + beyond * errors[1] <= abs(auc - bound)

    return _fewest(suffices, auc, prevalence)


def _fewest(suffices: Callable[[int], bool], auc: float, prevalence: float) -> int | None:
    """By halving, as errors fall with every case."""
    if not (0 < auc < 1 and 0 < prevalence < 1):
        raise ValueError("an AUC and a prevalence lie between 0 and 1")
    low, high = 3, MOST
    if not suffices(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if suffices(middle) else (middle + 1, high)
    return low


@dataclass(frozen=True)
class Size:
    """cases: those that the number counts, of an AUC those with the class. total: of all. power: None for a width."""

    cases: int
    total: int
    power: float | None


def planned(
    key: str, expected: float, share: float, *, half_width: float | None = None, bound: float | None = None,
    level: float = 0.95,
) -> tuple[Size, ...]:  # fmt: skip
    """The size for a half-width, or one for each power for a bound; () where there is none.

    key: "auc", or a proportion. share: of all cases those that the proportion counts, such as the prevalence of the
    class for its sensitivity; of an AUC the prevalence.
    """
    if not 0 < share < 1 or (key == "auc" and not 0 < expected < 1):
        return ()
    if half_width is not None:
        by_auc = cases_for_auc_width(expected, half_width, share, level) if key == "auc" else None
        cases = by_auc if key == "auc" else cases_for_width(expected, half_width, level)
        return _size(key, cases, share, None)
    found: tuple[Size, ...] = ()
    for power in POWERS if bound is not None else ():
        if key == "auc":
            found += _size(key, cases_for_auc_bound(expected, bound or 0.0, share, power, level), share, power)
        else:
            found += _size(key, cases_for_bound(expected, bound or 0.0, power, level), share, power)
    return found


def _size(key: str, cases: int | None, share: float, power: float | None) -> tuple[Size, ...]:
    if cases is None:
        return ()
    if key == "auc":
        return (Size(_rounded_up(cases * share), cases, power),)
    return (Size(cases, _rounded_up(cases / share), power),)


def _rounded_up(cases: float) -> int:
    """To whole cases; 1062 / 0.018 is 59,000, and not one case more for a last digit."""
    return math.ceil(round(cases, 6))
