"""Ranges of the predicted risk: how many cases of each kind lie in them, and how often the class occurs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import special

from metrics.catalog import METRICS
from metrics.counts import Counts
from metrics.definition import Values
from metrics.intervals.analytic import Estimate, proportion_interval
from metrics.intervals.bootstrap import Stack
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.patient_bootstrap import PatientResamples
from metrics.intervals.patient_products import Linearised, PatientProducts
from metrics.measures.calibration import log_odds
from metrics.notes import Code, Note


@dataclass(frozen=True)
class RiskRange:
    """Cases with a predicted risk from `low` to `high`, both of which occur. observed: the proportion of the class.

    mean_risk: nan without cases, as low and high.
    """

    low: float
    high: float
    mean_risk: float
    positives: int
    cases: int
    observed: Estimate


def starts_of_groups(cases: Values, count: int) -> NDArray[np.intp]:
    """(g,) where each of at most so many groups of equal size begins, of (d,) cases at a place, which stay together."""
    middle = np.cumsum(cases) - cases / 2
    starts = np.unique(np.searchsorted(middle * count, np.arange(count) * cases.sum()))
    return starts[starts < len(cases)]


def equal_groups(cases: ScoredCases, count: int) -> Values:
    """(g,) falling: the lowest risk of each of at most so many groups of equal size. Equal risks stay together."""
    last = np.append(starts_of_groups(cases.table.cases, count)[1:], len(cases.table.scores)) - 1
    return np.asarray(cases.table.scores[last])


def lowest_of_ranges(cases: ScoredCases, sizes: Sequence[int], widths: int, further: Sequence[float] = ()) -> Values:
    """(g,) falling: the lowest risk of each range; every risk where they are few.

    Ranges end where groups of equal size do, so many of each of `sizes`, where `widths` of equal width in the log odds
    do, and at further risks.
    """
    scores = cases.table.scores
    if len(scores) <= 2 * widths:
        return scores
    high, low = log_odds(scores[[0, -1]]).tolist()
    of_width = special.expit(np.linspace(high, low, widths + 1))[1:-1]
    wanted = np.concatenate([*(equal_groups(cases, size) for size in sizes), of_width, further])
    ends = np.unique(cases.table.rows_at(wanted))
    return np.asarray(scores[ends[ends > 0] - 1])


def risk_ranges(cases: ScoredCases, lowest: Values, level: float = 0.95) -> tuple[RiskRange, ...]:
    """The cases in each range, the highest first. lowest: (g,) falling, where each begins; the last below all risks."""
    table = cases.table
    starts = table.rows_at(np.append(np.inf, lowest))
    positives, negatives = (np.diff(each) for each in cases.seen.flagged_at(starts))
    observed = _observed(cases, lowest, positives, negatives, level)
    found, at_scores = [], cases.table.cases
    for at, (start, stop) in enumerate(pairwise(starts)):
        risks, many = table.scores[start:stop], int(positives[at] + negatives[at])
        weights = at_scores[start:stop]
        low, high, mean = (risks[-1], risks[0], weights @ risks / weights.sum()) if many else (math.nan,) * 3
        found.append(RiskRange(float(low), float(high), float(mean), int(positives[at]), many, observed[at]))
    return tuple(found)


def _observed(cases: ScoredCases, lowest: Values, positives: Values, negatives: Values, level: float) -> list[Estimate]:
    """Wilson's interval, and where patients have several rows the patient-level one."""
    given = [
        proportion_interval(int(own), int(own + rest), level, Code.NO_CASES)
        for own, rest in zip(positives, negatives, strict=True)
    ]
    if not cases.is_clustered:
        return given
    if cases.units is None:
        return _of_products(cases.in_groups(lowest), given, level)
    own, rest = cases.units.ranked(cases.label, lowest)
    nothing = np.zeros_like(own)
    drawn = PatientResamples.of_stack(cases.units, Stack(Counts(own, nothing, rest, nothing)))
    values = METRICS["sensitivity"](Counts(own.sum(0), nothing.sum(0), rest.sum(0), nothing.sum(0)))
    given = [replace(each, value=float(value)) for each, value in zip(given, values, strict=True)]  # by weight
    return drawn.class_metric_intervals(METRICS["sensitivity"], given, level)


def _of_products(known: PatientProducts | None, given: list[Estimate], level: float) -> list[Estimate]:
    """known: see `ScoredCases.in_groups`."""
    if known is None:
        return [Estimate(each.value, note=each.note or Note(Code.NO_INTERVAL)) for each in given]

    def stacked(cells: Values) -> Stack:
        own, rest = cells[:, : len(given), 0], cells[:, : len(given), 1]
        return Stack(Counts.worked_out(own, np.zeros_like(own), rest, np.zeros_like(own)))

    return Linearised.from_products(known, stacked).class_metric_intervals(METRICS["sensitivity"], given, level)
