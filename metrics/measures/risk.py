"""Disease classified as Normal, over two denominators.

*False reassurance*, which document 000 names `risk_score`, is a proportion of the Normal predictions: of the cases
classified as Normal, how many have a disease. *Missed as Normal* is a proportion of the true cases: of those with a
disease, how many are classified as Normal. The numerator is the same; the first depends on prevalence, the second
does not.
cells: (..., K, K), rows = true class; normal: index of the Normal class. not_diseases: indices of classes that are
neither Normal nor a disease, such as an artefact: their cases count in no numerator and no denominator.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import ArrayLike

from metrics.definition import Values, divided
from metrics.measures.averages import scalar


def risk_score(cells: ArrayLike, normal: int, not_diseases: Collection[int] = ()) -> float | Values:
    """Proportion of the Normal predictions that have a disease; 1 − PPV of Normal. 0 to 1, lower is better.

    Undefined where no case is classified as Normal.
    """
    as_normal = _counted(cells, not_diseases)[..., :, normal]
    diseased = _counted(cells, {normal, *not_diseases})[..., :, normal]
    return scalar(divided(diseased.sum(-1), as_normal.sum(-1)))


def risk_scores(cells: ArrayLike, normal: int, not_diseases: Collection[int] = ()) -> Values:
    """(..., K) the part of false reassurance that each disease makes up; they add up to it. nan for any other class."""
    as_normal = _counted(cells, not_diseases)[..., :, normal]
    return _of_diseases(divided(as_normal, as_normal.sum(-1)[..., None]), normal, not_diseases)


def missed_as_normal(cells: ArrayLike, normal: int, not_diseases: Collection[int] = ()) -> float | Values:
    """Proportion of the cases with a disease that are classified as Normal. 0 to 1, lower is better.

    Undefined where no case has a disease.
    """
    diseased = _counted(cells, {normal, *not_diseases})  # sums of their own: a difference loses counts beside 2**53
    return scalar(divided(diseased[..., :, normal].sum(-1), diseased.sum((-2, -1))))


def missed_as_normal_by_class(cells: ArrayLike, normal: int, not_diseases: Collection[int] = ()) -> Values:
    """(..., K) proportion of each disease that is classified as Normal; nan for any other class and without cases."""
    counted = np.asarray(cells, np.float64)
    return _of_diseases(divided(counted[..., :, normal], counted.sum(-1)), normal, not_diseases)


def _counted(cells: ArrayLike, excluded: Collection[int]) -> Values:
    """The cells without the cases of the classes that do not count."""
    counted = np.array(cells, np.float64)
    counted[..., list(excluded), :] = 0
    return counted


def _of_diseases(values: Values, normal: int, not_diseases: Collection[int]) -> Values:
    values[..., [normal, *not_diseases]] = np.nan
    return values
