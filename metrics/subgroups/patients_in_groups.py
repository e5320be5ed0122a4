"""Patients with several rows in groups of these, where an engine counts them: those of each group, and all together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.intervals.patient_counts import PatientCounts, Patients
from metrics.intervals.patient_products import PatientProducts
from metrics.intervals.resampling_units import MOST_UNITS, ResamplingUnits, drawn_as
from metrics.kernels.once import Once, once


@dataclass(frozen=True, eq=False)
class PatientsInGroups:
    """each: (g,) the patients of each group, all known alike and with the same cells.

    are_apart: whether no patient has rows in two of the groups; what is said of several groups together needs it.
    """

    each: tuple[Patients, ...]
    are_apart: bool
    _once: Once = field(default_factory=Once, init=False, repr=False)

    def together(self, groups: Sequence[int]) -> Patients | None:
        """Those of some groups; None for no group, and where patients are in several."""
        chosen = [self.each[at] for at in groups]
        if len(chosen) == 1:
            return chosen[0]
        if not chosen or not self.are_apart:
            return None
        counts = [one for one in chosen if isinstance(one, PatientCounts)]
        return PatientCounts.pooled(counts) if counts else PatientProducts.pooled(_sums(chosen))

    @property
    def sums(self) -> list[PatientProducts]:
        """(g,) where only sums over patients are known; else ()."""
        return _sums(self.each)

    @once
    def rows(self) -> tuple[ResamplingUnits, NDArray[np.integer[Any]]] | None:
        """Their rows as all are drawn together, and the group of each row; None where only sums over them are known.

        Those alike in group and classes are one row with a weight.
        """
        counts = [one for one in self.each if isinstance(one, PatientCounts)]
        if not self.are_apart or len(counts) < len(self.each):
            return None
        ends = np.cumsum([one.count for one in counts])
        total = int(ends[-1])
        units = np.split(drawn_as(total), ends[:-1])
        held = [one.counted(unit, min(total, MOST_UNITS)) for one, unit in zip(counts, units, strict=True)]
        counted = np.stack(held, axis=1)
        unit, group, place = np.nonzero(counted)
        truth, predicted = np.divmod(np.sort(counts[0].cells)[place], counts[0].size)
        drawn = ResamplingUnits(
            truth,
            predicted,
            counts[0].size,
            total,
            patients=unit,
            case_weights=counted[unit, group, place],
            are_groups=total > MOST_UNITS,
        )
        return drawn, group


def _sums(each: Sequence[Patients]) -> list[PatientProducts]:
    return [one for one in each if isinstance(one, PatientProducts)]
