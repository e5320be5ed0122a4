"""What is called Normal though it is not, seen from both sides.

The *risk score* asks it of the calls: of the cases called Normal, how many have a disease. The *miss rate*
asks it of the patients: of those with a disease, how many are called Normal. Same cases, other denominators:
the first depends on how common disease is, the second does not.
cells: (..., K, K), rows = truth; normal: index of the Normal class.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from metrics.catalog import Values, divided
from metrics.counts import ConfusionMatrix
from metrics.intervals.analytic import wilson
from metrics.measures.averages import scalar

__all__ = ["by_danger", "miss_rate", "miss_rates", "risk_score", "risk_scores"]


def risk_score(cells: ArrayLike, normal: int) -> float | Values:
    """Share of the Normal calls that are not Normal, 1 − PPV of Normal. 0 to 1, lower is better.

    Undefined, and not zero, where nobody was called Normal.
    """
    reassured = _called_normal(cells, normal)
    return scalar(divided(_without(reassured, normal).sum(-1), reassured.sum(-1)))


def risk_scores(cells: ArrayLike, normal: int) -> Values:
    """(..., K) the part of the risk score that each disease makes up: they add up to it. nan at Normal."""
    reassured = _called_normal(cells, normal)
    return _blanked(divided(reassured, reassured.sum(-1)[..., None]), normal)


def miss_rate(cells: ArrayLike, normal: int) -> float | Values:
    """Share of the cases with a disease that are called Normal. 0 to 1, lower is better.

    Undefined where nobody has a disease.
    """
    reassured = _called_normal(cells, normal)
    support = np.asarray(cells, np.float64).sum(-1)
    return scalar(divided(_without(reassured, normal).sum(-1), _without(support, normal).sum(-1)))


def miss_rates(cells: ArrayLike, normal: int) -> Values:
    """(..., K) share of each disease that is called Normal; nan at Normal and for a class without cases."""
    support = np.asarray(cells, np.float64).sum(-1)
    return _blanked(divided(_called_normal(cells, normal), support), normal)


def _called_normal(cells: ArrayLike, normal: int) -> Values:
    return np.asarray(cells, np.float64)[..., :, normal]


def _without(values: Values, normal: int) -> Values:
    return np.delete(values, normal, axis=-1)


def _blanked(values: Values, normal: int) -> Values:
    values[..., normal] = np.nan
    return values


def by_danger(matrix: ConfusionMatrix, normal: int | None) -> list[int]:
    """The classes that have cases, the Normal class apart, the most dangerous first.

    Danger is the lower bound of the share missed (Wilson, 95 %): a rare class must show its misses to lead.
    Ties go to the class of which more is called Normal, then to the larger one.
    """
    counts = matrix.one_vs_rest()
    reassured = np.zeros(len(matrix.labels)) if normal is None else miss_rates(matrix.cells, normal)

    def danger(label: int) -> tuple[float, float, int]:
        missed = wilson(int(counts.fn[label]), int(matrix.support[label]))
        return missed.low or 0.0, float(reassured[label]), int(matrix.support[label])

    present = [i for i in range(len(matrix.labels)) if i != normal and matrix.support[i]]
    return sorted(present, key=danger, reverse=True)
