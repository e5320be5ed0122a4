"""What a page receives about one slice: its matrix, its threshold tables, and how many stand behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from metrics.counts import ConfusionMatrix, Counts
from metrics.intervals import Estimate
from metrics.resampling import Resamples
from metrics.summary import averages, by_class, micro_averages, overall
from metrics.thresholds import ThresholdTable

__all__ = ["Evaluation"]

Figures = Mapping[str, Estimate]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """One model on one split. `tables` has an entry per class, None where the class has no scores.

    n: cases in the matrix. clusters: distinct patients where ids are known, else None. normal: the all-clear class
    where one is known. level: of every interval. undefined_as_zero: averages count an undefined value as 0, as
    scikit-learn does, instead of leaving its class out.
    """

    matrix: ConfusionMatrix
    tables: tuple[ThresholdTable | None, ...] = field(default=())
    clusters: int | None = None
    model: str | None = None
    split: str | None = None
    normal: int | None = None
    level: float = 0.95
    undefined_as_zero: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        return self.matrix.labels

    @property
    def n(self) -> int:
        return self.matrix.total

    @property
    def has_scores(self) -> bool:
        return any(table is not None for table in self.tables)

    @cached_property
    def classes(self) -> tuple[Figures, ...]:
        """Per class every metric with its interval; see `by_class`."""
        return by_class(self.matrix, self.tables, self.normal, self.level, self._resamples)

    @cached_property
    def overall(self) -> Figures:
        """The numbers of the whole matrix; see `overall`."""
        return overall(self.matrix, self.macro, self.normal, self.level, self._resamples)

    @property
    def macro(self) -> Figures:
        """Means over the classes where the metric is defined; see `averages`."""
        return self._averages[0]

    @property
    def weighted(self) -> Figures:
        """The same, weighted by the cases of each class."""
        return self._averages[1]

    @cached_property
    def micro(self) -> Figures:
        """Metrics of the counts added up over the classes; see `micro_averages`."""
        return micro_averages(self.matrix, self.level)

    def left_out(self, key: str) -> tuple[int, ...]:
        """The classes over which an average of this metric does not run, because it is undefined for them."""
        return tuple(i for i, figures in enumerate(self.classes) if key not in figures or not figures[key].is_defined)

    def counts(self, label: int) -> Counts:
        """The 2 x 2 table of one class against the rest."""
        return self.matrix.one_vs_rest()[label]

    def table(self, label: int) -> ThresholdTable | None:
        """The threshold table of one class, or None where it has no scores."""
        return self.tables[label] if self.tables else None

    @cached_property
    def _averages(self) -> tuple[Figures, Figures]:
        return averages(self.matrix, self.classes, self.level, self._resamples, self.undefined_as_zero)

    @cached_property
    def _resamples(self) -> Resamples:
        return Resamples.of(self.matrix.cells)
