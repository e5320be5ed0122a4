"""Observed to expected: how many cases there are of a class, for each that the probabilities let expect."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from metrics.definition import Values
from metrics.interval_methods import BOOTSTRAP, CLUSTER_ROBUST, EXACT_POISSON, PATIENT_BOOTSTRAP, WALD, on_odds_scale
from metrics.intervals.analytic import Estimate
from metrics.intervals.bootstrap import from_draws
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.resampling_units import FEWEST_UNITS, drawn_by, drawn_sums
from metrics.intervals.too_few import FEWEST_CASES, FEWEST_EVENTS, few_cases, few_patients
from metrics.kernels.codes import distinct
from metrics.notes import Code, Note

ROUNDING = 1e-12  # a standard error that is less is 0


def observed_to_expected(
    is_class: ArrayLike, probabilities: ArrayLike, patients: ArrayLike | None = None, level: float = 0.95,
    weights: ArrayLike | None = None,
) -> Estimate:  # fmt: skip
    """O:E with its interval: 1 where as many cases occur as expected, above 1 where the risks are too low.

    is_class: (n,) bool; probabilities: (n,) within 0 and 1, else undefined; patients: (n,) codes from 0 on, or None.
    weights: (n,) how often each case counts, None: once. Of independent cases Wald's interval on the logit scale, of
    fewer than 20 of the class the exact Poisson one. Patients with several rows and weighted cases are drawn again;
    they have no interval below 10 cases of the class or 15 patients.

    >>> found = observed_to_expected([1] * 20 + [0] * 80, [0.25] * 100)
    >>> round(found.value, 2), round(found.low, 2), round(found.high, 2)
    (0.8, 0.51, 1.19)
    """
    truth, risks = np.asarray(is_class, np.float64), np.asarray(probabilities, np.float64)
    own = np.ones(len(truth)) if weights is None else np.asarray(weights, np.float64)
    expected, observed = float(own @ risks), int(truth.sum())
    if not len(risks) or risks.min() < 0 or risks.max() > 1 or not expected:
        return Estimate(math.nan, note=Note(Code.NO_CASES_OR_NO_PROBABILITIES))
    value = float(own @ truth) / expected
    codes = drawn_by(patients, len(truth))
    units, with_class = distinct(codes), distinct(codes[truth > 0])
    if units == len(truth) and weights is None:
        off = truth - value * risks
        return _of_single_cases(observed, expected, float(off @ off), len(truth), level)
    if why := _too_few(observed, units, with_class):
        return Estimate(value, note=why)
    drawn = drawn_sums(np.column_stack([np.bincount(codes, own * each) for each in (truth, risks)]))
    method = PATIENT_BOOTSTRAP if units < len(truth) else BOOTSTRAP
    return _of_draws(value, drawn.T, with_class, level, method)


def expected_ratio(cases: ScoredCases, level: float = 0.95) -> Estimate:
    """The same of the cases of a table. Undefined where a score is no probability, or nothing is expected."""
    expected = cases.expected if cases.table.holds_probabilities else 0.0
    if not expected:
        return Estimate(math.nan, note=Note(Code.NO_CASES_OR_NO_PROBABILITIES))
    observed, risks = cases.seen.n_positive, cases.table.scores
    value = cases.table.n_positive / expected
    if not cases.is_clustered:
        squares = cases.table.positives @ (1 - value * risks) ** 2 + cases.table.negatives @ (value * risks) ** 2
        return _of_single_cases(observed, expected, float(squares), cases.total, level)
    units, with_class = cases.independent
    if why := _too_few(observed, units, with_class):
        return Estimate(value, note=why)
    if cases.units is None:
        error = cases.error(lambda risks: (1 - value * risks[None], -value * risks[None])) / expected
        return _of_patients(value, error, with_class, level)
    drawn = cases.drawn(lambda risks: (np.stack([np.ones_like(risks), risks]), np.stack([np.zeros_like(risks), risks])))
    return _of_draws(value, drawn, with_class, level, cases.units.method)


def _of_patients(value: float, error: float, with_class: int, level: float) -> Estimate:
    """Of patients who are not held. error: nan where nobody tells."""
    if not error > 0:
        return Estimate(value, note=Note(Code.NO_INTERVAL))
    bounds = bounds_of(value, error, with_class, level, 0.0, math.inf)
    return Estimate(value, *bounds, on_odds_scale(f"{CLUSTER_ROBUST} SE", with_class, math.inf))


def _of_single_cases(observed: int, expected: float, squares: float, total: int, level: float) -> Estimate:
    """Of independent cases. squares: of how far each outcome lies from its risk times the ratio, added up.

    Both sums vary from sample to sample; the observed one is at most all cases, which gives the logit scale its end.
    """
    value, most = observed / expected, total / expected
    if observed < FEWEST_EVENTS or observed == total:
        return _exact(observed, expected, most, level)
    error = math.sqrt(total / (total - 1) * squares) / expected
    if not error > ROUNDING:
        return Estimate(value, note=Note(Code.ALL_REPLICATES_EQUAL))
    bounds = bounds_of(value, error, observed, level, 0.0, most)
    return Estimate(value, *bounds, on_odds_scale(WALD, observed))


def _too_few(observed: int, units: int, with_class: int) -> Note | None:
    """Why patients, or weighted cases, give no interval. units, with_class: patients, and those with the class."""
    if observed < FEWEST_CASES:
        return few_cases(observed, Code.FEW_CASES_OF_CLASS)
    if units < FEWEST_UNITS:
        return few_patients(units)
    return few_patients(with_class) if with_class < 2 else None


def _of_draws(value: float, sums: Values, with_class: int, level: float, method: str) -> Estimate:
    """sums: (2, R) observed and expected of each draw."""
    observed, expected = sums
    return from_draws(value, observed / expected, with_class, level, highest=math.inf, method=method)


def _exact(observed: int, expected: float, most: float, level: float) -> Estimate:
    """Of few cases, as a Poisson count whose expectation is known (Garwood 1936): never covers too little.

    most: the ratio if all were of the class, beyond which the true one cannot lie.
    """
    tail = (1 - level) / 2
    low = float(special.gammaincinv(observed, tail)) if observed else 0.0
    high = float(special.gammainccinv(observed + 1, tail))
    return Estimate(observed / expected, low / expected, min(high / expected, most), EXACT_POISSON)
