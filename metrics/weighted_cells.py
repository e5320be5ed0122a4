"""Weighted rows that are not held: how many are in each cell of the matrix with each weight, and what is drawn from it.

Rows are the units. Of more than 2,000 random groups are drawn, as of rows that are held: each row is dealt to one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.intervals.patient_order import in_order_alone
from metrics.intervals.resampling_units import MOST_UNITS, SEED, ResamplingUnits, dealt_to_groups
from metrics.kernels.once import Once, once
from metrics.measures.case_weights import effective_n, that_weigh, whole_weights

Whole = NDArray[np.integer[Any]]
MOST_DEALT = 20_000_000  # rows, to groups of equal size; of more, the size of a group is random
FEWEST_OF_GROUP = 100  # rows from which on bins that are fewer are dealt by their numbers


@dataclass(frozen=True, eq=False)
class WeightedCells:
    """A histogram of rows, which tells none of them apart.

    size: K classes. truth, predicted: (b,) codes 0 to K - 1. weights: (b,) at least 0. rows: (b,) how many have these,
    at least 1. What is drawn does not depend on their order.
    """

    size: int
    truth: Whole
    predicted: Whole
    weights: NDArray[np.float64]
    rows: Whole
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @classmethod
    def pooled(cls, several: Sequence[WeightedCells]) -> WeightedCells:
        """Of several groups of rows, at least one."""
        parts = [(each.truth, each.predicted, each.weights, each.rows) for each in several]
        return cls(several[0].size, *map(np.concatenate, zip(*parts, strict=True)))

    @once
    def effective_n(self) -> float:
        """As `effective_n` of the rows."""
        return effective_n(self.weights, self.rows)

    @once
    def whole(self) -> NDArray[np.int64]:
        """(b,) as `whole_weights` of the rows."""
        return whole_weights(self.weights, self.rows)

    @once
    def cells(self) -> NDArray[np.int64]:
        """(K, K) what the rows weigh in each cell, in whole weights."""
        found = np.zeros((self.size, self.size), np.int64)
        np.add.at(found, (self.truth, self.predicted), self.whole * self.rows)
        return found

    @once
    def units(self) -> ResamplingUnits:
        """The rows that weigh anything as they are drawn, all of them where none does; without scores."""
        kept = np.flatnonzero(that_weigh(self.whole))
        order = kept[in_order_alone(self._place[kept], self.whole[kept])]
        held, places = np.unique(self._place[order], return_inverse=True)
        unit, column, weight = dealt(self.rows[order], self.whole[order], places)
        truth, predicted = np.divmod(held[column], self.size)
        count = int(self.rows[order].sum())
        return ResamplingUnits(
            truth, predicted, self.size, count, patients=unit, case_weights=weight, are_groups=count > MOST_UNITS
        )

    def whole_of(self, weights: NDArray[np.float64]) -> NDArray[np.int64]:
        """(m,) the same of any of these weights."""
        known, first = np.unique(self.weights, return_index=True)
        return self.whole[first[np.searchsorted(known, weights)]]

    @property
    def _place(self) -> NDArray[np.int64]:
        return self.truth.astype(np.int64) * self.size + self.predicted


def dealt(rows: Whole, weights: NDArray[np.int64], places: Whole) -> tuple[Whole, Whole, NDArray[np.int64]]:
    """(r,) units, each with one of its places and what it weighs there: of rows of (b,) bins, one by one.

    Of more than 2,000 rows the units are random groups of them.
    """
    count, often = int(rows.sum()), len(rows)
    if count <= MOST_UNITS:
        row = np.repeat(np.arange(often), rows)
        return np.arange(count), places[row], weights[row]
    found = np.zeros((MOST_UNITS, int(places.max()) + 1), np.int64)
    if count <= min(MOST_DEALT, MOST_UNITS * max(often, FEWEST_OF_GROUP)):
        row = np.repeat(np.arange(often), rows)
        np.add.at(found, (dealt_to_groups(count), places[row]), weights[row])
    else:
        generator, equal = np.random.default_rng(SEED), np.full(MOST_UNITS, 1 / MOST_UNITS)
        for each, weight, place in zip(rows, weights, places, strict=True):
            found[:, place] += generator.multinomial(each, equal) * weight
    unit, place = np.nonzero(found)
    return unit, place, found[unit, place]


def merged(rows: Whole, weights: NDArray[np.int64], places: Whole) -> tuple[Whole, NDArray[np.int64], Whole]:
    """Bins of the same place and weight as one, in an order of these alone; without those that have no rows."""
    known, weight_of = np.unique(weights, return_inverse=True)
    held, at = np.unique(places.astype(np.int64) * len(known) + weight_of, return_inverse=True)
    total = np.zeros(len(held), np.int64)
    np.add.at(total, at, rows)
    place, weight = np.divmod(held[total > 0], max(1, len(known)))
    order = in_order_alone(place, known[weight])
    return total[total > 0][order], known[weight][order], place[order]


def dealt_counts(rows: Whole, weights: NDArray[np.int64], places: Whole, size: int) -> NDArray[np.int64]:
    """(units, size) what the rows of each unit weigh in each place, as `dealt`, of (b,) bins in any order.

    Those that weigh nothing are not drawn, unless none weighs anything.
    """
    kept = that_weigh(weights)
    unit, place, weight = dealt(*merged(rows[kept], weights[kept], places[kept]))
    found = np.zeros((min(int(rows[kept].sum()), MOST_UNITS), size), np.int64)
    np.add.at(found, (unit, place), weight)
    return found
