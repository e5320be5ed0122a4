"""Analytic intervals: Wilson and Clopper–Pearson for proportions, DeLong for AUC, and others."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.catalog import METRICS, metric_of
from metrics.counts import Counts
from metrics.definition import Metric, Proportion, Ratio
from metrics.interval_methods import (
    CLOPPER_PEARSON,
    DELONG,
    FLEISS,
    FLEISS_LOGIT,
    LOG,
    WILSON,
    Style,
    of_single_cases,
    score_of_area,
)
from metrics.intervals.auc_bounds import Spread, auc_bounds, freedom_of
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.quantiles import beta_quantile, normal_quantile
from metrics.intervals.too_few import FEWEST_CASES, few_cases
from metrics.kernels.given import count, expect
from metrics.kernels.threads import in_blocks
from metrics.measures.agreement import kappa_of, matrices, one_vs_rest
from metrics.notes import Code, Note
from metrics.ranking import auc
from metrics.thresholds import ThresholdTable

ROUNDING = 1e-24  # a variance of proportions that is less is 0


@dataclass(frozen=True)
class Estimate:
    """A number with its interval and its counts. Undefined: value nan, and the note says why.

    low and high are None where no interval can be given, and the note says why; successes and trials where it
    is not a proportion. scope: over what it runs, where that is not everything.
    """

    value: float
    low: float | None = None
    high: float | None = None
    method: str | None = None
    note: Note | None = None
    successes: int | None = None
    trials: int | None = None
    scope: Note | None = None

    @property
    def is_defined(self) -> bool:
        return not math.isnan(self.value)

    @property
    def excludes_0(self) -> bool:
        """Of a difference: whether there is an interval, and it excludes 0."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high

    def complement(self) -> Estimate:
        """Of a proportion p, 1 - p with its interval."""
        low, high = (None if bound is None else 1 - bound for bound in (self.high, self.low))
        others = None if self.successes is None or self.trials is None else self.trials - self.successes
        return replace(self, value=1 - self.value, low=low, high=high, successes=others)


def of_cases(found: Estimate) -> Estimate:
    """A patient-level estimate whose patients are single cases, under its method's name."""
    return found if found.method is None else replace(found, method=of_single_cases(found.method))


def wilson(successes: int, trials: int, level: float = 0.95) -> Estimate:
    """A proportion with its score interval (Wilson 1927): within 0 and 1, sensible for few cases.

    Undefined for 0 trials. Raises ValueError unless 0 <= successes <= trials, both whole, and 0 < level < 1.
    """
    z2, given = normal_quantile(level) ** 2, _proportion(successes, trials, WILSON)
    if not given.trials:
        return given
    proportion, trials = given.value, given.trials
    centre = proportion + z2 / (2 * trials)
    width = math.sqrt(z2 * (proportion * (1 - proportion) + z2 / (4 * trials)) / trials)
    low = 0.0 if given.successes == 0 else (centre - width) / (1 + z2 / trials)
    high = 1.0 if given.successes == trials else (centre + width) / (1 + z2 / trials)
    return replace(given, low=max(0.0, low), high=min(1.0, high))


def clopper_pearson(successes: int, trials: int, level: float = 0.95) -> Estimate:
    """A proportion with its exact interval (Clopper and Pearson 1934), for bounds that must not be too narrow.

    Undefined for 0 trials. Raises ValueError unless 0 <= successes <= trials, both whole, and 0 < level < 1.
    """
    normal_quantile(level)  # refuses a level that is none
    given = _proportion(successes, trials, CLOPPER_PEARSON)
    if not (given.trials and given.successes is not None):
        return given
    tail, successes, failures = (1 - level) / 2, given.successes, given.trials - given.successes
    low = beta_quantile(successes, failures + 1, tail) if successes else 0.0
    high = beta_quantile(successes + 1, failures, 1 - tail) if failures else 1.0
    if not low <= given.value <= high:  # SciPy's inverse fails from 10^16 on, where Wilson's is the same
        return replace(wilson(successes, given.trials, level), method=CLOPPER_PEARSON)
    return replace(given, low=low, high=high)


def proportion_interval(successes: int, trials: int, level: float = 0.95, undefined: Code = Code.NO_CASES) -> Estimate:
    """A proportion with the interval that Rounds shows: Wilson's, and Clopper and Pearson's where none or all count.

    undefined: why there are no trials, where there are none.
    """
    if not trials:
        return Estimate(math.nan, note=Note(undefined), successes=successes, trials=trials)
    return (wilson if 0 < successes < trials else clopper_pearson)(successes, trials, level)


