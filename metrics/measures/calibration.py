"""Do the probabilities mean what they say: Brier score and logistic recalibration.

A score outside 0 and 1 is no probability: every number here is nan then.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from metrics.definition import Values
from metrics.kernels.given import expect
from metrics.measures.condensed import condensed
from metrics.measures.logistic import PRECISE, STEPS, Groups, uphill
from metrics.ranking import coded_scores
from metrics.thresholds import ThresholdTable

NEAREST = 1e-8  # a probability of 0 or 1 has no logit


@dataclass(frozen=True)
class Recalibration:
    """How the probabilities would have to be changed to fit the outcomes; nan where that is undefined.

    slope, intercept: logit(true risk) = intercept + slope · logit(probability); slope 1 is ideal, below 1 the
    probabilities are too extreme. citl (calibration in the large): the intercept with a slope of 1; 0 is ideal,
    above 0 the risk is understated. oe_ratio: observed / expected cases; 1 is ideal.
    """

    slope: float
    intercept: float
    citl: float
    oe_ratio: float


def brier(table: ThresholdTable) -> float:
    """Mean squared distance of the probability from the outcome, 0 or 1 (Brier 1950).

    0 to 1, lower is better; saying the prevalence to everybody gives prevalence · (1 − prevalence). nan without cases,
    and where a score lies outside 0 and 1.
    """
    expect("table", table, ThresholdTable)
    cases = table.n
    if not cases or not table.holds_probabilities:
        return math.nan
    short, over = 1 - table.scores, table.scores
    return float((table.positives * short**2 + table.negatives * over**2).sum()) / cases


def scaled_brier(table: ThresholdTable) -> float:
    """1 − Brier score / that of saying the prevalence to everybody: 1 is perfect, 0 useless, below 0 harmful.

    nan where all cases are of one kind.
    """
    cases = table.n
    uninformed = table.n_positive / cases * (table.n_negative / cases) if cases else 0.0
    return 1 - brier(table) / uninformed if uninformed else math.nan


def multiclass_brier(truth: ArrayLike, scores: ArrayLike) -> float:
    """Mean over the cases of the squared distances of all K probabilities from the outcome: the sum over the classes.

    truth: (n,) codes 0..K-1; scores: (n, K) probabilities. 0 to 2, lower is better; nan without cases, or where a
    score lies outside 0 and 1. Raises ValueError for codes outside, scores that are not finite, or shapes that do
    not fit.

    >>> multiclass_brier([0, 1], [[1.0, 0.0, 0.0], [0.5, 0.25, 0.25]])
    0.4375
    """
    codes, chances = coded_scores(truth, scores)
    if not codes.size or chances.min() < 0 or chances.max() > 1:
        return math.nan
    return float(squared_distances(codes, chances).sum()) / len(codes)


def multiclass_brier_of_tables(tables: Sequence[ThresholdTable]) -> float:
    """The same from the table of each class on cases that have all K probabilities."""
    return math.fsum(map(brier, tables))


def log_loss(tables: Sequence[ThresholdTable]) -> float:
    """Mean over the cases of −ln of the probability of their true class: 0 is perfect.

    tables: of every class. A probability below 1e-8 counts as 1e-8. nan without cases, or where a score is no
    probability.

    >>> ham = ThresholdTable([0.9, 0.8, 0.35, 0.1], [1, 1, 0, 0], [0, 0, 1, 1])
    >>> spam = ThresholdTable([0.9, 0.65, 0.2, 0.1], [1, 1, 0, 0], [0, 0, 1, 1])
    >>> round(log_loss([ham, spam]), 5)
    0.21616
    """
    cases = sum(table.n_positive for table in tables)
    if not cases or not all(table.holds_probabilities for table in tables):
        return math.nan
    lost = (float(table.positives @ -np.log(np.maximum(table.scores, NEAREST))) for table in tables)
    return abs(sum(lost)) / cases


def squared_distances(truth: NDArray[np.integer], scores: Values) -> Values:
    """(n,) of each case, the sum over its (n, K) probabilities of their squared distance from the outcome."""
    distance = scores.copy()
    distance[np.arange(len(truth)), truth] -= 1
    distance *= distance
    return np.asarray(distance.sum(1))


def recalibration(table: ThresholdTable) -> Recalibration:
    """Logistic recalibration of probabilities (Cox 1958; calibration in the large as in Steyerberg 2019).

    Probabilities are clipped to 1e-8 and 1 − 1e-8 for the logit only. slope and intercept are nan where the
    probabilities do not vary, or separate the two groups, as then any steeper slope fits better still; they and
    citl are nan where all cases are of one kind; oe_ratio is nan where no case is expected. All are nan where a score
    lies outside 0 and 1.
    """
    expect("table", table, ThresholdTable)
    slope = intercept = citl = oe_ratio = math.nan
    if table.holds_probabilities:
        expected = float(table.cases @ table.scores)
        oe_ratio = table.n_positive / expected if expected else math.nan
        if table.has_both:
            few = condensed(table, log_odds)
            citl = in_the_large(few.x, few.groups)
            if few.overlap and (found := few.fitted()):
                intercept, slope = found.coefficients.tolist()
    return Recalibration(slope, intercept, citl, oe_ratio)


def log_odds(risks: ArrayLike) -> Values:
    """Of risks, those of 0 and 1 moved by 1e-8."""
    return np.asarray(special.logit(np.clip(risks, NEAREST, 1 - NEAREST)), np.float64)


def in_the_large(x: Values, groups: Groups) -> float:
    """What added to all log odds makes as many cases expected as observed: Newton's method within known bounds.

    Both groups have cases.
    """
    middle = math.log(groups.ill.sum() / groups.well.sum())
    low, high = middle - float(x.max()), middle - float(x.min())
    shift = (low + high) / 2
    for _ in range(STEPS):
        short, curve = uphill(x + shift, groups)
        low, high = (shift, high) if short.sum() > 0 else (low, shift)
        newton = shift + float(short.sum() / curve.sum())
        nearer = newton if low <= newton <= high else (low + high) / 2
        if abs(nearer - shift) <= PRECISE * max(1.0, abs(nearer)):
            break
        shift = nearer
    return nearer
