"""What a result means where the class is as common as here, or as common as somewhere else."""

from __future__ import annotations

import math
from dataclasses import dataclass

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


def predictive_values(sensitivity: float, specificity: float, prevalence: float) -> tuple[float, float]:
    """(PPV, NPV) by Bayes' rule where a share `prevalence` of the people have it; nan where nobody is called.

    Assumes that sensitivity and specificity stay what they are.
    """
    found, missed = sensitivity * prevalence, (1 - sensitivity) * prevalence
    alarms, cleared = (1 - specificity) * (1 - prevalence), specificity * (1 - prevalence)
    ppv = found / (found + alarms) if found + alarms else math.nan
    npv = cleared / (cleared + missed) if cleared + missed else math.nan
    return ppv, npv


def natural_frequencies(
    sensitivity: float, specificity: float, prevalence: float, per: int = 1000
) -> NaturalFrequencies:
    """`per` people like these: the four leaves are rounded, the branches are sums of leaves.

    Where rounding would make the leaves miss `per`, the leaf that was rounded farthest gives way.
    Raises ValueError unless all three lie between 0 and 1.
    """
    if not all(0 <= share <= 1 for share in (sensitivity, specificity, prevalence)):
        raise ValueError("sensitivity, specificity and prevalence lie between 0 and 1")
    exact = (
        per * prevalence * sensitivity,
        per * prevalence * (1 - sensitivity),
        per * (1 - prevalence) * (1 - specificity),
        per * (1 - prevalence) * specificity,
    )
    leaves = [math.floor(leaf + 0.5) for leaf in exact]
    while surplus := sum(leaves) - per:
        step = 1 if surplus > 0 else -1
        worst = max(range(4), key=lambda i: step * (leaves[i] - exact[i]))
        leaves[worst] -= step
    tp, fn, fp, tn = leaves
    return NaturalFrequencies(tp + fn, fp + tn, tp, fn, fp, tn)
