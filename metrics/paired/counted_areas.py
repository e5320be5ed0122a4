"""Two areas on the same cases where an engine holds these: from sums over patients of where both scores place them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metrics.interval_methods import Style
from metrics.intervals.areas.areas import Areas
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.measures.placements import PlacedPair
from metrics.paired.areas_over_folds import paired_auc_of_folds
from metrics.paired.hypothesis_tests import PairedAUC, by_error
from metrics.paired.paired_auc import by_error_of_patients, of_few_patients, without_interval
from metrics.thresholds import ThresholdTable

Tables = tuple[Sequence[ThresholdTable], Sequence[ThresholdTable]]


@dataclass(frozen=True, eq=False)
class CountedAreas:
    """The common cases that have a score of a class from both models.

    tables: of each model, for each fold; one for all cases without. placed: (g,) of each fold, or of all. is_shared:
    whether a patient has cases in several folds; None: not by folds.
    """

    tables: Tables
    placed: Sequence[PlacedPair]
    is_shared: bool | None = None

    def areas(self, level: float = 0.95, style: Style = "default") -> PairedAUC | None:
        """As those of cases that are held; None without a case of the class, or without another one."""
        if self.is_shared is not None:
            return paired_auc_of_folds(self.tables, self.placed, self.is_shared, level, style)
        (first,), (second,) = self.tables
        if not first.has_both:
            return None
        return _paired((first, second), self.placed[0], level, style)


def _paired(tables: tuple[ThresholdTable, ThresholdTable], placed: PlacedPair, level: float, style: Style) -> PairedAUC:
    both, clustered = (placed.first, placed.second), placed.is_clustered
    one, other = (
        Areas((table,), None, style, {0: sums} if clustered else None).auc(0, level)
        for table, sums in zip(tables, both, strict=True)
    )
    error = placed.apart.error()
    if not clustered:
        return without_interval(by_error(one, other, error, level), tables[0].fewer)
    if placed.apart.fewer < FEWEST_UNITS:
        return of_few_patients(one, other, placed.apart.fewer)
    return by_error_of_patients(one, other, error, level)
