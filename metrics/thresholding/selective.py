"""Selective prediction: how often the model errs when the cases it is least confident in go to a clinician.

The risk-coverage curve of Geifman and El-Yaniv 2017 (NeurIPS 30). Cases with one confidence are decided together or not
at all, so that no order of the rows changes a number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.definition import Values, divided
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.thresholds import ThresholdTable

ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Selective:
    """Cases by falling confidence, each count that of the cases with at least so much.

    confidence: (d,) distinct and falling. decided, errors: (d,) cases, and those of them that are misclassified. own,
    missed: (d,) cases of the class, and those of them that are missed. All by weight where cases are weighted.
    """

    confidence: Values
    decided: NDArray[np.int64]
    errors: NDArray[np.int64]
    own: NDArray[np.int64]
    missed: NDArray[np.int64]

    @property
    def coverages(self) -> Values:
        """(d,) coverage: the cases that are decided, of all."""
        return divided(self.decided, self.decided[-1:])

    @property
    def accuracy(self) -> Values:
        """(d,) of the decided cases."""
        return 1 - divided(self.errors, self.decided)

    @property
    def miss_rate(self) -> Values:
        """(d,) of the decided cases of the class; nan where none is decided."""
        return divided(self.missed, self.own)

    @property
    def area(self) -> float:
        """Area under the risk-coverage curve (AURC; Geifman, Uziel and El-Yaniv 2019, ICLR): mean error rate of the
        decided cases over all coverages. 0 is perfect; a confidence that tells nothing gives the error rate of all.
        nan without cases."""
        if not len(self.decided):
            return float("nan")
        steps = np.diff(self.decided, prepend=0)
        return float(steps @ divided(self.errors, self.decided) / self.decided[-1])

    def place(self, coverage: float) -> int:
        """Where at most this coverage of the cases is decided, and as many as then can be; -1 where that is none."""
        return int(np.searchsorted(self.coverages, coverage * (1 + ROUNDING) + ROUNDING, side="right")) - 1


def has_confidence(units: ResamplingUnits) -> bool:
    """Whether every class has scores; one score of two classes must be a probability."""
    given = [each for each in units.scores if each is not None]
    if len(given) < units.size or not len(units.truth):
        return False
    return not _has_one_score(units) or any(_is_probability(each) for each in given)


def confidence_of(units: ResamplingUnits) -> Values:
    """(n,) the highest score of each case, nan where a score of it is missing; of two classes with one score p that
    of max(p, 1 − p). See `has_confidence`."""
    if _has_one_score(units):
        lone = np.abs(np.asarray(units.scores[0], np.float64))
        return np.asarray(np.maximum(lone, 1 - lone))
    given = [np.asarray(each, np.float64) for each in units.scores if each is not None]
    return np.asarray(np.max(given, axis=0), np.float64)


def _is_probability(scores: Values) -> bool:
    return bool(np.nanmin(scores, initial=0) >= 0 and np.nanmax(scores, initial=0) <= 1)


def _has_one_score(units: ResamplingUnits) -> bool:
    """Whether the scores of two classes are one and its complement, which is held as its negative."""
    if units.size != 2 or units.scores[0] is None or units.scores[1] is None:
        return False
    return np.array_equal(units.scores[0], -units.scores[1], equal_nan=True)


def selective(units: ResamplingUnits, label: int, confidence: Values) -> Selective:
    """Of the rows with a confidence. confidence: (n,)."""
    known = ~np.isnan(confidence)
    weight = None if units.case_weights is None else units.case_weights[known]
    truth, predicted = units.truth[known], units.predicted[known]
    own = truth == label
    return _counted(confidence[known], weight, truth != predicted, own, own & (predicted != label))


def selective_of_cells(cells: Sequence[ThresholdTable], label: int) -> Selective:
    """Of cases that are counted: (K * K) their confidences in each cell, true class * K + predicted class."""
    kind = np.repeat(np.arange(len(cells)), [len(each.scores) for each in cells])
    truth, predicted = np.divmod(kind, math.isqrt(len(cells)))
    confidence, cases = (np.concatenate(each) for each in zip(*((of.scores, of.cases) for of in cells), strict=True))
    own = truth == label
    return _counted(confidence, cases.astype(np.int64), truth != predicted, own, own & (predicted != label))


def risk_coverage_area(confidence: ArrayLike, is_error: ArrayLike) -> float:
    """`Selective.area` of single cases. confidence, is_error: (n,)."""
    error = np.asarray(is_error, np.bool_)
    return _counted(np.asarray(confidence, np.float64), None, error, error, error).area


def _counted(confidence: Values, weight: NDArray[np.int64] | None, *kinds: NDArray[np.bool_]) -> Selective:
    """kinds: (n,) errors, cases of the class, and those that are missed."""
    levels, place = np.unique(-confidence, return_inverse=True)
    every = np.ones(len(confidence), np.bool_)
    return Selective(-levels, *(_cumulative(place, weight, kind, len(levels)) for kind in (every, *kinds)))


def _cumulative(
    place: NDArray[np.intp], weight: NDArray[np.int64] | None, kind: NDArray[np.bool_], size: int
) -> NDArray[np.int64]:
    counted = np.bincount(place[kind], None if weight is None else weight[kind], size)
    return np.cumsum(np.rint(counted).astype(np.int64))
