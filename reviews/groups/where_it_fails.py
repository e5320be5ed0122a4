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
from words.findings.groups.where_it_fails import Where

MOST_COLUMNS = 8
Rows = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class WhereItFails:
    """One class in all combinations of up to three of some columns. key: "fnr" or "fpr"."""

    view: View
    label: int
    key: str
    by: tuple[By, ...]
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @once
    def codes(self) -> NDArray[np.integer]:
        """(n, c) the group of each case in each column, -1 for none."""
        found = [members(self.view, (each,)).case_codes for each in self.by]
        return np.column_stack(found) if found else np.empty((len(self._truth), 0), np.int64)

    @once
    def search(self) -> Search:
        """Each case counts once, also where cases are weighted."""
        units = self.view.evaluation.units
        assert units is not None
        own = self._is_own
        sizes = [len(members(self.view, (each,)).groups) for each in self.by]
        patients = None if units.patients is None else units.patients[own]
        return search(self.codes[own], sizes, self._is_error[own], patients)

    def member(self, group: Group) -> Member:
        """The group by its values."""
        return Member(tuple(members(self.view, (self.by[at],)).groups[value].parts[0] for at, value in group.values))

    def rate(self, group: Group) -> Estimate:
        """Its miss rate or false positive rate, with an interval as everywhere."""
        units = self.view.evaluation.units
        assert units is not None
        inside = self._is_own & np.logical_and.reduce([self.codes[:, at] == value for at, value in group.values])
        patients = None if units.patients is None else units.patients[inside]
        return error_rate(self._is_error[inside], patients, self.view.level, self.view.intervals)

    @property
    def where(self) -> Where:
        """What is said of it."""
        found, names = self.search, tuple(each.column for each in self.by)
        first = self.member(found.groups[0]) if found.groups else None
        half = self.member(found.held_out.found) if found.held_out else None
        speaker = Speaker(self.view.voice, self.label, names, amounts_of(self.view))
        return Where(found, self.key, first, half, speaker)

    @property
    def _truth(self) -> NDArray[np.integer]:
        units = self.view.evaluation.units
        assert units is not None
        return units.truth

    @property
    def _is_own(self) -> Rows:
        """(n,) whether the rate is about a case: those of the class for misses, else the others."""
        return np.asarray((self._truth == self.label) == (self.key == "fnr"))

    @property
    def _is_error(self) -> Rows:
        units = self.view.evaluation.units
        assert units is not None
        return np.asarray((units.predicted == self.label) != (self.key == "fnr"))


def can_search(view: View) -> bool:
    """Whether its cases are known one by one."""
    return view.evaluation.units is not None


def where_it_fails(view: View, label: int, key: str, by: Sequence[By]) -> WhereItFails:
    """Made once for a view. Ways that find fewer than two groups on this model and split are not looked at."""
    kept = tuple(each for each in by if _has_groups(view, each))[:MOST_COLUMNS]
    return view.cached(("where it fails", label, key, kept, view.level), lambda: WhereItFails(view, label, key, kept))


def at_first(view: View) -> tuple[By, ...]:
    """The columns that are combined before anybody chose: no periods."""
    return tuple(each for each in offered(view) if not each.period)[:MOST_COLUMNS]


def _has_groups(view: View, by: By) -> bool:
    try:
        return len(members(view, (by,)).groups) > 1
    except Problem:
        return False
