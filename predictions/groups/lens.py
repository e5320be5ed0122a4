"""A group of cases as the whole of what is looked at: every number is that of a file that holds only its rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from predictions.counted_study import CountedStudy, asking
from predictions.groups.by import By, Groups, grouping_in
from predictions.problems import Problem
from predictions.rows import Predictions, patients_in_order
from predictions.study import RowStudy, Study
from words.text.groups import group_said, plain_group

Rows = NDArray[np.bool_]
Places = NDArray[np.intp]
OF_ROWS = ("truth", "predicted", "split", "fold", "sequence", "order", "weights", "copies")  # arrays of (n,)


@dataclass(frozen=True)
class Lens:
    """values: the group in each of the ways of `by`, which are crossed; at least one."""

    by: tuple[By, ...]
    values: tuple[str, ...]

    @property
    def said(self) -> str:
        """ "women", "women, 65–79 years": safe for Markdown."""
        return ", ".join(group_said(by.column, value) for by, value in zip(self.by, self.values, strict=True))

    @property
    def plain(self) -> str:
        """The same as plain text."""
        return ", ".join(plain_group(by.column, value) for by, value in zip(self.by, self.values, strict=True))

    def rows(self, details: pa.Table) -> NDArray[np.bool_]:
        """(n,) True for the rows of the group; none where a column is missing or tells nothing."""
        found = [_rows_of(details, *each) for each in zip(self.by, self.values, strict=True)]
        rows: Rows = np.logical_and.reduce(found)
        return rows


def _rows_of(details: pa.Table, by: By, value: str) -> Rows:
    try:
        return grouping_in(details, by, most=len(details)).of(value)
    except Problem:
        return np.zeros(len(details), bool)


def offered(found: Iterable[Groups]) -> tuple[Lens, ...]:
    """Every group of every way in which the rows of a model can be told apart."""
    return tuple(Lens((by,), (value,)) for by, values in found for value in values)


def within(study: Study, lens: Lens) -> Study:
    """The study of the rows of a group. Its classes, splits and models stay, also those without such a row.

    Raises TypeError where the kept columns are not known, Problem where these cannot be asked for any more.
    """
    if isinstance(study, CountedStudy):
        asked = [
            (by.column, partial(_rows_of, by=by, value=value)) for by, value in zip(lens.by, lens.values, strict=True)
        ]
        evaluations, steps, counter = study.counter.within(asked)
        evaluations = {
            place: replace(each, sums_to_1=study.evaluations[place].sums_to_1) for place, each in evaluations.items()
        }
        named = f"{study.name}: {lens.plain}"
        return replace(study, name=named, evaluations=asking(counter, evaluations), steps=steps, counter=counter)
    if not isinstance(study, RowStudy):
        raise TypeError("a lens takes the kept columns of the cases")
    parts, taken = Parts(lens), Taken()
    models = tuple(_within(model, *parts.of(model), taken) for model in study.models)
    return replace(study, name=f"{study.name}: {lens.plain}", models=models)


@dataclass(frozen=True, eq=False)
class Parts:
    """Which rows of each model are in a group; found once for models of the same rows."""

    lens: Lens
    _found: dict[tuple[int, int], tuple[Rows, Rows, Rows]] = field(default_factory=dict)

    def of(self, model: Predictions) -> tuple[Rows, Rows, Rows]:
        """(n,) True for its rows in the group, (m,) for those without a prediction, (u,) without a true class."""
        key = id(model.truth), id(model.unlabelled)
        if key not in self._found:
            self._found[key] = self._of(model)
        return self._found[key]

    def _of(self, model: Predictions) -> tuple[Rows, Rows, Rows]:
        """All as one column: where one shows which number is the month, it is so for the others."""
        columns, others = {by.column for by in self.lens.by}, (model.unanswered, model.unlabelled)
        sizes = [len(model), *(0 if each is None else len(each) for each in others)]
        if not columns <= {*model.details.column_names}:
            rows = np.zeros(sum(sizes), bool)
        else:
            every = [model.details, *(each.details for each in others if each is not None)]
            rows = self.lens.rows(pa.concat_tables([each.select([*columns]) for each in every]))
        found, silent, waiting = np.split(rows, np.cumsum(sizes)[:-1])
        return found, silent, waiting


@dataclass(frozen=True, eq=False)
class Taken:
    """Arrays of some rows; one that models share is shared again."""

    _found: dict[int, np.ndarray] = field(default_factory=dict)

    def of(self, values: np.ndarray | None, rows: Places) -> np.ndarray | None:
        """Those of the rows; None for None."""
        if values is None:
            return None
        if id(values) not in self._found:
            self._found[id(values)] = values[rows]
        return self._found[id(values)]

    def patients(self, codes: np.ndarray | None, rows: Places, ids: pa.ChunkedArray | None) -> np.ndarray | None:
        """Those of the rows as a file of these rows numbers them; None without ids. ids: of the rows."""
        if codes is None or id(codes) in self._found:
            return self.of(codes, rows)
        found = self._found[id(codes)] = patients_in_order(codes[rows], ids)
        return found


def _within(model: Predictions, rows: Rows, silent: Rows, waiting: Rows, taken: Taken) -> Predictions:
    scores, mask = model.scores, pa.array(rows)
    places = np.flatnonzero(rows)  # to take by these is 2.5 times as fast as by a mask
    ids = None if model.case_ids is None else model.case_ids.filter(mask)
    arrays: dict[str, Any] = {name: taken.of(getattr(model, name), places) for name in OF_ROWS}
    return replace(
        model,
        **arrays,
        scores=None if scores is None else tuple(taken.of(each, places) for each in scores),
        clusters=taken.patients(model.clusters, places, ids),
        case_ids=ids,
        details=model.details.filter(mask),
        unanswered=None if model.unanswered is None or not silent.any() else model.unanswered.of(silent),
        unlabelled=None if model.unlabelled is None or not waiting.any() else model.unlabelled.of(waiting),
    )
