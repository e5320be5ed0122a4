"""Recalibrated risks: a logistic line through the scores of other cases than those that it is judged on."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import special

from metrics.definition import Values
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.resampling_units import SEED, ResamplingUnits
from metrics.measures.calibration import log_odds
from metrics.measures.case_weights import weighted_table
from metrics.measures.condensed import condensed
from metrics.thresholds import ThresholdTable

PARTS = 10  # of the patients, in cross-fitting


@dataclass(frozen=True)
class Line:
    """Log odds of the recalibrated risk = intercept + slope · x; of_log_odds: of the given risk, else of the score."""

    intercept: float
    slope: float
    of_log_odds: bool

    def risks(self, scores: Values) -> Values:
        """(n,) from scores."""
        x = log_odds(scores) if self.of_log_odds else scores
        return np.asarray(special.expit(self.intercept + self.slope * x))


def line_through(table: ThresholdTable, of_log_odds: bool) -> Line | None:
    """Fitted to the scored cases; None where they are separated, or of one kind, or the scores do not vary."""
    few = condensed(table, log_odds if of_log_odds else lambda scores: scores)
    found = few.fitted() if few.overlap else None
    if found is None:
        return None
    intercept, slope = found.coefficients.tolist()
    return Line(intercept, slope, of_log_odds)


def by_line(table: ThresholdTable, line: Line) -> ScoredCases:
    """Independent cases with the risks of a line that was fitted to others."""
    risks, is_class = line.risks(table.scores), np.repeat([True, False], len(table.scores))
    return ScoredCases(weighted_table(np.tile(risks, 2), is_class, np.append(table.positives, table.negatives)))


def rows_by_line(units: ResamplingUnits, label: int, line: Line) -> ScoredCases:
    """The same of rows that belong together, or are weighted."""
    return _cases(units, label, line.risks(_scored(units, label)[0]), is_clustered=True)


def cross_fitted(units: ResamplingUnits, label: int, of_log_odds: bool, is_clustered: bool) -> ScoredCases | None:
    """Each tenth of the patients with the line of the other nine; None where one of them has none."""
    scores, is_class, weights, known = _scored(units, label)
    part = (np.random.default_rng(SEED).permutation(units.count) % PARTS)[units.unit[known]]
    risks = np.empty(len(scores))
    for each in range(PARTS):
        own = part == each
        line = line_through(weighted_table(scores[~own], is_class[~own], weights[~own]), of_log_odds)
        if line is None:
            return None
        risks[own] = line.risks(scores[own])
    return _cases(units, label, risks, is_clustered)


def _scored(
    units: ResamplingUnits, label: int
) -> tuple[Values, NDArray[np.bool_], NDArray[np.int64], NDArray[np.bool_]]:
    """Scores, whether of the class, and weights of the rows that have a score; and which rows these are."""
    scores = units.scores[label]
    if scores is None:
        raise ValueError("this class has no scores")
    known = ~np.isnan(scores)
    weights = np.ones(len(scores), np.int64) if units.case_weights is None else units.case_weights
    return scores[known], (units.truth == label)[known], weights[known], known


def _cases(units: ResamplingUnits, label: int, risks: Values, is_clustered: bool) -> ScoredCases:
    """The rows with risks in place of the scores that they have."""
    placed = np.full(len(units.truth), np.nan)
    placed[_scored(units, label)[3]] = risks
    weights = np.ones(len(placed), np.int64) if units.case_weights is None else units.case_weights
    table = weighted_table(placed, units.truth == label, weights)
    scores = tuple(placed if at == label else each for at, each in enumerate(units.scores))
    return ScoredCases(table, label, replace(units, scores=scores) if is_clustered else None)
