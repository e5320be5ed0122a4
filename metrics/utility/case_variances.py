"""How far net benefit of independent cases could lie elsewhere: in closed form, as of infinitely many draws."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from metrics.counts import Counts
from metrics.definition import Values
from metrics.thresholds import ThresholdTable

FARTHEST = 10  # standard deviations of a binomial number that are looked at
Moves = tuple[Values, Values, Values, Values]  # (g,) each: how far one TP, FP, FN or TN moves a number, without sign


def variances_of_cases(
    counts: Counts, weight: Values, model: Values, over: Values, prevalence: float | None
) -> tuple[Values, Values, Values]:
    """Of the model, of its difference to acting on everybody, and of it by prevalence: each (g,).

    weight: odds of the thresholds; model, over: the first two numbers.
    """
    tp, fp, fn, tn = (np.asarray(each, np.float64) for each in counts)
    positives, negatives = int((tp + fn)[0]), int((fp + tn)[0])
    total = positives + negatives
    sensitivity, fpr = tp / positives, fp / negatives
    hits, alarms = sensitivity * (1 - sensitivity), weight**2 * fpr * (1 - fpr)
    inverse, spread = _inverse(positives, total)
    if prevalence is not None:  # acting on everybody is then worth a fixed number
        own = prevalence**2 * hits * inverse + (1 - prevalence) ** 2 * alarms * _inverse(negatives, total)[0]
        return own, own, own / prevalence**2
    squares = tp + weight**2 * fp, fn + weight**2 * tn
    of_model, of_over = (
        np.maximum(each / total - mean**2, 0) / total for each, mean in zip(squares, (model, over), strict=True)
    )
    of_negatives = total * (inverse**2 + spread) - inverse  # mean of negatives / positives²
    return of_model, of_over, hits * inverse + alarms * of_negatives + (weight * fpr * total) ** 2 * spread


def _inverse(cases: int, total: int) -> tuple[float, float]:
    """Mean and variance of 1 / X, where X of as many drawn cases are of a kind, of which there are so many."""
    share = cases / total
    reach = math.ceil(FARTHEST * math.sqrt(cases * (1 - share)))
    number = np.arange(max(1, cases - reach), min(total, cases + reach) + 1, dtype=np.float64)
    chance = special.xlogy(number, share) + special.xlog1py(total - number, -share)
    chance -= special.gammaln(number + 1) + special.gammaln(total - number + 1)
    often = np.exp(chance - chance.max())
    often /= often.sum()
    mean = float(often @ (1 / number))
    return mean, float(often @ (1 / number - mean) ** 2)


def moves_of_kinds(
    counts: Counts, weight: Values, model: Values, over: Values, prevalence: float | None
) -> tuple[Moves, Moves, Moves]:
    """Of the three numbers of `variances_of_cases`."""
    tp, fp, fn, tn = (np.asarray(each, np.float64) for each in counts)
    positives, negatives = tp + fn, fp + tn
    if prevalence is not None:
        sensitivity, fpr = tp / positives, fp / negatives
        hit, alarm = prevalence / positives, (1 - prevalence) * weight / negatives
        own = hit * (1 - sensitivity), alarm * (1 - fpr), hit * sensitivity, alarm * fpr
        one, two, three, four = (each / prevalence for each in own)
        return own, own, (one, two, three, four)
    total = positives + negatives
    share = model * total / positives
    return (
        ((1 - model) / total, (weight + model) / total, model / total, model / total),
        (over / total, over / total, (1 + over) / total, (weight - over) / total),
        ((1 - share) / positives, weight / positives, share / positives, 0 * share),
    )


def of_unseen(moves: tuple[Moves, Moves, Moves], counts: Counts, seen: ThresholdTable) -> tuple[Values, Values, Values]:
    """The squares of how far one case of each kind that was not seen moves the three numbers: each (g,)."""
    tp, fp, fn, tn = (np.asarray(each, np.float64) for each in counts)
    many = (tp + fn) / seen.n_positive, (fp + tn) / seen.n_negative  # what a case of each weighs
    lacks = [(each == 0) * often**2 for each, often in zip((tp, fp, fn, tn), many * 2, strict=True)]
    own, over, standardised = (
        np.asarray(sum(each * move**2 for each, move in zip(lacks, of, strict=True))) for of in moves
    )
    return own, over, standardised


def freedom_of_kinds(moves: Moves, counts: Counts) -> Values:
    """(g,) Satterthwaite's degrees of freedom of the variance that these cases add up to; see `satterthwaite`."""
    often = np.stack([np.asarray(each, np.float64) for each in counts])
    squares, fourths = ((often * np.stack(moves) ** power).sum(0) for power in (2, 4))
    return satterthwaite(squares, fourths, int(often[:, 0].sum()))


def satterthwaite(squares: Values, fourths: Values, units: int) -> Values:
    """(g,) degrees of freedom of a sum of squares over units, from the sum of fourth powers; nan where nothing varies.

    Few where the sum rests on a few units that move a number far.
    """
    erring = fourths - squares**2 * (units - 3) / (units * (units - 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(squares > 0, 2 * squares**2 / np.maximum(erring, 0), np.nan))
