"""Intervals for studies in which a patient has several rows: whole patients are drawn, with all their rows.

Rows of one patient resemble each other, so that they tell less than as many patients would.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.catalog import Metric, Proportion, divided
from metrics.counts import Counts
from metrics.interval_methods import CLOPPER_PEARSON_OF_PATIENTS, PATIENT_BOOTSTRAP
from metrics.intervals.analytic import Estimate, clopper_pearson
from metrics.intervals.bootstrap import Parts, Resamples, Stack, Statistic, few_patients, from_draws
from metrics.intervals.resampling_units import FEWEST_UNITS, Units
from metrics.notes import Code, Note

__all__ = ["PatientResamples"]

NO_PATIENTS = Stack(Counts(*(np.zeros((0, 0)),) * 4))


@dataclass(frozen=True, eq=False)
class PatientResamples(Resamples):
    """Replicates of a matrix in which whole patients are drawn; `apart` is what was counted in each of them.

    A number is given an interval from the patients who tell something about it: at least 15. Where each of them
    tells it once only, its rows are independent, and the interval for independent cases stands.
    """

    apart: Stack = NO_PATIENTS

    @classmethod
    def of_units(cls, units: Units, normal: int | None = None) -> PatientResamples:
        """One draw of the patients for every number. normal: the all-clear class, where there is one."""
        return cls.of_stack(units, Stack(units.counts, None if normal is None else units.called(normal)))

    @classmethod
    def of_stack(cls, units: Units, apart: Stack) -> PatientResamples:
        """The same for what was counted in each unit in another way."""
        counts = apart.counts
        if units.count < FEWEST_UNITS:
            nothing = np.zeros((0, 0), bool)
            return cls(None, nothing, few_patients(units.count), units.count, method=PATIENT_BOOTSTRAP, apart=apart)
        tp, fp, fn, tn = (units.drawn(part) for part in counts)
        reassured = None if apart.reassured is None else units.drawn(apart.reassured)
        lost = (tp + fn == 0) & ((counts.tp + counts.fn).sum(0) > 0)
        of_class, outside = _of_each(counts.tp + counts.fn)
        drawn = Stack(Counts(tp, fp, fn, tn), reassured)
        return cls(drawn, lost, None, units.count, of_class, outside, method=PATIENT_BOOTSTRAP, apart=apart)

    @property
    def fewest(self) -> int:
        return FEWEST_UNITS

    def _too_few(self, telling: int, by_class: bool) -> Note:
        return few_patients(telling, Code.FEW_PATIENTS_OF_CLASS if by_class else Code.FEW_PATIENTS_OUTSIDE_LARGEST)

    def mean(
        self, given: Estimate, bounds: tuple[float, float] | None, statistic: Statistic,
        classes: NDArray[np.bool_], level: float = 0.95, lowest: float = 0.0,
    ) -> Estimate:  # fmt: skip
        return self.interval(given.value, statistic, level, lowest, classes)

    def whole(self, given: Estimate, statistic: Statistic, level: float = 0.95, lowest: float = 0.0) -> Estimate:
        found = self.interval(given.value, statistic, level, lowest) if given.is_defined else given
        return replace(found, successes=given.successes, trials=given.trials)

    def share(self, given: Estimate, parts: Parts, level: float = 0.95) -> Estimate:
        drawn = None if self.drawn is None else divided(*parts(self.drawn))
        return self._share(given, parts(self.apart)[1], drawn, level)

    def column(self, metric: Metric, given: list[Estimate], level: float = 0.95) -> list[Estimate]:
        telling = _telling(metric, self.apart.counts)
        drawn = None if self.drawn is None else metric(self.drawn.counts)
        each = self._share if isinstance(metric.rule, Proportion) else self._number
        return [
            each(value, telling[:, i], None if drawn is None else drawn[:, i], level, metric.highest)
            for i, value in enumerate(given)
        ]

    def _share(
        self, given: Estimate, trials: NDArray[Any], drawn: NDArray[Any] | None, level: float, highest: float = 1.0
    ) -> Estimate:
        """trials: (units,) of this share in each patient. drawn: (R,) replicates of it."""
        if not given.is_defined or trials.max() <= 1:
            return given
        if given.successes in (0, given.trials):
            return _all_or_none(given, int(np.count_nonzero(trials)), level)
        return replace(self._number(given, trials, drawn, level), successes=given.successes, trials=given.trials)

    def _number(
        self, given: Estimate, telling: NDArray[Any], drawn: NDArray[Any] | None, level: float, highest: float = 1.0
    ) -> Estimate:
        patients = int(np.count_nonzero(telling))
        if not given.is_defined:
            return given
        if drawn is None or patients < FEWEST_UNITS:
            return Estimate(given.value, note=few_patients(patients))
        return from_draws(given.value, drawn, patients, level, highest=highest, method=self.method)


def _of_each(support: NDArray[Any]) -> tuple[NDArray[np.int64], int]:
    """(K,) patients with a case of each class, and how many have one outside the largest. support: (units, K)."""
    outside = support.sum(1) - support[:, int(support.sum(0).argmax())]
    return np.count_nonzero(support, axis=0), int(np.count_nonzero(outside))


def _telling(metric: Metric, counts: Counts) -> NDArray[Any]:
    """(units, K) what each patient adds to the number: its trials, or the cases of the class."""
    if isinstance(metric.rule, Proportion):
        return np.asarray(metric.rule.parts(counts)[1])
    return np.asarray(counts.tp + counts.fn)


def _all_or_none(given: Estimate, patients: int, level: float) -> Estimate:
    """No resample differs from "none" or "all": each patient counts as one trial, which is the most careful."""
    bound = clopper_pearson(patients if given.successes else 0, patients, level)
    return replace(given, low=bound.low, high=bound.high, method=CLOPPER_PEARSON_OF_PATIENTS)
