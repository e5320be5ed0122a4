"""What becomes of the cases of a model when each class has a threshold of its own: held rows, or counted ones."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from metrics import ConfusionMatrix, Estimate, Evaluation
from metrics.thresholding.per_class_thresholds import ThresholdedMatrix, decide
from metrics.weighted_evaluation import drawn_decisions, figures_of_decisions
from predictions.counted import CellsAndPatients, Counter, Slice
from predictions.counted_study import CountedStudy
from predictions.slices.scored_rows import ScoredRows, all_scored, scored_rows
from predictions.study import Study

Figures = Mapping[str, Estimate]


@dataclass(frozen=True, eq=False)
class AtThresholds:
    """matrix: of the cases with a score of every class. figures: see `ThresholdedMatrix.figures`."""

    matrix: ThresholdedMatrix
    figures: Figures


class Decisions(Protocol):
    """unscored: rows that lack a score of some class, and are excluded. cases: the others."""

    @property
    def cases(self) -> int: ...

    @property
    def unscored(self) -> int: ...

    def at(self, thresholds: Sequence[float] | None, normal: int | None, not_diseases: Collection[int]) -> AtThresholds:
        """thresholds: (K,) see `decide`; None for the delivered predictions. Raises Problem where rows are gone."""


@dataclass(frozen=True, eq=False)
class HeldDecisions:
    """Of rows that are held."""

    evaluation: Evaluation
    rows: ScoredRows

    @property
    def cases(self) -> int:
        return len(self.rows.truth)

    @property
    def unscored(self) -> int:
        return self.rows.unscored

    def at(self, thresholds: Sequence[float] | None, normal: int | None, not_diseases: Collection[int]) -> AtThresholds:
        rows, labels, level = self.rows, self.evaluation.labels, self.evaluation.level
        said = rows.predicted if thresholds is None else decide(rows.scores, thresholds)
        matrix = ThresholdedMatrix.of(rows.truth, said, labels)
        if rows.weights is None and rows.patients is None:
            return AtThresholds(matrix, matrix.figures(normal, level, not_diseases))
        drawn = rows.weights, rows.patients, normal, level, not_diseases
        return AtThresholds(matrix, drawn_decisions(rows.truth, said, labels, *drawn))


@dataclass(frozen=True, eq=False)
class CountedDecisions:
    """Of rows that an engine holds; each set of thresholds is a question. delivered: its answer without any."""

    evaluation: Evaluation
    place: Slice
    counter: Counter
    delivered: CellsAndPatients

    @property
    def cases(self) -> int:
        return int(self.delivered[0].sum())

    @property
    def unscored(self) -> int:
        return self.evaluation.n - self.cases

    def at(self, thresholds: Sequence[float] | None, normal: int | None, not_diseases: Collection[int]) -> AtThresholds:
        seen = self.evaluation
        cells, patients = self.delivered
        if thresholds is not None:
            cells, patients = self.counter.at_thresholds(self.place, thresholds, seen.patients is not None)
        matrix = ThresholdedMatrix(ConfusionMatrix(seen.labels, cells[:-1, :-1]), cells[:-1, -1])
        if patients is None:
            return AtThresholds(matrix, matrix.figures(normal, seen.level, not_diseases))
        every = ConfusionMatrix((*seen.labels, ""), cells)
        found = Evaluation(every, clusters=patients.count, level=seen.level, patients=patients)
        return AtThresholds(matrix, figures_of_decisions(found, normal, not_diseases))


def can_decide(study: Study, seen: Evaluation) -> bool:
    """Whether every class has scores of its own, of rows that are held or that an engine can be asked about."""
    if seen.units is not None:
        return all_scored(seen)
    can_ask = isinstance(study, CountedStudy) and not seen.is_weighted
    return can_ask and all(study.scored)


def decisions(study: Study, model: int, split: str | None, evaluation: Evaluation) -> Decisions:
    """Where `can_decide`. evaluation: of the model on the split, with the level of intervals. Raises Problem."""
    if evaluation.units is not None:
        return HeldDecisions(evaluation, scored_rows(evaluation))
    assert isinstance(study, CountedStudy)
    delivered = study.counter.at_thresholds((model, split), None, evaluation.patients is not None)
    return CountedDecisions(evaluation, (model, split), study.counter, delivered)
