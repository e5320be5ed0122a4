"""Patients with several rows in groups of these, where an engine counts them: those of each group, and all together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values
from metrics.intervals.patient_counts import PatientCounts, Patients, counted_in
from metrics.intervals.patient_order import sums_of
from metrics.intervals.patient_products import PatientProducts
from metrics.intervals.resampling_units import MOST_UNITS, ResamplingUnits, drawn_as
from metrics.kernels.once import Once

Codes = NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class PatientsInGroups:
    """each: (g,) the patients of each group. are_apart: whether none has rows in two of them.

    jointly: where some have, all patients, by their rows in the cells group * K * K + place; None where nothing tells.
    Perhaps of one class, the others as one. What is said of several groups together needs one of the two.
    """

    each: tuple[Patients, ...]
    are_apart: bool
    jointly: Patients | None = None
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def are_compared(self) -> bool:
        """Whether something is known of several groups together."""
        return self.are_apart or self.jointly is not None

    def together(self, groups: Sequence[int]) -> Patients | None:
        """Those of some groups; None for no group, and where nothing is known of several."""
        chosen = [self.each[at] for at in groups]
        if len(chosen) == 1:
            return chosen[0]
        if not chosen or not self.are_compared:
            return None
        if self.jointly is not None:
            return self.jointly.within(groups)
        counts = [one for one in chosen if isinstance(one, PatientCounts)]
        sums = [one for one in chosen if isinstance(one, PatientProducts)]
        return PatientCounts.pooled(counts) if counts else PatientProducts.pooled(sums)

    @property
    def size(self) -> int:
        """How many classes there are."""
        return self.each[0].size

    @property
    def classes(self) -> tuple[Codes, Codes]:
        """(K * K,) the true and the predicted class of each place of the matrix."""
        truth, predicted = np.divmod(np.arange(self.size**2), self.size)
        return truth, predicted

    @property
    def cells(self) -> NDArray[np.int64]:
        """(g, K * K) rows of each group in each place."""
        found = np.zeros((len(self.each), self.size**2), np.int64)
        for own, one in zip(found, self.each, strict=True):
            own[one.cells] = one.sums
        return found

    def cross_products(self, forms: Values) -> Values:
        """(q, q) sums over patients of what one form adds times what another does.

        forms: (q, g, K * K) what a row in each place of each group adds.
        """
        if self.jointly is not None:
            return self.jointly.cross_products(forms.reshape(len(forms), -1)[:, self.jointly.cells])
        found = [one.cross_products(forms[:, at][:, one.cells]) for at, one in enumerate(self.each)]
        return np.asarray(np.sum(found, axis=0))

    @property
    def are_known_apart(self) -> bool:
        """Whether those who are drawn for several groups are known, and not only sums over them."""
        if self.jointly is not None:
            return isinstance(self.jointly, PatientCounts)
        return self.are_apart and all(isinstance(one, PatientCounts) for one in self.each)

    def rows(self, label: int) -> tuple[ResamplingUnits, Codes] | None:
        """Their rows as all are drawn together, and the group of each row; None where only sums over them are known.

        Those alike in group and classes are one row with a weight. Patients are drawn in the order of what they have of
        one class, as those whose rows are held are, see `ResamplingUnits.counted_alone`.
        """
        return self._once.get(("rows", label), lambda: self._rows(label)) if self.are_known_apart else None

    def _rows(self, label: int) -> tuple[ResamplingUnits, Codes]:
        known = self.each if self.jointly is None else (self.jointly,)
        each = [one for one in known if isinstance(one, PatientCounts)]
        places = [one.cells + at * self.size**2 for at, one in enumerate(each)]
        unit, place, rows, total = _drawn(each, places, [_kinds(at, self.size, label) for at in places])
        group, cell = np.divmod(place, self.size**2)
        units = ResamplingUnits(
            *np.divmod(cell, self.size), self.size, total, patients=unit, case_weights=rows,
            are_groups=total > MOST_UNITS,
        )  # fmt: skip
        return units, group


def _drawn(
    each: Sequence[PatientCounts], places: Sequence[Codes], kinds: Sequence[Codes]
) -> tuple[Codes, Codes, NDArray[np.int64], int]:
    """(r,) who has rows in which place, and how many; of how many patients, in the order of what they have of kinds."""
    order = np.argsort(np.concatenate([*map(sums_of, (one.vectors for one in each), kinds)]), kind="stable")
    owner = np.repeat(order, np.concatenate([one.patients for one in each])[order])
    total, first, found = len(owner), 0, []
    drawn = drawn_as(total)
    for one in each:
        own = (owner >= first) & (owner < first + len(one.vectors))
        found.append(counted_in(one.vectors, owner[own] - first, drawn[own], min(total, MOST_UNITS)))
        first += len(one.vectors)
    counted = np.concatenate(found, axis=1)
    unit, at = np.nonzero(counted)
    return unit, np.concatenate(places)[at], counted[unit, at], total


def _kinds(places: Codes, size: int, label: int) -> Codes:
    """(c,) of places group * K * K + place: 4 (group + 1) + 2 where the class is predicted + 1 where it is true."""
    group, place = np.divmod(places, size**2)
    truth, predicted = np.divmod(place, size)
    return np.asarray(4 * (group + 1) + 2 * (predicted == label) + (truth == label))
