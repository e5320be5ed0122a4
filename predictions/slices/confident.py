"""The cases of a model by how confident it is, where an engine holds them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from predictions.counted_study import CountedStudy
from predictions.study import Study


def can_ask_confidence(study: Study, model: int, split: str | None) -> bool:
    """Whether an engine holds the rows, and every class has scores; one score of two classes must be a probability."""
    seen = study.evaluate(model, split)
    if not isinstance(study, CountedStudy) or seen.is_weighted or not seen.n:
        return False
    given = [seen.table(label) for label, is_scored in enumerate(study.scored) if is_scored]
    is_lone = len(study.labels) == 2 and len(given) == 1
    return all(study.scored) or (is_lone and given[0] is not None and given[0].holds_probabilities)


def by_confidence(study: Study, model: int, split: str | None) -> list[ThresholdTable] | None:
    """As `Counter.by_confidence`; None where rows are held. Raises Problem where they cannot be counted."""
    return study.counter.by_confidence((model, split)) if isinstance(study, CountedStudy) else None


def of_most_confident(
    study: Study, model: int, split: str | None, cells: Sequence[ThresholdTable], least: float
) -> Evaluation:
    """Of the cases with at least so much confidence, without scores; of patients where an engine knows these.

    cells: as `by_confidence`. Raises Problem where the file cannot be read any more.
    """
    seen = study.evaluate(model, split)
    counted = np.array([int(each.cases[each.scores >= least].sum()) for each in cells], np.int64)
    matrix, patients = ConfusionMatrix(seen.labels, counted.reshape(len(seen.labels), -1)), None
    if seen.patients is not None and isinstance(study, CountedStudy):
        patients = study.counter.patients_decided((model, split), least, matrix.cells)
    return Evaluation(matrix, (), None if patients is None else patients.count, patients=patients)
