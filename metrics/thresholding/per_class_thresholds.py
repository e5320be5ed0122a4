"""What becomes of every class when each class has a threshold of its own."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.counts import ConfusionMatrix
from metrics.intervals.analytic import Estimate, proportion_interval
from metrics.notes import Code

Codes = NDArray[np.intp]
UNDEFINED = {
    "overall_accuracy": Code.NO_CASES,
    "no_prediction": Code.NO_CASES,
    "risk_score": Code.NO_NORMAL_PREDICTIONS,
    "missed_as_normal": Code.NO_DISEASED_CASES,
}


@dataclass(frozen=True, eq=False)
class ThresholdedMatrix:
    """The matrix of the cases with a prediction, and how many of each true class have none: (K,)."""

    matrix: ConfusionMatrix
    no_prediction: NDArray[np.int64]

    @classmethod
    def of(cls, truth: ArrayLike, predicted: ArrayLike, labels: tuple[str, ...]) -> ThresholdedMatrix:
        """Tally predictions as `decide` gives them. truth, predicted: (n,) codes, a `predicted` of K being none."""
        size = len(labels)
        kinds = np.asarray(truth).astype(np.intp) * (size + 1) + np.asarray(predicted)
        cells = np.bincount(kinds, minlength=size * (size + 1)).reshape(size, size + 1)
        return cls(ConfusionMatrix(labels, cells[:, :-1]), cells[:, -1])

    def figures(
        self, normal: int | None = None, level: float = 0.95, not_diseases: Collection[int] = ()
    ) -> dict[str, Estimate]:
        """Proportions of all cases, with or without a prediction: `overall_accuracy` and `no_prediction`.

        With a Normal class also `risk_score` and `missed_as_normal`, as in `metrics.measures.risk`. Intervals take
        cases as independent. Undefined where nobody is counted.
        """
        cells, support = self.matrix.cells, self.matrix.support + self.no_prediction
        total, without = int(support.sum()), int(self.no_prediction.sum())
        parts = {"overall_accuracy": (int(cells.trace()), total), "no_prediction": (without, total)}
        if normal is not None:
            diseases = [i for i in range(len(support)) if i != normal and i not in not_diseases]
            missed, diseased = int(cells[diseases, normal].sum()), int(support[diseases].sum())
            risk = {"risk_score": (missed, missed + int(cells[normal, normal]))}
            parts = risk | {"missed_as_normal": (missed, diseased)} | parts
        return {key: proportion_interval(*part, level, UNDEFINED[key]) for key, part in parts.items()}


def decide(scores: ArrayLike, thresholds: ArrayLike) -> Codes:
    """(n,) the class with the highest score among those whose score reaches its threshold; K where none does.

    scores: (n, K), no nan; thresholds: (K,), inf for a class that is never predicted. Of equal scores the first
    class counts. Raises ValueError where shapes do not fit.
    """
    values, limits = np.asarray(scores, np.float64), np.asarray(thresholds, np.float64)
    if values.ndim != 2 or limits.shape != values.shape[1:]:
        raise ValueError(f"{values.shape} scores need one threshold per class, not {limits.shape}")
    best, predicted = np.full(len(values), np.nan), np.full(len(values), len(limits), np.intp)
    for label, (own, limit) in enumerate(zip(values.T, limits, strict=True)):
        is_better = (own >= limit) & ~(own <= best)
        np.copyto(best, own, where=is_better)
        np.copyto(predicted, label, where=is_better)
    return predicted
