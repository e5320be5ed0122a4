"""Intervals for studies in which a patient has several rows: patients are resampled with all their rows.

Rows of one patient resemble each other, so that they tell less than as many patients would.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.counts import Counts
from metrics.definition import Metric, Proportion, Ratio, Values, divided
from metrics.interval_methods import CLOPPER_PEARSON_OF_PATIENTS, PATIENT_BOOTSTRAP
from metrics.intervals.analytic import Estimate, clopper_pearson
from metrics.intervals.bootstrap import NONE_VANISHED, Parts, Resamples, Stack, Statistic, from_draws
from metrics.intervals.resampling_units import FEWEST_UNITS, ResamplingUnits
from metrics.intervals.too_few import few_patients
from metrics.notes import Code, Note

Ends = tuple[float, float]
WITHIN_1: Ends = (0.0, 1.0)


@dataclass(frozen=True, eq=False)
class Clustered(Resamples):
    """Intervals where patients have several rows: no number of the matrix has one of its own."""

    @property
    def fewest(self) -> int:
        return FEWEST_UNITS

    def _too_few(self, n_informative: int, by_class: bool) -> Note:
        return few_patients(
            n_informative, Code.FEW_PATIENTS_OF_CLASS if by_class else Code.FEW_PATIENTS_OUTSIDE_LARGEST
        )

    def matrix_interval(
        self, given: Estimate, statistic: Statistic, level: float, lowest: float,
        classes: NDArray[np.bool_] | None = None,
    ) -> Estimate:  # fmt: skip
        if not given.is_defined:
            return given
        found = self.bootstrap_interval(given.value, statistic, level, lowest, classes)
        return replace(found, successes=given.successes, trials=given.trials)


@dataclass(frozen=True, eq=False)
class PatientResamples(Clustered):
    """Intervals where patients have several rows: patients are resampled.

    counts_per_patient: what was counted in each of them, or in each group of patients that is drawn together.
    A number is given an interval from the patients who tell something about it: at least 15. Where each of them
    tells it once only, its rows are independent, and the interval for independent cases stands.
    """

    counts_per_patient: Stack = field(kw_only=True)

    @classmethod
    def of_units(cls, units: ResamplingUnits, normal: int | None = None) -> PatientResamples:
        """One resampling of the patients for every number. normal: the Normal class, where there is one."""
        return cls.of_stack(units, Stack(units.counts, None if normal is None else units.predicted_as(normal)))

    @classmethod
    def of_stack(cls, units: ResamplingUnits, counts_per_patient: Stack) -> PatientResamples:
        """One draw for what was counted in each patient in another way, such as at a threshold."""
        counts = counts_per_patient.counts
        if units.count < FEWEST_UNITS:
            return cls(
                None,
                NONE_VANISHED,
                few_patients(units.count),
                units.count,
                method=PATIENT_BOOTSTRAP,
                counts_per_patient=counts_per_patient,
            )
        tp, fp, fn, tn = np.moveaxis(units.resample_sums(np.stack([*counts], axis=1)), 1, 0)
        reassured = None if counts_per_patient.reassured is None else units.resample_sums(counts_per_patient.reassured)
        class_vanished = (tp + fn == 0) & ((counts.tp + counts.fn).sum(0) > 0)
        per_class, outside = _of_each(counts.tp + counts.fn)
        drawn = Stack(Counts.worked_out(tp, fp, fn, tn), reassured)
        return cls(
            drawn, class_vanished, None, units.count, per_class, outside, method=PATIENT_BOOTSTRAP,
            counts_per_patient=counts_per_patient,
        )  # fmt: skip

    def proportion_interval(self, given: Estimate, parts: Parts, level: float) -> Estimate:
        drawn = None if self.drawn is None else divided(*parts(self.drawn))
        return self._proportion(given, parts(self.counts_per_patient)[1], drawn, level)

    def class_metric_intervals(self, metric: Metric, given: list[Estimate], level: float) -> list[Estimate]:
        per_patient = counted_by(metric, self.counts_per_patient.counts)
        drawn = None if self.drawn is None else metric(self.drawn.counts)
        each = {Proportion: self._proportion, Ratio: self._ratio}.get(type(metric.rule), self._number)
        ends = metric.lowest, metric.highest
        return [
            each(value, per_patient[:, i], None if drawn is None else drawn[:, i], level, ends)
            for i, value in enumerate(given)
        ]

    def _proportion(
        self, given: Estimate, trials: NDArray[Any], drawn: Values | None, level: float, ends: Ends = WITHIN_1
    ) -> Estimate:
        """trials: (units,) of this proportion in each patient. drawn: (R,) replicates of it."""
        if not given.is_defined or trials.max() <= 1:
            return given
        if given.successes in (0, given.trials):
            return all_or_none(given, int(np.count_nonzero(trials)), level)
        return replace(self._number(given, trials, drawn, level, ends), successes=given.successes, trials=given.trials)

    def _ratio(
        self, given: Estimate, per_patient: NDArray[Any], drawn: Values | None, level: float, ends: Ends = WITHIN_1
    ) -> Estimate:
        """Of two proportions; a ratio of 0 has no logarithm."""
        if not given.value and self.style == "default" and np.count_nonzero(per_patient) >= FEWEST_UNITS:
            return Estimate(0.0, note=Note(Code.ZERO_RATIO))
        found = self._number(given, per_patient, drawn, level, ends)
        is_constant = found.note == Note(Code.ALL_REPLICATES_EQUAL)
        return replace(found, note=Note(Code.ALL_PREDICTED_ALIKE)) if is_constant else found

    def _number(
        self, given: Estimate, per_patient: NDArray[Any], drawn: Values | None, level: float, ends: Ends = WITHIN_1
    ) -> Estimate:
        """per_patient: (units,) what each adds to the number."""
        patients = int(np.count_nonzero(per_patient))
        if not given.is_defined:
            return given
        if drawn is None or patients < FEWEST_UNITS:
            return Estimate(given.value, note=few_patients(patients))
        return from_draws(given.value, drawn, patients, level, *ends, self.method, self.style)


def _of_each(support: NDArray[Any]) -> tuple[NDArray[np.int64], int]:
    """(K,) patients with a case of each class, and how many have one outside the largest. support: (units, K)."""
    outside = support.sum(1) - support[:, int(support.sum(0).argmax())]
    return np.count_nonzero(support, axis=0), int(np.count_nonzero(outside))


def counted_by(metric: Metric, counts: Counts) -> NDArray[Any]:
    """(r, K) what each of r patients, or cells, adds to the number: its trials, or the cases of the class."""
    if isinstance(metric.rule, Proportion):
        return np.asarray(metric.rule.parts(counts)[1])
    return np.asarray(counts.tp + counts.fn)


def all_or_none(given: Estimate, patients: int, level: float) -> Estimate:
    """No resample differs from "none" or "all": each patient counts as one trial, which is the most careful."""
    bound = clopper_pearson(patients if given.successes else 0, patients, level)
    return replace(given, low=bound.low, high=bound.high, method=CLOPPER_PEARSON_OF_PATIENTS)
