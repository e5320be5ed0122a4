"""Several comparisons in one view: Bonferroni for intervals, marks, verdicts and p values."""

from __future__ import annotations


def simultaneous_level(level: float, comparisons: int) -> float:
    """The level of each of several intervals, so that all of them together hold the true values as often as `level`.

    >>> round(simultaneous_level(0.95, 2), 4)
    0.975
    """
    return 1 - (1 - level) / max(1, comparisons)


def adjusted(p: float, comparisons: int) -> float:
    """A p value times the number of comparisons, at most 1; nan stays nan.

    >>> adjusted(0.02, 3), adjusted(0.6, 3)
    (0.06, 1.0)
    """
    return p if p != p else min(1.0, p * max(1, comparisons))
