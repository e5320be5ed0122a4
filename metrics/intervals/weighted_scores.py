"""Hand–Till AUC and Brier score of weighted rows, with bootstrap intervals of the cases, or patients."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values, divided
from metrics.interval_methods import BOOTSTRAP, PATIENT_BOOTSTRAP, Style
from metrics.intervals.analytic import Estimate, of_cases
from metrics.intervals.areas.areas import Areas
from metrics.intervals.bootstrap import from_draws
from metrics.intervals.resampling_units import FEWEST_UNITS, ResamplingUnits, weights
from metrics.intervals.too_few import FEWEST_CASES, few_cases, few_patients
from metrics.kernels.codes import distinct, of_repeated
from metrics.kernels.steps import Steps
from metrics.measures.calibration import squared_distances
from metrics.measures.case_weights import weighted_table, whole_weights
from metrics.notes import Code, Note
from metrics.ranking import hand_till

MOST_RANGES, FEWEST_RANGES, RANGES_OF_ALL = 64, 8, 160  # of a score; fewer of each where classes are many


def weighted_units(
    truth: NDArray[np.integer], size: int, case_weights: Values, patients: NDArray[np.integer] | None = None
) -> ResamplingUnits:
    """What is drawn: the patients of the rows where these repeat, else the rows. case_weights: (n,) above 0."""
    codes = of_repeated(patients)
    count = len(truth) if codes is None else distinct(codes)
    return ResamplingUnits(truth, truth, size, count, patients=codes, case_weights=whole_weights(case_weights))


def weighted_brier(units: ResamplingUnits, scores: Values, level: float = 0.95, style: Style = "default") -> Estimate:
    """Of weighted rows, as `multiclass_brier`; of two classes half of it. scores: (n, K) probabilities of the rows."""
    counts, highest = units.weights, 1.0 if scores.shape[1] == 2 else 2.0
    lost = squared_distances(units.truth, scores) * (highest / 2)
    value = float(divided(lost @ counts, counts.sum()))
    if math.isnan(value):
        return Estimate(value, note=Note(Code.NO_CASES))
    per_unit = np.column_stack([np.bincount(units.group, each, units.groups) for each in (counts * lost, counts)])
    drawn = divided(*units.resample_sums(per_unit).T)
    return _from_draws(value, drawn, units, distinct(units.unit), level, style, highest)


def weighted_hand_till(
    units: ResamplingUnits, scores: Values, level: float = 0.95, style: Style = "default"
) -> Estimate:
    """Of weighted rows, as `hand_till`. The pairs stay those of the classes that have cases.

    Where one of two classes has the negative of the other's score it is the AUC, with the interval of that.
    """
    value = hand_till(units.truth, scores, units.weights)
    present = np.unique(units.truth)
    if math.isnan(value):
        return Estimate(value, note=Note(Code.FEW_CLASSES))
    if scores.shape[1] == 2 and np.array_equal(scores[:, 0], -scores[:, 1]):
        return replace(_area(units, scores[:, 1], level, style), value=value)
    both = [_areas_of(units, scores[:, label], label, present) for label in present.tolist()]
    pairs = len(present) * (len(present) - 1)
    coarse, drawn = (np.sum([each[part] for each in both], axis=0) / pairs for part in (0, 1))
    fewest = min(distinct(units.unit[units.truth == label]) for label in present.tolist())
    return _from_draws(value, np.clip(drawn + (value - coarse), 0.0, 1.0), units, fewest, level, style)


def _area(units: ResamplingUnits, scores: Values, level: float, style: Style) -> Estimate:
    """The AUC of the second of two classes, as an evaluation of weighted rows has it."""
    table = weighted_table(scores, units.truth == 1, units.weights)
    drawn = replace(units, scores=(None, scores), patients=units.unit)
    found = Areas((None, table), drawn, style).pooled_auc(1, level)
    return of_cases(found) if units.patients is None else found


def _areas_of(
    units: ResamplingUnits, scores: Values, label: int, present: NDArray[np.integer]
) -> tuple[Values, Values]:
    """The sum over the other classes of the AUC of a class against each, by its score in ranges: now and per draw."""
    lowest = _lowest(scores, units.truth == label, max(FEWEST_RANGES, min(MOST_RANGES, RANGES_OF_ALL // units.size)))
    size = len(lowest)
    place = Steps.between(lowest, scores).reached(scores) - 1
    counted = units.counted(units.truth.astype(np.intp) * size + place, units.size * size)
    parts = (counted / counted.sum()).astype(np.float32)  # exact enough for how far replicates spread
    now, drawn = (
        _sum_of_areas(each.reshape(-1, units.size, size), label, present)
        for each in (parts.sum(0, keepdims=True), weights(units.groups) @ parts)
    )
    return now, drawn


def _lowest(scores: Values, is_class: NDArray[np.bool_], ranges: int) -> Values:
    """Rising, the lowest score of each range; every score where they are few."""
    found = np.unique(scores)
    if len(found) <= 2 * ranges:
        return found
    steps = np.arange(ranges) / ranges
    parts = [np.quantile(scores[which], steps) for which in (is_class, ~is_class)]
    return np.unique(np.concatenate([found[:1], *parts]))


def _sum_of_areas(cells: NDArray[np.floating], label: int, present: NDArray[np.integer]) -> Values:
    """cells: (R, K, g) cases by true class and range of the score, the lowest first; nan where a class has none."""
    own, others = cells[:, label].astype(np.float64), cells[:, present[present != label]].astype(np.float64)
    above = own[:, ::-1].cumsum(1)[:, ::-1] - own / 2
    won = np.matmul(others, above[:, :, None])[:, :, 0]
    return np.asarray(divided(won, others.sum(2) * own.sum(1)[:, None]).sum(1))


def _from_draws(
    value: float, drawn: Values, units: ResamplingUnits, informative: int, level: float, style: Style,
    highest: float = 1.0,
) -> Estimate:  # fmt: skip
    clustered = units.patients is not None
    if informative < (FEWEST_UNITS if clustered else FEWEST_CASES):
        why = few_patients(informative) if clustered else few_cases(informative, Code.FEW_CASES_OF_CLASS)
        return Estimate(value, note=why)
    method = PATIENT_BOOTSTRAP if clustered else BOOTSTRAP
    return from_draws(value, drawn, informative, level, highest=highest, method=method, style=style)
