"""True classes in one-hot columns, a 1 in the column of the class: read as the one column that they stand for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from predictions.columns import aliases
from predictions.columns.aliases import by_alias
from predictions.columns.cells import as_numbers, as_text, looks_numeric
from predictions.mapping import Mapping
from predictions.plain_table import PlainTable
from predictions.problems import Notes
from predictions.roles.several_labels import true_labels

TRUE = "y_true"  # the name of the one column
FEWEST = 2


def with_one_true_class(plain: PlainTable, wanted: Mapping, notes: Notes) -> PlainTable:
    """The table with one column of true classes in place of `true_A`, `true_B`, ... that hold a single 1 in each row.

    As it is where a column is named like a true class, another one is wanted, or a row has several labels or none.
    """
    columns = (
        {} if by_alias(plain.names, aliases.TRUTH) or wanted.truth not in (None, TRUE) else true_labels(plain.names)
    )
    if len(columns) < FEWEST:
        return plain
    held = np.array([_ones(plain, name) for name in columns])
    if not (np.isin(held, (0, 1)).all() and (held.sum(axis=0) == 1).all()):
        return plain
    classes = pa.array(list(columns.values())).take(pa.array(held.argmax(axis=0)))
    first = plain.names.index(next(iter(columns)))
    kept = plain.table.drop_columns([*columns])
    notes.fact("one_hot_truth", columns=[*columns], classes=[*columns.values()])
    return replace(plain, table=kept.add_column(first, TRUE, pa.chunked_array([classes])))


def _ones(plain: PlainTable, column: str) -> NDArray[Any]:
    """(n,) what a column says in numbers, 1 for yes and 0 for no; nan for any other word."""
    cells = plain.table[column]
    if looks_numeric(cells, column):
        return as_numbers(cells, column).values
    words = as_text(cells, column).combine_chunks().dictionary_encode()
    said = [str(word).casefold() for word in words.dictionary.to_pylist()]
    meant = [1.0 if word in aliases.YES else 0.0 if word in aliases.NO else np.nan for word in said]
    found: NDArray[Any] = np.array([*meant, np.nan])[words.indices.fill_null(len(meant)).to_numpy()]
    return found
