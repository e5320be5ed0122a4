"""Selective prediction of a class: what the model does where it decides only the cases it is most confident in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from metrics import ConfusionMatrix, Estimate, Evaluation, ThresholdTable
from metrics.definition import Values
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.kernels.codes import distinct
from metrics.kernels.once import Once, once
from metrics.thresholding.selective import Selective, confidence_of, has_confidence, selective, selective_of_cells
from metrics.weighted_evaluation import WeightedEvaluation, weighted_evaluation
from predictions.slices.confident import by_confidence, can_ask_confidence, of_most_confident
from reviews.view import View

GRID = np.arange(1, 201) / 200  # coverages in the picture
LEAST = 10  # cases from which on a rate is drawn


@dataclass(frozen=True)
class Decided:
    """The cases that the model decides. coverage: of all, by weight; accuracy, miss_rate: of them, with intervals.

    cases: how many; own: of the class. miss_rate is undefined where none of the class is decided.
    """

    coverage: float
    cases: int
    own: int
    accuracy: Estimate
    miss_rate: Estimate


@dataclass(frozen=True, eq=False)
class SelectivePrediction:
    """One class of a view whose cases have a confidence. See `selective_prediction`.

    cells: their confidences in each cell of the matrix, where an engine counts them; None of rows that are held.
    """

    view: View
    label: int
    cells: Sequence[ThresholdTable] | None
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def confidence(self) -> Values:
        """(n,) of each case, found when asked."""
        units = self.view.evaluation.units
        assert units is not None
        return confidence_of(units)

    @once
    def curve(self) -> Selective:
        """By weight where cases are weighted."""
        if self.cells is not None:
            return selective_of_cells(self.cells, self.label)
        seen = self.view.evaluation.in_population.units
        assert seen is not None
        return selective(seen, self.label, confidence_of(seen))

    @once
    def without_score(self) -> int:
        """Cases that no number is about."""
        if self.cells is not None:
            return self.view.evaluation.n - int(self.curve.decided[-1])
        return int(np.count_nonzero(np.isnan(self.confidence)))

    @once
    def everybody(self) -> Decided:
        """All cases with scores: as without a choice."""
        return self._decided(len(self.curve.confidence) - 1)

    def at(self, coverage: float) -> Decided | None:
        """At most this coverage of the cases; None where even the most confident ones are more."""
        place = self.curve.place(coverage)
        return None if place < 0 else self._once.get(("at", place), lambda: self._decided(place))

    @property
    def drawn(self) -> NDArray[np.intp]:
        """Places of the curve, rising, of at most 200 coverages."""
        places = np.unique([self.curve.place(coverage) for coverage in GRID])
        return np.asarray(places[places >= 0], np.intp)

    def _decided(self, place: int) -> Decided:
        curve, seen = self.curve, self.view.evaluation
        if place == len(curve.confidence) - 1 and not self.without_score:
            found = seen
        elif self.cells is None:
            found = _of_rows(seen, self.confidence >= curve.confidence[place])
        else:
            found = _of_cells(self.view, self.cells, float(curve.confidence[place]))
        own = int(found.matrix.support[self.label])
        miss_rate = found.classes[self.label]["fnr"]
        return Decided(float(curve.coverages[place]), found.n, own, found.overall["accuracy"], miss_rate)


def can_be_selective(view: View) -> bool:
    """Whether scores tell a confidence, of rows that are held or that an engine counts."""
    units = view.evaluation.units
    return has_confidence(units) if units is not None else can_ask_confidence(view.study, view.model, view.split)


def selective_prediction(view: View, label: int) -> SelectivePrediction:
    """Made once, of a view that can be selective. Raises Problem where an engine has no answer."""
    cells = view.cached(("by confidence",), lambda: by_confidence(view.study, view.model, view.split))
    return view.cached_as_said(("selective", label, view.level), lambda: SelectivePrediction(view, label, cells))


def _of_cells(view: View, cells: Sequence[ThresholdTable], least: float) -> Evaluation:
    seen, found = view.evaluation, of_most_confident(view.study, view.model, view.split, cells, least)
    return replace(found, normal=seen.normal, level=seen.level, intervals=seen.intervals)


def _of_rows(seen: Evaluation, rows: NDArray[np.bool_]) -> Evaluation:
    """Of some rows, without scores."""
    units = seen.units
    assert units is not None
    own = _units_of(units, rows)
    matrix = ConfusionMatrix.from_codes(own.truth, own.predicted, seen.labels)
    clusters = None if seen.clusters is None or own.patients is None else own.count
    found = Evaluation(matrix, (), clusters, normal=seen.normal, level=seen.level, intervals=seen.intervals, units=own)
    return weighted_evaluation(found, seen.case_weights[rows]) if isinstance(seen, WeightedEvaluation) else found


def _units_of(units: ResamplingUnits, rows: NDArray[np.bool_]) -> ResamplingUnits:
    patients = None if units.patients is None else units.patients[rows]
    count = int(np.count_nonzero(rows)) if patients is None else distinct(patients)
    truth, predicted = units.truth[rows], units.predicted[rows]
    return replace(units, truth=truth, predicted=predicted, scores=(), patients=patients, count=count, folds=None)
