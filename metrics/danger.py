"""Which class to look at first: the one that the model misses most, as far as its cases can show."""

from __future__ import annotations

import numpy as np

from metrics.counts import ConfusionMatrix
from metrics.intervals.analytic import wilson
from metrics.measures.risk import missed_as_normal_by_class


def by_danger(matrix: ConfusionMatrix, normal: int | None) -> list[int]:
    """The classes that have cases, the Normal class apart, the most dangerous first.

    Danger is the lower bound of the share missed (Wilson, 95 %): a rare class must show its misses to lead.
    Ties go to the class of which more is called Normal, then to the larger one.
    """
    counts = matrix.one_vs_rest()
    reassured = np.zeros(len(matrix.labels)) if normal is None else missed_as_normal_by_class(matrix.cells, normal)

    def danger(label: int) -> tuple[float, float, int]:
        missed = wilson(int(counts.fn[label]), int(matrix.support[label]))
        return missed.low or 0.0, float(reassured[label]), int(matrix.support[label])

    present = [i for i in range(len(matrix.labels)) if i != normal and matrix.support[i]]
    return sorted(present, key=danger, reverse=True)
