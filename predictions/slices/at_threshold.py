"""What all predictions become when one class gets a threshold of its own.

Predicted: the class where its score >= threshold; elsewhere the delivered prediction, or where that is the class itself
the other class with the highest score. So a threshold that the delivered predictions follow changes none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from metrics.counted_weights import CountedWeightedEvaluation
from metrics.intervals.patient_counts import Patients
from metrics.kernels.steps import Steps
from predictions.counted import Cut, Slice
from predictions.counted_study import CountedStudy, asking
from predictions.problems import noting_why
from predictions.rows import Predictions
from predictions.study import RowStudy, Study

Codes = NDArray[np.integer]
Scores = Sequence[NDArray[np.float64] | None]


class Obstacle(StrEnum):
    """Why the predictions of a study cannot be made again at a threshold."""

    NO_SCORES = "no_scores"  # of the class
    NO_ROWS = "no_rows"  # counted where the file lies, with weighted cases
    OTHERS_WITHOUT_SCORES = "others_without_scores"  # nothing says which other class a case would get


def obstacle(study: Study, model: int, label: int) -> Obstacle | None:
    """What stands in the way of a threshold for this class; None where it can be used."""
    predictions = study.predictions_of(model)
    if predictions is None:
        if not any(study.scored):
            return Obstacle.NO_SCORES
        return _obstacle_of_counts(study, model, label)
    scores = predictions.scores or ()
    lone = len(study.labels) == 2 and any(column is not None for column in scores)
    if not lone and (not scores or scores[label] is None):
        return Obstacle.NO_SCORES
    if len(study.labels) > 2 and any(column is None for column in scores):
        return Obstacle.OTHERS_WITHOUT_SCORES
    return None


def _obstacle_of_counts(study: Study, model: int, label: int) -> Obstacle | None:
    """An engine makes the predictions again where the tables do not tell what they become."""
    if len(study.labels) > 2 and not study.scored[label]:
        return Obstacle.NO_SCORES
    if len(study.labels) > 2 and not all(study.scored):
        return Obstacle.OTHERS_WITHOUT_SCORES
    parts = [study.evaluate(at, split) for at, split in study.slices if at == model]
    can_ask = isinstance(study, CountedStudy)
    is_told = ((can_ask and not part.is_weighted) or changes(part, label) is not None for part in parts)
    return None if all(is_told) else Obstacle.NO_ROWS


def below_threshold(predicted: Codes, scores: Scores, label: int) -> NDArray[np.int16]:
    """(n,) what each case is classified as below every threshold of `label`.

    A case without a score of the class, or of every other one, keeps its delivered prediction, as it does above.
    """
    below, own = predicted.astype(np.int16), scores[label]
    rows = np.flatnonzero(below == label)
    rows = rows if own is None else rows[~np.isnan(own[rows])]
    if len(scores) == 2:
        below[rows] = 1 - label
        return below
    best, highest = np.full(len(rows), label, np.int16), np.full(len(rows), -np.inf)
    for code, column in enumerate(scores):
        if code == label or column is None:
            continue
        values = column[rows]
        is_higher = (values > highest) | ((best == label) & ~np.isnan(values))
        best[is_higher], highest[is_higher] = code, values[is_higher]
    below[rows] = best
    return below


@dataclass(frozen=True, eq=False)
class Changes:
    """What a threshold of one class does to every class, over the cases that have a score of it.

    delivered: (K, K) cells of the delivered predictions. cells_at: (m,) thresholds -> (m, K, K) cells.
    """

    delivered: NDArray[np.int64]
    cells_at: Callable[[NDArray[np.float64]], NDArray[np.int64]]


def changes(evaluation: Evaluation, label: int) -> Changes | None:
    """The matrices of every threshold; None where the rows, or scores that this takes, are not held."""
    units, table = evaluation.units, evaluation.table(label)
    if units is None:
        if table is None or len(evaluation.labels) > 2 or table.n != evaluation.n:
            return None
        return Changes(evaluation.matrix.cells, partial(_two_by_two, table, label))
    own = units.scores[label] if units.scores else None
    if own is None or any(column is None for column in units.scores):
        return None
    below, known = below_threshold(units.predicted, units.scores, label), _known(own)
    kinds = below[known].astype(np.uint32) * np.uint32(len(evaluation.labels)) + units.truth[known].astype(np.uint32)
    kinds = kinds.astype(np.min_scalar_type(len(evaluation.labels) ** 2))  # it is held as long as the study is
    delivered = ConfusionMatrix.from_codes(units.truth[known], units.predicted[known], evaluation.labels)
    return Changes(delivered.cells, partial(_taken_from_below, kinds, own[known], label, len(evaluation.labels)))


def can_ask_changes(study: Study, model: int, split: str | None) -> bool:
    """Whether an engine holds the rows and can tell what each threshold of a class does to all."""
    is_scored = any(study.scored) if len(study.labels) == 2 else all(study.scored)
    return isinstance(study, CountedStudy) and is_scored and not study.evaluate(model, split).is_weighted


def changes_in(study: Study, model: int, split: str | None, label: int) -> Changes | None:
    """As `changes`, also of rows that an engine holds, which it is asked about. Raises Problem where it cannot be."""
    found = changes(study.evaluate(model, split), label)
    if found is not None or not isinstance(study, CountedStudy) or not can_ask_changes(study, model, split):
        return found
    tables = study.below((model, split), label)
    return None if tables is None else _of_kinds(tables, label, len(study.labels))


def _of_kinds(tables: Sequence[ThresholdTable], label: int, size: int) -> Changes:
    """tables: as `Counter.below`."""
    kinds = [(kind, table.scores[::-1], table.cases[::-1].cumsum()) for kind, table in enumerate(tables)]
    kinds = [each for each in kinds if len(each[1])]
    delivered = np.zeros((size, size), np.int64)
    for kind, _, cases in kinds:
        truth, below = divmod(kind // 2, size)
        delivered[truth, label if kind % 2 else below] += int(cases[-1])

    def cells_at(thresholds: NDArray[np.float64]) -> NDArray[np.int64]:
        cells = np.zeros((len(thresholds), size, size), np.int64)
        for kind, rising, cases in kinds:
            truth, below = divmod(kind // 2, size)
            is_below = np.append(0, cases)[np.searchsorted(rising, thresholds)].astype(np.int64)
            cells[:, truth, below] += is_below
            cells[:, truth, label] += int(cases[-1]) - is_below
        return cells

    return Changes(delivered, cells_at)


def _known(own: NDArray[np.float64]) -> NDArray[np.bool_] | slice:
    """The rows with a score; where all have one, without a copy of what is held anyway."""
    known = ~np.isnan(own)
    return slice(None) if known.all() else known


def _taken_from_below(
    kinds: NDArray[np.unsignedinteger[Any]],
    own: NDArray[np.float64],
    label: int,
    size: int,
    thresholds: NDArray[np.float64],
) -> NDArray[np.int64]:
    """kinds: (n,) prediction below every threshold * size + true class. No row is looked at twice."""
    rising = np.sort(thresholds)
    reached = _reached(rising, own)
    steps, many = len(thresholds) + 1, size * size
    tallied = np.bincount(reached * many + kinds, minlength=steps * many).reshape(steps, size, size)
    is_below = np.cumsum(tallied, axis=0)[:-1]
    cells = np.swapaxes(is_below, 1, 2).copy()
    cells[:, :, label] += (tallied.sum(0) - is_below).sum(1)
    return cells[np.searchsorted(rising, thresholds)]


def _reached(rising: NDArray[np.float64], own: NDArray[np.float64]) -> NDArray[np.intp]:
    """(n,) how many of the thresholds each case reaches."""
    borders = np.append(min(own.min(initial=np.inf), rising[0]), rising)
    return Steps.between(borders, own).reached(own) - 1


def _two_by_two(table: ThresholdTable, label: int, thresholds: NDArray[np.float64]) -> NDArray[np.int64]:
    """Of two classes the table of one holds all matrices."""
    cells = np.empty((len(thresholds), 2, 2), np.int64)
    for each, threshold in zip(cells, thresholds, strict=True):
        tp, fp, fn, tn = table.at(float(threshold))
        each[label, label], each[1 - label, label] = tp, fp
        each[label, 1 - label], each[1 - label, 1 - label] = fn, tn
    return cells


def follows_highest_score(evaluation: Evaluation) -> bool:
    """Whether every case with all scores is classified by the highest one; False where rows or scores are missing."""
    units = evaluation.units
    if units is None or not units.scores:
        return False
    highest = own = np.full(len(units.truth), -np.inf)
    for code, column in enumerate(units.scores):
        if column is None:
            return False
        highest = np.maximum(highest, column)  # nan stays
        own = np.where(units.predicted == code, column, own)
    return bool(((own == highest) | np.isnan(highest)).all())


def at_threshold(study: Study, model: int, label: int, threshold: float) -> Study:
    """The study with the predictions of one model made again by a threshold of one class; its scores stay.

    Raises ValueError where there is an `obstacle`.
    """
    if found := obstacle(study, model, label):
        raise ValueError(f"the predictions cannot be made again: {found.value}")
    if isinstance(study, RowStudy):
        made = _predicted_again(study.models[model], label, threshold)
        return replace(study, models=tuple(made if at == model else each for at, each in enumerate(study.models)))
    assert isinstance(study, CountedStudy)
    evaluations = {
        (at, split): _counted_again(study, (at, split), label, threshold) if at == model else each
        for (at, split), each in study.evaluations.items()
    }
    cuts = {**study.cuts, model: Cut(label, threshold)}
    return replace(study, evaluations=asking(study.counter, evaluations), cuts=cuts)


def _predicted_again(predictions: Predictions, label: int, threshold: float) -> Predictions:
    scores = _with_complement(predictions.scores or ())
    own = scores[label]
    assert own is not None
    below = below_threshold(predictions.predicted, scores, label)
    return replace(predictions, predicted=np.where(own >= threshold, np.int16(label), below))


def _with_complement(scores: Scores) -> Scores:
    """Of two classes the one without scores has the negative of the other's, as in its threshold table."""
    if len(scores) != 2:
        return scores
    first, second = scores
    if second is None and first is not None:
        return first, 0.0 - first
    return (0.0 - second, second) if first is None and second is not None else scores


