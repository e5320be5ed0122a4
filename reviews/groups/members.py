"""Who belongs to which group, of one model on one split."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from metrics.kernels.once import Once, once
from metrics.subgroups.divided import Alike
from predictions.counted import Way
from predictions.groups.by import By, grouping
from predictions.groups.grouping import Grouping, crossed
from predictions.problems import Problem
from predictions.rows import Predictions, evaluation_of_rows, row_numbers
from reviews.view import View
from words.findings.finding import sentences
from words.findings.groups import apart as said
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
        """The group of each case, of which a row may be several; of each row where `alike` has its cases."""
        copies = self.predictions.copies
        return self.codes if copies is None else np.repeat(self.codes, copies[self.rows])

    @property
    def alike(self) -> Alike | None:
        """The rows where an engine counted them."""
        return None

    @once
    def without_group(self) -> int:
        """Cases whose cell is blank or cannot be read."""
        without = self.case_codes < 0
        return int(np.count_nonzero(without) if self.alike is None else self.alike.cases[without].sum())

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
    """The same where an engine counts the rows. tables: of one class in each combination of the groups of `each`."""

    each: tuple[Grouping, ...] = ()
    tables: Callable[[int], Sequence[ThresholdTable]] = lambda _: ()

    @once
    def case_codes(self) -> Codes:
        return self.codes

    @once
    def alike(self) -> Alike:
        own, rows = self.predictions, self.rows
        assert own.copies is not None
        return Alike(own.truth[rows], own.predicted[rows], own.copies[rows])

    def group(self, group: int, label: int | None) -> Evaluation:
        return self._evaluated(np.equal(self.codes, group), [group], label)

    def rest(self, group: int, label: int | None) -> Evaluation:
        others = [at for at in range(len(self.groups)) if at != group]
        return self._evaluated((self.codes >= 0) & (self.codes != group), others, label)

    def _evaluated(self, rows: NDArray[np.bool_], groups: Sequence[int], label: int | None) -> Evaluation:
        labels, alike = self.predictions.labels, self.alike
        cells = np.zeros((len(labels), len(labels)), np.int64)
        np.add.at(cells, (alike.truth[rows], alike.predicted[rows]), alike.cases[rows])
        tables: list[ThresholdTable | None] = [None] * len(labels)
        if label is not None and groups:
            every = self._once.get(("tables", label), lambda: self.tables(label))
            tables[label] = ThresholdTable.pooled([every[self._places[group]] for group in groups])
        matrix, model = ConfusionMatrix(labels, cells), self.predictions.model
        return Evaluation(matrix, () if label is None else tuple(tables), model=model, split=self.split)

    @once
    def _places(self) -> NDArray[np.int64]:
        """(groups,) of each in `tables`."""
        here, at = np.unique(self.codes, return_index=True)
        first = self.rows[at[here >= 0]]
        sizes = [len(one.values) for one in self.each]
        return np.asarray(np.ravel_multi_index([one.codes[first] for one in self.each], sizes))


def members(view: View, by: Sequence[By], beside: Sequence[By] = ()) -> Members:
    """Of the model and split of a view. Raises Problem for a column that holds no groups.

    beside: further ways that the same rows are told apart by, so that these can be crossed.
    """
    ways = (*by, *beside) if view.counts_alike else by
    columns = tuple(sorted({each.column for each in ways}))
    return view.cached(("members", tuple(by), columns), lambda: _found(view, by, columns))


def are_refused(view: View) -> bool:
    """Whether an engine counts rows that are weighted."""
    return view.counts_alike and view.evaluation.is_weighted


def rows_by(view: View, columns: Sequence[str]) -> Predictions:
    """Of the model, told apart by these columns. Raises Problem for a column of too many values, and `are_refused`."""
    if are_refused(view):
        raise Problem(sentences(said.OF_WEIGHTS, said.OF_WEIGHTS_TAKES))
    return view.study.rows_by(view.model, columns)


def _found(view: View, by: Sequence[By], columns: Sequence[str]) -> Members:
    predictions = rows_by(view, columns)
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
    asked = [Way(one.column, predictions.details[one.column], way.codes) for one, way in zip(by, each, strict=True)]
    of = view.model, view.split
    return CountedMembers(*common, each=tuple(each), tables=lambda label: view.study.tables_by(of, label, asked))
