"""The cases of an evaluation in groups: what was counted of one class in each, and in the same draws of patients."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.counts import Counts
from metrics.evaluation import Evaluation
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.kernels.codes import unlike_others
from metrics.kernels.once import Once, once
from metrics.measures.case_weights import that_weigh, whole_weights
from metrics.subgroups.patients_in_groups import PatientsInGroups
from metrics.weighted_cells import dealt_counts
from metrics.weighted_evaluation import WeightedEvaluation

Codes = NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Alike:
    """Rows of an engine: (r,) true and predicted class, and how many cases each row is.

    weights: (r,) what each of these cases weighs, see `whole_weights`; None where each counts once.
    """

    truth: Codes
    predicted: Codes
    cases: NDArray[np.int64]
    weights: NDArray[np.int64] | None = None

    @property
    def weighing(self) -> NDArray[np.bool_]:
        """(r,) the rows that weigh anything; all where none does."""
        return np.ones(len(self.cases), np.bool_) if self.weights is None else that_weigh(self.weights)


@dataclass(frozen=True, eq=False)
class Divided:
    """One class of an evaluation in groups.

    codes: (n,) the group of each row of its units, or of `alike`, 0..size-1, -1 for none. The rest of a group are all
    rows with another group. group, rest: the evaluations of a group and of its rest, with the scores of the class or
    without. alike: the rows where the evaluation has no units; else None. patients: those of the groups where the
    evaluation has patients without units, who can be compared; without them its cases are independent.
    """

    whole: Evaluation
    codes: Codes
    size: int
    label: int
    group: Callable[[int, bool], Evaluation]
    rest: Callable[[int, bool], Evaluation]
    alike: Alike | None = None
    patients: PatientsInGroups | None = None
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def units(self) -> ResamplingUnits:
        assert self.whole.units is not None
        return self.whole.units

    @once
    def counts(self) -> Counts:
        """(size,) of the cases that were seen, each once."""
        own, alike = self.codes >= 0, self.alike
        kind = kinds(alike or self.units, self.label, self.codes)[own] - 4
        cases = None if alike is None else alike.cases[own]
        return _cells(np.bincount(kind, cases, 4 * self.size).astype(np.int64).reshape(self.size, 4))

    @once
    def counts_of_rest(self) -> Counts:
        """(size,) of all other groups together."""
        return Counts(*(each.sum() - each for each in self.counts))

    @once
    def patients_overlap(self) -> bool:
        """Whether a patient has rows in more than one group."""
        units = self.whole.units
        if units is None or units.patients is None:
            return False
        own = self.codes >= 0
        return bool(unlike_others(units.unit[own], self.codes[own]).any())

    @property
    def population(self) -> ResamplingUnits:
        """The rows by their weights, see `WeightedEvaluation`; the rows themselves where each counts once.

        Of patients who are known by their counts: as many rows as these tell.
        """
        units = self.whole.in_population.units if self.patients is None else self._rows_of_patients[0]
        assert units is not None
        return units

    @property
    def is_drawn(self) -> bool:
        """Whether patients or weighted cases can be drawn; of patients of whom only sums are known nobody is."""
        return self.patients is None or self.patients.are_known_apart

    @once
    def codes_in_population(self) -> Codes:
        """The groups of the rows of `population`."""
        return self.in_population(self.codes) if self.patients is None else self._rows_of_patients[1]

    @property
    def _rows_of_patients(self) -> tuple[ResamplingUnits, Codes]:
        assert self.patients is not None
        found = self.patients.rows(self.label)
        assert found is not None
        return found

    def in_population(self, values: Codes) -> Codes:
        """(n,) values of the rows, of those that weigh anything; of `alike` of all."""
        if self.alike is not None or not isinstance(self.whole, WeightedEvaluation):
            return values
        return values[that_weigh(whole_weights(self.whole.case_weights))]

    @once
    def per_unit(self) -> Counts:
        """(units, size) counts in each patient, or in each group of patients that is drawn together, by weight."""
        alike, width = self.alike, 4 * (self.size + 1)
        if alike is None or alike.weights is None:
            units = self.population
            counted = units.counted_alone(kinds(units, self.label, self.codes_in_population), width)
        else:
            counted = dealt_counts(alike.cases, alike.weights, kinds(alike, self.label, self.codes), width)
        return _cells(counted.reshape(-1, self.size + 1, 4)[:, 1:])

    @once
    def drawn(self) -> Counts:
        """(R, size) counts in the replicates: the same patients are drawn for all groups."""
        return Counts(*(self.population.resample_sums(each) for each in self.per_unit))


def kinds(units: ResamplingUnits | Alike, label: int, codes: Codes) -> NDArray[np.int64]:
    """(n,) 4 (group + 1) + 2 where the class is predicted + 1 where it is the true class."""
    flagged, positive = units.predicted == label, units.truth == label
    return np.asarray((codes.astype(np.int64) + 1) * 4 + 2 * flagged + positive)


def _cells(kinds: NDArray[Any]) -> Counts:
    tn, fn, fp, tp = np.moveaxis(kinds, -1, 0)
    return Counts(tp, fp, fn, tn)
