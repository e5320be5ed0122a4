"""Recalibrated risks: a logistic line through the scores of other cases than those that it is judged on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from metrics.definition import Values
from metrics.intervals.linearised import ScoredCases, with_scores
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
    placed = np.full(len(units.truth), np.nan)
    placed[known] = risks
    return with_scores(units, label, placed, is_clustered)


def _scored(
    units: ResamplingUnits, label: int
) -> tuple[Values, NDArray[np.bool_], NDArray[np.int64], NDArray[np.bool_]]:
    """Scores, whether of the class, and weights of the rows that have a score; and which rows these are."""
    scores = units.scores[label]
    if scores is None:
        raise ValueError("this class has no scores")
    known = ~np.isnan(scores)
    return scores[known], (units.truth == label)[known], units.weights[known], known
