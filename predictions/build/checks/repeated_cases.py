"""Cases that stand several times: numbered rows that come again, blocks of the same true classes, ids under each value
of a column."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from metrics.kernels.codes import distinct, unlike_others
from predictions.columns.cells import as_text
from predictions.columns.labels import dictionary_codes
from predictions.problems import Notes
from predictions.rows import Predictions
from predictions.slices.same_case import is_row_number

FEW, MOST_VALUES, MOST_COLUMNS, LOOKED_AT = 10, 20, 20, 1000
NEARLY = 0.9  # of the cases stand under every value
CHANGES = 5  # of the true class along a block; fewer, and blocks of sorted rows often agree


def say_repeated_cases(model: Predictions, notes: Notes) -> None:
    """Of rows without ids: at most one notice, of row numbers where there are any."""
    names = model.details.column_names
    for name in filter(is_row_number, names):
        text = as_text(model.details[name], name)
        again = len(text) - len(text.unique())
        if again:
            notes.warn("repeated_row_numbers", rows=again, column=name)
            return
    for name in names[:MOST_COLUMNS]:
        values = _blocks(model.details[name], name, model)
        if values:
            notes.warn("rows_of_several_models", column=name, values=values)
            return


def say_cases_of_several_models(model: Predictions, notes: Notes) -> None:
    """Of rows with ids: a column under each of whose values nearly every case stands once, with one true class."""
    ids = model.clusters
    if ids is None or unlike_others(ids, model.truth).any():
        return
    number = distinct(ids)
    for name in model.details.column_names[:MOST_COLUMNS]:
        values = _readings(model.details[name], name, ids, number)
        if values:
            notes.warn("cases_of_several_models", column=name, values=values)
            return


def _readings(column: pa.ChunkedArray, name: str, ids: np.ndarray, number: int) -> int:
    """How many values a column has that tell all rows of a case apart; 0 for another column."""
    codes, size = _few_values(column, name)
    if not size or not NEARLY * number * size <= len(codes) <= number * size:
        return 0
    return size if len(np.unique(ids.astype(np.int64) * size + codes)) == len(codes) else 0


def _blocks(column: pa.ChunkedArray, name: str, model: Predictions) -> int:
    """How many values a column has that each hold the same true classes in the same order; 0 for another column."""
    codes, size = _few_values(column, name)
    counts = np.bincount(codes, minlength=size)
    if not size or counts.min() < FEW or counts.min() != counts.max():
        return 0
    blocks = model.truth[np.argsort(codes, kind="stable")].reshape(size, -1)
    changes = np.count_nonzero(np.diff(blocks[0]))
    return size if changes >= CHANGES and (blocks == blocks[0]).all() else 0


def _few_values(column: pa.ChunkedArray, name: str) -> tuple[np.ndarray, int]:
    """(n,) which value each row has, and how many there are: 2 to 20 in rows of all parts, no blank cell; else none."""
    none = np.empty(0, np.intp), 0
    if pa.types.is_nested(column.type):
        return none
    spread = np.linspace(0, len(column) - 1, min(len(column), LOOKED_AT)).astype(np.int64)  # models follow each other
    if not 2 <= len(column.take(pa.array(spread)).unique()) <= MOST_VALUES:
        return none
    codes, values = dictionary_codes(as_text(column, name))
    return none if (codes < 0).any() else (codes, len(values))
