"""Patients whose rows are not held: how many of them have exactly these counts, and what is drawn from that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values
from metrics.intervals.bootstrap import Resamples, Stack
from metrics.intervals.patient_bootstrap import PatientResamples
from metrics.intervals.patient_order import in_order
from metrics.intervals.patient_products import PatientProducts, cells_within
from metrics.intervals.resampling_units import MOST_UNITS, ResamplingUnits, drawn_as
from metrics.kernels.once import Once, once
from metrics.measures.placements import PlacedSums

Whole = NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class PatientCounts:
    """A histogram of patients by their counts, which tells none of them apart.

    size: K classes. cells: (c,) places of a K x K matrix, true class * K + predicted class. vectors: (v, c) rows of a
    patient in each of them. patients: (v,) how many have these rows, at least 1. areas: where the rows of patients are
    placed by the scores of each class that has some; without the classes of which that is not known.
    The draws do not depend on the order of cells and vectors.
    """

    size: int
    cells: Whole
    vectors: Whole
    patients: Whole
    areas: Mapping[int, PlacedSums] = field(default_factory=dict)
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def count(self) -> int:
        """How many patients."""
        return int(self.patients.sum())

    @property
    def repeated(self) -> int:
        """How many of them have several rows."""
        return int(self.patients[self.vectors.sum(1) > 1].sum())

    @once
    def units(self) -> ResamplingUnits:
        """The patients as they are drawn, or random groups of equal size of more than 2,000 of them."""
        counted = self.drawn
        unit, place = np.nonzero(counted)
        truth, predicted = np.divmod(np.sort(self.cells)[place], self.size)
        return ResamplingUnits(
            truth,
            predicted,
            self.size,
            self.count,
            patients=unit,
            case_weights=counted[unit, place],
            are_groups=self.count > MOST_UNITS,
        )

    @once
    def drawn(self) -> NDArray[np.int64]:
        """(units, c) rows in the cells, from the first on, of each patient or group of them that is drawn."""
        order = in_order(self.vectors, self.cells)
        owner = np.repeat(order, self.patients[order])
        vectors = self.vectors[:, np.argsort(self.cells)]
        return counted_in(vectors, owner, drawn_as(self.count), min(self.count, MOST_UNITS))

    @classmethod
    def pooled(cls, each: Sequence[PatientCounts]) -> PatientCounts:
        """Of several with the same cells, where no patient is in two of them; without areas."""
        vectors, patients = ([one.vectors for one in each], [one.patients for one in each])
        return cls(each[0].size, each[0].cells, np.concatenate(vectors), np.concatenate(patients))

    def within(self, groups: Sequence[int]) -> PatientCounts:
        """Of cells group * K * K + place those with rows in some groups, in cells of one matrix."""
        cells, into = cells_within(self.cells, self.size, groups)
        vectors = self.vectors @ into
        own = vectors.any(1)
        return PatientCounts(self.size, cells, vectors[own], self.patients[own])

    @property
    def sums(self) -> Whole:
        """(c,) rows in each cell."""
        return np.asarray(self.patients @ self.vectors)

    def cross_products(self, forms: Values) -> Values:
        """(q, q) sums over patients of what one form adds times what another does. forms: (q, c) of a row in a cell."""
        return np.asarray(forms @ self.products @ forms.T)

    @once
    def products(self) -> Values:
        """(c, c) sums over patients of rows in a cell times rows in another: whole numbers, in any order the same."""
        vectors = self.vectors.astype(np.float64)
        return np.asarray((vectors.T * self.patients) @ vectors)

    def told(self, of_cells: Values) -> int:
        """How many patients tell something. of_cells: (c,) what a row in each cell tells, none less than 0."""
        return int(self.patients[self.vectors @ of_cells > 0].sum())

    def resamples(self, normal: int | None) -> Resamples:
        """For every number of the matrix. normal: the Normal class, where there is one."""
        return PatientResamples.of_units(self.units, normal)

    def of_cell(self, truth: int, predicted: int) -> Resamples:
        """For one cell, as one class: tp are its cases, fn and fp the rest of its row and column."""
        return PatientResamples.of_stack(self.units, Stack(self.units.of_cell(truth, predicted)))


def counted_in(vectors: Whole, owner: Whole, unit: Whole, units: int) -> NDArray[np.int64]:
    """(units, c) sums over the patients of each unit. owner, unit: (count,) the vector and the unit of each patient."""
    columns = [np.bincount(unit, column[owner], units) for column in vectors.astype(np.int64).T]
    return np.stack(columns, axis=1).astype(np.int64)


Patients = PatientCounts | PatientProducts
KnownBy = Literal["rows", "counts", "sums"]  # how patients are known


def known_by(patients: Patients | None) -> KnownBy:
    """None: by their rows, where these are held."""
    if patients is None:
        return "rows"
    return "counts" if isinstance(patients, PatientCounts) else "sums"


def of_cell(drawn: ResamplingUnits | Patients | None, truth: int, predicted: int) -> Resamples | None:
    """For one cell of the matrix, as `PatientCounts.of_cell`; None where rows are independent."""
    if isinstance(drawn, PatientCounts | PatientProducts):
        return drawn.of_cell(truth, predicted)
    if drawn is None or drawn.patients is None:
        return None
    return PatientResamples.of_stack(drawn, Stack(drawn.of_cell(truth, predicted)))
