"""The groups that up to three columns make together, and how many cases each has: counted by codes, not one by one."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from metrics.kernels.once import Once, once

if TYPE_CHECKING:
    from scipy import sparse

MOST_COLUMNS = 3  # that are combined
FEWEST_PATIENTS = 10  # of a group that is looked at
WIDEST, MOST_CELLS = 5, 1 << 12  # columns and cells of a table in which several combinations are counted at once

Codes = NDArray[np.integer]
Numbers = NDArray[np.int64]
Columns = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Cases:
    """The cases that a rate is of, such as those of a class. columns: (n, c) codes, -1 for blank; sizes: (c,) values of
    each column; unit: (n,) the patient of each, from 0 on; units: how many patients there are."""

    columns: Codes
    sizes: Columns
    unit: Codes
    units: int
    _once: Once = field(default_factory=Once, init=False, repr=False)

    def __len__(self) -> int:
        return len(self.unit)

    @property
    def are_independent(self) -> bool:
        """Whether each patient has one case."""
        return self.units == len(self)

    def of(self, rows: NDArray[np.bool_]) -> Cases:
        """Some of them, their patients counted anew."""
        is_seen = np.bincount(self.unit[rows], minlength=self.units) > 0
        unit = (np.cumsum(is_seen) - 1)[self.unit[rows]]
        return Cases(np.asfortranarray(self.columns[rows]), self.sizes, unit, int(np.count_nonzero(is_seen)))

    @once
    def widths(self) -> Columns:
        """(c,) values of each column, with a blank where there is one."""
        return tuple(size + int((self.columns[:, at] < 0).any()) for at, size in enumerate(self.sizes))

    def place(self, chosen: Columns) -> Numbers:
        """(n,) the cell of each case in the table of these columns, whose last value is a blank."""
        place = np.zeros(len(self), np.int64)
        for at in chosen:
            place *= self.widths[at]
            place += np.where(self.columns[:, at] < 0, self.sizes[at], self.columns[:, at])
        return place


@dataclass(frozen=True, eq=False)
class Combinations:
    """Groups of at least ten patients that do not hold every case.

    places: (n, t) where each case is counted, in t tables. members: (g, cells) which of their cells make up a group.
    chosen, values: (g,) its columns, and (g, 3) their values, -1 where it has fewer. trials, patients: (g,) its cases
    and patients. squares: (g,) its cases of each patient, squared, added up.
    """

    places: Codes
    members: sparse.csr_array
    chosen: tuple[Columns, ...]
    values: Numbers
    trials: Numbers
    patients: Numbers
    squares: Numbers

    def __len__(self) -> int:
        return len(self.chosen)

    def counted(self, rows: Codes) -> Numbers:
        """(g,) how many of these cases each group has."""
        cells = np.bincount(self.places.take(rows, 0).ravel(), minlength=self.members.shape[1])
        return np.asarray(self.members @ cells.astype(np.int32), np.int64)

    def only(self, groups: NDArray[np.bool_]) -> Combinations:
        """Some of the groups."""
        chosen = tuple(itertools.compress(self.chosen, groups))
        kept = self.values[groups], self.trials[groups], self.patients[groups], self.squares[groups]
        return Combinations(self.places, self.members[np.flatnonzero(groups)], chosen, *kept)

    def of(self, values: Numbers) -> Combinations:
        """The one of the first columns with these values, which is none where it is not looked at."""
        padded = np.full(MOST_COLUMNS, -1)
        padded[: len(values)] = values
        return self.only((self.values == padded).all(1))


def combinations(cases: Cases, fewest: int = FEWEST_PATIENTS) -> Combinations:
    """All groups of up to three columns with at least so many patients."""
    widths = cases.widths
    tables = _tables(widths)
    lengths = [math.prod(widths[at] for at in table) for table in tables]
    starts = dict(zip(tables, itertools.accumulate(lengths, initial=0), strict=False))
    places = np.empty((len(cases), len(tables)), np.min_scalar_type(sum(lengths)))
    for at, table in enumerate(tables):
        places[:, at] = cases.place(table) + starts[table]
    parts = [(chosen, _cells(cases.sizes, widths, chosen, starts)) for chosen in _choices(len(widths))]
    chosen = tuple(each for each, cells in parts for _ in cells)
    values = np.concatenate([_values(cases.sizes, each) for each, _ in parts])
    members = _members([cells for _, cells in parts], sum(lengths))
    trials = np.asarray(members @ np.bincount(places.ravel(), minlength=sum(lengths)), np.int64)
    patients, squares = (trials, trials) if cases.are_independent else _of_patients(cases)
    every = Combinations(places, members, chosen, values, trials, patients, squares)
    return every.only((patients >= fewest) & (trials < len(cases)))


def _tables(widths: Columns) -> list[Columns]:
    """Few tables in which every combination of columns is counted: next the one with most of those not yet counted."""
    every = range(len(widths))
    fewest = min(MOST_COLUMNS, len(widths))
    falling = sorted(widths, reverse=True)
    sizes = range(min(WIDEST, len(widths)), fewest, -1)
    size = next((each for each in sizes if math.prod(falling[:each]) <= MOST_CELLS), fewest)
    counted = {each: set(itertools.combinations(each, fewest)) for each in itertools.combinations(every, size)}
    missing, tables = set(itertools.combinations(every, fewest)), []
    while missing:
        tables.append(max(counted, key=lambda each: len(counted[each] & missing)))
        missing -= counted[tables[-1]]
    return tables


def _choices(columns: int) -> Iterator[Columns]:
    for size in range(1, min(MOST_COLUMNS, columns) + 1):
        yield from itertools.combinations(range(columns), size)


def _records(cases: Cases) -> tuple[Cases, Numbers]:
    """The cases of a patient that are alike in every column as one, and how many they are."""
    if cases.are_independent:
        return cases, np.ones(len(cases), np.int64)
    key = cases.unit.astype(np.int64)
    for at, values in enumerate(cases.sizes):
        key = np.unique(key * (values + 1) + cases.columns[:, at] + 1, return_inverse=True)[1]
    _, first, size = np.unique(key, return_index=True, return_counts=True)
    return Cases(cases.columns[first], cases.sizes, cases.unit[first], cases.units), size.astype(np.int64)


def _of_patients(cases: Cases) -> tuple[Numbers, Numbers]:
    """(g,) patients of each group, and the squares of the cases of each of them, added up."""
    records, size = _records(cases)
    found = [_of_patients_in(records, size, chosen) for chosen in _choices(len(cases.sizes))]
    patients, squares = (np.concatenate(each) for each in zip(*found, strict=True))
    return patients, squares


def _of_patients_in(records: Cases, size: Numbers, chosen: Columns) -> tuple[Numbers, Numbers]:
    """The same of the groups of some columns. records, size: see `_records`."""
    shape = tuple(records.widths[at] for at in chosen)
    place, cells = records.place(chosen), math.prod(shape)
    if not records.are_independent:
        own, of_own = np.unique(records.unit.astype(np.int64) * cells + place, return_inverse=True)
        place, size = own % cells, np.bincount(of_own, size).astype(np.int64)
    counted = np.bincount(place, minlength=cells), np.bincount(place, size**2, cells).astype(np.int64)
    within = tuple(slice(records.sizes[at]) for at in chosen)
    patients, squares = (each.reshape(shape)[within].ravel() for each in counted)
    return patients, squares


def _values(sizes: Columns, chosen: Columns) -> Numbers:
    """(groups, 3) the values of every group of these columns, -1 where there are fewer."""
    shape = [sizes[at] for at in chosen]
    values = np.full((math.prod(shape), MOST_COLUMNS), -1)
    values[:, : len(chosen)] = np.indices(shape).reshape(len(chosen), -1).T
    return values


def _cells(sizes: Columns, widths: Columns, chosen: Columns, starts: Mapping[Columns, int]) -> Numbers:
    """(groups, m) the cells of every group of these columns, in the first table that has them all."""
    table = next(each for each in starts if set(chosen) <= set(each))
    shape = [widths[at] for at in table]
    cells = np.arange(math.prod(shape)).reshape(shape) + starts[table]
    ahead = np.moveaxis(cells, [table.index(at) for at in chosen], range(len(chosen)))
    within = ahead[tuple(slice(sizes[at]) for at in chosen)]
    return np.asarray(within.reshape(math.prod(sizes[at] for at in chosen), -1))


def _members(parts: Sequence[Numbers], cells: int) -> sparse.csr_array:
    """(g, cells) from the cells of the groups of each choice of columns."""
    from scipy import sparse  # the first page does without

    each = np.concatenate([np.full(len(part), part.shape[1]) for part in parts])
    pointers = np.concatenate([[0], np.cumsum(each)])
    indices = np.concatenate([part.ravel() for part in parts])
    return sparse.csr_array((np.ones(len(indices), np.int32), indices, pointers), (len(each), cells))
