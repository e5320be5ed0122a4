"""A weighted evaluation of rows that an engine counts: by cell of the matrix and weight, and by score and weight."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from metrics.calibration.patient_draws import narrow_ranges
from metrics.counts import ConfusionMatrix
from metrics.definition import Values, divided
from metrics.evaluation import Evaluation
from metrics.intervals.analytic import Estimate
from metrics.intervals.areas.areas import Areas
from metrics.intervals.areas.replicates import RankResamples
from metrics.intervals.linearised import Contributions, ScoredCases
from metrics.intervals.resampling_units import MOST_UNITS, ResamplingUnits
from metrics.kernels.once import Once, once
from metrics.measures.case_weights import that_weigh
from metrics.measures.influence import AreaOf, MovedMean
from metrics.measures.ranges import ends_of_ranges
from metrics.thresholds import ThresholdTable
from metrics.weighted_cells import WeightedCells, Whole, dealt, merged
from metrics.weighted_evaluation import WeightedEvaluation, fields_of


@dataclass(frozen=True, eq=False)
class WeightedScores:
    """A histogram of the rows that have a score of a class, which tells none of them apart.

    scores, weights: (m,). own, others: (m,) how many rows of the class, and of other classes, have these.
    """

    scores: Values
    weights: Values
    own: Whole
    others: Whole
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @classmethod
    def pooled(cls, several: Sequence[WeightedScores]) -> WeightedScores:
        """Of several groups of rows, at least one."""
        parts = [(each.scores, each.weights, each.own, each.others) for each in several]
        return cls(*map(np.concatenate, zip(*parts, strict=True)))

    @once
    def seen(self) -> ThresholdTable:
        """The table of the rows, each once."""
        return self.table(np.ones(len(self.scores), np.int64))

    def table(self, whole: Whole) -> ThresholdTable:
        """By whole weights, (m,); without the rows that weigh nothing, unless none weighs anything."""
        kept = that_weigh(whole)
        return ThresholdTable.added_up(self.scores[kept], (whole * self.own)[kept], (whole * self.others)[kept])

    def complement(self) -> WeightedScores:
        """Of the other of two classes, as `ThresholdTable.complement`."""
        return WeightedScores(0.0 - self.scores, self.weights, self.others, self.own)

    def decided(self, label: int, threshold: float) -> WeightedCells:
        """The rows of two classes, `label` predicted at `score >= threshold` of it."""
        predicted = np.tile(np.where(self.scores >= threshold, label, 1 - label), 2)
        truth, rows = np.repeat([label, 1 - label], len(self.scores)), np.concatenate([self.own, self.others])
        kept = rows > 0
        return WeightedCells(2, truth[kept], predicted[kept], np.tile(self.weights, 2)[kept], rows[kept])

    def weighing(self, whole: NDArray[np.int64]) -> tuple[WeightedScores, NDArray[np.int64]]:
        """The rows that weigh anything, unless none does, and what these weigh, in the order of both. whole: (m,)."""
        kept = that_weigh(whole)
        scores, place = np.unique(self.scores[kept], return_inverse=True)
        known, weight = np.unique(whole[kept], return_inverse=True)
        held, at = np.unique(place * len(known) + weight, return_inverse=True)
        each = [np.bincount(at, rows[kept], len(held)).astype(np.int64) for rows in (self.own, self.others)]
        place, weight = np.divmod(held, max(1, len(known)))
        return WeightedScores(scores[place], known[weight].astype(np.float64), *each), known[weight]

    def units(self, whole: NDArray[np.int64], label: int, size: int, lowest: Values) -> ScoredUnits:
        """The rows that weigh anything as they are drawn, with the score at which the range of their own begins.

        whole: (m,) weights. label: of these K classes. lowest: (g,) where ranges begin; the last one is open.
        """
        edges = np.unique(np.append(lowest, -np.inf))
        place = np.searchsorted(edges, self.scores, side="right") - 1
        kept = that_weigh(whole)
        rows, kinds = np.append(self.others[kept], self.own[kept]), np.append(place[kept], len(edges) + place[kept])
        unit, kind, weighs = dealt(*merged(rows, np.tile(whole[kept], 2), kinds))
        is_own, at = np.divmod(kind, len(edges))
        truth = np.where(is_own == 1, label, (label + 1) % size).astype(np.int16)
        scores = tuple(edges[at] if each == label else None for each in range(size))
        both = int(self.own[kept].sum()), int(self.others[kept].sum())
        return ScoredUnits(
            truth, truth, size, sum(both), scores, unit, weighs, are_groups=sum(both) > MOST_UNITS,
            rows_with_and_without=both,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class ScoredUnits(ResamplingUnits):
    """Rows of a histogram. rows_with_and_without: how many are of the class, and of others."""

    rows_with_and_without: tuple[int, int] = field(kw_only=True)

    def with_and_without(self, label: int) -> tuple[int, int]:
        return self.rows_with_and_without


@dataclass(frozen=True, eq=False)
class RankedUnits(ResamplingUnits):
    """The same rows without their scores, which are dealt anew for each set of ranges.

    rows, whole: as `WeightedScores.weighing` has them.
    """

    rows: WeightedScores = field(kw_only=True)
    whole: NDArray[np.int64] = field(kw_only=True)

    @classmethod
    def of(cls, rows: WeightedScores, whole: NDArray[np.int64], size: int) -> RankedUnits:
        nobody, count = np.zeros(0, np.int64), int(rows.own.sum() + rows.others.sum())
        return cls(nobody, nobody, size, count, patients=nobody, case_weights=nobody, rows=rows, whole=whole)

    def ranked(self, label: int, lowest: Values) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return self.rows.units(self.whole, label, self.size, lowest).ranked(label, lowest)


@dataclass(frozen=True, eq=False)
class CountedRisks(ScoredCases):
    """The rows of a histogram at their scores of a class, see `ScoredCases`."""

    units: RankedUnits = field(kw_only=True)

    @classmethod
    def of(cls, rows: WeightedScores, whole: NDArray[np.int64], label: int, size: int) -> CountedRisks:
        """whole: (m,) what each of the rows weighs. size: classes."""
        kept, weights = rows.weighing(whole)
        return cls(kept.table(weights), label, units=RankedUnits.of(kept, weights, size))

    @property
    def seen(self) -> ThresholdTable:
        return self.units.rows.seen

    @property
    def independent(self) -> tuple[int, int]:
        return self.units.count, int(self.units.rows.own.sum())

    def products(self, of: Contributions) -> Values:
        rows, (units, _) = self.units.rows, self.independent
        more = units / (units - 1) if units > 1 else np.nan
        squares = self.units.whole.astype(np.float64) ** 2
        each = zip(of(rows.scores), (rows.own, rows.others), strict=True)
        return np.asarray(more * np.sum([(one * (squares * often)) @ one.T for one, often in each], axis=0))

    def with_risks(self, of: Callable[[Values], Values]) -> CountedRisks:
        rows, units = self.units.rows, self.units
        moved = WeightedScores(of(rows.scores), rows.weights, rows.own, rows.others)
        return CountedRisks.of(moved, units.whole, self.label, units.size)

    def _per_unit(self, of: Contributions) -> Values:
        """Of more than 2,000 rows, as much as those of a narrow range of the score add on average."""
        rows, whole = self.units.rows, self.units.whole
        lowest = self.table.scores if self.units.count <= MOST_UNITS else narrow_ranges(self)
        place = len(lowest) - np.searchsorted(lowest[::-1], rows.scores, side="right")
        sums = np.zeros(())
        counted = self.units.ranked(self.label, lowest)
        for each, often, dealt_to in zip(of(rows.scores), (rows.own, rows.others), counted, strict=True):
            weight = (often * whole).astype(np.float64)
            total = np.bincount(place, weight, len(lowest))
            means = [divided(np.bincount(place, one * weight, len(lowest)), total) for one in each]
            sums = sums + np.nan_to_num(means) @ dealt_to.T
        return sums


@dataclass(frozen=True, eq=False)
class CountedPopulation(Evaluation):
    """The rows as often as they weigh; see `WeightedEvaluation.in_population`. scored: of each class, as its table."""

    weighed: WeightedCells = field(kw_only=True)
    scored: tuple[WeightedScores | None, ...] = field(kw_only=True)

    def units_of(self, label: int, lowest: Values) -> ResamplingUnits | None:
        found = self.scored[label] if self.scored else None
        if found is None:
            return self.units
        return found.units(self.weighed.whole_of(found.weights), label, len(self.labels), lowest)

    def scored_cases(self, label: int) -> ScoredCases:
        found = self.scored[label] if self.scored else None
        if found is None:
            return super().scored_cases(label)
        return CountedRisks.of(found, self.weighed.whole_of(found.weights), label, len(self.labels))

    @property
    def _areas(self) -> Areas:
        found = self._drawn.get("areas", lambda: CountedAreas(self.tables, self.units, of_population=self))
        return found.in_style(self.intervals)


@dataclass(frozen=True, eq=False)
class CountedAreas(Areas):
    """Areas whose classes are drawn apart, as no engine tells the scores of all classes of a row: no mean of them."""

    of_population: CountedPopulation = field(kw_only=True)

    def mean(self, key: str, value: float, labels: list[int], by_cases: bool, level: float = 0.95) -> Estimate:
        return Estimate(value)

    def _error(self, of: AreaOf) -> float | None:
        (label,) = of.labels
        rows = self.of_population.scored[label]
        assert rows is not None
        assert self.units is not None
        moves, whole = self._moves(label), self.of_population.weighed.whole_of(rows.weights).astype(np.float64)
        moved, places = MovedMean.of(of, [self._table(label)], [moves]), moves.places(rows.scores)
        both = zip(moved.added(label, moves), (rows.own, rows.others), strict=True)
        squares = np.concatenate([often * (each[places] * whole) ** 2 for each, often in both])
        return moved.error(math.fsum(squares.tolist()), self.units.count)  # in whatever order an engine has them

    def _drawn(self, labels: list[int]) -> list[RankResamples]:
        return [self._of_class(label) for label in labels]

    def _of_class(self, label: int) -> RankResamples:
        table = self._table(label)
        lowest = table.scores[ends_of_ranges(table, self._ranges) - 1]
        units = self.of_population.units_of(label, lowest)
        assert units is not None
        return RankResamples.of(units, label, table, self._ranges)

    def _with_and_without(self, label: int) -> tuple[int, int]:
        units = self.of_population.units_of(label, np.zeros(0))
        assert units is not None
        return units.with_and_without(label)


@dataclass(frozen=True, eq=False)
class CountedWeightedEvaluation(WeightedEvaluation):
    """The same of rows that an engine counts. weighed: how many are in each cell with each weight.

    scored: of each class that has scores how many have each score and weight; () without scores.
    """

    weighed: WeightedCells = field(kw_only=True)
    scored: tuple[WeightedScores | None, ...] = field(default=(), kw_only=True)

    @property
    def effective_n(self) -> float:
        return self.weighed.effective_n

    def with_scores(self, scored: tuple[WeightedScores | None, ...]) -> CountedWeightedEvaluation:
        """The same with these, and the tables of the rows."""
        tables = tuple(None if each is None else each.seen for each in scored)
        return replace(self, tables=tables, scored=scored)

    def predicted_again(self, label: int, threshold: float) -> CountedWeightedEvaluation:
        """By weight with the predictions of two classes made again by a threshold; the matrix stays."""
        found = self.scored[label]
        assert found is not None
        return replace(self, weighed=found.decided(label, threshold))

    def _copied(self) -> Evaluation:
        tables = tuple(each and each.table(self.weighed.whole_of(each.weights)) for each in self.scored)
        given = fields_of(self.unweighted) | {
            "matrix": ConfusionMatrix(self.labels, self.weighed.cells), "tables": tables, "units": self.weighed.units
        }  # fmt: skip
        return CountedPopulation(**given, weighed=self.weighed, scored=self.scored)


def counted_weighted_evaluation(
    evaluation: Evaluation, weighed: WeightedCells, scored: tuple[WeightedScores | None, ...] = ()
) -> CountedWeightedEvaluation:
    """An evaluation without rows, weighted, with the tables of `scored`. weighed: its rows."""
    return CountedWeightedEvaluation(**fields_of(evaluation), weighed=weighed).with_scores(scored)
