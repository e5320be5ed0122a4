"""Two models on the same cases: how often each is correct, with patients as the unit.

Rows of one patient resemble each other. Where patients have several rows, intervals are patient-level
bootstraps and p values those of the patient-level permutation test; with one row each both are the usual ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.definition import Values, divided
from metrics.interval_methods import Style, bootstrap_error
from metrics.intervals.analytic import Estimate, of_cases
from metrics.intervals.bootstrap import expanded, of_percentiles
from metrics.intervals.quantiles import t_quantile
from metrics.intervals.resampling_units import FEWEST_UNITS, drawn_by, drawn_sums
from metrics.intervals.too_few import few_patients
from metrics.kernels.cached import cached_property
from metrics.notes import Code, Note
from metrics.paired.hypothesis_tests import mcnemar, paired_difference
from metrics.weighted_cells import dealt_counts

Verdict = Literal["first", "second", "neither", "too few", "not judged"]
Margin = Literal["non-inferior", "inferior", "inconclusive", "not judged"]

Weights = NDArray[np.int64]
FEWEST_DIFFERING = 6  # with fewer, not even all of them on one side would be beyond chance
FEWEST_BEYOND = 5  # replicates outside a percentile, below which it is not known well enough
MOST_WAVES = 50_000_000  # cosines of one exact test: about a second
AHEAD = np.array([[0, 1], [-1, 1], [1, 1], [0, 1]])  # of each kind, how far the first is ahead, and that it is compared


@dataclass(frozen=True)
class PairedProportion:
    """How often two models are correct on the same cases, first − second.

    both, first_only, second_only, neither: cases by which model is correct. difference: −1 to 1, with its interval;
    naive: the one that takes every row as independent, the same where patients have one row. p: exact, two-sided.
    differing: patients (rows where each has one) on whom one model is correct more often. weighted: both proportions
    of weighted cases, which are none of the counts; None where each case counts once.
    """

    both: int
    first_only: int
    second_only: int
    neither: int
    difference: Estimate
    naive: Estimate
    p: float
    differing: int
    is_clustered: bool
    weighted: tuple[float, float] | None = None

    @property
    def values(self) -> tuple[float, float]:
        """How often each is correct; nan without cases."""
        return self.weighted or (float(divided(self.first, self.cases)), float(divided(self.second, self.cases)))

    @property
    def cases(self) -> int:
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def first(self) -> int:
        """Correct cases of the first."""
        return self.both + self.first_only

    @property
    def second(self) -> int:
        """Correct cases of the second."""
        return self.both + self.second_only

    @cached_property
    def verdict(self) -> Verdict:
        """Which is better, judged from the interval alone and never from the difference."""
        low, high = self.difference.low, self.difference.high
        is_judged = low is not None or not self.differing
        if self.difference.is_defined and self.differing < FEWEST_DIFFERING and is_judged:
            return "too few"
        if low is None or high is None:
            return "not judged"
        if low > 0 or high < 0:
            return "first" if low > 0 else "second"
        return "neither"


def paired_proportion(
    first: ArrayLike, second: ArrayLike, patients: ArrayLike | None = None, level: float = 0.95,
    style: Style = "default", weights: Weights | None = None, copies: Weights | None = None, units: int = 0,
) -> PairedProportion:  # fmt: skip
    """From which model is correct. first, second: (n,) bool on the same cases; patients: (n,) codes from 0 on, or None.

    weights: (n,) how often each case counts; then cases, or patients, are drawn and swapped with their weights.
    copies: (n,) how many independent cases each is, which are of no patients. units: how many patients are drawn, also
    those without such a case.

    Independent rows: Newcombe's interval (1998, 17:2635, method 10) and the exact test of McNemar. Where a patient
    has several rows: percentiles of 2,000 patient-level resamples, none below 15 patients, and the exact patient-level
    permutation test. Undefined without cases. Raises ValueError where lengths differ.
    """
    kind = _by_who_is_correct(first, second)
    if weights is not None:
        return _weighted(kind, weights, patients, level, style, copies)
    if patients is not None:
        return proportion_of_patients(_per_patient(kind, patients, units), level, style)
    return proportion_of_cases(np.bincount(kind, copies, 4).astype(np.int64), level)


def proportion_of_patients(
    kinds: NDArray[np.int64], level: float, style: Style, copies: Weights | None = None
) -> PairedProportion:
    """The same from the cases of each kind that patients have: (n, 4) neither, second only, first only, both correct.

    copies: (n,) how many patients have these; None: one.
    """
    often = np.ones(len(kinds), np.int64) if copies is None else copies
    alone = proportion_of_cases(often @ kinds, level)
    if kinds.sum(1).max(initial=0) <= 1:
        return alone
    ahead, compared = (kinds @ AHEAD).T
    telling = int(often[compared > 0].sum())
    found = resampled(alone.difference.value, kinds @ AHEAD, level, style, telling, copies)
    differing = int(often[ahead != 0].sum())
    return replace(alone, difference=found, p=swapped_p(ahead, copies), differing=differing, is_clustered=True)


def proportion_of_cases(kinds: NDArray[np.int64], level: float) -> PairedProportion:
    """Of independent cases. kinds: (4,)."""
    neither, second_only, first_only, both = kinds.tolist()
    found = paired_difference(both, first_only, second_only, neither, level)
    p = mcnemar(first_only, second_only).exact if kinds.any() else math.nan
    return PairedProportion(both, first_only, second_only, neither, found, found, p, first_only + second_only, False)


def _weighted(
    kind: NDArray[np.uint8], weights: Weights, patients: ArrayLike | None, level: float, style: Style,
    copies: Weights | None,
) -> PairedProportion:  # fmt: skip
    neither, second_only, first_only, both = np.bincount(kind, copies, 4).astype(np.int64).tolist()
    parts, ahead, telling = _apart(kind, weights, patients) if copies is None else _alike(kind, weights, copies)
    whole = weights if copies is None else weights * copies
    values = tuple(float(divided(int(whole[kind & bit > 0].sum()), int(whole.sum()))) for bit in (2, 1))
    clustered = copies is None and len(parts) < len(kind)
    found = resampled(values[0] - values[1], parts[parts[:, 1] > 0], level, style, telling)
    found = found if clustered else of_cases(found)
    p = swapped_p(ahead, copies) if whole.any() else math.nan
    differing = int(np.count_nonzero(ahead) if copies is None else copies[ahead != 0].sum())
    counts = (both, first_only, second_only, neither)
    return PairedProportion(*counts, found, found, p, differing, clustered, (values[0], values[1]))


def _apart(
    kind: NDArray[np.uint8], weights: Weights, patients: ArrayLike | None
) -> tuple[NDArray[np.int64], NDArray[np.int64], None]:
    """(units, 2) how far the first is ahead and what is compared, by weight, in each patient or case; the former."""
    codes = drawn_by(patients, len(kind))
    each, size = weights[:, None] * AHEAD[kind], int(codes.max(initial=-1)) + 1
    parts = np.column_stack([np.bincount(codes, column, size) for column in each.T]).astype(np.int64)
    return parts, parts[:, 0], None


def _alike(
    kind: NDArray[np.uint8], weights: Weights, copies: Weights
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """The same of what is drawn together; (n,) of each case of a row; how many cases weigh anything."""
    parts = dealt_counts(copies, weights, kind.astype(np.int64), len(AHEAD)) @ AHEAD
    return parts, weights * AHEAD[kind, 0], int(copies[weights > 0].sum())


def _by_who_is_correct(first: ArrayLike, second: ArrayLike) -> NDArray[np.uint8]:
    """(n,) 3 both, 2 the first only, 1 the second only, 0 neither."""
    one, other = np.asarray(first, np.bool_), np.asarray(second, np.bool_)
    if one.shape != other.shape or one.ndim != 1:
        raise ValueError(f"two models are compared on the same cases, not on {one.shape} and {other.shape}")
    return 2 * one.view(np.uint8) + other.view(np.uint8)


def _per_patient(kind: NDArray[np.uint8], patients: ArrayLike, units: int) -> NDArray[np.int64]:
    """(patients, 4) rows of each kind. units: how many patients there are at least."""
    codes = np.asarray(patients)
    if codes.shape != kind.shape:
        raise ValueError(f"{codes.shape} patients for {kind.shape} cases")
    found = np.bincount(codes.astype(np.intp) * 4 + kind, minlength=4 * (int(codes.max(initial=-1)) + 1)).reshape(-1, 4)
    with_cases = found[found.any(1)]
    return np.pad(with_cases, ((0, max(0, units - len(with_cases))), (0, 0)))


def resampled(
    value: float, apart: NDArray[Any], level: float = 0.95, style: Style = "default", telling: int | None = None,
    copies: Weights | None = None,
) -> Estimate:  # fmt: skip
    """A ratio of two sums over patients, with patient-level percentiles.

    apart: (patients, 2) what each adds to top and bottom; see `of_draws`. None for fewer than 15 patients who add to
    the bottom. telling: how many do, where several are drawn together. copies: how many patients add this; None: one.
    """
    if value < 0:  # patients are drawn in an order of their numbers, which the other model as the first would change
        return other_way(resampled(-value, apart * (-1, 1), level, style, telling, copies))
    telling = int(np.count_nonzero(apart[:, 1])) if telling is None else telling
    if math.isnan(value) or telling < FEWEST_UNITS:
        return Estimate(value, note=Note(Code.NO_CASES) if math.isnan(value) else few_patients(telling))
    return of_draws(value, divided(*drawn_sums(apart, copies).T), telling, level, style=style)


def other_way(found: Estimate) -> Estimate:
    """A difference with its two models in the other order."""
    low, high = (None if bound is None else -bound for bound in (found.high, found.low))
    return replace(found, value=-found.value, low=low, high=high)


def of_draws(
    value: float, drawn: Values, patients: int, level: float, ends: tuple[float, float] = (-1.0, 1.0), *,
    style: Style,
) -> Estimate:  # fmt: skip
    """A number with the percentiles of its (R,) replicates; far out, where too few of them lie, from their spread.

    Simultaneous intervals reach so far: beyond 99.5 % two thousand replicates have fewer than five on each side.
    """
    found = of_percentiles(value, drawn, patients, level, style)
    beyond = (1 - expanded(level, patients)) / 2 * len(drawn)
    if found.low is None or style == "conventional" or beyond >= FEWEST_BEYOND:
        return found
    reach = t_quantile(patients - 1, level) * math.sqrt(patients / (patients - 1))
    spread = reach * float(np.nanstd(drawn))
    low, high = max(ends[0], value - spread), min(ends[1], value + spread)
    return Estimate(value, low, high, bootstrap_error(patients))


def swapped_p(ahead: ArrayLike, copies: Weights | None = None) -> float:
    """Two-sided p of the patient-level permutation test (the two models are exchangeable), exact.

    ahead: per patient the rows correct by the first only, less those correct by the second only. With one row per
    patient it is the exact test of McNemar. 1 where they never differ. Of very many patients, its normal limit.
    copies: (n,) how many patients each is; None: one.
    """
    values = np.asarray(ahead, np.int64)
    often = np.ones(len(values), np.int64) if copies is None else copies
    sizes, place = np.unique(np.abs(values[values != 0]), return_inverse=True)
    patients = np.bincount(place, often[values != 0], len(sizes)).astype(np.int64)
    if not len(sizes):
        return 1.0
    if len(sizes) == 1:
        return mcnemar(int(often[values > 0].sum()), int(often[values < 0].sum())).exact
    step = int(np.gcd.reduce(sizes))
    sizes, total = sizes // step, abs(int(values @ often)) // step
    reach = int(sizes @ patients)
    if (reach + 1) * len(sizes) > MOST_WAVES:
        return math.erfc(total / math.sqrt(2 * float(sizes.astype(np.float64) ** 2 @ patients)))
    chances = _sum_of_signs(sizes, patients, reach)
    return min(1.0, float(chances[np.abs(np.arange(-reach, reach + 1)) >= total].sum()))


def _sum_of_signs(sizes: NDArray[np.int64], patients: NDArray[np.int64], reach: int) -> Values:
    """(2 reach + 1,) probabilities of −reach to reach, for sums of sizes whose signs are tossed like fair coins.

    From the characteristic function, a product of cosines.
    """
    length = 2 * reach + 1
    angles = 2 * math.pi * np.arange(reach + 1) / length
    waves = np.ones(reach + 1)
    for size, number in zip(sizes.tolist(), patients.tolist(), strict=True):
        waves *= np.cos(size * angles) ** number
    return np.maximum(np.roll(np.fft.irfft(waves, length), reach), 0.0)


def non_inferior(difference: Estimate, margin: float) -> Margin:
    """Whether the first is at most `margin` worse than the second, judged from the whole interval of first − second.

    Raises ValueError unless 0 < margin < 1.
    """
    if not 0 < margin < 1:
        raise ValueError("a margin lies between 0 and 1")
    if difference.low is None or difference.high is None:
        return "not judged"
    if difference.low > -margin:
        return "non-inferior"
    return "inferior" if difference.high < -margin else "inconclusive"
