"""What a result means at the prevalence of the study, or at another one."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from metrics.catalog import METRICS
from metrics.counts import Counts
from metrics.definition import Values, divided
from metrics.interval_methods import ADJUSTED_LOGIT, LOGIT
from metrics.intervals.analytic import Estimate
from metrics.intervals.quantiles import normal_quantile
from metrics.kernels.given import count, expect, floats, number
from metrics.measures.averages import scalar
from metrics.notes import Code, Note, note

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
    """(PPV, NPV) by Bayes' theorem at this prevalence; nan where nobody is predicted.

    Assumes that sensitivity and specificity stay what they are. All three broadcast, and may be undefined. Raises
    ValueError where one lies outside 0 to 1.

    >>> ppv, npv = predictive_values(0.9, 0.91, 0.01)
    >>> round(ppv, 4), round(npv, 4)
    (0.0917, 0.9989)
    """
    named = {"sensitivity": sensitivity, "specificity": specificity, "prevalence": prevalence}
    se, sp, pi = (floats(name, given) for name, given in named.items())
    if any(((given < 0) | (given > 1)).any() for given in (se, sp, pi)):
        raise ValueError("sensitivity, specificity and prevalence lie between 0 and 1")
    tp, fn, fp, tn = se * pi, (1 - se) * pi, (1 - sp) * (1 - pi), sp * (1 - pi)
    return scalar(divided(tp, tp + fp)), scalar(divided(tn, tn + fn))


def natural_frequencies(
    sensitivity: float, specificity: float, prevalence: float, per: int = 1000, whole: bool = False
) -> NaturalFrequencies:
    """`per` people like these: the four leaves are rounded, the branches are sums of leaves.

    Rounding can make the leaves miss `per` by one or two, and a branch the prevalence by one. whole=True, for texts and
    pictures of exactly `per` people, rounds the branch with the disease first and then divides each branch by its rate:
    43 of 1,000 at a prevalence of 4.35 %, where leaves of 34.8 and 8.7 would add up to 44. Raises ValueError unless
    all three lie between 0 and 1, and `per` is whole and not negative.
    """
    per = count("per", per)
    sensitivity, specificity, prevalence = _proportions(sensitivity, specificity, prevalence)
    if whole:
        diseased = round(per * prevalence)
        healthy = per - diseased
        tp, tn = round(diseased * sensitivity), round(healthy * specificity)
        return NaturalFrequencies(diseased, healthy, tp, diseased - tp, healthy - tn, tn)
    tp, fn, fp, tn = (round(leaf) for leaf in _leaves(per, sensitivity, specificity, prevalence))
    return NaturalFrequencies(tp + fn, fp + tn, tp, fn, fp, tn)


def people_per(sensitivity: float, specificity: float, prevalence: float) -> int:
    """Of how many people to speak: 1,000, or 10,000 where a kind that occurs would have less than one of them."""
    leaves = _leaves(PEOPLE, *_proportions(sensitivity, specificity, prevalence))
    return MANY_PEOPLE if any(0 < leaf < 1 - ROUNDING for leaf in leaves) else PEOPLE


def _proportions(sensitivity: float, specificity: float, prevalence: float) -> tuple[float, float, float]:
    named = {"sensitivity": sensitivity, "specificity": specificity, "prevalence": prevalence}
    first, second, third = (number(name, given, 0, 1) for name, given in named.items())
    return first, second, third


def _leaves(per: int, sensitivity: float, specificity: float, prevalence: float) -> tuple[float, float, float, float]:
    return (
        per * prevalence * sensitivity,
        per * prevalence * (1 - sensitivity),
        per * (1 - prevalence) * (1 - specificity),
        per * (1 - prevalence) * specificity,
    )


def predictive_estimates(counts: Counts, prevalence: float, level: float = 0.95) -> tuple[Estimate, Estimate]:
    """(PPV, NPV) of one 2 x 2 table at this prevalence, with logit intervals.

    Mercaldo, Lau and Zhou 2007, Stat Med 26:2170: the delta method on the logit, so that bounds stay within 0 and 1;
    where a cell is 0 their adjusted form (half the squared quantile added to each cell), widened to contain the value.
    The prevalence is taken as known, the cases as independent. No interval with fewer than 10 cases of one kind,
    where all or nobody has it, or where the value is undefined; the note says so. Raises ValueError unless
    0 <= prevalence <= 1.
    """
    expect("counts", counts, Counts)
    prevalence = number("prevalence", prevalence, 0, 1)
    normal_quantile(level)  # refuses a level that is none
    tp, fp, fn, tn = (count("counts", part) for part in counts)
    if not (tp + fn and fp + tn):
        missing = Estimate(math.nan, note=METRICS["specificity" if tp + fn else "sensitivity"].undefined_note)
        return missing, missing
    ppv, npv = (float(np.asarray(value)) for value in predictive_values(tp / (tp + fn), tn / (fp + tn), prevalence))
    of_positive = _logit_estimate(ppv, (tp, fn), (fp, tn), prevalence, level)
    of_negative = _logit_estimate(npv, (tn, fp), (fn, tp), 1 - prevalence, level)
    of_positive = _explained(of_positive, Code.NOBODY_WOULD_BE_PREDICTED)
    return of_positive, _explained(of_negative, Code.EVERYBODY_WOULD_BE_PREDICTED)


def _logit_estimate(
    value: float, own: tuple[int, int], others: tuple[int, int], prevalence: float, level: float
) -> Estimate:
    """A predictive value; own, others: (predicted so, not) of those for whom this is correct, and not."""
    cells, proportions = np.array([own, others], np.float64), np.array([prevalence, 1 - prevalence])
    return _of_predictions(value, cells, proportions, 0, level, adjusted=not cells.all())


def _of_predictions(value: float, cells: Values, mix: Values, label: int, level: float, adjusted: bool) -> Estimate:
    """The proportion of the predictions that one class makes up in a mix; cells: (K, 2) predicted so and not."""
    if math.isnan(value):
        return Estimate(value)
    if min(cells[label].sum(), np.delete(cells, label, 0).sum()) < FEWEST:
        return Estimate(value, note=note(Code.FEW_CASES_ON_ONE_SIDE, needed=FEWEST))
    if mix[label] in (0, 1):
        return Estimate(value, note=Note(Code.EVERYBODY_ALIKE))
    reach = normal_quantile(level)
    filled = cells + (reach * reach / 2 if adjusted else 0.0)
    total = filled.sum(-1)
    predicted = divided(filled[:, 0], total)
    weights, spread = mix * np.nan_to_num(predicted), mix**2 * divided(predicted * (1 - predicted), total)
    spread = np.nan_to_num(spread)
    own, others = float(predicted[label]), np.delete(weights, label).sum()
    error = math.sqrt((1 - own) / own / total[label] + np.delete(spread, label).sum() / others**2)
    centre = math.log(mix[label]) + math.log(own) - math.log(others)  # a product may be too small for a number
    low, high = (float(special.expit(centre + side * reach * error)) for side in (-1, 1))
    return Estimate(value, min(low, value), max(high, value), ADJUSTED_LOGIT if adjusted else LOGIT)


def risk_estimates(
    cells: ArrayLike,
    normal: int,
    label: int,
    prevalence: float,
    level: float = 0.95,
    not_diseases: Collection[int] = (),
) -> tuple[Estimate, Estimate]:
    """(false reassurance, the part of one class in it) at this prevalence of that class, with logit intervals.

    Of all that would be classified as Normal, the proportion with a disease, and with this one; the other classes keep
    their proportions, see `reweighted`. The mix is taken as known, the cases as independent: the delta method of
    `predictive_estimates` for any number of classes, with its adjusted form where a proportion is 0 or 1. Cases of
    `not_diseases` count in neither. The second is nan for a class that is no disease. No interval and undefined as
    there.
    """
    observed = np.array(cells, np.float64)
    mixed, apart = reweighted(observed, label, prevalence), list(not_diseases)
    mix = divided(mixed.sum(-1), mixed.sum())
    for counted in (observed, mixed, mix):
        counted[apart] = 0
    support = observed.sum(-1)
    parts = np.stack([observed[:, normal], support - observed[:, normal]], -1)
    proportions = divided(mixed[:, normal], mixed[:, normal].sum())
    of_normal = _in_mix(float(proportions[normal]), parts, mix, normal, level)
    whole = _without(of_normal)
    if label == normal or label in apart:
        why = Code.NORMAL_CLASS_ITSELF if label == normal else Code.NOT_A_DISEASE
        return _explained(whole, Code.NO_NORMAL_PREDICTIONS), Estimate(math.nan, note=Note(why))
    own = _in_mix(float(proportions[label]), parts, mix, label, level)
    return _explained(whole, Code.NO_NORMAL_PREDICTIONS), _explained(own, Code.NO_NORMAL_PREDICTIONS)


def _without(given: Estimate) -> Estimate:
    """1 - a proportion."""
    if given.low is None or given.high is None:
        return Estimate(1 - given.value, note=given.note)
    return Estimate(1 - given.value, 1 - given.high, 1 - given.low, given.method)


def _in_mix(value: float, parts: Values, mix: Values, label: int, level: float) -> Estimate:
    return _of_predictions(value, parts, mix, label, level, adjusted=value in (0, 1))


def _explained(given: Estimate, undefined: Code) -> Estimate:
    return Estimate(given.value, note=Note(undefined)) if not given.is_defined else given


def reweighted(cells: ArrayLike, label: int, prevalence: float) -> Values:
    """(..., K, K) the same matrix with one class at this prevalence.

    Its row is weighted up or down; all other classes keep their proportions to each other, and every row the
    proportions of its predictions, which are assumed to hold elsewhere. The total stays, so cells need not be whole.
    Whatever is computed of it is meant for that mix: `risk_score`, `risk_scores`, accuracy. nan where the class or
    all others have no case. Raises ValueError unless 0 <= prevalence <= 1.

    >>> reweighted([[90, 10], [4, 16]], 1, 0.5).tolist()
    [[54.0, 6.0], [12.0, 48.0]]
    """
    prevalence = number("prevalence", prevalence, 0, 1)
    counts = np.asarray(cells, np.float64)
    rows = counts.sum(-1)
    total, own = rows.sum(-1), rows[..., label]
    of_own, of_others = divided(prevalence * total, own), divided((1 - prevalence) * total, total - own)
    is_own = np.arange(counts.shape[-1]) == label
    return np.asarray(counts * np.where(is_own, of_own[..., None], of_others[..., None])[..., None])
