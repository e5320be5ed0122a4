"""Areas under curves when units are drawn again: the scores are counted in ranges, never sorted again.

Up to a hundred and some ranges of the score stand for all of them. What that changes in an area is taken back by
shifting the replicates by the difference between the exact area and that of the ranges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values, divided
from metrics.intervals.resampling_units import REPLICATES, SEED, ResamplingUnits
from metrics.kernels.once import Once, once
from metrics.measures.ranges import ends_of_ranges
from metrics.ranking import auc, average_precision
from metrics.thresholds import ThresholdTable

HALF_THE_RANGES = 64  # of a class


@dataclass(frozen=True, eq=False)
class RankResamples:
    """Replicates of one class's threshold table.

    positives, negatives: (R, g) cases in each range of the score, the highest first, in as few bytes as hold them.
    ends: (g,) the threshold in the exact table down to which each range goes. coarse: (g,) its positives and negatives
    down to these. n_informative: the units with positives, or negatives, whichever are fewer.
    """

    table: ThresholdTable
    ends: NDArray[np.intp]
    coarse: tuple[Values, Values]
    positives: NDArray[np.unsignedinteger[Any]]
    negatives: NDArray[np.unsignedinteger[Any]]
    n_informative: int
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @classmethod
    def of(
        cls, units: ResamplingUnits, label: int, table: ThresholdTable, ranges: int = HALF_THE_RANGES
    ) -> RankResamples:
        """ranges: into how many each of the two groups is parted."""
        return cls.of_classes(units, {label: table}, ranges)[0]

    @classmethod
    def of_classes(
        cls, units: ResamplingUnits, tables: Mapping[int, ThresholdTable], ranges: int
    ) -> list[RankResamples]:
        """The same of several classes, added up together: 3 times as fast for 8 classes of 16 ranges."""
        ends = [ends_of_ranges(table, ranges) for table in tables.values()]
        each = zip(tables.items(), ends, strict=True)
        counted = [part for (label, table), at in each for part in units.ranked(label, table.scores[at - 1])]
        sums = units.resample_sums(np.concatenate(counted, axis=1))
        drawn = np.split(sums, np.cumsum([part.shape[1] for part in counted])[:-1], axis=1)
        return [
            cls._of(table, at, counted[2 * i : 2 * i + 2], drawn[2 * i : 2 * i + 2])
            for i, (table, at) in enumerate(zip(tables.values(), ends, strict=True))
        ]

    @classmethod
    def of_cases(cls, table: ThresholdTable, ranges: int = HALF_THE_RANGES) -> RankResamples:
        """Of independent cases, which the table tells by itself: one multinomial draw a replicate."""
        ends = ends_of_ranges(table, ranges)
        tp, fp = (np.asarray(each, np.int64) for each in table.flagged_at(ends))
        counted = np.concatenate([np.diff(tp, prepend=0), np.diff(fp, prepend=0)])
        total = int(counted.sum())
        drawn = np.random.default_rng(SEED).multinomial(total, counted / total, REPLICATES)
        positives, negatives = (_narrowed(each) for each in np.split(drawn, 2, axis=1))
        coarse = tp.astype(np.float64), fp.astype(np.float64)
        return cls(table, ends, coarse, positives, negatives, table.fewer)

    @classmethod
    def _of(
        cls, table: ThresholdTable, ends: NDArray[np.intp], counted: list[NDArray[Any]], drawn: list[NDArray[Any]]
    ) -> RankResamples:
        """counted, drawn: of units and of replicates, positives and negatives."""
        tp, fp = table.flagged_at(ends)
        n_informative = min(int(np.count_nonzero(part.sum(1))) for part in counted)
        coarse = tp.astype(np.float64), fp.astype(np.float64)
        return cls(table, ends, coarse, _narrowed(drawn[0]), _narrowed(drawn[1]), n_informative)

    def found(self) -> tuple[Values, Values]:
        """(R, g) positives and negatives down to each range; not kept, as they take twice the room of the others."""
        return self.positives.cumsum(1, dtype=np.float64), self.negatives.cumsum(1, dtype=np.float64)

    @once
    def aucs(self) -> Values:
        """(R,) areas under the ROC curve; nan where a replicate has no positives or no negatives."""
        tp, n_negative = self.positives.cumsum(1, dtype=np.float64), self.negatives.sum(1, dtype=np.float64)
        pairs = ((tp - self.positives / 2) * self.negatives).sum(1)
        return self._shifted(divided(pairs, tp[:, -1] * n_negative), auc(self.table), _auc(*self.coarse))

    @once
    def average_precisions(self) -> Values:
        """(R,) average precision; nan where a replicate has no positives."""
        tp, fp = self.found()
        areas = (np.nan_to_num(divided(tp, tp + fp)) * self.positives).sum(1)
        return self._shifted(divided(areas, tp[:, -1]), average_precision(self.table), _average_precision(*self.coarse))

    def _shifted(self, replicates: Values, exact: float, coarse: float) -> Values:
        return np.clip(replicates + (exact - coarse), 0.0, 1.0)


def _narrowed(sums: NDArray[Any]) -> NDArray[np.unsignedinteger[Any]]:
    """Whole numbers in as few bytes as hold them: half of what a study of 200,000 rows would hold here."""
    return sums.astype(np.min_scalar_type(int(sums.max(initial=0))))


def _auc(tp: Values, fp: Values) -> float:
    before = np.concatenate([[0.0], tp[:-1]])
    return float(divided(((tp + before) / 2 * np.diff(fp, prepend=0)).sum(), tp[-1] * fp[-1]))


def _average_precision(tp: Values, fp: Values) -> float:
    return float(divided((np.diff(tp, prepend=0) * tp / (tp + fp)).sum(), tp[-1]))
