"""Patients with several rows in groups of these, where an engine counts them: those of each group, and all together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values
from metrics.intervals.patient_counts import PatientCounts, Patients
from metrics.intervals.patient_products import PatientProducts
from metrics.intervals.resampling_units import MOST_UNITS, ResamplingUnits, drawn_as
from metrics.kernels.once import Once, once

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

    @once
    def rows(self) -> tuple[ResamplingUnits, Codes] | None:
        """Their rows as all are drawn together, and the group of each row; None where only sums over them are known.

        Those alike in group and classes are one row with a weight.
        """
        if isinstance(self.jointly, PatientCounts):
            return _jointly_drawn(self.jointly)
        counts = [one for one in self.each if isinstance(one, PatientCounts)]
        return _drawn_apart(counts) if self.are_apart and len(counts) == len(self.each) else None


def _jointly_drawn(jointly: PatientCounts) -> tuple[ResamplingUnits, Codes]:
    total = jointly.count
    counted = jointly.counted(drawn_as(total), min(total, MOST_UNITS))
    unit, at = np.nonzero(counted)
    group, place = np.divmod(np.sort(jointly.cells)[at], jointly.size**2)
    return _drawn(jointly.size, total, unit, place, counted[unit, at]), group


def _drawn_apart(each: Sequence[PatientCounts]) -> tuple[ResamplingUnits, Codes]:
    ends = np.cumsum([one.count for one in each])
    total = int(ends[-1])
    units = np.split(drawn_as(total), ends[:-1])
    held = [one.counted(unit, min(total, MOST_UNITS)) for one, unit in zip(each, units, strict=True)]
    counted = np.stack(held, axis=1)
    unit, group, at = np.nonzero(counted)
    return _drawn(each[0].size, total, unit, np.sort(each[0].cells)[at], counted[unit, group, at]), group


def _drawn(size: int, total: int, unit: Codes, place: Codes, rows: NDArray[np.int64]) -> ResamplingUnits:
    """unit: who of `total` patients, or which group of these, has so many rows in a place of the matrix."""
    truth, predicted = np.divmod(place, size)
    return ResamplingUnits(
        truth, predicted, size, total, patients=unit, case_weights=rows, are_groups=total > MOST_UNITS
    )
