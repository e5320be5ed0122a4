"""Two models on the same cases: how much more often the calls of one are right than those of the other.

The two call different cases, so that their PPV cannot be paired like their sensitivities: McNemar's test is not for
them. Their ratio is, with the covariance that the shared cases bring (Moskowitz and Pepe 2006, Clinical Trials 3:272).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.definition import Values, divided
from metrics.interval_methods import LOG, MOSKOWITZ_PEPE, expanded_percentiles
from metrics.intervals.analytic import Estimate, normal_quantile
from metrics.intervals.bootstrap import expanded, few_patients, percentile
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.notes import Code, Note
from metrics.paired.paired_shares import drawn_sums

Calls = NDArray[np.bool_]


@dataclass(frozen=True)
class PredictiveRatio:
    """A predictive value of two models, first / second.

    first, second: (right, calls) of each. ratio: 0 upwards, 1 says that they are alike, with the interval to rely on;
    naive: the one that takes rows as independent. p: two-sided, nan where there is no standard error.
    """

    first: tuple[int, int]
    second: tuple[int, int]
    ratio: Estimate
    naive: Estimate
    p: float
    is_clustered: bool


def predictive_ratios(
    truth: ArrayLike, first: ArrayLike, second: ArrayLike, patients: ArrayLike | None = None, level: float = 0.95
) -> tuple[PredictiveRatio, PredictiveRatio]:
    """(of the PPV, of the NPV), first / second. truth, first, second: (n,) bool, truly of the class and called it.

    Independent rows: interval of the logarithm. Where patients (codes from 0 on) have several rows: percentiles of
    2,000 draws of whole patients, and p from the spread between patients. Undefined where one never calls, or the
    second is never right. Raises ValueError where lengths differ.

    >>> ppv, npv = predictive_ratios([1, 1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 1], [1, 0, 0, 0, 0, 1])
    >>> round(ppv.ratio.value, 4), round(npv.ratio.value, 4)
    (1.3333, 1.3333)
    """
    is_class, one, other = (np.asarray(each, np.bool_) for each in (truth, first, second))
    if not is_class.shape == one.shape == other.shape:
        raise ValueError("truth and the calls of both models are of the same cases")
    codes = None if patients is None else np.asarray(patients).astype(np.intp)
    if codes is not None and not (np.bincount(codes) > 1).any():
        codes = None
    return _ratio(is_class, one, other, codes, level), _ratio(~is_class, ~one, ~other, codes, level)


def _ratio(
    truth: Calls, first: Calls, second: Calls, patients: NDArray[np.intp] | None, level: float
) -> PredictiveRatio:
    counts = [(int((truth & calls).sum()), int(calls.sum())) for calls in (first, second)]
    value = float(divided(divided(*counts[0]), divided(*counts[1])))
    naive, p = _on_log_scale(value, counts, _influence(truth, first, second, counts), level)
    if patients is None:
        return PredictiveRatio(counts[0], counts[1], naive, naive, p, False)
    parts = [np.bincount(patients, column) for each in (first, second) for column in (truth & each, each)]
    apart: Values = np.column_stack(parts).astype(np.float64)
    ratio = _from_patients(value, apart, level) if naive.is_defined else naive
    if naive.low is not None and ratio.low is not None:
        of_patients: Values = np.bincount(patients, _influence(truth, first, second, counts)).astype(np.float64)
        p = _on_log_scale(value, counts, of_patients, level)[1]
    return PredictiveRatio(counts[0], counts[1], ratio, naive, p if ratio.low is not None else math.nan, True)


def _influence(truth: Calls, first: Calls, second: Calls, counts: list[tuple[int, int]]) -> Values:
    """(n,) what each case adds to the logarithm of the ratio; its squares add up to the variance."""
    added = np.zeros(len(truth))
    if any(right == 0 for right, _ in counts):
        return added
    for calls, (right, called), sign in ((first, counts[0], 1), (second, counts[1], -1)):
        added += sign * calls * (truth / right - 1 / called)
    return added


def _on_log_scale(value: float, counts: list[tuple[int, int]], added: Values, level: float) -> tuple[Estimate, float]:
    if math.isnan(value):
        all_call = counts[0][1] and counts[1][1]
        return Estimate(value, note=Note(Code.REFERENCE_NEVER_RIGHT if all_call else Code.ONE_NEVER_PREDICTS)), math.nan
    if not value:
        return Estimate(value, method=LOG, note=Note(Code.ZERO_RATIO)), math.nan
    error = math.sqrt(float(added @ added))
    if not error:
        return Estimate(value, method=LOG, note=Note(Code.SAME_CALLS)), 1.0
    reach, z = normal_quantile(level) * error, math.log(value) / error
    bounds = (value * math.exp(-reach), value * math.exp(reach))
    return Estimate(value, *bounds, MOSKOWITZ_PEPE), math.erfc(abs(z) / math.sqrt(2))


def _from_patients(value: float, apart: Values, level: float) -> Estimate:
    """Percentiles over draws of whole patients. apart: (patients, 4) right and calls of the first, of the second."""
    telling = int((apart[:, [1, 3]].sum(1) > 0).sum())
    if telling < FEWEST_UNITS:
        return Estimate(value, note=few_patients(telling))
    right, called, right_second, called_second = drawn_sums(apart).T
    drawn = divided(divided(right, called), divided(right_second, called_second))
    found = percentile(value, drawn, expanded(level, telling))
    return found if found.low is None else replace(found, method=expanded_percentiles(telling))
