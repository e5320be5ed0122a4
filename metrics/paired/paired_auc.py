"""Two scores of the same cases, one class, one-vs-rest: their areas, and where one is moved to meet the other."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.definition import Values
from metrics.interval_methods import OBUCHOWSKI, Style
from metrics.intervals.analytic import Estimate, of_cases, on_plain_scale
from metrics.intervals.areas.areas import Areas
from metrics.intervals.areas.replicates import RankResamples
from metrics.intervals.bootstrap import spread
from metrics.intervals.quantiles import two_sided_p
from metrics.intervals.resampling_units import FEWEST_UNITS, ResamplingUnits, drawn_by
from metrics.intervals.too_few import FEWEST_CASES, few_cases, few_patients
from metrics.kernels.codes import distinct, of_repeated
from metrics.kernels.threads import at_once
from metrics.measures.case_weights import weighted_table
from metrics.measures.placements import proportions_placed
from metrics.notes import Code, Note
from metrics.paired.covariance import covariance
from metrics.paired.hypothesis_tests import PairedAUC, paired_auc
from metrics.paired.paired_proportions import of_draws
from metrics.thresholding.operating_points import target_sensitivity, target_specificity
from metrics.thresholds import ThresholdTable

Held = Literal["sensitivity", "specificity"]
Flags = NDArray[np.bool_]
Pair = tuple[ArrayLike, ArrayLike]
ROUNDING = 1e-12


# ------------------------------------------------------------------ areas


def paired_auc_of_patients(
    is_positive: ArrayLike, first: ArrayLike, second: ArrayLike, patients: ArrayLike | None = None,
    level: float = 0.95, tables: tuple[ThresholdTable, ThresholdTable] | None = None, style: Style = "default",
) -> PairedAUC:  # fmt: skip
    """Two areas on the same n cases and first − second, where patients may have several rows (Obuchowski 1997).

    patients: (n,) codes from 0 on, or None. The placements of DeLong are added up within patients before their spread
    is taken; with one row per patient it is DeLong's test, with an interval from 10 cases of each group on. No interval
    below 15 patients of a group, nor where the standard error is 0. tables: of these scores, where they are known.
    Raises ValueError for scores that are not finite, or where lengths differ.
    """
    truth = np.asarray(is_positive, np.bool_)
    known = tables or (ThresholdTable.from_scores(first, truth), ThresholdTable.from_scores(second, truth))
    codes = of_repeated(patients)
    own = [
        _own(truth, np.asarray(scores), table, codes, level, style)
        for scores, table in zip((first, second), known, strict=True)
    ]
    if codes is None or truth.all() or not truth.any():
        naive = paired_auc(truth, first, second, level, known)
        found = without_interval(naive, int(min(truth.sum(), (~truth).sum())))
        return replace(found, first=own[0], second=own[1])
    groups = np.array([truth, ~truth])
    if (count := min(distinct(codes[group]) for group in groups)) < FEWEST_UNITS:
        return of_few_patients(own[0], own[1], count)
    both = [np.asarray(scores, np.float64) for scores in (first, second)]
    places = at_once(lambda i: proportions_placed(both[i], truth), 2)
    return by_error_of_patients(own[0], own[1], _error(places[0] - places[1], groups, codes), level)


def of_few_patients(first: Estimate, second: Estimate, count: int) -> PairedAUC:
    """Two areas, and their difference without an interval."""
    apart = Estimate(first.value - second.value, note=few_patients(count))
    return PairedAUC(first, second, apart, math.nan, math.nan)


def by_error_of_patients(first: Estimate, second: Estimate, error: float, level: float) -> PairedAUC:
    """Two areas and their difference by a standard error between patients; nan: a group has fewer than two."""
    apart = _with_error(first.value - second.value, error, level)
    if not error > 0:
        z, p = (0.0, 1.0) if apart.value == 0 else (math.nan, math.nan)
        return PairedAUC(first, second, apart, z, p)
    z = apart.value / error
    return PairedAUC(first, second, apart, z, two_sided_p(z))


def paired_auc_of_weights(
    is_positive: ArrayLike, scores: Pair, weights: NDArray[np.int64], patients: ArrayLike | None = None,
    level: float = 0.95, style: Style = "default",
) -> PairedAUC:  # fmt: skip
    """Two areas on the same n weighted cases and first − second, by drawing the same cases, or patients, for both.

    weights: (n,) how often each case counts. Where both place every case alike z is 0 and p is 1.
    """
    truth = np.asarray(is_positive, np.bool_)[weights > 0]
    codes = drawn_by(None if patients is None else np.asarray(patients)[weights > 0], len(truth))
    clustered, kept = int(codes.max(initial=-1)) + 1 < len(truth), weights[weights > 0]
    units = partial(ResamplingUnits, truth.astype(np.int8), truth.astype(np.int8), 2, distinct(codes))
    areas = []
    for each in scores:
        own = np.asarray(each, np.float64)[weights > 0]
        drawn = units((None, own), codes, kept)
        areas.append(Areas((None, weighted_table(own, truth, kept)), drawn, style))
    first, second = (each.auc(1, level) for each in areas)
    value = first.value - second.value
    if math.isnan(value):
        return PairedAUC(first, second, Estimate(value, note=first.note), math.nan, math.nan)
    apart, z = _of_same_draws(value, areas[0].of(1), areas[1].of(1), level, style, clustered)
    shown = [each if clustered else of_cases(each) for each in (first, second, apart)]
    return PairedAUC(shown[0], shown[1], shown[2], z, two_sided_p(z))


def _of_same_draws(
    value: float, first: RankResamples, second: RankResamples, level: float, style: Style, clustered: bool
) -> tuple[Estimate, float]:
    """The difference with its interval, and z; nan where there is no interval."""
    units, drawn = first.n_informative, first.aucs - second.aucs
    if units < (FEWEST_UNITS if clustered else FEWEST_CASES):
        few = few_patients(units) if clustered else few_cases(units, Code.FEW_CASES_OF_GROUP)
        return Estimate(value, note=few), math.nan
    found = of_draws(value, drawn, units, level, style=style)
    if found.low is None:
        is_alike = found.note == Note(Code.ALL_REPLICATES_EQUAL) and abs(value) < ROUNDING
        return (replace(found, note=Note(Code.SAME_ORDER)), 0.0) if is_alike else (found, math.nan)
    return found, value / spread(drawn, units)


def _own(
    truth: Flags, scores: Values, table: ThresholdTable, patients: NDArray[np.intp] | None, level: float, style: Style
) -> Estimate:
    """One area with the interval that it has on every page."""
    codes, count = truth.astype(np.int8), len(truth) if patients is None else distinct(patients)
    units = ResamplingUnits(codes, codes, 2, count, (None, scores), patients)
    return Areas((None, table), units, style).auc(1, level)


def without_interval(found: PairedAUC, fewer: int) -> PairedAUC:
    """DeLong's difference has too low a coverage where a group has few cases; what it has said already stays."""
    if found.difference.low is None or fewer >= FEWEST_CASES:
        return found
    bare = Estimate(found.difference.value, note=few_cases(fewer, Code.FEW_CASES_OF_GROUP))
    return replace(found, difference=bare, z=math.nan, p=math.nan)


