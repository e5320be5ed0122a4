"""Columns with few distinct values, by which a list of cases can be narrowed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from predictions.columns.cells import as_text
from predictions.columns.identifiers import identifying
from predictions.columns.labels import BLANK, dictionary_codes, natural_order
from predictions.problems import Problem
from predictions.rows import Predictions
from predictions.study import Study

MOST_VALUES = 20
LOOKED_AT = 1_000


@dataclass(frozen=True, eq=False)
class CaseGroup:
    """One column: its name, its distinct values in natural order, and (n,) codes into them; blank cells are -1."""

    name: str
    values: tuple[str, ...]
    codes: np.ndarray


def case_groups(study: Study, predictions: Predictions) -> tuple[CaseGroup, ...]:
    """Fold, sequence and further columns with 2 to 20 values, none that may name a patient."""
    hidden = {*identifying(predictions.details), *study.mapping.score_columns}
    names = [name for name in predictions.details.column_names if name not in hidden]
    found = [*_known(study, predictions), *(_group(name, predictions.details[name]) for name in names)]
    return tuple(group for group in found if group and 2 <= len(group.values) <= MOST_VALUES)


def _known(study: Study, predictions: Predictions) -> Iterator[CaseGroup]:
    mapping = study.mapping
    if mapping.fold and predictions.fold is not None:
        yield CaseGroup(mapping.fold, predictions.folds, predictions.fold)
    if mapping.sequence and mapping.sequence != mapping.case_id and predictions.sequence is not None:
        yield CaseGroup(mapping.sequence, predictions.sequences, predictions.sequence)


def _group(name: str, column: pa.ChunkedArray) -> CaseGroup | None:
    """None for a column with too many values, as its first rows mostly tell, or with none that is text."""
    try:
        if len(as_text(column.slice(0, LOOKED_AT), name).unique()) > MOST_VALUES + 2:
            return None
        codes, distinct = dictionary_codes(as_text(column, name))
    except Problem:
        return None
    texts = [text.strip() for text in distinct.to_pylist()]
    values = tuple(natural_order({text for text in texts if text}))
    if len(values) > MOST_VALUES:
        return None
    place = np.array([*(values.index(text) if text else BLANK for text in texts), BLANK], np.int8)
    return CaseGroup(name, values, place[codes])  # a code of -1 finds the last place
