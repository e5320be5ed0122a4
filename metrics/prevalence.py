"""What a result means where the class is as common as here, or as common as somewhere else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from metrics.averages import scalar
from metrics.catalog import Values, divided

__all__ = ["NaturalFrequencies", "natural_frequencies", "predictive_values"]


@dataclass(frozen=True)
class NaturalFrequencies:
    """People in whole numbers: diseased = tp + fn and healthy = fp + tn, always."""

    diseased: int
    healthy: int
    tp: int
    fn: int
    fp: int
    tn: int


def predictive_values(
    sensitivity: ArrayLike, specificity: ArrayLike, prevalence: ArrayLike
) -> tuple[float | Values, float | Values]:
    """(PPV, NPV) by Bayes' rule where a share `prevalence` of the people have it; nan where nobody is called.

    Assumes that sensitivity and specificity stay what they are. All three broadcast.

    >>> ppv, npv = predictive_values(0.9, 0.91, 0.01)
    >>> round(ppv, 4), round(npv, 4)
    (0.0917, 0.9989)
    """
    found_of, cleared_of, share = (np.asarray(given, np.float64) for given in (sensitivity, specificity, prevalence))
    found, missed = found_of * share, (1 - found_of) * share
    alarms, cleared = (1 - cleared_of) * (1 - share), cleared_of * (1 - share)
    return scalar(divided(found, found + alarms)), scalar(divided(cleared, cleared + missed))


def natural_frequencies(
    sensitivity: float, specificity: float, prevalence: float, per: int = 1000, whole: bool = False
) -> NaturalFrequencies:
    """`per` people like these: the four leaves are rounded, the branches are sums of leaves.

    Rounding can make the leaves miss `per` by one or two. whole=True, for pictures of exactly `per` people, lets the
    leaf that was rounded farthest give way. Raises ValueError unless all three lie between 0 and 1.
    """
    if not all(0 <= share <= 1 for share in (sensitivity, specificity, prevalence)):
        raise ValueError("sensitivity, specificity and prevalence lie between 0 and 1")
    exact = (
        per * prevalence * sensitivity,
        per * prevalence * (1 - sensitivity),
        per * (1 - prevalence) * (1 - specificity),
        per * (1 - prevalence) * specificity,
    )
    leaves = [round(leaf) for leaf in exact]
    while whole and (surplus := sum(leaves) - per):
        step = 1 if surplus > 0 else -1
        worst = max(range(4), key=lambda i: step * (leaves[i] - exact[i]))
        leaves[worst] -= step
    tp, fn, fp, tn = leaves
    return NaturalFrequencies(tp + fn, fp + tn, tp, fn, fp, tn)
