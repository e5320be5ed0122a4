"""Disease classified as Normal, over two denominators.

*False reassurance*, which document 000 names `risk_score`, is a proportion of the Normal predictions: of the cases
classified as Normal, how many have a disease. *Missed as Normal* is a proportion of the true cases: of those with a
disease, how many are classified as Normal. The numerator is the same; the first depends on prevalence, the second
does not.
cells: (..., K, K), rows = true class; normal: index of the Normal class. not_diseases: indices of classes that are
neither Normal nor a disease, such as an artefact: their cases count in no numerator and no denominator. Raises
ValueError for cells as in `agreement`, and for a position that is none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import ArrayLike

from metrics.definition import Values, divided
from metrics.kernels.given import count
from metrics.measures.agreement import matrices
from metrics.measures.averages import scalar


def risk_score(cells: ArrayLike, normal: int, not_diseases: Collection[int] = ()) -> float | Values:
    """Proportion of the Normal predictions that have a disease; 1 − PPV of Normal. 0 to 1, lower is better.

    Undefined where no case is classified as Normal.
    """
    counts, normal, apart = _checked(cells, normal, not_diseases)
    as_normal, diseased = (_counted(counts, out)[..., :, normal] for out in (apart, [normal, *apart]))
    return scalar(divided(diseased.sum(-1), as_normal.sum(-1)))


def risk_scores(cells: ArrayLike, normal: int, not_diseases: Collection[int] = ()) -> Values:
    """(..., K) the part of false reassurance that each disease makes up; they add up to it. 0 to 1, lower is better.

    nan for any other class, and where no case is classified as Normal.
    """
    counts, normal, apart = _checked(cells, normal, not_diseases)
    as_normal = _counted(counts, apart)[..., :, normal]
    return _of_diseases(divided(as_normal, as_normal.sum(-1)[..., None]), [normal, *apart])


def missed_as_normal(cells: ArrayLike, normal: int, not_diseases: Collection[int] = ()) -> float | Values:
    """Proportion of the cases with a disease that are classified as Normal. 0 to 1, lower is better.

    Undefined where no case has a disease.
    """
    counts, normal, apart = _checked(cells, normal, not_diseases)
    diseased = _counted(counts, [normal, *apart])  # sums of their own: a difference loses counts beside 2**53
    return scalar(divided(diseased[..., :, normal].sum(-1), diseased.sum((-2, -1))))


def missed_as_normal_by_class(cells: ArrayLike, normal: int, not_diseases: Collection[int] = ()) -> Values:
    """(..., K) proportion of each disease that is classified as Normal. 0 to 1, lower is better.

    nan for any other class, and for a disease without cases.
    """
    counts, normal, apart = _checked(cells, normal, not_diseases)
    return _of_diseases(divided(counts[..., :, normal], counts.sum(-1)), [normal, *apart])


def _checked(cells: ArrayLike, normal: int, not_diseases: Collection[int]) -> tuple[Values, int, list[int]]:
    counts = matrices(cells).astype(np.float64, copy=False)
    if not isinstance(not_diseases, Iterable):
        raise TypeError("`not_diseases` must be positions of classes")
    normal, apart = count("normal", normal), [count("not_diseases", each) for each in not_diseases]
    if max(normal, *apart, 0) >= counts.shape[-1]:
        raise ValueError(f"`normal` and `not_diseases` are positions among {counts.shape[-1]} classes")
    return counts, normal, apart


def _counted(counts: Values, excluded: list[int]) -> Values:
    """The cells without the cases of the classes that do not count."""
    counted = counts.copy()
    counted[..., excluded, :] = 0
    return counted


def _of_diseases(values: Values, others: list[int]) -> Values:
    values[..., others] = np.nan
    return values