def _proportion(successes: int, trials: int, method: str) -> Estimate:
    """Without bounds; undefined for 0 trials."""
    part, total = count("successes", successes), count("trials", trials)
    if part > total:
        raise ValueError(f"`successes` cannot exceed `trials`: {part} of {total}")
    value, why = (part / total, None) if total else (math.nan, Note(Code.NO_CASES))
    return Estimate(value, None, None, method, why, part, total)


def estimate(metric: str | Metric, counts: Counts, level: float = 0.95) -> Estimate:
    """A metric of one 2 x 2 table; a proportion comes with its counts and the interval of `proportion_interval`."""
    normal_quantile(level)  # refuses a level that is none
    entry = metric if isinstance(metric, Metric) else metric_of("metric", metric)
    value = float(entry(counts))
    if not isinstance(entry.rule, Proportion):
        return Estimate(value, note=entry.undefined_note if math.isnan(value) else None)
    successes, trials = (count("counts", part) for part in entry.rule.parts(counts))
    return proportion_interval(successes, trials, level, entry.undefined_note.code)


def delong(table: ThresholdTable, level: float = 0.95) -> Estimate:
    """Area under the ROC curve with its interval (DeLong, DeLong and Clarke-Pearson 1988).

    The placements come from the cumulative counts, in one pass over the distinct scores. Bounds stay within
    0 and 1. No interval where the standard error is 0 or a group has fewer than two cases; undefined where one has
    none. Raises ValueError unless 0 < level < 1.
    """
    return on_plain_scale(*_placed(table)[:2], level)


def on_plain_scale(given: Estimate, error: float, level: float, lowest: float = 0.0) -> Estimate:
    """A number up to 1 with the bounds of its standard error and normal quantiles; none where that is nan."""
    reach = normal_quantile(level) * error
    if math.isnan(reach):
        return given
    return replace(given, low=max(lowest, given.value - reach), high=min(1.0, given.value + reach))


def auc_interval(table: ThresholdTable, level: float = 0.95, style: Style = "default") -> Estimate:
    """An AUC with the interval that Rounds shows; see `auc_bounds`.

    None from fewer than ten cases of a group: 3 and 3 would give 0.008 to 0.9999.
    """
    given, error, freedom = _placed(table)
    fewer = table.fewer
    if fewer < FEWEST_CASES and given.is_defined:
        return Estimate(given.value, note=few_cases(fewer, Code.FEW_CASES_OF_GROUP))
    if style == "conventional" or (math.isnan(error) and given.value not in (0, 1)):
        return on_plain_scale(given, error, level)
    low, high = auc_bounds(given.value, error, table.n_positive, table.n_negative, level, freedom)
    return replace(given, low=low, high=high, method=score_of_area(DELONG, given.value, freedom), note=None)


def _placed(table: ThresholdTable) -> tuple[Estimate, float, float]:
    """The area without bounds, DeLong's standard error and its degrees of freedom.

    The error is nan where there is none, and the note says why.
    """
    value = auc(table)
    if math.isnan(value):
        missing = Code.ONLY_TRUE_CASES if table.n_positive else Code.NO_TRUE_CASES
        return Estimate(value, note=Note(missing)), math.nan, math.inf
    groups = _delong_spreads(table, value)
    error = math.sqrt(sum(variance for _, variance, _ in groups)) if groups else math.nan
    if not error > 0:
        return Estimate(value, method=DELONG, note=Note(_why_no_error(table, value))), math.nan, math.inf
    return Estimate(value, method=DELONG), error, freedom_of(groups)


def _why_no_error(table: ThresholdTable, value: float) -> Code:
    if table.fewer < 2:
        return Code.ONE_CASE_OF_GROUP
    return Code.SEPARATED if value in (0, 1) else Code.CONSTANT_SCORES


def _delong_spreads(table: ThresholdTable, value: float) -> list[Spread]:
    """How each group is placed among the other; none for fewer than two cases of one."""
    positives, negatives = table.n_positive, table.n_negative
    if positives < 2 or negatives < 2:
        return []

    def powers(part: slice) -> tuple[float, ...]:
        tp, fp = table.flagged(part.start, part.stop + 1)
        tn = negatives - fp
        return *_placements_powered(tp, tn, negatives, value), *_placements_powered(fp, tp, positives, value)

    of_each = np.sum(in_blocks(len(table.scores), powers), axis=0)
    sizes = zip((positives, negatives), of_each.reshape(2, 2), strict=True)
    return [(cases, float(second) / (cases - 1) / cases, float(fourth) / cases**4) for cases, (second, fourth) in sizes]


def _placements_powered(
    own: NDArray[np.int64], others: NDArray[np.int64], total: int, value: float
) -> tuple[float, float]:
    """Squares and fourth powers of the distances from the AUC of where each case stands among the other group.

    own, others: counts at or above consecutive thresholds; the middle of the others before and after a score places its
    ties, which count half.
    """
    distance = (others[:-1] + others[1:]) / (2 * total) - value
    distance *= distance
    of_each = distance * (own[1:] - own[:-1])
    return float(of_each.sum()), float(of_each @ distance)


