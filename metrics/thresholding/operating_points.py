"""Operating points: the threshold that does best by a stated criterion, among the scores that occur.

A case is predicted where score >= threshold. Everything is counted in whole numbers, so that ties are ties.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from metrics.catalog import METRICS
from metrics.definition import Values
from metrics.intervals.analytic import proportion_interval
from metrics.kernels.given import expect, number
from metrics.thresholds import ThresholdTable

LARGEST = 2**63 - 1


def youden(table: ThresholdTable) -> float:
    """The score with the largest sensitivity + specificity (Youden 1950), the most sensitive of several.

    It weights sensitivity and specificity equally: at prevalence p one missed case counts (1 − p)/p false positives.
    nan where a group is empty. One of the observed scores.
    """
    expect("table", table, ThresholdTable)
    positives, negatives = table.n_positive, table.n_negative
    if not positives or not negatives:
        return math.nan
    tp, fp = _exactly(table, max(positives, negatives))
    gain = tp[1:] * negatives - fp[1:] * positives
    return float(table.scores[len(gain) - 1 - int(gain[::-1].argmax())])


def target_sensitivity(table: ThresholdTable, minimum: float, level: float | None = None) -> float:
    """The largest score that reaches this sensitivity: no threshold that does has fewer false positives.

    level: not the observed value but the lower bound of its interval of this level (of independent cases) has to reach
    it; nan where no threshold has such a lower bound. nan without cases of the class. Raises ValueError unless
    0 <= minimum <= 1.
    """
    expect("table", table, ThresholdTable)
    if level is None:
        reached = _reached("sensitivity", table, minimum)
    else:
        reached = table.counts.tp[1:] >= _proving(table.n_positive, minimum, level)
    return float(table.scores[int(reached.argmax())]) if table.n_positive and reached.any() else math.nan


def target_specificity(table: ThresholdTable, minimum: float, level: float | None = None) -> float:
    """The smallest score that reaches this specificity: no threshold that does detects more.

    inf, which flags nobody, where no score reaches it; nan where every case is of the class. level: as for
    `target_sensitivity`, and nan where not even flagging nobody proves so much. Raises ValueError unless
    0 <= minimum <= 1.
    """
    expect("table", table, ThresholdTable)
    needed = None if level is None else _proving(table.n_negative, minimum, level)
    reached = _reached("specificity", table, minimum) if needed is None else table.counts.tn[1:] >= needed
    if not table.n_negative or (needed is not None and needed > table.n_negative):
        return math.nan
    return float(table.scores[len(reached) - 1 - int(reached[::-1].argmax())]) if reached.any() else math.inf


def bounded_target(
    key: Literal["sensitivity", "specificity"], scores: NDArray[np.float64], bound: Callable[[float], float | None],
    minimum: float,
) -> float:  # fmt: skip
    """As the targets by a lower bound, but by any bound: of weighted cases no count gives it.

    scores: falling. bound: the lower bound at a threshold, which is taken to rise with the value, so that a few are
    looked at; nan where none reaches the minimum.
    """
    rising = scores if key == "sensitivity" else np.append(np.inf, scores)[::-1]
    at = bisect_left(rising, True, key=lambda score: (bound(float(score)) or 0.0) >= minimum)
    return float(rising[at]) if at < len(rising) else math.nan


def cost_threshold(cost_fn: float, cost_fp: float) -> float:
    """The risk from which acting is cheaper than not, c_FP / (c_FP + c_FN): no data are searched for it.

    It needs probabilities that hold; the lower a false positive costs, the lower it is. nan where nothing costs. Raises
    ValueError for costs that are negative or not finite.

    >>> cost_threshold(9, 1)
    0.1
    """
    fn, fp = _exact_ratio(cost_fn=cost_fn, cost_fp=cost_fp)
    return float(fp / (fp + fn)) if fp + fn else math.nan


def lowest_cost(table: ThresholdTable, cost_fn: float, cost_fp: float) -> float:
    """The score with the lowest cost of false negatives and false positives together, the most sensitive of several.

    inf, which flags nobody, where that is cheaper than any score. Only the ratio of the costs matters; they are read
    as decimals. nan without cases. Raises ValueError for costs that are negative or not finite.
    """
    expect("table", table, ThresholdTable)
    fn, fp = _exact_ratio(cost_fn=cost_fn, cost_fp=cost_fp)
    unit = math.gcd(fn.numerator * fp.denominator, fp.numerator * fn.denominator) or 1
    per_fn = fn.numerator * fp.denominator // unit
    per_fp = fp.numerator * fn.denominator // unit
    if not len(table.scores):
        return math.nan
    detected, flagged = _exactly(table, per_fn + per_fp)
    total = (detected[-1] - detected) * per_fn + flagged * per_fp
    return float(table.thresholds_at(len(total) - 1 - int(total[::-1].argmin())))


def _exactly(table: ThresholdTable, factor: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Cumulative true and false positives; as Python integers where products with the factor exceed 64 bits."""
    tp, fp = table.flagged(0, len(table.scores) + 1)
    if 2 * factor * table.n <= LARGEST:
        return tp, fp
    return tp.astype(object), fp.astype(object)


def _reached(key: str, table: ThresholdTable, minimum: float) -> NDArray[np.bool_]:
    """Per observed score, from the highest on."""
    minimum = number("minimum", minimum, 0, 1)
    values: Values = METRICS[key](table.counts)[1:]
    return values >= minimum


def _proving(total: int, minimum: float, level: float) -> int:
    """The fewest of so many cases whose lower bound reaches the minimum; one more than there are where none does."""
    minimum = number("minimum", minimum, 0, 1)
    return bisect_left(range(total + 1), minimum, key=lambda part: proportion_interval(part, total, level).low or 0.0)


def _exact_ratio(**costs: float) -> tuple[Fraction, ...]:
    """The costs as the decimals that they are written in."""
    given = {name: number(name, cost) for name, cost in costs.items()}
    for name, cost in given.items():
        if not 0 <= cost < math.inf:
            raise ValueError(f"`{name}` must be finite, and cannot be negative")
    return tuple(Fraction(repr(cost)) for cost in given.values())
