"""The list that a filter and an order make of the cases of a model, whether these are held or fetched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from metrics.kernels.once import Once
from predictions.cases.case_list import CaseList
from predictions.cases.fetched import FetchedCases
from predictions.cases.filters import CaseFilter, among, matching
from predictions.cases.kinds import CaseOrder
from predictions.study import Study

Cases = CaseList | FetchedCases
MOST_FETCHED = 10_000  # rows of one list: an engine finds those further back only by holding all before them
AT_ONCE = 50  # of them


class Listed(NamedTuple):
    """Some rows of a list, in its order. cases: that hold them; rows: (m,) their numbers in it."""

    cases: CaseList
    rows: np.ndarray


@dataclass(frozen=True, eq=False)
class Found:
    """The cases that match. among: how many could; incorrect: how many are; confident: how many of these are.

    errors_as: the classes that the incorrect ones are predicted as. as_normal: how many are classified as Normal, None
    without a Normal class. most: how many, from the first on, can be
    read; at_once: how many of them together. is_fetched: whether reading them asks an engine.
    """

    number: int
    among: int
    incorrect: int
    confident: int
    errors_as: frozenset[int]
    as_normal: int | None
    most: int
    at_once: int
    is_fetched: bool
    _listed: Callable[[int, int], Listed]
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def is_mixed(self) -> bool:
        """Whether correct predictions are among them as well as incorrect ones."""
        return 0 < self.incorrect < self.number

    def listed(self, start: int, stop: int) -> Listed:
        """The cases from place `start` to before `stop`, as far as there are some; each once fetched stays."""
        stop = min(stop, self.most)
        return self._once.get((start, stop), lambda: self._listed(start, stop))


def cases_of(
    study: Study,
    model: int = 0,
    split: str | None = None,
    harm: np.ndarray | None = None,
    names: tuple[str, ...] = (),
    order: tuple[int, ...] = (),
) -> Cases:
    """The cases of a model on a split; the arguments are those of `CaseList`."""
    counter = study.case_counter(model, split)
    if counter is None:
        return CaseList(study, model, split, harm, names, order)
    return FetchedCases(study, counter, model, split, harm, names, order)


def find(cases: Cases, wanted: CaseFilter, order: CaseOrder = CaseOrder.WORST) -> Found:
    """The cases that match a filter, in this order. Raises Problem where they cannot be asked for any more."""
    return _held(cases, wanted, order) if isinstance(cases, CaseList) else _fetched(cases, wanted, order)


def _held(cases: CaseList, wanted: CaseFilter, order: CaseOrder) -> Found:
    rows = cases.listed(matching(cases, wanted), order)
    incorrect, predicted = cases.incorrect[rows], cases.predictions.predicted[rows]
    return Found(
        number=len(rows),
        among=int(among(cases, wanted).sum()),
        incorrect=int(incorrect.sum()),
        confident=int((cases.confidence(rows[incorrect]) >= wanted.least).sum()),
        errors_as=frozenset(np.unique(predicted[incorrect]).tolist()),
        as_normal=None if wanted.normal is None else int((predicted == wanted.normal).sum()),
        most=len(rows),
        at_once=len(rows),
        is_fetched=False,
        _listed=lambda start, stop: Listed(cases, rows[start:stop]),
    )


def _fetched(cases: FetchedCases, wanted: CaseFilter, order: CaseOrder) -> Found:
    asked = cases.asked(wanted)
    every = np.ones_like(asked.cells)
    could_be = cases.counts(replace(asked, cells=every, least=None))
    counts = np.where(asked.cells, could_be, 0) if asked.least is None else cases.counts(asked)
    incorrect = int(counts.sum() - np.trace(counts))
    confident = 0
    if asked.least is not None:
        confident = incorrect
    elif cases.has_confidence and incorrect:
        confident = int(cases.counts(replace(asked, least=wanted.least)).sum())
    met, number = replace(asked, cells=counts > 0), int(counts.sum())

    def listed(start: int, stop: int) -> Listed:
        page = cases.page(met, order, start, min(stop, number) - start)
        return Listed(page, np.arange(len(page.predictions)))

    return Found(
        number=number,
        among=int(could_be[cases.could_be(wanted)].sum()),
        incorrect=incorrect,
        confident=confident,
        errors_as=frozenset(np.flatnonzero((counts - np.diag(np.diag(counts))).any(0)).tolist()),
        as_normal=None if wanted.normal is None else int(counts[:, wanted.normal].sum()),
        most=min(number, MOST_FETCHED),
        at_once=AT_ONCE,
        is_fetched=True,
        _listed=listed,
    )