def likelihood_ratios(counts: Counts, level: float = 0.95) -> tuple[Estimate, Estimate]:
    """(LR+, LR−) of one 2 x 2 table with intervals on the log scale (Simel, Samsa and Matchar 1991).

    0 upwards, 1 says nothing. LR+ is undefined without false positives, LR− without true negatives. No interval for
    a ratio of 0, whose logarithm is none, nor where the standard error is 0. Raises ValueError unless 0 < level < 1.
    """
    return ratio_interval(METRICS["lr_positive"], counts, level), ratio_interval(METRICS["lr_negative"], counts, level)


def unless_few(ratio: Estimate, counts: Counts) -> Estimate:
    """A likelihood ratio, without interval where a group has too few cases for one."""
    fewer = int(min(counts.tp + counts.fn, counts.fp + counts.tn))
    is_few = ratio.is_defined and fewer < FEWEST_CASES
    return Estimate(ratio.value, note=few_cases(fewer, Code.FEW_CASES_OF_GROUP)) if is_few else ratio


def ratio_interval(metric: Metric, counts: Counts, level: float = 0.95) -> Estimate:
    """A ratio of two proportions; the variance of its logarithm is the sum of (1 − p) / successes."""
    expect("counts", counts, Counts)
    parts, reach, value = _parts(metric, counts), normal_quantile(level), float(metric(counts))
    if math.isnan(value):
        return Estimate(value, note=metric.undefined_note)
    if not value:
        return Estimate(value, method=LOG, note=Note(Code.ZERO_RATIO))
    spread = math.sqrt(sum((trials - successes) / trials / successes for successes, trials in parts))
    if not spread:
        return Estimate(value, method=LOG, note=Note(Code.ALL_PREDICTED_ALIKE))
    return Estimate(value, value * math.exp(-reach * spread), value * math.exp(reach * spread), LOG)


def _parts(metric: Metric, counts: Counts) -> list[tuple[int, int]]:
    """(successes, trials) of both proportions of a ratio."""
    assert isinstance(metric.rule, Ratio)
    parts = (proportion.parts(counts) for proportion in (metric.rule.top, metric.rule.bottom))
    return [(count("counts", successes), count("counts", trials)) for successes, trials in parts]


def kappa_interval(cells: ArrayLike, level: float = 0.95) -> Estimate:
    """Cohen's kappa of a (K, K) matrix with its large-sample interval (Fleiss, Cohen and Everitt 1969).

    Bounds stay within −1 and 1. Undefined where chance alone already agrees everywhere; no interval where the
    standard error is 0: all cases agree, none does, or one of the two never varies. Raises ValueError as `kappa`.
    """
    reach, counts = normal_quantile(level), matrices(cells)
    if counts.ndim != 2:
        raise ValueError("`cells` must be one matrix")
    value = float(kappa_of(one_vs_rest(counts)))
    if math.isnan(value):
        return Estimate(value, note=Note(Code.CHANCE_AGREES))
    by = reach * _kappa_error(counts)
    low, high = max(-1.0, value - by), min(1.0, value + by)
    if not low < high:  # an error that rounding swallows is 0, too
        return Estimate(value, method=FLEISS, note=Note(Code.CONSTANT_AGREEMENT))
    return Estimate(value, low, high, FLEISS)


def kappa_logit_interval(cells: ArrayLike, level: float, style: Style = "default") -> Estimate:
    """Kappa with the interval that Rounds shows: the error of Fleiss on the scale of log odds between −1 and 1."""
    given = kappa_interval(cells, level)
    if style == "conventional" or given.low is None or not -1 < given.value < 1:
        return given
    counts = np.asarray(cells)
    low, high = bounds_of(given.value, _kappa_error(counts), int(counts.sum()), level, lowest=-1.0)
    return replace(given, low=low, high=high, method=FLEISS_LOGIT)


def _kappa_error(cells: NDArray[Any]) -> float:
    """Standard error: the spread over the cases of what each adds to kappa, a form in which nothing cancels."""
    total, rows, columns = cells.sum(), cells.sum(1), cells.sum(0)
    beyond_chance = float((rows / total * ((total - columns) / total)).sum())
    disagreed = (total - np.trace(cells)) / total
    adds = np.eye(len(cells)) - (columns[:, None] / total + rows / total) * (disagreed / beyond_chance)
    proportions = cells / total
    variance = float((proportions * (adds - (proportions * adds).sum()) ** 2).sum())
    return math.sqrt(variance / total) / beyond_chance if variance > ROUNDING else 0.0
