"""Groups of rows that an engine counts: the numbers of each, and the patients in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from metrics import ConfusionMatrix, Evaluation, PlacedSums, ThresholdTable
from metrics.calibration.patients_in_ranges import ranges_to_ask
from metrics.counted_weights import counted_weighted_evaluation
from metrics.definition import Values
from metrics.intervals.areas.linearised import SumsOverRows
from metrics.intervals.areas.over_folds import FEWEST_FOLDS, FoldTables
from metrics.intervals.patient_counts import Patients
from metrics.kernels.once import Once, once
from metrics.measures.case_weights import whole_weights
from metrics.subgroups.divided import Alike
from metrics.subgroups.patients_in_groups import PatientsInGroups
from metrics.utility.patient_variances import PatientsByRisk
from metrics.weighted_cells import WeightedCells
from predictions.counted_in_groups import CountedInGroups
from predictions.rows import Predictions, weights_of
from reviews.view import View

Cells = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CountedGroups:
    """rows: (n,) row numbers of the predictions. codes: (n,) the group of each, 0..size-1, -1 for none.

    ask: the patients of groups with these (size, K, K) rows; None where nothing tells them apart. ask_across: those of
    all groups, of one class, where some are in several.
    """

    predictions: Predictions
    split: str | None
    rows: NDArray[np.integer]
    codes: NDArray[np.integer]
    size: int
    ask: Callable[[Cells], PatientsInGroups | None]
    ask_across: Callable[[Cells, int], Patients | None]
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @once
    def alike(self) -> Alike:
        copies, weights = self.predictions.copies, self.weights
        assert copies is not None
        cases = copies[self.rows]
        whole = None if weights is None else whole_weights(weights, cases)
        return Alike(self.predictions.truth[self.rows], self.predictions.predicted[self.rows], cases, whole)

    @property
    def weights(self) -> NDArray[np.float64] | None:
        """(n,) of each case of a row; None where each counts once."""
        return weights_of(self.predictions, self.rows)

    @once
    def cells(self) -> Cells:
        """(size, K, K) rows of each group."""
        own, classes = self.codes >= 0, len(self.predictions.labels)
        found = np.zeros((self.size, classes, classes), np.int64)
        place = (each[own] for each in (self.codes, self.alike.truth, self.alike.predicted))
        np.add.at(found, tuple(place), self.alike.cases[own])
        return found

    @once
    def patients(self) -> PatientsInGroups | None:
        return self.ask(self.cells)

    def patients_of(self, label: int) -> PatientsInGroups | None:
        """The same with what tells of several groups together, of one class."""
        found = self.patients
        if found is None or found.are_apart:
            return found
        return replace(found, jointly=self.patients_across(label))

    def patients_across(self, label: int) -> Patients | None:
        """All of them by their rows of one class in each group."""
        return self._once.get(("across", label), lambda: self.ask_across(self.cells, label))

    def together(self, groups: Sequence[int]) -> Evaluation:
        """Of some groups, without scores; rows are independent where their patients are not told."""
        matrix = ConfusionMatrix(self.predictions.labels, self.cells[[*groups]].sum(0))
        found, weights = Evaluation(matrix, model=self.predictions.model, split=self.split), self.weights
        if weights is not None:
            own, of = np.isin(self.codes, groups), self.alike
            each = of.truth[own], of.predicted[own], weights[own], of.cases[own]
            return counted_weighted_evaluation(found, WeightedCells(len(found.labels), *each))
        known = None if self.patients is None else self.patients.together(groups)
        if known is None:
            return found
        return replace(found, clusters=known.count, patients=known if known.repeated else None)

    def others(self, group: int) -> list[int]:
        """All other groups."""
        return [at for at in range(self.size) if at != group]


@dataclass(frozen=True, eq=False)
class FoldsOfGroups:
    """What folds part the scored rows of groups into, of combinations of groups with a fold, which runs fastest.

    size: how many folds. is_shared: whether a patient has rows in several folds.
    """

    size: int
    asked: CountedInGroups
    is_shared: bool
    _once: Once = field(default_factory=Once, init=False, repr=False)

    def told(self, label: int, places: Sequence[int], is_clustered: bool) -> FoldTables | None:
        """Of the groups at these places together; None where fewer than two folds have rows. See `FoldTables`."""
        each = [[place * self.size + fold for place in places] for fold in range(self.size)]
        by_fold = self._once.get(label, lambda: self.asked.tables(label))
        tables = [ThresholdTable.pooled([by_fold[at] for at in of_fold]) for of_fold in each]
        total = sum(len(table.scores) > 0 for table in tables)
        if total < FEWEST_FOLDS:
            return None
        placed = self.asked.areas(label, each, tables) if is_clustered and not self.is_shared else []
        return FoldTables({label: tables}, total, self.is_shared, {label: placed} if placed else {})


@dataclass(frozen=True, eq=False)
class RangesOfGroups:
    """What an engine adds up over the patients of single groups in ranges of a score.

    places: (groups,) the combination of each. tables: of one class in each combination, as `asked` tells them.
    """

    places: NDArray[np.int64]
    tables: Callable[[int], Sequence[ThresholdTable]]
    asked: CountedInGroups
    _once: Once = field(default_factory=Once, init=False, repr=False)

    def sums(self, places: NDArray[np.int64], count: int) -> SumsOverRows:
        """Of these combinations, no patient of which is in two of them: so many. Asked of all groups at once."""

        def in_ranges(label: int, _: ThresholdTable) -> tuple[Values, Cells, Cells] | None:
            lowest, told = self._once.get(("ranges", label), lambda: self._asked(label))
            if told is None:
                return None
            products, known = (each[places].sum(0) for each in told)
            return lowest, products, known

        return SumsOverRows(count, lambda *_: None, in_ranges)

    def _asked(self, label: int) -> tuple[Values, tuple[Cells, Cells] | None]:
        lowest = ranges_to_ask(ThresholdTable.pooled([self.tables(label)[place] for place in self.places]))
        return lowest, self.asked.in_ranges(label, lowest)

    def at(self, place: int, label: int, threshold: float, placed: PlacedSums | None) -> PatientsByRisk | None:
        """Of one combination by whether scores reach a threshold; None where nobody tells. placed: its patients."""
        if placed is None:
            return None
        told = self._once.get(("at", label, threshold), lambda: self._asked_at(label, threshold))
        if told is None:
            return None
        products, known = (each[place] for each in told)
        return PatientsByRisk.in_two_ranges(products, known, self.tables(label)[place].at(threshold), placed)

    def _asked_at(self, label: int, threshold: float) -> tuple[Cells, Cells] | None:
        below = min(threshold, *(float(self.tables(label)[place].scores.min(initial=0)) for place in self.places)) - 1
        return self.asked.in_ranges(label, np.array([threshold, below]))


def compared_by(view: View, patients: PatientsInGroups | None) -> tuple[Evaluation, PatientsInGroups | None]:
    """The whole that groups are compared in, and their patients; independent rows where these are not compared."""
    if patients is None or not patients.are_compared:
        return view.by_rows.evaluation, None
    return view.evaluation, patients
