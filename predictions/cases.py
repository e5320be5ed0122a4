"""The cases in one cell of a confusion matrix, the ones the model was surest of first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from predictions.columns import Mapping
from predictions.study import Predictions, Study
from predictions.tally import rows_of_split

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["cases"]

DEFAULT_LIMIT = 200


def cases(
    study: Study,
    model: int = 0,
    split: str | None = None,
    truth: int | None = None,
    predicted: int | None = None,
    limit: int = DEFAULT_LIMIT,
) -> pd.DataFrame:
    """At most `limit` rows with this true and predicted class (None: any), with ids, scores and details.

    Sorted by the score of the predicted class, highest first, or in the order of the file without scores.
    """
    predictions = study.models[model]
    rows = rows_of_split(predictions, split)
    chosen = np.ones(len(predictions), bool) if rows is None else rows.copy()
    if truth is not None:
        chosen &= predictions.truth == truth
    if predicted is not None:
        chosen &= predictions.predicted == predicted
    index = np.flatnonzero(chosen)
    sure = _sureness(predictions, index)
    if sure is not None:
        index = index[np.argsort(-sure, kind="stable")]
    return _frame(study, predictions, index[:limit])


def _sureness(predictions: Predictions, index: np.ndarray) -> np.ndarray | None:
    """The score of the predicted class; for a lone score, its negative where the other class was called."""
    if predictions.scores is None:
        return None
    sure = np.full(len(index), np.nan)
    called = predictions.predicted[index]
    lone = [column for column in predictions.scores if column is not None]
    for code, scores in enumerate(predictions.scores):
        at = called == code
        if scores is not None:
            sure[at] = scores[index[at]]
        elif len(predictions.scores) == 2:
            sure[at] = -lone[0][index[at]]
    return sure


def _frame(study: Study, predictions: Predictions, index: np.ndarray) -> pd.DataFrame:
    import pandas as pd  # a third of the start of the process that only reads files

    labels = np.array(predictions.labels, object)
    columns: dict[str, Any] = {}
    if predictions.case_ids is not None and study.mapping is not None:
        _add(columns, study.mapping.case_id or "case", predictions.case_ids.take(index).to_pylist())
    if study.mapping is not None:
        _add_groups(columns, study.mapping, predictions, index)
    _add(columns, "truth", labels[predictions.truth[index]])
    _add(columns, "the model said", labels[predictions.predicted[index]])
    for label, scores in zip(predictions.labels, predictions.scores or (), strict=False):
        if scores is not None:
            _add(columns, f"score {label}", scores[index])
    details = predictions.details.take(index)
    for name in details.column_names:
        _add(columns, name, pd.Series(details[name].to_pylist(), dtype=object))  # whole numbers stay whole
    return pd.DataFrame(columns)


def _add_groups(columns: dict[str, Any], mapping: Mapping, predictions: Predictions, index: np.ndarray) -> None:
    """Split, fold and sequence under the file's own column names; an id that is the sequence stands once."""
    for name, codes, names in (
        (mapping.split, predictions.split, predictions.splits),
        (mapping.fold, predictions.fold, predictions.folds),
        (mapping.sequence, predictions.sequence, predictions.sequences),
    ):
        if name and codes is not None and name not in columns:
            columns[name] = np.array([*names, ""], object)[codes[index]]
    if mapping.order and predictions.order is not None:
        _add(columns, mapping.order, predictions.order[index])


def _add(columns: dict[str, Any], name: str, values: Any) -> None:
    """A table on screen needs distinct column names; the file may use ours for something else."""
    while name in columns:
        name += " "
    columns[name] = values