def _counted_again(study: CountedStudy, place: Slice, label: int, threshold: float) -> Evaluation:
    evaluation = study.evaluations[place]
    table = evaluation.table(label)
    assert table is not None
    cut = Cut(label, table.lowest_at(threshold))  # an engine tells scores of a step apart
    cells = _cells_again(study, place, cut)
    patients = _patients_again(study, place, cut, cells)
    if isinstance(evaluation, CountedWeightedEvaluation):
        evaluation = evaluation.predicted_again(label, threshold)
    clusters = None if evaluation.patients else evaluation.clusters
    matrix = ConfusionMatrix(evaluation.labels, cells)
    clusters = patients.count if patients else clusters
    others = frozenset({*range(len(cells))} - {label} if len(cells) > 2 else ())
    return replace(evaluation, matrix=matrix, clusters=clusters, patients=patients, without_rule=others)


def _cells_again(study: CountedStudy, place: Slice, cut: Cut) -> NDArray[np.int64]:
    """Raises Problem where the file cannot be read any more."""
    if (found := changes(study.evaluations[place], cut.label)) is not None:
        cells: NDArray[np.int64] = found.cells_at(np.array([cut.threshold]))[0]
        return cells
    return study.counter.cells_at(place, cut)


def _patients_again(study: CountedStudy, place: Slice, cut: Cut, cells: NDArray[np.int64]) -> Patients | None:
    """With the areas of their scores, which stay; None where rows are independent, or cannot be asked any more."""
    known = study.evaluations[place].patients
    if known is None:
        return None
    with noting_why(study.counter.not_answered):
        found = study.counter.patients_at(place, cut, cells)
        return found and replace(found, areas=known.areas)
    return None
