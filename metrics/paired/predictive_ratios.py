"""Two models on the same cases: the ratio and the difference of their PPV, and of their NPV.

The two models predict the class for different cases, so McNemar's test does not apply. The covariance that the shared
cases bring enters both: the ratio as in Moskowitz and Pepe 2006 (Clinical Trials 3:272), the difference as in Zou and
Donner 2008 (Statistics in Medicine 27:1693) from the Wilson bounds of the two values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.definition import Values, divided
from metrics.interval_methods import LOG, MOSKOWITZ_PEPE, MOVER_OF_PAIR, Style
from metrics.intervals.analytic import Estimate, of_cases, wilson
from metrics.intervals.quantiles import normal_quantile, two_sided_p
from metrics.intervals.resampling_units import FEWEST_UNITS, drawn_by, drawn_sums
from metrics.intervals.too_few import few_patients
from metrics.kernels.codes import of_repeated
from metrics.notes import Code, Note
from metrics.paired.hypothesis_tests import hybrid_difference
from metrics.paired.paired_proportions import of_draws, other_way
from metrics.weighted_cells import dealt_counts

NO_WIDTH = 1e-6  # squares of equal distances cancel up to rounding
Flags = NDArray[np.bool_]
Sums = NDArray[np.int64]
Sizes = Sequence[tuple[float, float]]  # correct predictions and all predictions of each


@dataclass(frozen=True)
class PredictiveRatio:
    """A predictive value of two models, first / second.

    first, second: (correct, predictions) of each. ratio: 0 upwards, 1 where they are equal; difference: first − second;
    both with the interval to rely on. naive: that of the ratio ignoring clustering. p: of the ratio, two-sided, nan
    where there is no standard error. weighted: both values of weighted cases, which are none of the counts; None where
    each case counts once.
    """

    first: tuple[int, int]
    second: tuple[int, int]
    ratio: Estimate
    difference: Estimate
    naive: Estimate
    p: float
    is_clustered: bool
    weighted: tuple[float, float] | None = None

    @property
    def values(self) -> tuple[float, float]:
        """Both predictive values; nan where one never predicts the class."""
        return self.weighted or (float(divided(*self.first)), float(divided(*self.second)))

    @property
    def excludes_1(self) -> bool:
        """Whether the ratio has an interval, and it excludes 1."""
        low, high = self.ratio.low, self.ratio.high
        return low is not None and high is not None and not low <= 1 <= high


def predictive_ratio(
    truth: ArrayLike, first: ArrayLike, second: ArrayLike, patients: ArrayLike | None = None, level: float = 0.95,
    style: Style = "default", weights: Sums | None = None, copies: Sums | None = None,
) -> PredictiveRatio:  # fmt: skip
    """Of the PPV, first / second. truth, first, second: (n,) bool, of the class and predicted so; negated: of the NPV.

    weights: (n,) how often each case counts; then cases, or patients, are drawn with their weights. copies: (n,) how
    many independent cases each is, which are of no patients.

    Independent rows: interval of the logarithm. Where patients (codes from 0 on) have several rows: percentiles of
    2,000 patient-level resamples, and p from the spread between patients. Undefined where one never predicts the
    class, or the second is never correct. Raises ValueError where lengths differ.

    >>> ppv = predictive_ratio([1, 1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 1], [1, 0, 0, 0, 0, 1])
    >>> ppv.first, ppv.second, round(ppv.ratio.value, 4)
    ((2, 3), (1, 2), 1.3333)
    """
    is_class, one, other = (np.asarray(each, np.bool_) for each in (truth, first, second))
    if not is_class.shape == one.shape == other.shape:
        raise ValueError("the true classes and the predictions of both models are of the same cases")
    codes = of_repeated(patients)
    if weights is not None:
        return _weighted(is_class, one, other, weights, codes, level, style, copies)
    kinds = _cells(is_class, one, other, copies)
    if codes is None:
        return ratio_of_cases(*kinds, level)
    return ratio_of_patients(*kinds[:3], _per_patient(is_class, one, other, codes), level, style)


def _per_patient(truth: Flags, first: Flags, second: Flags, patients: NDArray[np.intp]) -> Sums:
    """(patients, 8) cases of each of the kinds of `_cells`."""
    codes = 8 * patients + 4 * truth + 2 * first + second
    found = np.bincount(codes, minlength=8 * (int(patients.max(initial=-1)) + 1)).reshape(-1, 8)
    return found[found.any(1)]


def _weighted(
    truth: Flags, first: Flags, second: Flags, weights: Sums, patients: NDArray[np.intp] | None, level: float,
    style: Style, copies: Sums | None,
) -> PredictiveRatio:  # fmt: skip
    often = np.ones(len(truth), np.int64) if copies is None else copies
    whole = (weights * often).astype(np.float64)
    counts = [(int(often @ (truth & flagged)), int(often @ flagged)) for flagged in (first, second)]
    sizes = [(float(whole @ (truth & flagged)), float(whole @ flagged)) for flagged in (first, second)]
    values = float(divided(*sizes[0])), float(divided(*sizes[1]))
    codes, value = drawn_by(patients, len(truth)), float(divided(*values))
    influence = weights * log_influence(truth, first, second, sizes)
    added = np.bincount(codes, influence, int(codes.max(initial=-1)) + 1)
    variance = float(added @ added) if copies is None else math.fsum(copies * influence**2)
    naive, p = on_log_scale(value, sizes, variance, level)
    ratio, apart = naive, Estimate(values[0] - values[1], note=Note(Code.ONE_NEVER_PREDICTS))
    if apart.is_defined:
        weighing = np.bincount(codes, weights) > 0
        sums, telling = _sums(truth, first, second, codes, weights)[weighing], None
        if copies is not None:
            sums, telling = _sums_alike(truth, first, second, weights, copies)
        apart = _difference_from_patients(apart.value, sums, level, style, telling)
        ratio = _ratio_from_patients(value, sums, level, style, telling) if naive.is_defined and value else naive
    if patients is None:
        ratio, apart = of_cases(ratio), of_cases(apart)
    p = p if ratio.low is not None else math.nan
    return PredictiveRatio(counts[0], counts[1], ratio, apart, naive, p, patients is not None, values)


def _sums_alike(truth: Flags, first: Flags, second: Flags, weights: Sums, copies: Sums) -> tuple[Sums, int]:
    """As `_sums` of what is drawn together, and how many cases that weigh anything one of the two predicts."""
    kinds = _cells(truth, first, second)[:3]
    dealt = dealt_counts(copies, weights, 4 * truth + 2 * first + second, len(kinds[0]))
    return dealt @ _sums(*kinds, np.arange(len(kinds[0]))), int(copies[(first | second) & (weights > 0)].sum())


def _sums(truth: Flags, first: Flags, second: Flags, codes: NDArray[np.intp], weights: Sums | None = None) -> Sums:
    """(patients, 4) correct predictions and all predictions of the first model, then of the second."""
    columns = [part for each in (first, second) for part in (truth & each, each)]
    weighed = columns if weights is None else [weights * each for each in columns]
    return np.column_stack([np.bincount(codes, each) for each in weighed]).astype(np.int64)


def _cells(truth: Flags, first: Flags, second: Flags, copies: Sums | None = None) -> tuple[Flags, Flags, Flags, Sums]:
    """The eight kinds of cases, and how many there are of each."""
    kinds = np.arange(8)
    number = np.bincount(4 * truth + 2 * first + second, copies, 8).astype(np.int64)
    return kinds & 4 > 0, kinds & 2 > 0, kinds & 1 > 0, number


def ratio_of_cases(truth: Flags, first: Flags, second: Flags, number: Sums, level: float) -> PredictiveRatio:
    """From the kinds of cases."""
    counts = [(int(number @ (truth & flagged)), int(number @ flagged)) for flagged in (first, second)]
    value = float(divided(divided(*counts[0]), divided(*counts[1])))
    variance = float(number @ log_influence(truth, first, second, counts) ** 2)
    ratio, p = on_log_scale(value, counts, variance, level)
    apart = _difference(truth, first, second, number, counts, level)
    return PredictiveRatio(counts[0], counts[1], ratio, apart, ratio, p, False)


def ratio_of_patients(
    truth: Flags, first: Flags, second: Flags, own: Sums, level: float = 0.95, style: Style = "default",
    copies: Sums | None = None,
) -> PredictiveRatio:  # fmt: skip
    """Of the PPV, from how many cases of each kind patients have: `truth`, `first` and `second` are (c,) of the kinds.

    own: (n, c). copies: (n,) how many patients have these; None: one.
    """
    often = np.ones(len(own), np.int64) if copies is None else copies
    found = ratio_of_cases(truth, first, second, often @ own, level)
    if own.sum(1).max(initial=0) <= 1:
        return found
    counts, naive, ratio, apart = (found.first, found.second), found.naive, found.ratio, found.difference
    if apart.is_defined:
        sums = own @ _sums(truth, first, second, np.arange(len(truth)))
        given = sums, level, style, int(often[own @ (first | second) > 0].sum()), copies
        apart = _difference_from_patients(apart.value, *given)
        ratio = _ratio_from_patients(naive.value, *given) if naive.is_defined and naive.value else naive
    p = found.p
    if naive.low is not None and ratio.low is not None:
        added = own @ log_influence(truth, first, second, counts)
        p = on_log_scale(naive.value, counts, float(often @ added**2), level)[1]
    return replace(found, ratio=ratio, difference=apart, p=p if ratio.low is not None else math.nan, is_clustered=True)


def _difference(
    truth: Flags, first: Flags, second: Flags, number: Sums, counts: list[tuple[int, int]], level: float
) -> Estimate:
    """first − second, with the interval that their Wilson bounds and their correlation give."""
    if not counts[0][1] or not counts[1][1]:
        return Estimate(math.nan, method=MOVER_OF_PAIR, note=Note(Code.ONE_NEVER_PREDICTS))
    one, other = (wilson(*each, level) for each in counts)
    off = [flagged * (truth - proportion.value) for flagged, proportion in ((first, one), (second, other))]
    spread = math.sqrt(float(number @ off[0] ** 2) * float(number @ off[1] ** 2))
    found = hybrid_difference(one, other, float(number @ (off[0] * off[1])) / spread if spread else 0.0)
    if found.low is not None and found.high is not None and found.high - found.low < NO_WIDTH:
        return Estimate(found.value, note=Note(Code.SAME_PREDICTIONS))
    return replace(found, method=MOVER_OF_PAIR)


def log_influence(truth: Flags, first: Flags, second: Flags, counts: Sizes) -> Values:
    """(n,) what each case adds to the logarithm of the ratio; its squares add up to the variance."""
    added = np.zeros(len(truth))
    if any(correct == 0 for correct, _ in counts):
        return added
    for flagged, (correct, predicted), sign in ((first, counts[0], 1), (second, counts[1], -1)):
        added += sign * flagged * (truth / correct - 1 / predicted)
    return added


def on_log_scale(value: float, counts: Sizes, variance: float, level: float) -> tuple[Estimate, float]:
    if math.isnan(value):
        both_predict = counts[0][1] and counts[1][1]
        return Estimate(
            value, note=Note(Code.REFERENCE_NEVER_CORRECT if both_predict else Code.ONE_NEVER_PREDICTS)
        ), math.nan
    if not value:
        return Estimate(value, method=LOG, note=Note(Code.ZERO_RATIO)), math.nan
    error = math.sqrt(variance)
    if not error:
        return Estimate(value, method=LOG, note=Note(Code.SAME_PREDICTIONS)), 1.0
    reach, z = normal_quantile(level) * error, math.log(value) / error
    bounds = (value * math.exp(-reach), value * math.exp(reach))
    return Estimate(value, *bounds, MOSKOWITZ_PEPE), two_sided_p(z)


def _difference_from_patients(
    value: float, sums: Sums, level: float, style: Style, telling: int | None = None, copies: Sums | None = None
) -> Estimate:
    return _from_patients(value, sums, lambda one, other: one - other, level, style, (-1.0, 1.0), telling, copies)


def _ratio_from_patients(
    value: float, sums: Sums, level: float, style: Style, telling: int | None = None, copies: Sums | None = None
) -> Estimate:
    """On the log scale, where a ratio spreads evenly."""
    ends = -math.inf, math.inf
    found = _from_patients(
        math.log(value), sums, lambda one, other: _log(divided(one, other)), level, style, ends, telling, copies
    )
    if found.low is None or found.high is None:
        return replace(found, value=value)
    return replace(found, value=value, low=math.exp(found.low), high=math.exp(found.high))


def _log(ratios: Values) -> Values:
    """nan for 0, which has no logarithm."""
    return np.log(ratios, out=np.full_like(ratios, np.nan), where=ratios > 0)


def _from_patients(
    value: float, sums: Sums, joined: Callable[[Values, Values], Values], level: float,
    style: Style, ends: tuple[float, float], telling: int | None, copies: Sums | None,
) -> Estimate:  # fmt: skip
    """Percentiles of the patient-level bootstrap. joined: what is made of the two predictive values,
    its negative in the other order.

    sums: (patients, 4) correct predictions and all predictions of the first model, then of the second. telling: how
    many patients have predictions, where several are drawn together. copies: as `ratio_of_patients` has them.
    """
    if value < 0:
        return other_way(_from_patients(-value, sums[:, [2, 3, 0, 1]], joined, level, style, ends, telling, copies))
    telling = int((sums[:, [1, 3]].sum(1) > 0).sum()) if telling is None else telling
    if telling < FEWEST_UNITS:
        return Estimate(value, note=few_patients(telling))
    correct, predicted, correct_second, predicted_second = drawn_sums(sums, copies).T
    drawn = joined(divided(correct, predicted), divided(correct_second, predicted_second))
    return of_draws(value, drawn, telling, level, ends, style=style)
