"""Which combinations of columns hold the highest miss rate of a class, or the highest false positive rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from metrics import Estimate
from metrics.kernels.once import Once, once
from metrics.subgroups.error_rate import error_rate
from metrics.subgroups.search import Group, Search, search
from predictions.groups.by import By
from predictions.problems import Problem
from reviews.frames import amounts_of
from reviews.groups.members import members
from reviews.groups.page import offered
from reviews.view import View
from words.findings.groups.apart import Speaker
from words.findings.groups.named import Member
from words.findings.groups.where_it_fails import Where, too_many_cases

MOST_COLUMNS = 8
MOST_CASES = 2_000_000  # that are made single: 0.1 GB
Rows = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class RatedCases:
    """codes: (n, c) the group of each in each column, -1 for none. is_error: (n,). patients: (n,), None where each is
    one."""

    codes: NDArray[np.integer]
    is_error: Rows
    patients: NDArray[np.integer] | None


@dataclass(frozen=True, eq=False)
class WhereItFails:
    """One class in all combinations of up to three of some columns. key: "fnr" or "fpr"."""

    view: View
    label: int
    key: str
    by: tuple[By, ...]
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @once
    def cases(self) -> RatedCases:
        """Those that the rate is about: of the class for misses, else the others. Raises Problem for too many."""
        units = self.view.evaluation.units
        if units is None:
            return self._made_single()
        own = self._is_own(units.truth)
        found = [members(self.view, (each,)).case_codes[own] for each in self.by]
        codes = np.column_stack(found) if found else np.empty((int(own.sum()), 0), np.int64)
        patients = None if units.patients is None else units.patients[own]
        return RatedCases(codes, self._is_error(units.predicted[own]), patients)

    def _made_single(self) -> RatedCases:
        """Of independent rows that an engine counted, those alike in every column as so many single ones."""
        each = [members(self.view, (one,), self.by) for one in self.by]
        rows, of = each[0].rows, each[0].predictions
        assert of.copies is not None
        own = self._is_own(of.truth[rows])
        times, predicted = of.copies[rows][own], of.predicted[rows][own]
        if times.sum() > MOST_CASES:
            raise Problem(too_many_cases(MOST_CASES))
        codes = np.column_stack([one.codes[own] for one in each])
        return RatedCases(np.repeat(codes, times, 0), np.repeat(self._is_error(predicted), times), None)

    @once
    def search(self) -> Search:
        """Each case counts once, also where cases are weighted. Raises Problem as `cases`."""
        sizes = [len(members(self.view, (each,)).groups) for each in self.by]
        return search(self.cases.codes, sizes, self.cases.is_error, self.cases.patients)

    def member(self, group: Group) -> Member:
        """The group by its values."""
        return Member(tuple(members(self.view, (self.by[at],)).groups[value].parts[0] for at, value in group.values))

    def rate(self, group: Group) -> Estimate:
        """Its miss rate or false positive rate, with an interval as everywhere."""
        of = self.cases
        inside = np.logical_and.reduce([of.codes[:, at] == value for at, value in group.values])
        patients = None if of.patients is None else of.patients[inside]
        return error_rate(of.is_error[inside], patients, self.view.level, self.view.intervals)

    @property
    def where(self) -> Where:
        """What is said of it."""
        found, names = self.search, tuple(each.column for each in self.by)
        first = self.member(found.groups[0]) if found.groups else None
        half = self.member(found.held_out.found) if found.held_out else None
        speaker = Speaker(self.view.voice, self.label, names, amounts_of(self.view))
        return Where(found, self.key, first, half, speaker)

    def _is_own(self, truth: NDArray[np.integer]) -> Rows:
        return np.asarray((truth == self.label) == (self.key == "fnr"))

    def _is_error(self, predicted: NDArray[np.integer]) -> Rows:
        return np.asarray((predicted == self.label) != (self.key == "fnr"))


def can_search(view: View) -> bool:
    """Whether its cases are known one by one, or are independent and counted by an engine."""
    return view.evaluation.units is not None or (view.counts_alike and not view.evaluation.is_clustered)


def where_it_fails(view: View, label: int, key: str, by: Sequence[By]) -> WhereItFails:
    """Made once for a view. Ways that find fewer than two groups on this model and split are not looked at."""
    kept = tuple(each for each in by if _has_groups(view, each))[:MOST_COLUMNS]
    return view.cached_as_said(
        ("where it fails", label, key, kept, view.level), lambda: WhereItFails(view, label, key, kept)
    )


def at_first(view: View) -> tuple[By, ...]:
    """The columns that are combined before anybody chose: no periods."""
    return tuple(each for each in offered(view) if not each.period)[:MOST_COLUMNS]


def _has_groups(view: View, by: By) -> bool:
    try:
        return len(members(view, (by,)).groups) > 1
    except Problem:
        return False
