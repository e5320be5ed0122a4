"""How sure a number is: Wilson and Clopper-Pearson for shares, DeLong for the area under the ROC curve."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from metrics.catalog import METRICS, Metric, Proportion
from metrics.counts import Counts
from metrics.ranking import auc
from metrics.thresholds import ThresholdTable

__all__ = ["Estimate", "clopper_pearson", "delong", "estimate", "wilson"]


@dataclass(frozen=True)
class Estimate:
    """A number with its interval and its counts. Undefined: value nan, and the note says why.

    low and high are None where no interval can be given; successes and trials where it is no share.
    """

    value: float
    low: float | None = None
    high: float | None = None
    method: str | None = None
    note: str | None = None
    successes: int | None = None
    trials: int | None = None

    @property
    def is_defined(self) -> bool:
        return not math.isnan(self.value)


def normal_quantile(level: float) -> float:
    """How many standard errors a two-sided interval of this level reaches."""
    if not 0 < level < 1:
        raise ValueError("the level of an interval lies between 0 and 1")
    return float(special.ndtri((1 + level) / 2))


def wilson(successes: int, trials: int, level: float = 0.95) -> Estimate:
    """A share with its score interval (Wilson 1927): within 0 and 1, sensible for few cases.

    Undefined for 0 trials. Raises ValueError unless 0 <= successes <= trials.
    """
    refused = _refused(successes, trials, "Wilson")
    if refused:
        return refused
    z2 = normal_quantile(level) ** 2
    share = successes / trials
    centre, width = (
        share + z2 / (2 * trials),
        math.sqrt(z2 * (share * (1 - share) + z2 / (4 * trials)) / trials),
    )
    low = 0.0 if successes == 0 else (centre - width) / (1 + z2 / trials)
    high = 1.0 if successes == trials else (centre + width) / (1 + z2 / trials)
    return Estimate(share, max(0.0, low), min(1.0, high), "Wilson", None, successes, trials)


def clopper_pearson(successes: int, trials: int, level: float = 0.95) -> Estimate:
    """A share with its exact interval (Clopper and Pearson 1934), for bounds that must not be too narrow.

    Undefined for 0 trials. Raises ValueError unless 0 <= successes <= trials.
    """
    refused = _refused(successes, trials, "Clopper-Pearson")
    if refused:
        return refused
    tail, failures = (1 - level) / 2, trials - successes
    low = float(special.betaincinv(successes, failures + 1, tail)) if successes else 0.0
    high = float(special.betaincinv(successes + 1, failures, 1 - tail)) if failures else 1.0
    return Estimate(successes / trials, low, high, "Clopper-Pearson", None, successes, trials)


def _refused(successes: int, trials: int, method: str) -> Estimate | None:
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is not a share")
    return None if trials else Estimate(math.nan, None, None, method, "no cases", successes, trials)


def estimate(metric: str | Metric, counts: Counts, level: float = 0.95) -> Estimate:
    """A metric of one 2 x 2 table; a share comes with its counts and its Wilson interval."""
    entry = METRICS[metric] if isinstance(metric, str) else metric
    value = float(entry(counts))
    note = entry.undefined if math.isnan(value) else None
    if not isinstance(entry.rule, Proportion):
        return Estimate(value, note=note)
    successes, trials = (int(part) for part in entry.rule.parts(counts))
    if not trials:
        return Estimate(math.nan, note=note, successes=successes, trials=trials)
    return wilson(successes, trials, level)


def delong(table: ThresholdTable, level: float = 0.95) -> Estimate:
    """Area under the ROC curve with its interval (DeLong, DeLong and Clarke-Pearson 1988).

    The placements come from the cumulative counts, in one pass over the distinct scores. Bounds stay within
    0 and 1. No interval where the standard error is 0 or a group has fewer than two cases.
    """
    value = auc(table)
    if math.isnan(value):
        missing = "no case truly has it" if not table.n_positive else "every case truly has it"
        return Estimate(value, note=missing)
    error = _delong_error(table, value)
    if not error > 0:
        return Estimate(value, method="DeLong", note="no interval: the scores separate the groups completely")
    reach = normal_quantile(level) * error
    return Estimate(value, max(0.0, value - reach), min(1.0, value + reach), "DeLong")


def _delong_error(table: ThresholdTable, value: float) -> float:
    """Standard error from how each group is placed among the other; nan for fewer than two cases."""
    positives, negatives = table.n_positive, table.n_negative
    if positives < 2 or negatives < 2:
        return math.nan
    below = _midpoints(table.counts.tn) / negatives
    above = _midpoints(table.counts.tp) / positives
    of_positives = (table.positives * (below - value) ** 2).sum() / (positives - 1)
    of_negatives = (table.negatives * (above - value) ** 2).sum() / (negatives - 1)
    return math.sqrt(of_positives / positives + of_negatives / negatives)


def _midpoints(
    cumulated: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Between the count before and after each distinct score: ties count half."""
    return (cumulated[1:] + cumulated[:-1]) / 2
