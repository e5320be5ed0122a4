"""A short number that parts the scores just as a threshold of many digits does."""

from __future__ import annotations

import math

from metrics.thresholds import ThresholdTable

USUAL = 0.5
MOST_DECIMALS = 15


def short_threshold(table: ThresholdTable, at: float, decimals: int = 3) -> float:
    """A threshold with the counts of `at` and as few decimals as that allows, but not fewer than `decimals`.

    It is at most one unit of its last decimal below the score that it stands for. Infinite ones stay.
    """
    if not math.isfinite(at):
        return at
    row = int(table.scores[::-1].searchsorted(at, side="left"))  # from the lowest score
    high = float(table.scores[::-1][row]) if row < len(table.scores) else at
    low = float(table.scores[::-1][row - 1]) if row else -math.inf
    return _fewest(low, high, decimals)


def simplest_between(low: float, high: float) -> float:
    """The simplest number in (low, high]: 0.5, else the one with the fewest decimals. Both are finite."""
    return USUAL if low < USUAL <= high else _fewest(low, high, 1)


def _fewest(low: float, high: float, decimals: int) -> float:
    for places in range(decimals, MOST_DECIMALS):
        if math.isinf(shifted := high * 10.0**places):
            break
        short = math.floor(shifted) / 10.0**places
        if low < short <= high:
            return short
    return high
