"""True classes in one-hot columns, a 1 in the column of the class: read as the one column that they stand for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa

from predictions.columns import aliases
from predictions.columns.aliases import by_alias
from predictions.columns.cells import as_numbers, looks_numeric
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
    numbers = [as_numbers(plain.table[name], name).values for name in columns if looks_numeric(plain.table[name], name)]
    held = np.array(numbers)
    if len(held) < len(columns) or not (np.isin(held, (0, 1)).all() and (held.sum(axis=0) == 1).all()):
        return plain
    classes = pa.array(list(columns.values())).take(pa.array(held.argmax(axis=0)))
    first = plain.names.index(next(iter(columns)))
    kept = plain.table.drop_columns([*columns])
    notes.fact("one_hot_truth", columns=[*columns], classes=[*columns.values()])
    return replace(plain, table=kept.add_column(first, TRUE, pa.chunked_array([classes])))
