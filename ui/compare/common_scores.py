"""The common cases where both models have a score of the class of interest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from metrics import ThresholdTable
from predictions.slices.paired_models import Pair
from ui.compare.comparison import Comparison


@dataclass(frozen=True, eq=False)
class CommonScores:
    """truth, calls: whether it is, and was called, the class, (m,); of both models the compared one stands first."""

    truth: np.ndarray
    calls: tuple[np.ndarray, np.ndarray]
    scores: tuple[np.ndarray, np.ndarray]
    patients: np.ndarray | None

    @cached_property
    def tables(self) -> tuple[ThresholdTable, ThresholdTable]:
        first, second = (ThresholdTable.from_scores(each, self.truth) for each in self.scores)
        return first, second

    @property
    def has_both_groups(self) -> bool:
        return bool(self.truth.any()) and not self.truth.all()


def common_scores(pair: Pair, now: Comparison) -> CommonScores | None:
    """Kept for both sections that need them, whatever the level; None where a model has no score of the class."""
    return now.cached(("common scores", now.label), lambda: _both_scored(pair, now.label))


def _both_scored(pair: Pair, label: int) -> CommonScores | None:
    found = pair.scores(label)
    if found is None:
        return None
    scores, known = found
    first, second = (codes[known] == label for codes in pair.calls)
    patients = None if pair.patients is None else pair.patients[known]
    return CommonScores(pair.truth[known] == label, (first, second), scores, patients)
