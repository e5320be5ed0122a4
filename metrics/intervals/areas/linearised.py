"""Intervals of an area, and of a mean of areas, from how far each case moves it: nothing is drawn.

The squares of what cases move, added up within patients, are the variance: Huber 1967, Williams 2000. The
intervals of an average precision hold it as often as those of the bootstrap, and less often where it is near 1 with
about ten other cases (benchmarks/COVERAGE.md).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values
from metrics.interval_methods import CLUSTER_ROBUST, LINEARISED, Style, on_odds_scale
from metrics.intervals.analytic import Estimate
from metrics.intervals.bootstrap import around
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.measures.influence import FINE, INFLUENCES, MovedMean, Moves
from metrics.measures.ranges import in_ranges
from metrics.notes import Code, Note
from metrics.thresholds import ThresholdTable

BITS, DIGITS = 21, 3
MOST_PRODUCTS = 1 << 20


@dataclass(frozen=True, eq=False)
class SumsOverRows:
    """What an engine that holds the rows can add up.

    count: rows, or patients where some have several. squares: of several means the sums over these of the squares of
    what each moves, in whole numbers. in_ranges: of a class with this table (g,) falling scores at which ranges begin,
    the (2g, 2g) products of `PatientsInRanges`, and the (2g,) sums of these rows, without those of nobody known. Both
    None where patients do not fit.
    """

    count: int
    squares: Callable[[Mapping[int, Moves], Sequence[MovedMean]], Sequence[int] | None]
    in_ranges: Callable[[int, ThresholdTable], tuple[Values, NDArray[np.int64], NDArray[np.int64]] | None]


def squares_over_units(units: ResamplingUnits, moves: Mapping[int, Moves], of: MovedMean) -> float:
    """The same of rows that are held, by weight where these have one: then not exact."""
    away = np.zeros(len(units.truth), np.int64)
    for label in of.weights:
        scores, is_class = units.scores[label], units.truth == label
        assert scores is not None
        own, others = of.added(label, moves[label])
        values, size = np.concatenate([others, own]), len(own)
        known = ~np.isnan(scores)
        if known.all():
            away += values[moves[label].places(scores) + size * is_class]
        else:
            away[known] += values[moves[label].places(scores[known]) + size * is_class[known]]
    if units.case_weights is not None:
        each = np.bincount(units.unit, away.astype(np.float64) * units.case_weights, units.count)
        return float(each @ each)
    if units.patients is not None:
        of_rows, away = away, np.zeros(units.count, np.int64)
        np.add.at(away, units.unit, of_rows)
    return sum_of_squares(away)


def sum_of_squares(whole: NDArray[np.int64]) -> int:
    """Exact, as engines have it: by digits whose products add up within 64 bits."""
    digits = []
    for _ in range(DIGITS):
        digits.append(whole & ((1 << BITS) - 1))
        whole = whole >> BITS
    parts = [np.array_split(each, len(each) // MOST_PRODUCTS + 1) for each in (*digits, whole)]
    places = itertools.product(enumerate(parts), repeat=2)
    return sum(
        int(part @ again) << BITS * (one + other)
        for (one, first), (other, second) in places
        for part, again in zip(first, second, strict=True)
    )


def error_of_cases(table: ThresholdTable, key: str) -> float:
    """The standard error of an area of independent cases. key: of INFLUENCES."""
    table, count = in_ranges(table, FINE), table.n
    of = INFLUENCES[key](table)
    squares = float(table.positives @ of.own**2 + table.negatives @ of.others**2)
    return math.sqrt(squares * count / (count - 1)) if count > 1 else math.nan


def linearised_interval(
    value: float, error: float, informative: int, level: float, style: Style, is_clustered: bool
) -> Estimate:
    """informative: the cases, or patients, of the smallest group. No interval where nothing varies."""
    if not 0 < value < 1 or not error > 0:
        return Estimate(value, note=Note(Code.ALL_REPLICATES_EQUAL))
    estimator = CLUSTER_ROBUST if is_clustered else LINEARISED
    if style == "conventional":
        plain = around(value, error, informative, level, estimator)
        return replace(plain, low=max(0.0, plain.low or 0.0), high=min(1.0, plain.high or 1.0))
    low, high = bounds_of(value, error, informative, level)
    return Estimate(value, low, high, on_odds_scale(f"{estimator} SE", informative))
