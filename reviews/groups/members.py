"""Who belongs to which group, of one model on one split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from metrics import Evaluation
from metrics.kernels.once import Once, once
from predictions.groups.by import By, grouping
from predictions.groups.grouping import crossed
from predictions.rows import Predictions, evaluation_of_rows, row_numbers
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
        """The group of each case: a row may be several."""
        copies = self.predictions.copies
        return self.codes if copies is None else np.repeat(self.codes, copies[self.rows])

    @once
    def without_group(self) -> int:
        """Cases whose cell is blank or cannot be read."""
        return int(np.count_nonzero(self.case_codes < 0))

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


def members(view: View, by: Sequence[By]) -> Members:
    """Of the model and split of a view. Raises Problem for a column that holds no groups."""
    return view.cached(("members", tuple(by)), lambda: _found(view, by))


def _found(view: View, by: Sequence[By]) -> Members:
    predictions = view.study.cases_of(view.model)
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
    return Members(predictions, view.study.positive, view.split, rows, place[codes], names)
