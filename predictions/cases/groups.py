"""Columns with few distinct values, by which a list of cases can be narrowed."""

from __future__ import annotations

from collections.abc import Iterator

from predictions.columns.identifiers import identifying
from predictions.groups.grouping import MOST_VALUES, Grouping, by_values
from predictions.rows import Predictions
from predictions.study import Study


def case_groups(study: Study, predictions: Predictions) -> tuple[Grouping, ...]:
    """Fold, sequence and further columns with 2 to 20 values, none that may name a patient."""
    hidden = {*identifying(predictions.details), *study.mapping.score_columns}
    names = [name for name in predictions.details.column_names if name not in hidden]
    found = [*_known(study, predictions), *(by_values(name, predictions.details[name]) for name in names)]
    return tuple(group for group in found if group and 2 <= len(group.values) <= MOST_VALUES)


def _known(study: Study, predictions: Predictions) -> Iterator[Grouping]:
    mapping = study.mapping
    if mapping.fold and predictions.fold is not None:
        yield Grouping(mapping.fold, predictions.folds, predictions.fold)
    if mapping.sequence and mapping.sequence != mapping.case_id and predictions.sequence is not None:
        yield Grouping(mapping.sequence, predictions.sequences, predictions.sequence)
