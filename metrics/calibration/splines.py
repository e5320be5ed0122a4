"""Restricted cubic splines: a smooth curve through few knots that is straight beyond the outer ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import ArrayLike

from metrics.definition import Values
from metrics.measures.logistic import IN_CACHE
from metrics.thresholds import ThresholdTable

# Of four and of three knots: Harrell 2015, Regression Modeling Strategies, table 2.3.
QUANTILES = ((0.05, 0.35, 0.65, 0.95), (0.1, 0.5, 0.9))
PILES = 4096  # of values, to find a quantile
FEWEST_KNOTS = 3  # of two, the curve is a straight line


def quantiles_of(values: Values, cases: Values, parts: ArrayLike) -> Values:
    """Of values that stand for so many cases each, between the two cases around each part, as R's type 7.

    Only the values near a quantile are sorted: 3 times as fast at 1,000,000.
    """
    low, high = float(values.min()), float(values.max())
    pile = ((values - low) * (PILES / (high - low))).astype(np.intp) if high > low else np.zeros(len(values), np.intp)
    below = np.append(0, np.cumsum(np.bincount(pile, cases)))  # cases in lower piles
    found = []
    for place in np.asarray(parts) * (below[-1] - 1):
        between = np.floor(place), np.ceil(place)
        first, last = below.searchsorted(between, side="right") - 1
        near = np.flatnonzero((pile >= first) & (pile <= last))
        order = near[values[near].argsort()]
        under, over = values[order[(below[first] + np.cumsum(cases[order])).searchsorted(between, side="right")]]
        found.append(under + (place - between[0]) * (over - under))
    return np.array(found)


def knots_of(table: ThresholdTable, of: Callable[[Values], Values]) -> Iterator[Values]:
    """Harrell's 4 knots, his 3, and none; fewer where values repeat. of: a rising function of the scores.

    Quantiles of the cases, between the two around each part (R's type 7), looked up in the cumulative counts.
    """
    total = table.n
    for parts in QUANTILES:
        places = np.array(parts) * (total - 1)
        ranks = [place.astype(np.int64) for place in (np.floor(places), np.ceil(places))]
        low, high = (of(table.scores[table.first_rows("all", total - rank) - 1]) for rank in ranks)
        yield np.unique(low + (places - ranks[0]) * (high - low))
    yield np.empty(0)


def basis(values: Values, knots: Values) -> Values:
    """(k − 1, d) columns of a restricted cubic spline: the values, and a cubic one for all but two of the knots.

    Scaled by the square of the distance of the outer knots (Harrell 2015, section 2.4.5). With fewer than three knots
    the values alone.
    """
    if len(knots) < FEWEST_KNOTS:
        return values[None]
    last, before, width = knots[-1], knots[-2], (knots[-1] - knots[0]) ** 2
    found = np.empty((len(knots) - 1, len(values)))
    for start in range(0, len(values), IN_CACHE):
        rows = slice(start, start + IN_CACHE)
        found[0, rows] = values[rows]
        first, second = (_cubed(values[rows] - knot) for knot in (before, last))
        for row, knot in zip(found[1:, rows], knots[:-2], strict=True):
            from_first, from_second = (last - knot) / (last - before), (before - knot) / (last - before)
            row[:] = (_cubed(values[rows] - knot) - first * from_first + second * from_second) / width
    return found


def _cubed(values: Values) -> Values:
    """Cubes of what is above 0; products are ten times as fast as a power."""
    above = np.maximum(values, 0)
    return above * above * above
