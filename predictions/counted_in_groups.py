"""The rows of a model on a split in each combination of the groups of several ways, where an engine counts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics import PlacedSums, ThresholdTable
from metrics.counted_weights import WeightedScores
from metrics.intervals.patient_counts import Patients
from metrics.subgroups.patients_in_groups import PatientsInGroups
from predictions.counted import Counter, Cut, Groups, Slice, Sums, Way


@dataclass(frozen=True, eq=False)
class CountedInGroups:
    """The questions of `Counter` by ways, without what they have in common.

    has_patients: whether patients have several rows, and are told.
    """

    counter: Counter
    place: Slice
    ways: Sequence[Way]
    cut: Cut | None
    has_patients: bool

    def tables(self, label: int) -> list[ThresholdTable]:
        return self.counter.tables(self.place, label, self.ways)

    def by_weight(self, label: int) -> list[WeightedScores]:
        return self.counter.by_weight(self.place, label, self.ways)

    def areas(self, label: int, groups: Groups, tables: Sequence[ThresholdTable]) -> list[PlacedSums]:
        return self.counter.areas(self.place, label, self.ways, groups, tables)

    def patients(self, cells: np.ndarray) -> PatientsInGroups | None:
        return self.counter.patients(self.place, self.ways, cells, self.cut) if self.has_patients else None

    def patients_across(self, cells: np.ndarray, label: int) -> Patients | None:
        known = self.has_patients
        return self.counter.patients_across(self.place, self.ways, cells, label, self.cut) if known else None

    def in_ranges(self, label: int, lowest: np.ndarray) -> Sums | None:
        return self.counter.in_ranges(self.place, label, lowest.tolist(), self.ways) if self.has_patients else None
