"""Two models on the same cases where only sums over patients are known: differences and ratios, linearised.

Near its value a number moves as a sum of what single cases add to it; the products of patients' counts tell how those
sums spread (Huber 1967, Williams 2000). Nothing is drawn.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values
from metrics.interval_methods import CLUSTER_ROBUST, on_odds_scale
from metrics.intervals.analytic import Estimate
from metrics.intervals.bootstrap import around
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.patient_products import PatientProducts
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.intervals.too_few import few_patients
from metrics.notes import Code, Note
from metrics.paired.paired_proportions import AHEAD, PairedProportion, proportion_of_cases
from metrics.paired.predictive_ratios import PredictiveRatio, log_influence, on_log_scale, ratio_of_cases

Flags = NDArray[np.bool_]


def linearised_proportion(
    known: PatientProducts, among: Flags, first: Flags, second: Flags, level: float
) -> PairedProportion:
    """As `paired_proportion` of the cases in some cells. among, first, second: (c,) of the cells of `known`.

    p: the normal limit of the permutation test. differing: at least so many patients have a case on which only one
    model is correct.
    """
    kinds = 2 * first + second
    counts = np.bincount(kinds[among], known.sums[among], 4).astype(np.int64)
    alone, compared = proportion_of_cases(counts, level), among.astype(np.float64)
    if not _is_clustered(known, compared):
        return alone
    ahead = AHEAD[kinds, 0] * compared
    value, squares = alone.difference.value, known.squares(ahead)
    moves = (ahead - value * compared) / counts.sum()
    found = _bounded(value, known.error(moves), known.told(compared), level)
    p = math.erfc(abs(float(ahead @ known.sums)) / math.sqrt(2 * squares)) if squares else 1.0
    return replace(alone, difference=found, p=p, differing=known.told(np.abs(ahead)), is_clustered=True)


def linearised_ratio(
    known: PatientProducts, truth: Flags, first: Flags, second: Flags, level: float
) -> PredictiveRatio:
    """As `predictive_ratio`, of the PPV. truth, first, second: (c,) of the cells of `known`."""
    alone = ratio_of_cases(truth, first, second, known.sums, level)
    if not alone.difference.is_defined or not _is_clustered(known, np.ones(len(truth))):
        return alone
    patients, values = known.told((first | second).astype(np.float64)), alone.values
    moves = [
        flagged * (truth - value) / predicted
        for flagged, value, (_, predicted) in zip((first, second), values, (alone.first, alone.second), strict=True)
    ]
    apart = _bounded(alone.difference.value, known.error(moves[0] - moves[1]), patients, level)
    ratio, p = alone.ratio, alone.p
    if ratio.low is not None:
        added = log_influence(truth, first, second, (alone.first, alone.second))
        p = on_log_scale(ratio.value, (alone.first, alone.second), known.squares(added), level)[1]
        ratio = _on_log_scale(ratio.value, known.error(added), patients, level)
    p = p if ratio.low is not None else math.nan
    return replace(alone, difference=apart, ratio=ratio, p=p, is_clustered=True)


def _is_clustered(known: PatientProducts, cases: Values) -> bool:
    """Whether some patient has two of these cases."""
    return known.squares(cases) > float(cases @ known.sums)


def _bounded(value: float, error: float, patients: int, level: float) -> Estimate:
    if why := _why_none(error, patients):
        return Estimate(value, note=why)
    found = around(value, error, patients, level, CLUSTER_ROBUST)
    assert found.low is not None
    assert found.high is not None
    return replace(found, low=max(-1.0, found.low), high=min(1.0, found.high))


def _on_log_scale(value: float, error: float, patients: int, level: float) -> Estimate:
    """error: of the logarithm."""
    if why := _why_none(error, patients):
        return Estimate(value, note=why)
    low, high = bounds_of(value, value * error, patients, level, 0.0, math.inf)
    return Estimate(value, low, high, on_odds_scale(f"{CLUSTER_ROBUST} SE", patients, math.inf))


def _why_none(error: float, patients: int) -> Note | None:
    if patients < FEWEST_UNITS:
        return few_patients(patients)
    return None if error > 0 else Note(Code.ALL_REPLICATES_EQUAL)
