"""What becomes of every class when classes get thresholds of their own, exactly for any threshold.

Moving one threshold moves only cases whose score of that class crosses it, from what they would be called otherwise.
Sorted once by that score, the cases of each kind that are moved are counted by one search.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.counts import ConfusionMatrix
from metrics.definition import Values
from metrics.intervals.analytic import Estimate, proportion_interval
from metrics.notes import Code

Codes = NDArray[np.intp]
UNDEFINED = {
    "overall_accuracy": Code.NO_CASES,
    "no_call": Code.NO_CASES,
    "risk_score": Code.NO_NORMAL_PREDICTIONS,
    "missed_as_normal": Code.NO_DISEASED_CASES,
}


@dataclass(frozen=True, eq=False)
class ThresholdedMatrix:
    """Cases by true class and call: the matrix of those that were called, and how many of each class were not."""

    matrix: ConfusionMatrix
    no_call: NDArray[np.int64]

    @property
    def no_call_rate(self) -> float:
        """Share of all cases that got no call: 0 to 1. nan without cases."""
        total = self.matrix.total + int(self.no_call.sum())
        return int(self.no_call.sum()) / total if total else float("nan")

    @classmethod
    def of(cls, truth: ArrayLike, called: ArrayLike, labels: tuple[str, ...]) -> ThresholdedMatrix:
        """Tally calls as `decide` gives them. truth, called: (n,) codes, K of `called` being no call."""
        size = len(labels)
        kinds = np.asarray(truth).astype(np.intp) * (size + 1) + np.asarray(called)
        cells = np.bincount(kinds, minlength=size * (size + 1)).reshape(size, size + 1)
        return cls(ConfusionMatrix(labels, cells[:, :-1]), cells[:, -1])

    def figures(
        self, normal: int | None = None, level: float = 0.95, not_diseases: Collection[int] = ()
    ) -> dict[str, Estimate]:
        """Proportions of all cases, with or without a prediction: `overall_accuracy` and `no_call`.

        With a Normal class also `risk_score` and `missed_as_normal`, as in `metrics.measures.risk`. Intervals take
        cases as independent. Undefined where nobody is counted.
        """
        cells, support = self.matrix.cells, self.matrix.support + self.no_call
        total, uncalled = int(support.sum()), int(self.no_call.sum())
        parts = {"overall_accuracy": (int(cells.trace()), total), "no_call": (uncalled, total)}
        if normal is not None:
            diseases = [i for i in range(len(support)) if i != normal and i not in not_diseases]
            missed, diseased = int(cells[diseases, normal].sum()), int(support[diseases].sum())
            risk = {"risk_score": (missed, missed + int(cells[normal, normal]))}
            parts = risk | {"missed_as_normal": (missed, diseased)} | parts
        return {key: proportion_interval(*part, level, UNDEFINED[key]) for key, part in parts.items()}


def decide(scores: ArrayLike, thresholds: ArrayLike) -> Codes:
    """(n,) the class with the highest score among those whose score reaches its threshold; K where none does.

    scores: (n, K), no nan; thresholds: (K,), inf for a class that is never called. Of equal scores the first class is
    called. Raises ValueError where shapes do not fit.
    """
    values, lines = np.asarray(scores, np.float64), np.asarray(thresholds, np.float64)
    if values.ndim != 2 or lines.shape != values.shape[1:]:
        raise ValueError(f"{values.shape} scores need one threshold per class, not {lines.shape}")
    best, called = np.full(len(values), np.nan), np.full(len(values), len(lines), np.intp)
    for label, (own, line) in enumerate(zip(values.T, lines, strict=True)):
        is_better = (own >= line) & ~(own <= best)
        np.copyto(best, own, where=is_better)
        np.copyto(called, label, where=is_better)
    return called


@dataclass(frozen=True, eq=False)
class Sweep:
    """All matrices that one threshold can give while everything else stays.

    labels: K names. label: the class whose threshold moves. otherwise: (K, K + 1) cases by truth and by what they are
    called when its threshold is out of reach; the last column is no call. moved: for each of these cells the scores,
    rising, from which on its cases are called `label` instead.
    """

    labels: tuple[str, ...]
    label: int
    otherwise: NDArray[np.int64]
    moved: tuple[tuple[Values, ...], ...]

    @classmethod
    def first(cls, truth: ArrayLike, scores: ArrayLike, label: int, labels: tuple[str, ...]) -> Sweep:
        """The rule "call it `label` when its score >= t, else the class with the highest score among the others".

        With the all-clear class as `label` this is the safety rule: all clear only when its score is high enough, else
        the most likely disease. truth: (n,) codes; scores: (n, K).
        """
        values = np.asarray(scores, np.float64)
        others = values.copy()
        others[:, label] = -np.inf
        return cls._of(truth, values[:, label], others.argmax(1), np.ones(len(values), bool), label, labels)

    @classmethod
    def among(
        cls, truth: ArrayLike, scores: ArrayLike, label: int, labels: tuple[str, ...], thresholds: ArrayLike
    ) -> Sweep:
        """The rule of `decide`, in which the threshold of `label` moves and the other thresholds stay."""
        values, lines = np.asarray(scores, np.float64), np.array(thresholds, np.float64)
        lines[label] = np.inf
        otherwise = decide(values, lines)
        rival = np.append(values, np.full((len(values), 1), -np.inf), axis=1)[np.arange(len(values)), otherwise]
        own = values[:, label]
        return cls._of(truth, own, otherwise, (own > rival) | ((own == rival) & (label < otherwise)), label, labels)

    @classmethod
    def _of(
        cls, truth: ArrayLike, own: Values, otherwise: Codes, can_move: NDArray[np.bool_], label: int,
        labels: tuple[str, ...],
    ) -> Sweep:  # fmt: skip
        size = len(labels)
        kinds = np.asarray(truth).astype(np.intp) * (size + 1) + otherwise
        cells = np.bincount(kinds, minlength=size * (size + 1)).reshape(size, size + 1)
        order = np.flatnonzero(can_move)
        order = order[np.argsort(own[order])]
        sorted_kinds = kinds[order]
        grouped = order[np.argsort(sorted_kinds, kind="stable")]
        ends = np.bincount(sorted_kinds, minlength=size * (size + 1)).cumsum()
        parts = np.split(own[grouped], ends[:-1])
        return cls(
            labels, label, cells, tuple(tuple(parts[i * (size + 1) : (i + 1) * (size + 1)]) for i in range(size))
        )

    def at(self, threshold: float) -> ThresholdedMatrix:
        """What this threshold gives; any number, also -inf and inf."""
        taken = np.array([[_reaching(scores, threshold) for scores in row] for row in self.moved])
        cells = self.otherwise - taken
        cells[:, self.label] += taken.sum(1)
        return ThresholdedMatrix(ConfusionMatrix(self.labels, cells[:, :-1]), cells[:, -1])


def _reaching(scores: NDArray[Any], threshold: float) -> int:
    return len(scores) - int(np.searchsorted(scores, threshold, side="left"))
