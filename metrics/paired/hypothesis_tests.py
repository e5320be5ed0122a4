"""Two groups or two models: how large the difference is, and whether chance alone could make it.

Two models on the same cases are paired: what matters is where they differ. Sensitivities are compared among the
cases that have the class, specificities among the others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from metrics.interval_methods import DELONG, NEWCOMBE
from metrics.intervals.analytic import Estimate, delong, on_plain_scale, wilson
from metrics.intervals.quantiles import two_sided_p
from metrics.kernels.given import count, floats, numbers
from metrics.measures.placements import placements
from metrics.notes import Code, Note
from metrics.thresholds import ThresholdTable

Tables = tuple[ThresholdTable, ThresholdTable]


@dataclass(frozen=True)
class McNemar:
    """P-values of "both are correct equally often": exact, mid-p, and of chi2 (1 degree of freedom, uncorrected).

    Below some 25 cases on which they differ only exact and mid_p can be trusted. chi2 is nan where they never differ.
    """

    exact: float
    mid_p: float
    chi2: float
    p: float


@dataclass(frozen=True)
class PairedAUC:
    """Two areas on the same cases, first − second, and the test that they are equal; z and p: nan where undefined."""

    first: Estimate
    second: Estimate
    difference: Estimate
    z: float
    p: float


def difference(x1: int, n1: int, x2: int, n2: int, level: float = 0.95) -> Estimate:
    """x1 / n1 − x2 / n2 of two independent groups, with the hybrid score interval (Newcombe 1998, 17:873, method 10).

    −1 to 1. Undefined where a group is empty. Raises ValueError unless 0 <= x <= n.

    >>> found = difference(56, 70, 48, 80)
    >>> round(found.value, 4), round(found.low, 4), round(found.high, 4)
    (0.2, 0.0524, 0.3339)
    """
    named = {"x1": x1, "n1": n1, "x2": x2, "n2": n2}
    x1, n1, x2, n2 = (count(name, given) for name, given in named.items())
    if x1 > n1 or x2 > n2:
        raise ValueError("`x1` cannot exceed `n1`, nor `x2` `n2`")
    return hybrid_difference(wilson(x1, n1, level), wilson(x2, n2, level), 0.0)


def paired_difference(both: int, first_only: int, second_only: int, neither: int, level: float = 0.95) -> Estimate:
    """How much more often the first is correct than the second on the same cases (Newcombe 1998, 17:2635, method 10).

    both, first_only, second_only, neither: cases by which model is correct. −1 to 1; undefined without cases. Raises
    ValueError for counts that are negative or not whole.

    >>> found = paired_difference(36, 12, 2, 0)
    >>> round(found.value, 4), round(found.low, 4), round(found.high, 4)
    (0.2, 0.0569, 0.3404)
    """
    named = {"both": both, "first_only": first_only, "second_only": second_only, "neither": neither}
    both, first_only, second_only, neither = (count(name, given) for name, given in named.items())
    cases = both + first_only + second_only + neither
    first, second = wilson(both + first_only, cases, level), wilson(both + second_only, cases, level)
    return hybrid_difference(first, second, _correlation(both, first_only, second_only, neither))


def hybrid_difference(first: Estimate, second: Estimate, correlation: float) -> Estimate:
    """first − second of two proportions with their Wilson bounds; correlation: of the two, 0 where independent."""
    if not (first.trials and second.trials):
        return Estimate(math.nan, method=NEWCOMBE, note=Note(Code.EMPTY_GROUP))
    value = first.value - second.value
    (below1, above1), (below2, above2) = _reach(first), _reach(second)
    down, up = _joint(below1, above2, correlation), _joint(above1, below2, correlation)
    return Estimate(value, max(-1.0, value - down), min(1.0, value + up), NEWCOMBE)


def _reach(proportion: Estimate) -> tuple[float, float]:
    """How far the interval of a proportion with cases goes down and up from it."""
    assert proportion.low is not None
    assert proportion.high is not None
    return proportion.value - proportion.low, proportion.high - proportion.value


def _joint(one: float, other: float, correlation: float) -> float:
    return math.sqrt(max(0.0, one**2 - 2 * correlation * one * other + other**2))


def _correlation(both: int, first_only: int, second_only: int, neither: int) -> float:
    """phi of the two, nearer to 0 by a continuity correction where it is positive; 0 where one never varies."""
    margins = (both + first_only) * (second_only + neither) * (both + second_only) * (first_only + neither)
    agreement, cases = both * neither - first_only * second_only, both + first_only + second_only + neither
    if not margins:
        return 0.0
    return (agreement if agreement < 0 else max(0.0, agreement - cases / 2)) / math.sqrt(margins)


def mcnemar(first_only: int, second_only: int) -> McNemar:
    """Whether two are correct equally often on the same cases (McNemar 1947), from the discordant cases.

    Mid-p as in Fagerland, Lydersen and Laake 2013. Where they never differ every p is 1 and chi2 undefined. Raises
    ValueError for counts that are negative or not whole.

    >>> mcnemar(7, 1)
    McNemar(exact=0.0703125, mid_p=0.0390625, chi2=4.5, p=0.033894853524689274)
    """
    first, second = count("first_only", first_only), count("second_only", second_only)
    differ, fewer = first + second, min(first, second)
    if not differ:
        return McNemar(1.0, 1.0, math.nan, 1.0)
    chi2 = (first - second) ** 2 / differ
    exact = min(1.0, 2 * _half_binomial(fewer, differ))
    mid_p = _half_binomial(fewer, differ) + _half_binomial(fewer - 1, differ)  # the exact p less the chance of this
    if first == second:
        mid_p = 1.5 - _half_binomial(fewer, differ)  # 1 less half the chance of this
    return McNemar(exact, min(1.0, mid_p), chi2, math.erfc(math.sqrt(chi2 / 2)))


def _half_binomial(successes: int, trials: int) -> float:
    """Probability of at most so many heads of a fair coin."""
    return float(special.betainc(trials - successes, successes + 1, 0.5)) if successes >= 0 else 0.0


def paired_auc(
    is_positive: ArrayLike, first: ArrayLike, second: ArrayLike, level: float = 0.95, tables: Tables | None = None
) -> PairedAUC:
    """Two scores of the same n cases: their areas, first − second, z and two-sided p (DeLong et al. 1988).

    Where both place every case alike z is 0 and p is 1. No interval of the difference where its standard error is 0,
    or with fewer than two cases of a group; undefined with none. tables: of these scores, where they are known.
    Raises ValueError for scores that are not finite, or where lengths differ.
    """
    truth = numbers("is_positive", is_positive)
    first, second = (floats(name, scores) for name, scores in (("first", first), ("second", second)))
    if not all(np.isfinite(scores).all() and scores.shape == truth.shape for scores in (first, second)):
        raise ValueError("`first` and `second` must be finite numbers, in length as `is_positive`")
    known = tables or (ThresholdTable.from_scores(first, is_positive), ThresholdTable.from_scores(second, is_positive))
    areas = delong(known[0], level), delong(known[1], level)
    if math.isnan(areas[0].value):
        return PairedAUC(*areas, Estimate(math.nan, note=areas[0].note), math.nan, math.nan)
    return by_error(*areas, _paired_error(first, second, truth.astype(np.bool_)), level)


def by_error(first: Estimate, second: Estimate, error: float, level: float) -> PairedAUC:
    """Two areas and their difference by its standard error; nan: a group has fewer than two cases."""
    value = first.value - second.value
    if error > 0:
        apart, z = on_plain_scale(Estimate(value, method=DELONG), error, level, -1.0), value / error
        return PairedAUC(first, second, apart, z, two_sided_p(z))
    z, p = (0.0, 1.0) if error == 0 == value else (math.nan, math.nan)
    apart = Estimate(value, method=DELONG, note=Note(_why_none(error, value)))
    return PairedAUC(first, second, apart, z, p)


def _why_none(error: float, value: float) -> Code:
    if math.isnan(error):
        return Code.ONE_CASE_OF_GROUP
    return Code.CONSTANT_DIFFERENCE if value else Code.SAME_ORDER


def _paired_error(first: NDArray[np.float64], second: NDArray[np.float64], truth: NDArray[np.bool_]) -> float:
    """Standard error of the difference, from how differently the two place each case; nan for fewer than two."""
    positives, negatives = int(truth.sum()), int((~truth).sum())
    if positives < 2 or negatives < 2:
        return math.nan
    apart = placements(first, truth) - placements(second, truth)
    of_positives = apart[truth].var(ddof=1) / (4 * negatives**2) / positives
    of_negatives = apart[~truth].var(ddof=1) / (4 * positives**2) / negatives
    return math.sqrt(of_positives + of_negatives)
