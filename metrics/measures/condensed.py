"""Few weighted values in place of many: what a smooth curve through all of them needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from metrics.definition import Values
from metrics.measures.logistic import Groups, LogisticFit, logistic_fit
from metrics.thresholds import ThresholdTable

MANY = 20_000  # values, beyond which they are condensed
RANGES = 4096  # of equal width
LONE = 1e-6  # of a width: below it one value is enough
STRAIGHT = 0.1  # log odds, by which a curve may change within a range
Of = Callable[[Values], Values]


def _alone(x: Values) -> Values:
    return x[None]


@dataclass(frozen=True, eq=False)
class Condensed:
    """x: (m,) values. groups: cases at each. edges: of the ranges, none where these are all values.

    Of the scores of a table; of: a rising function of them.
    """

    x: Values
    groups: Groups
    edges: Values
    table: ThresholdTable
    of: Of

    @property
    def overlap(self) -> bool:
        """Whether some case of each group lies beyond some case of the other: only then one slope fits best."""
        table = self.table
        if not table.has_both:
            return False
        rows = (
            table.first_rows("positives", [1, table.n_positive]),
            table.first_rows("negatives", [1, table.n_negative]),
        )
        (high, low), (other_high, other_low) = (self.of(table.scores[each - 1]).tolist() for each in rows)
        return bool(low < other_high and other_low < high)

    def fitted(self, columns: Callable[[Values], Values] = _alone) -> LogisticFit | None:
        """`logistic_fit` of columns of the values; of all of them only where it is too steep for the ranges.

        columns: (q − 1, m) of (m,) values.
        """
        found = logistic_fit(columns(self.x), self.groups)
        if not len(self.edges):
            return found
        if found is not None:
            log_odds = found.coefficients[1:] @ columns(self.edges)
            if np.abs(np.diff(log_odds)).max() <= STRAIGHT:
                return found
        return logistic_fit(columns(self.of(self.table.scores)), Groups(self.table.positives, self.table.negatives))


def condensed(table: ThresholdTable, of: Of) -> Condensed:
    """In each narrow range two values for each group: number, mean, variance and third moment of its cases there.

    of: a rising function of the scores. By Gauss's quadrature a log-likelihood is that of all cases to ten digits; fits
    of 1,000,000 values take a tenth of the time.
    """
    scores = table.scores
    high, low = of(scores[[0, -1]]).tolist() if len(scores) > MANY else (0.0, 0.0)
    if not high > low:
        return Condensed(of(scores), Groups(table.positives, table.negatives), np.empty(0), table, of)
    width = float(high - low) / RANGES
    sums = np.zeros((2, 4, RANGES))
    for each, *groups in table.blocks():
        inside = (high - of(each)) / width
        place = np.minimum(inside.astype(np.intp), RANGES - 1)
        inside -= place + 0.5
        starts = np.append(0, np.flatnonzero(np.diff(place)) + 1)
        for cases, found in zip(groups, sums, strict=True):
            weighted = cases.astype(np.float64)
            for moment in found:
                moment[place[starts]] += np.add.reduceat(weighted, starts)
                weighted *= inside
    (ill_at, ill), (well_at, well) = map(_pairs, sums)
    groups_at = Groups(np.append(ill, np.zeros_like(well)), np.append(np.zeros_like(ill), well))
    edges = np.asarray(high - width * np.arange(RANGES + 1))
    return Condensed(high - width * np.append(ill_at, well_at), groups_at, edges, table, of)


def _pairs(sums: Values) -> tuple[Values, Values]:
    """(2 r,) values in widths below the highest, and the cases that each stands for. sums: (4, ranges) of powers."""
    filled = np.flatnonzero(sums[0])
    size = sums[0, filled]
    mean, second, third = sums[1:, filled] / size
    spread = np.sqrt(np.maximum(second - mean**2, 0))
    skewed = third - 3 * mean * second + 2 * mean**3
    half = np.divide(skewed, 2 * spread**3, out=np.zeros_like(mean), where=spread > LONE)
    root = np.hypot(1, half)
    at = [filled + 0.5 + mean + spread * (half + sign * root) for sign in (-1, 1)]
    return np.concatenate(at), np.concatenate([size * (1 - sign * half / root) / 2 for sign in (-1, 1)])
