"""What a result means where the class is as common as here, or as common as somewhere else."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from metrics.averages import scalar
from metrics.catalog import METRICS, Values, divided
from metrics.counts import Counts
from metrics.intervals import Estimate, normal_quantile

__all__ = [
    "NaturalFrequencies",
    "natural_frequencies",
    "people_per",
    "predictive_estimates",
    "predictive_values",
    "reweighted",
]

FEWEST = 10  # cases behind sensitivity and specificity each, for an interval elsewhere
PEOPLE, MANY_PEOPLE = 1000, 10_000
ROUNDING = 1e-9


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
    exact = _leaves(per, sensitivity, specificity, prevalence)
    leaves = [round(leaf) for leaf in exact]
    while whole and (surplus := sum(leaves) - per):
        step = 1 if surplus > 0 else -1
        worst = max(range(4), key=lambda i: step * (leaves[i] - exact[i]))
        leaves[worst] -= step
    tp, fn, fp, tn = leaves
    return NaturalFrequencies(tp + fn, fp + tn, tp, fn, fp, tn)


def people_per(sensitivity: float, specificity: float, prevalence: float) -> int:
    """Of how many people to speak: 1,000, or 10,000 where a kind that occurs would have less than one of them."""
    leaves = _leaves(PEOPLE, sensitivity, specificity, prevalence)
    return MANY_PEOPLE if any(0 < leaf < 1 - ROUNDING for leaf in leaves) else PEOPLE


def _leaves(per: int, sensitivity: float, specificity: float, prevalence: float) -> tuple[float, float, float, float]:
    return (
        per * prevalence * sensitivity,
        per * prevalence * (1 - sensitivity),
        per * (1 - prevalence) * (1 - specificity),
        per * (1 - prevalence) * specificity,
    )


def predictive_estimates(counts: Counts, prevalence: float, level: float = 0.95) -> tuple[Estimate, Estimate]:
    """(PPV, NPV) of one 2 x 2 table where a share `prevalence` of the people have it, with logit intervals.

    Mercaldo, Lau and Zhou 2007, Stat Med 26:2170: the delta method on the logit, so that bounds stay within 0 and 1;
    where a cell is 0 their adjusted form (half the squared quantile added to each cell), stretched to hold the value.
    The prevalence is taken as known, the cases as independent. No interval with fewer than 10 cases of one kind,
    where all or nobody has it, or where the value is undefined; the note says so. Raises ValueError unless
    0 <= prevalence <= 1.
    """
    if not 0 <= prevalence <= 1:
        raise ValueError("a prevalence lies between 0 and 1")
    tp, fp, fn, tn = (int(part) for part in counts)
    if not (tp + fn and fp + tn):
        note = METRICS["sensitivity" if not tp + fn else "specificity"].undefined
        return Estimate(math.nan, note=note), Estimate(math.nan, note=note)
    ppv, npv = (float(np.asarray(value)) for value in predictive_values(tp / (tp + fn), tn / (fp + tn), prevalence))
    of_calls = _logit_estimate(ppv, (tp, fn), (fp, tn), prevalence, level)
    of_others = _logit_estimate(npv, (tn, fp), (fn, tp), 1 - prevalence, level)
    return _explained(of_calls, "nobody would be called it"), _explained(of_others, "everybody would be called it")


def _logit_estimate(
    value: float, right: tuple[int, int], wrong: tuple[int, int], share: float, level: float
) -> Estimate:
    """Of those called so, how many are right; right, wrong: (called so, not) of those it is right and wrong for."""
    reach = normal_quantile(level)
    if math.isnan(value):
        return Estimate(value)
    if min(sum(right), sum(wrong)) < FEWEST:
        return Estimate(value, note=f"no interval: fewer than {FEWEST} cases with it, or without it")
    if share in (0, 1):
        return Estimate(value, note="no interval: everybody is alike")
    is_adjusted = not all((*right, *wrong))
    added = reach * reach / 2 if is_adjusted else 0.0
    (yes, no), (wrong_yes, wrong_no) = ([part + added for part in group] for group in (right, wrong))
    centre = math.log(yes / (yes + no) * share) - math.log(wrong_yes / (wrong_yes + wrong_no) * (1 - share))
    error = math.sqrt(no / yes / (yes + no) + wrong_no / wrong_yes / (wrong_yes + wrong_no))
    low, high = (float(special.expit(centre + side * reach * error)) for side in (-1, 1))
    return Estimate(value, min(low, value), max(high, value), "adjusted logit" if is_adjusted else "logit")


def _explained(given: Estimate, undefined: str) -> Estimate:
    return Estimate(given.value, note=undefined) if not given.is_defined else given


def reweighted(cells: ArrayLike, label: int, prevalence: float) -> Values:
    """(..., K, K) the same matrix where a share `prevalence` of all cases are of one class.

    Its row is weighted up or down; all other classes keep their proportions to each other, and every row the shares
    of its calls, which are assumed to hold elsewhere. The total stays what it is, so cells need not be whole.
    Whatever is computed of it is meant for that mix: `risk_score`, `risk_scores`, accuracy. nan where the class or
    all others have no case. Raises ValueError unless 0 <= prevalence <= 1.

    >>> reweighted([[90, 10], [4, 16]], 1, 0.5).tolist()
    [[54.0, 6.0], [12.0, 48.0]]
    """
    if not 0 <= prevalence <= 1:
        raise ValueError("a prevalence lies between 0 and 1")
    counts = np.asarray(cells, np.float64)
    rows = counts.sum(-1)
    total, own = rows.sum(-1), rows[..., label]
    weights = np.repeat(divided((1 - prevalence) * total, total - own)[..., None], counts.shape[-1], axis=-1)
    weights[..., label] = divided(prevalence * total, own)
    return np.asarray(counts * weights[..., None])
