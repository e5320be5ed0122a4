"""Patients whose rows are not held and whose counts are too unlike for a histogram: sums of products of their counts.

They give the cluster-robust (linearised) variance of every number of the matrix without drawing anything: Huber 1967,
Williams 2000. Sums over several sources add.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.counts import Counts
from metrics.definition import Metric, Proportion, Values, divided
from metrics.interval_methods import CLUSTER_ROBUST, OBUCHOWSKI, Style, on_odds_scale, score_of_area
from metrics.intervals.analytic import Estimate, on_plain_scale
from metrics.intervals.auc_bounds import auc_bounds
from metrics.intervals.bootstrap import NONE_VANISHED, Parts, Stack, Statistic, around
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.patient_bootstrap import WITHIN_1, Clustered, Ends, all_or_none, counted_by
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.intervals.too_few import few_patients
from metrics.kernels.once import Once, once
from metrics.measures.agreement import one_vs_rest
from metrics.measures.placements import PlacedSums
from metrics.notes import Code, Note

STEP = 1e-4  # of the smaller margin of a cell, by which it is moved to see what a number does
Whole = NDArray[np.int64]
Stacked = Callable[[Values], Stack]  # (r, K, K) cells -> what numbers are made of


@dataclass(frozen=True, eq=False)
class PatientProducts:
    """Sums over patients, which tell none of them apart.

    size: K classes. cells: (c,) places of a K x K matrix, true class * K + predicted class. sums: (c,) rows in each.
    products: (c, c) sums of what a patient has in one cell times what he has in another. count: patients; repeated:
    those with several rows; of some groups at least so many, see `within`. areas: as `PatientCounts` has them.
    """

    size: int
    cells: NDArray[np.integer[Any]]
    sums: NDArray[np.int64]
    products: NDArray[np.int64]
    count: int
    repeated: int
    areas: Mapping[int, PlacedSums] = field(default_factory=dict)

    def placed(self, values: Values) -> Values:
        """(r, c) values of the cells as (r, K, K) matrices."""
        found = np.zeros((len(values), self.size**2))
        found[:, self.cells] = values
        return found.reshape(-1, self.size, self.size)

    @classmethod
    def pooled(cls, each: Sequence[PatientProducts]) -> PatientProducts:
        """Of several with the same cells, where no patient is in two of them; without areas."""
        sums, products = (
            np.sum(parts, axis=0) for parts in ([one.sums for one in each], [one.products for one in each])
        )
        count, repeated = sum(one.count for one in each), sum(one.repeated for one in each)
        return cls(each[0].size, each[0].cells, sums, products, count, repeated)

    def within(self, groups: Sequence[int]) -> PatientProducts:
        """Of cells group * K * K + place those of some groups, in cells of one matrix."""
        cells, into = cells_within(self.cells, self.size, groups)
        sums, products = self.sums @ into, into.T @ self.products @ into
        found = PatientProducts(self.size, cells, sums, products, 0, int(products.sum() > sums.sum()))
        return replace(found, count=found.told(np.ones(len(cells))))

    def cross_products(self, forms: Values) -> Values:
        """(q, q) sums over patients of what one form adds times what another does. forms: (q, c) of a row in a cell."""
        return np.asarray(forms @ self.products @ forms.T)

    @property
    def covariance(self) -> Values:
        """(c, c) of the sums, over samples of as many patients."""
        away = self.products - np.outer(self.sums, self.sums / self.count)
        return np.asarray(away * (self.count / (self.count - 1)))

    def squares(self, of_cells: Values) -> float:
        """The sum over patients of the squares of what they have. of_cells: (c,) what a row in each cell is."""
        return float(of_cells @ self.products @ of_cells)

    def told(self, of_cells: Values) -> int:
        """How many patients tell something, at least (Kish 1965). of_cells: (c,) what a row in each cell tells."""
        squares = self.squares(of_cells)
        return math.floor(float(of_cells @ self.sums) ** 2 / squares + 1e-9) if squares else 0

    def error(self, slope: Values) -> float:
        """Standard error of a number of the cells. slope: (c,) how much it moves with the rows of each."""
        return math.sqrt(max(0.0, float(slope @ self.covariance @ slope)))

    def resamples(self, normal: int | None) -> Linearised:
        """For every number of the matrix. normal: the Normal class, where there is one."""
        return Linearised.from_products(
            self, lambda cells: Stack(one_vs_rest(cells), None if normal is None else cells[..., normal])
        )

    def of_cell(self, truth: int, predicted: int) -> Linearised:
        """For one cell, as one class: tp are its cases, fn and fp the rest of its row and column."""

        def stacked(cells: Values) -> Stack:
            tp, row, column = cells[:, truth, predicted], cells[:, truth].sum(-1), cells[..., predicted].sum(-1)
            parts = tp, column - tp, row - tp, cells.sum((1, 2)) - row - column + tp
            return Stack(Counts.worked_out(*(part[:, None] for part in parts)))

        return Linearised.from_products(self, stacked)


def cells_within(cells: NDArray[np.integer[Any]], size: int, groups: Sequence[int]) -> tuple[Whole, Whole]:
    """Of (c,) cells group * K * K + place the places, and (c, places) 1 where a cell of these groups is one of them."""
    group, place = np.divmod(cells, size**2)
    places = np.unique(place)
    return places, ((place[:, None] == places) & np.isin(group, groups)[:, None]).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Linearised(Clustered):
    """Intervals from the products of patients' counts. Nothing is drawn.

    How many patients tell something about a number is not known; as few as must do so stand for them: the square of
    the sum of what they tell over the sum of its squares (Kish 1965).
    """

    known: PatientProducts = field(kw_only=True)
    stacked: Stacked = field(kw_only=True)
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @classmethod
    def from_products(cls, known: PatientProducts, stacked: Stacked) -> Linearised:
        found = cls(None, NONE_VANISHED, None, known.count, method=CLUSTER_ROBUST, known=known, stacked=stacked)
        support = found.alone.counts.tp + found.alone.counts.fn
        largest = int((support * known.sums[:, None]).sum(0).argmax())
        n_per_class = np.array([known.told(each) for each in support.T])
        outside = known.told(support.sum(1) - support[:, largest])
        return replace(found, n_per_class=n_per_class, n_outside_largest=outside)

    @once
    def alone(self) -> Stack:
        """(c, ...) of one row in each cell and none elsewhere."""
        return self.stacked(self.known.placed(np.eye(len(self.known.sums))))

    @once
    def _moved(self) -> tuple[Values, Stack]:
        """(c,) steps, and what the matrix becomes by each step up, then by each step down: (2 c, ...)."""
        now = self.known.sums.astype(np.float64)
        (matrix,) = self.known.placed(now[None])
        truth, predicted = np.divmod(self.known.cells, self.known.size)
        steps = STEP * np.minimum(matrix.sum(1)[truth], matrix.sum(0)[predicted])
        moved = np.concatenate([now + np.diag(steps), now - np.diag(steps)])
        return steps, self.stacked(self.known.placed(moved))

    def error(self, statistic: Callable[[Stack], Values]) -> float:
        """Standard error of a number of the matrix."""
        steps, moved = self._moved
        up, down = np.split(np.asarray(statistic(moved), np.float64), 2)
        return self.known.error((up - down) / (2 * steps))

    def bootstrap_interval(
        self, value: float, statistic: Statistic, level: float = 0.95, lowest: float = 0.0,
        classes: NDArray[np.bool_] | None = None,
    ) -> Estimate:  # fmt: skip
        if few := self._lacks(classes):
            return Estimate(value, note=few)
        error = self.error(lambda stack: np.asarray(statistic(stack.counts)))
        return self._bounded(Estimate(value), error, self.units, level, (lowest, 1.0))

    def proportion_interval(self, given: Estimate, parts: Parts, level: float) -> Estimate:
        return self._proportion(given, np.asarray(parts(self.alone)[1]), lambda stack: divided(*parts(stack)), level)

    def class_metric_intervals(self, metric: Metric, given: list[Estimate], level: float) -> list[Estimate]:
        tells, ends = counted_by(metric, self.alone.counts), (metric.lowest, metric.highest)
        each = self._proportion if isinstance(metric.rule, Proportion) else self._number
        return [each(value, tells[:, i], partial(_of_class, metric, i), level, ends) for i, value in enumerate(given)]

    def _proportion(
        self, given: Estimate, trials: Values, statistic: Callable[[Stack], Values], level: float, ends: Ends = WITHIN_1
    ) -> Estimate:
        """trials: (c,) of this proportion that a row in each cell is."""
        if not given.is_defined or self.known.squares(trials) <= trials @ self.known.sums:  # no patient has two
            return given
        if given.successes in (0, given.trials):
            return all_or_none(given, self.known.told(trials), level)
        found = self._number(given, trials, statistic, level, ends)
        return replace(found, successes=given.successes, trials=given.trials)

    def _number(
        self, given: Estimate, tells: Values, statistic: Callable[[Stack], Values], level: float, ends: Ends = WITHIN_1
    ) -> Estimate:
        """tells: (c,) what a row in each cell tells about the number."""
        patients = self.known.told(tells)
        if not given.is_defined:
            return given
        if patients < FEWEST_UNITS:
            return Estimate(given.value, note=few_patients(patients))
        return self._bounded(Estimate(given.value), self.error(statistic), patients, level, ends)

    def _bounded(self, given: Estimate, error: float, patients: int, level: float, ends: Ends) -> Estimate:
        """No interval where nothing varies, nor for a number at one of its ends, which has no log odds."""
        value, (lowest, highest) = given.value, ends
        if not error > 0 or not lowest < value < highest:
            return Estimate(value, note=Note(Code.ALL_REPLICATES_EQUAL))
        if self.style == "conventional":
            return around(value, error, patients, level, CLUSTER_ROBUST)
        low, high = bounds_of(value, error, patients, level, lowest, highest)
        return Estimate(value, low, high, on_odds_scale(f"{CLUSTER_ROBUST} SE", patients, highest))


def _of_class(metric: Metric, label: int, stack: Stack) -> Values:
    return metric(stack.counts)[:, label]


def area_interval(value: float, placed: PlacedSums | None, level: float = 0.95, style: Style = "default") -> Estimate:
    """An AUC with the interval that the sums over patients give, as `auc_bounds`; None: these are not known."""
    if placed is None:
        return Estimate(value, note=Note(Code.PATIENTS_WITHOUT_SCORES))
    if placed.fewer < FEWEST_UNITS:
        return Estimate(value, note=few_patients(placed.fewer))
    error, freedom = placed.error(), placed.fewer - 1.0
    is_end = value in (0, 1)
    if not error > 0 and not (is_end and style == "default"):
        return Estimate(value, note=Note(Code.SEPARATED if is_end else Code.CONSTANT_SCORES))
    if style == "conventional":
        return on_plain_scale(Estimate(value, method=OBUCHOWSKI), error, level)
    low, high = auc_bounds(value, error, placed.with_it, placed.without, level, freedom)
    return Estimate(value, low, high, score_of_area(OBUCHOWSKI, value, freedom))
