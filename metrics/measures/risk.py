"""What is called Normal though it is not, seen from both sides.

The *risk score* asks it of the calls: of the cases called Normal, how many have a disease. The *miss rate*
asks it of the patients: of those with a disease, how many are called Normal. Same cases, other denominators:
the first depends on how common disease is, the second does not.
cells: (..., K, K), rows = truth; normal: index of the Normal class.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from metrics.definition import Values, divided
from metrics.measures.averages import scalar


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
