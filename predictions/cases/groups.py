"""Columns with few distinct values, by which a list of cases can be narrowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

import pyarrow as pa

from predictions.columns.identifiers import identifying
from predictions.groups.grouping import MOST_VALUES, Grouping, by_values
from predictions.rows import Predictions
from predictions.study import Study


def case_groups(study: Study, predictions: Predictions) -> tuple[Grouping, ...]:
    """Fold, sequence and further columns with 2 to 20 values, none that may name a patient."""
    names = _names(study, predictions.details)
    found = [*_known(study, predictions), *(by_values(name, predictions.details[name]) for name in names)]
    return tuple(group for group in found if is_few(group))


def is_few(group: Grouping | None) -> TypeGuard[Grouping]:
    """Whether a list can be narrowed by it."""
    return group is not None and 2 <= len(group.values) <= MOST_VALUES


def names_of_groups(study: Study, details: pa.Table) -> list[str]:
    """The columns that may tell groups of cases apart, by their names. details: kept columns, some rows of them."""
    mapping = study.mapping
    sequence = None if mapping.sequence == mapping.case_id else mapping.sequence
    return [name for name in (mapping.fold, sequence) if name] + _names(study, details)


def _names(study: Study, details: pa.Table) -> list[str]:
    hidden = {*identifying(details), *study.mapping.score_columns}
    return [name for name in details.column_names if name not in hidden]


def _known(study: Study, predictions: Predictions) -> Iterator[Grouping]:
    mapping = study.mapping
    if mapping.fold and predictions.fold is not None:
        yield Grouping(mapping.fold, predictions.folds, predictions.fold)
    if mapping.sequence and mapping.sequence != mapping.case_id and predictions.sequence is not None:
        yield Grouping(mapping.sequence, predictions.sequences, predictions.sequence)
