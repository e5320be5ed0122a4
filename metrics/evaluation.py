"""What a page receives about one slice: its matrix, its threshold tables, and how many stand behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from metrics.counts import ConfusionMatrix, Counts
from metrics.intervals import Estimate
from metrics.summary import by_class, overall
from metrics.thresholds import ThresholdTable

__all__ = ["Evaluation"]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """One model on one split. `tables` has an entry per class, None where the class has no scores.

    n: cases in the matrix. clusters: distinct patients where ids are known, else None.
    """

    matrix: ConfusionMatrix
    tables: tuple[ThresholdTable | None, ...] = field(default=())
    clusters: int | None = None
    model: str | None = None
    split: str | None = None

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
    def classes(self) -> tuple[Mapping[str, Estimate], ...]:
        """Per class every metric with its interval; see `by_class`."""
        return by_class(self.matrix, self.tables)

    @cached_property
    def overall(self) -> Mapping[str, Estimate]:
        """The numbers of the whole matrix; see `overall`."""
        return overall(self.matrix, self.classes)

    def counts(self, label: int) -> Counts:
        """The 2 x 2 table of one class against the rest."""
        return self.matrix.one_vs_rest()[label]

    def table(self, label: int) -> ThresholdTable | None:
        """The threshold table of one class, or None where it has no scores."""
        return self.tables[label] if self.tables else None