def _error(placed: Values, groups: Flags, patients: NDArray[np.intp]) -> float:
    """Standard error of the mean placement."""
    return math.sqrt(max(0.0, float(covariance(placed[None], groups, patients)[0, 0])))


def _with_error(value: float, error: float, level: float) -> Estimate:
    if not error > 0:
        why = Code.ONE_PATIENT_OF_GROUP if math.isnan(error) else Code.CONSTANT_BETWEEN_PATIENTS
        return Estimate(value, method=OBUCHOWSKI, note=Note(why))
    return on_plain_scale(Estimate(value, method=OBUCHOWSKI), error, level, -1.0)


# ------------------------------------------------------------------ at the same sensitivity or specificity


def matching_threshold(
    held: Held, truth: ArrayLike, standing: ArrayLike, table: ThresholdTable, weights: ArrayLike | None = None
) -> float | None:
    """The threshold at which a model just reaches the sensitivity, or specificity, of another one as it stands.

    truth, standing: (n,) bool, of the class, and predicted so by the other model; table: of the scores of the model
    that is moved, weighted where cases are. inf where only predicting nobody reaches it. None without cases of the
    class, or without others.

    >>> table = ThresholdTable.from_scores([0.9, 0.6, 0.4, 0.1], [1, 1, 0, 0])
    >>> matching_threshold("sensitivity", [1, 1, 0, 0], [1, 0, 1, 0], table)
    0.9
    """
    is_class, predicted = np.asarray(truth, np.bool_), np.asarray(standing, np.bool_)
    own = np.ones(len(is_class)) if weights is None else np.asarray(weights, np.float64)
    group = is_class if held == "sensitivity" else ~is_class
    if not own[is_class].any() or not own[~is_class].any():
        return None
    target = float(own[group & (predicted == is_class)].sum() / own[group].sum())
    if held == "specificity":
        return target_specificity(table, target)
    return target_sensitivity(table, target) if target else math.inf
