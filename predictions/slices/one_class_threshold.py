"""What the whole matrix becomes when one class gets a threshold of its own."""

from __future__ import annotations

import numpy as np

from metrics import ConfusionMatrix
from predictions.rows import rows_of_split
from predictions.study import Study


def matrix_at(
    study: Study, model: int, split: str | None, label: int, threshold: float, others: np.ndarray | None = None
) -> ConfusionMatrix | None:
    """The matrix of the rule "call it `label` when its score >= threshold, else the highest of the other scores".

    others: what `best_of_the_others` gives, which is the same at every threshold. Rows without a score are left out.
    None where the other classes have no scores to choose between, and for a study that holds no rows.
    """
    predictions = study.predictions_of(model)
    if predictions is None:
        return None
    rows = rows_of_split(predictions, split)
    scores = predictions.scores[label] if predictions.scores else None
    others = best_of_the_others(study, model, split, label) if others is None else others
    if scores is None or others is None:
        return None
    truth = predictions.truth if rows is None else predictions.truth[rows]
    scores = scores if rows is None else scores[rows]
    called = np.where(scores >= threshold, np.int16(label), others)
    known = ~np.isnan(scores) & (others >= 0)
    if not known.all():
        truth, called = truth[known], called[known]
    return ConfusionMatrix.from_codes(truth, called, study.labels)


def best_of_the_others(study: Study, model: int, split: str | None, label: int) -> np.ndarray | None:
    """(n,) code of the highest score among the other classes, -1 where one is missing; None where there is none."""
    predictions = study.predictions_of(model)
    if predictions is None:
        return None
    rows = rows_of_split(predictions, split)
    others = [code for code in range(len(predictions.labels)) if code != label]
    size = len(predictions) if rows is None else int(rows.sum())
    if not others:
        return None
    if len(others) == 1:
        return np.full(size, others[0], np.int16)
    best, highest = np.full(size, others[0], np.int16), np.full(size, -np.inf)
    for code in others:
        column = predictions.scores[code] if predictions.scores else None
        if column is None:
            return None
        values = column if rows is None else column[rows]
        best[values > highest] = code
        highest = np.maximum(highest, values)  # nan stays nan
    best[np.isnan(highest)] = -1
    return best
