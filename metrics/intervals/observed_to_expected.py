"""Observed to expected: how many cases there are of a class, for each that the probabilities let expect."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from metrics.interval_methods import EXACT_POISSON, RATIO_ESTIMATOR, on_odds_scale
from metrics.intervals.analytic import Estimate
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.intervals.too_few import FEWEST_CASES, few_cases, few_patients
from metrics.notes import Code, Note


def observed_to_expected(
    is_class: ArrayLike, probabilities: ArrayLike, patients: ArrayLike | None = None, level: float = 0.95,
    weights: ArrayLike | None = None,
) -> Estimate:  # fmt: skip
    """O:E with its interval: 1 where as many cases occur as expected, above 1 where the risks are too low.

    is_class: (n,) bool; probabilities: (n,) within 0 and 1, else undefined; patients: (n,) codes from 0 on, or None.
    weights: (n,) how often each case counts, None: once. A ratio of two sums over patients (linearised, as of a
    survey), on the log scale: both sums vary from sample to sample. Below 10 cases of the class the exact Poisson
    interval, no interval then of weighted cases or patients with several rows, nor of fewer than 15 patients.

    >>> found = observed_to_expected([1] * 20 + [0] * 80, [0.25] * 100)
    >>> round(found.value, 2), round(found.low, 2), round(found.high, 2)
    (0.8, 0.53, 1.22)
    """
    truth, risks = np.asarray(is_class, np.float64), np.asarray(probabilities, np.float64)
    own = np.ones(len(truth)) if weights is None else np.asarray(weights, np.float64)
    expected, observed = float(own @ risks), int(truth.sum())
    if not len(risks) or risks.min() < 0 or risks.max() > 1 or not expected:
        return Estimate(math.nan, note=Note(Code.NO_CASES_OR_NO_PROBABILITIES))
    value = float(own @ truth) / expected
    codes = np.arange(len(truth)) if patients is None else np.asarray(patients).astype(np.intp)
    units, with_class = (int(np.count_nonzero(np.bincount(codes, each))) for each in (None, truth))
    if units < 2:
        return Estimate(value, note=few_patients(units))
    sums = np.bincount(codes, own * (truth - value * risks))
    error = math.sqrt(units / (units - 1) * float(sums @ sums)) / expected
    is_counted = patients is None and weights is None
    return _bounded(value, error, observed, units, with_class, level, expected if is_counted else None)


def expected_ratio(cases: ScoredCases, level: float = 0.95) -> Estimate:
    """The same of the cases of a table. Undefined where a score is no probability, or nothing is expected."""
    expected = cases.expected if cases.table.holds_probabilities else 0.0
    if not expected:
        return Estimate(math.nan, note=Note(Code.NO_CASES_OR_NO_PROBABILITIES))
    value = cases.table.n_positive / expected
    error = cases.error(lambda risks: (1 - value * risks[None], -value * risks[None])) / expected
    of_counts = expected if cases.units is None else None
    return _bounded(value, error, cases.seen.n_positive, *cases.independent, level, of_counts)


def _bounded(
    value: float, error: float, observed: int, units: int, with_class: int, level: float, expected: float | None
) -> Estimate:
    """With bounds where there are cases and patients enough. units, with_class: patients, and those with the class.

    expected: cases, where they are independent and each counts once; else None.
    """
    if observed < FEWEST_CASES and expected is not None:
        return _exact(observed, expected, level)
    if observed < FEWEST_CASES:
        return Estimate(value, note=few_cases(observed, Code.FEW_CASES_OF_CLASS))
    if units < FEWEST_UNITS:
        return Estimate(value, note=few_patients(units))
    if with_class < 2 or not error > 0:
        return Estimate(value, note=few_patients(with_class))
    method = on_odds_scale(RATIO_ESTIMATOR, with_class, math.inf)
    return Estimate(value, *bounds_of(value, error, with_class, level, 0.0, math.inf), method)


def _exact(observed: int, expected: float, level: float) -> Estimate:
    """Of few cases, as a Poisson count whose expectation is known (Garwood 1936): covers 98 to 99 %."""
    tail = (1 - level) / 2
    low = float(special.gammaincinv(observed, tail)) if observed else 0.0
    high = float(special.gammainccinv(observed + 1, tail))
    return Estimate(observed / expected, low / expected, high / expected, EXACT_POISSON)
