"""Who belongs to which group, of one model on one split."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from metrics import Evaluation, ThresholdTable
from metrics.counted_weights import CountedWeightedEvaluation, WeightedScores
from metrics.intervals.patient_counts import Patients
from metrics.kernels.once import Once, once
from metrics.subgroups.patients_in_groups import PatientsInGroups
from metrics.utility.patient_variances import PatientsByRisk
from predictions.counted import Way
from predictions.counted_in_groups import CountedInGroups
from predictions.groups.by import By, grouping
from predictions.groups.grouping import Grouping, crossed
from predictions.rows import Predictions, evaluation_of_rows, row_numbers
from reviews.groups.counted import Cells, CountedGroups, FoldsOfGroups, RangesOfGroups
from reviews.view import View
from words.findings.groups.named import Member

Codes = NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class Members:
    """The rows of a split in the groups that occur there.

    rows: (n,) row numbers of the model's predictions. codes: (n,) the group of each, -1 for none. groups: their names,
    in natural order.
    """

    predictions: Predictions
    positive: int | None
    split: str | None
    rows: Codes
    codes: Codes
    groups: tuple[Member, ...]
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @once
    def case_codes(self) -> Codes:
        """The group of each case, of which a row may be several; of each row where these are `counted`."""
        copies = self.predictions.copies
        return self.codes if copies is None else np.repeat(self.codes, copies[self.rows])

    @property
    def counted(self) -> CountedGroups | None:
        """The groups where an engine counted their rows."""
        return None

    def patients_at(self, group: int, label: int, threshold: float, seen: Evaluation) -> PatientsByRisk | None:
        """Those of a group by whether their scores of a class reach a threshold, where an engine told them.

        seen: the group, with the scores of the class.
        """
        return None

    @once
    def without_group(self) -> int:
        """Cases whose cell is blank or cannot be read."""
        without = self.case_codes < 0
        return int(np.count_nonzero(without) if self.counted is None else self.counted.alike.cases[without].sum())

    def group(self, group: int, label: int | None) -> Evaluation:
        """Of the rows of a group, with the scores of one class; None: with none."""
        return self.evaluation(self.rows_of(group), label)

    def rest(self, group: int, label: int | None) -> Evaluation:
        """The same of all other groups."""
        return self.evaluation(self.rows_of_rest(group), label)

    @once
    def _sorted(self) -> tuple[Codes, NDArray[np.intp]]:
        """Row numbers by group, and where each group starts; those of none first."""
        order = np.argsort(self.codes, kind="stable")
        return self.rows[order], np.searchsorted(self.codes[order], np.arange(len(self.groups) + 1))

    def rows_of(self, group: int) -> Codes:
        rows, starts = self._sorted
        return rows[starts[group] : starts[group + 1]]

    def rows_of_rest(self, group: int) -> Codes:
        """Of all other groups."""
        rows, starts = self._sorted
        return np.concatenate([rows[starts[0] : starts[group]], rows[starts[group + 1] :]])

    def evaluation(self, rows: Codes, label: int | None) -> Evaluation:
        """Of these rows, with the scores of one class; None: with none."""
        given = self.predictions.scores
        scores = None
        if label is not None and given is not None:
            scores = given if len(given) == 2 else tuple(each if at == label else None for at, each in enumerate(given))
        return evaluation_of_rows(replace(self.predictions, scores=scores), rows, self.positive, self.split)


@dataclass(frozen=True, eq=False)
class CountedMembers(Members):
    """The same where an engine counts the rows, in each combination of the groups of `each`.

    asked: of these combinations. folds: None where an AUC is no mean of folds.
    """

    each: tuple[Grouping, ...]
    asked: CountedInGroups
    folds: FoldsOfGroups | None

    @once
    def case_codes(self) -> Codes:
        return self.codes

    def group(self, group: int, label: int | None) -> Evaluation:
        return self._evaluated([group], label)

    def rest(self, group: int, label: int | None) -> Evaluation:
        return self._evaluated(self.counted.others(group), label)

    @once
    def counted(self) -> CountedGroups:
        of = self.predictions, self.split, self.rows, self.codes, len(self.groups)
        return CountedGroups(*of, self._patients_with, self._patients_across)

    def _evaluated(self, groups: Sequence[int], label: int | None) -> Evaluation:
        found = self.counted.together(groups)
        if label is None or not groups:
            return found
        places, every = self._places[[*groups]], range(len(found.labels))
        if isinstance(found, CountedWeightedEvaluation):
            by_weight = self._once.get(("by weight", label), lambda: self.asked.by_weight(label))
            scores = WeightedScores.pooled([by_weight[at] for at in places])
            return found.with_scores(tuple(scores if at == label else None for at in every))
        table = ThresholdTable.pooled([self._tables(label)[at] for at in places])
        found = replace(found, tables=tuple(table if at == label else None for at in every))
        if self.folds is not None:
            found = replace(found, folds=self.folds.told(label, places.tolist(), found.is_clustered))
        return self._with_areas(found, groups, label, table) if found.patients is not None else found

    def _with_areas(self, found: Evaluation, groups: Sequence[int], label: int, table: ThresholdTable) -> Evaluation:
        """With where the rows of its patients are placed, which is asked of all single groups at once."""
        assert found.patients is not None
        if len(groups) == 1:
            tables = [self._tables(label)[at] for at in self._places]
            of = label if self.positive is None or len(found.labels) > 2 else None  # of one score both have the same
            alone = self._places[:, None].tolist()
            each = self._once.get(("areas", of), lambda: self.asked.areas(label, alone, tables))
            placed = each[groups[0] : groups[0] + 1]
        else:
            placed = self.asked.areas(label, [self._places[[*groups]].tolist()], [table])
        patients = replace(found.patients, areas=dict.fromkeys([label], *placed) if placed else {})
        in_groups = self.counted.patients
        is_told = len(groups) == 1 or (in_groups is not None and in_groups.are_apart)
        sums = self._ranges.sums(self._places[[*groups]], patients.count) if is_told else None
        return replace(found, patients=patients, sums=sums)

    def patients_at(self, group: int, label: int, threshold: float, seen: Evaluation) -> PatientsByRisk | None:
        placed = None if seen.patients is None else seen.patients.areas.get(label)
        return self._ranges.at(int(self._places[group]), label, threshold, placed)

    @once
    def _ranges(self) -> RangesOfGroups:
        return RangesOfGroups(self._places, self._tables, self.asked)

    def _tables(self, label: int) -> Sequence[ThresholdTable]:
        return self._once.get(("tables", label), lambda: self.asked.tables(label))

    def _patients_with(self, cells: Cells) -> PatientsInGroups | None:
        found = self.asked.patients(self._in_combinations(cells))
        return found and replace(found, each=tuple(found.each[place] for place in self._places))

    def _patients_across(self, cells: Cells, label: int) -> Patients | None:
        found = self.asked.patients_across(self._in_combinations(cells), label)
        if found is None:
            return None
        group, place = np.divmod(found.cells, found.size**2)
        return replace(found, cells=np.searchsorted(self._places, group) * found.size**2 + place)

    def _in_combinations(self, cells: Cells) -> Cells:
        every = np.zeros((math.prod(self._sizes), *cells.shape[1:]), np.int64)
        every[self._places] = cells
        return every

    @property
    def _sizes(self) -> list[int]:
        return [len(one.values) for one in self.each]

    @once
    def _places(self) -> NDArray[np.int64]:
        """(groups,) the combination of each."""
        here, at = np.unique(self.codes, return_index=True)
        first = self.rows[at[here >= 0]]
        return np.asarray(np.ravel_multi_index([one.codes[first] for one in self.each], self._sizes))


def members(view: View, by: Sequence[By], beside: Sequence[By] = ()) -> Members:
    """Of the model and split of a view. Raises Problem for a column that holds no groups.

    beside: further ways that the same rows are told apart by, so that these can be crossed.
    """
    ways = (*by, *beside) if view.counts_alike else by
    columns = tuple(sorted({each.column for each in ways}))
    return view.cached(("members", tuple(by), columns), lambda: _found(view, by, columns))


def _found(view: View, by: Sequence[By], columns: Sequence[str]) -> Members:
    predictions = view.study.rows_by(view.model, columns)
    each = [grouping(predictions, one) for one in by]
    found = reduce(crossed, each)
    rows = row_numbers(predictions, view.split)
    codes = found.codes[rows]
    first = np.full(len(found.values) + 1, -1)  # a code of -1 finds the last place
    first[codes[::-1]] = rows[::-1]  # what is written last is the first row
    first[-1] = -1
    is_here = first >= 0
    place = np.where(is_here, np.cumsum(is_here) - 1, -1).astype(np.int16)
    names = tuple(
        Member(tuple((one.name, one.values[one.codes[row]]) for one in each)) for row in first[is_here].tolist()
    )
    common = predictions, view.study.positive, view.split, rows, place[codes], names
    if not view.counts_alike:
        return Members(*common)
    ways = [Way(one.column, predictions.details[one.column], way.codes) for one, way in zip(by, each, strict=True)]
    asked = view.study.in_groups((view.model, view.split), ways)
    return CountedMembers(*common, tuple(each), asked, _folds(view, ways))


def _folds(view: View, ways: list[Way]) -> FoldsOfGroups | None:
    """The folds within groups that are told apart in these ways."""
    known = view.evaluation.folds
    way = None if known is None else view.study.fold_way(view.model)  # which asks the engine
    if known is None or way is None:
        return None
    asked = view.study.in_groups((view.model, view.split), [*ways, way])
    return FoldsOfGroups(int(way.codes.max()) + 1, asked, known.is_shared)
