"""The scored cases of patients whose rows are not held: sums over patients of their rows in ranges of the score."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from metrics.calibration.ranges import lowest_of_ranges
from metrics.definition import Values, divided
from metrics.intervals.areas.linearised import SumsOverRows
from metrics.intervals.linearised import Contributions, ScoredCases
from metrics.intervals.patient_products import PatientProducts
from metrics.kernels.once import Once
from metrics.measures.placements import PlacedSums
from metrics.thresholds import ThresholdTable

Whole = NDArray[np.int64]
SIZES = (20, 10)  # of each, groups of equal size: those of a calibration plot, and wider ones
WIDTHS = 12  # of equal width in the log odds
ROUND = (0.5, 0.2, 0.05, 0.01, 0.001)  # risks at which the ranges of tables begin


@dataclass(frozen=True, eq=False)
class PatientsInRanges:
    """What an engine adds up over patients, which tells none of them apart.

    table: the scored cases. lowest: (g,) falling scores at which the ranges begin, the last the lowest of all.
    products: (2g, 2g) sums over patients of their rows in one of these times those in another: the cases of the class
    in each range, then the others. count: patients.
    """

    table: ThresholdTable
    lowest: Values
    products: Whole
    count: int

    @classmethod
    def asked(cls, table: ThresholdTable, label: int, count: int, sums: SumsOverRows) -> PatientsInRanges | None:
        """Of a class; None where nobody tells."""
        told = sums.in_ranges(label, table)
        if told is None:
            return None
        lowest, products, known = told
        found = cls(table, lowest, products, count)
        alone = np.concatenate(found.cases) - known  # rows without an id, each a patient of its own
        return replace(found, products=products + np.diag(np.maximum(alone, 0)))

    def added(self, of: Contributions, risks: Callable[[Values], Values]) -> Values:
        """(q, q) sums over patients of products of what their rows add, which in each range is its mean by kind.

        risks: made of the scores.
        """
        kinds = [np.zeros(())] * 2
        for scores, *cases in self.table.blocks():
            place = self._place(scores)
            for kind, (each, many) in enumerate(zip(of(risks(scores)), cases, strict=True)):
                kinds[kind] = kinds[kind] + [np.bincount(place, one * many, len(self.lowest)) for one in each]
        forms = np.nan_to_num(np.hstack([divided(*each) for each in zip(kinds, self.cases, strict=True)]))
        return np.asarray(forms @ self.products @ forms.T)

    def in_groups(self, group: NDArray[np.intp], count: int) -> PatientProducts:
        """By kind in several groups, those of each in the first two cells of a row. group: (g,) of each range."""
        size, ranges = max(count, 2), len(group)
        cells = (np.arange(count)[:, None] * size + np.arange(2)).ravel()
        into = np.zeros((2 * ranges, 2 * count), np.int64)
        for kind in (0, 1):
            into[np.arange(ranges) + kind * ranges, 2 * group + kind] = 1
        kept = np.repeat(into.sum(0).reshape(count, 2).any(1), 2)  # the groups that have cases
        cells, into = cells[kept], into[:, kept]
        sums, products = np.concatenate(self.cases) @ into, into.T @ self.products @ into
        return PatientProducts(size, cells, sums, products, self.count, int(products.sum() > sums.sum()))

    @property
    def cases(self) -> tuple[Whole, Whole]:
        """(g,) cases of the class, and others, in each range."""
        own, others = (np.diff(each, prepend=0) for each in self.table.flagged_at(self.table.rows_at(self.lowest)))
        return own, others

    def _place(self, scores: Values) -> NDArray[np.intp]:
        """(d,) the range of each score."""
        return np.asarray(len(self.lowest) - np.searchsorted(self.lowest[::-1], scores, side="right"))


def ranges_to_ask(table: ThresholdTable) -> Values:
    """(g,) falling: where the ranges of probabilities begin that an engine is asked about; see `lowest_of_ranges`."""
    return lowest_of_ranges(ScoredCases(table), SIZES, WIDTHS, ROUND)


@dataclass(frozen=True, eq=False)
class RisksOfPatients(ScoredCases):
    """Of patients whose rows an engine holds, see `ScoredCases`: nothing is drawn.

    placed: how many patients have scored rows, among other sums; None where that is not known. told: what the engine
    adds up; None where it cannot, or is not asked, and nothing has an interval. risks: made of the scores that it
    knows, rising with them; None for these themselves.
    """

    placed: PlacedSums | None = field(kw_only=True)
    told: Callable[[], PatientsInRanges | None] = field(kw_only=True)
    risks: Callable[[Values], Values] | None = field(default=None, kw_only=True)

    @classmethod
    def of(
        cls, table: ThresholdTable, label: int, placed: PlacedSums | None, sums: SumsOverRows | None, kept: Once
    ) -> RisksOfPatients:
        """kept: where what an engine told is found again."""

        def told() -> PatientsInRanges | None:
            if placed is None or sums is None:
                return None
            return kept.get(("ranges", label), lambda: PatientsInRanges.asked(table, label, placed.count, sums))

        return cls(table, label, placed=placed, told=told)

    @property
    def is_clustered(self) -> bool:
        return True

    @property
    def independent(self) -> tuple[int, int]:
        """At most as many as rows where nobody tells, and then nothing has an interval."""
        if self.placed is None:
            return self.total, self.table.n_positive
        return self.placed.count, self.placed.with_it

    def products(self, of: Contributions) -> Values:
        known, (units, _) = self.told(), self.independent
        if known is None or units < 2:
            own, _ = of(self.table.scores[:1])
            return np.full((len(own), len(own)), math.nan)
        return np.asarray(units / (units - 1) * known.added(of, self._risks))

    def in_groups(self, lowest: Values) -> PatientProducts | None:
        known = self.told()
        if known is None:
            return None
        begin = self._risks(known.lowest)
        ends = np.append(0, self.table.rows_at(begin))
        if not np.isin(self.table.rows_at(lowest), ends).all() or (np.diff(begin) > 0).any():
            return None
        return known.in_groups(len(lowest) - np.searchsorted(lowest[::-1], begin, side="right"), len(lowest))

    def with_risks(self, of: Callable[[Values], Values]) -> RisksOfPatients:
        return replace(self, table=super().with_risks(of).table, risks=of)

    def _risks(self, scores: Values) -> Values:
        return scores if self.risks is None else self.risks(scores)
