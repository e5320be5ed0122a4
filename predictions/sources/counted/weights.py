"""Weights of rows that are not held: their values tell groups of rows apart, and are read as those of any file."""

from __future__ import annotations

from collections.abc import Callable

import narwhals as nw
import numpy as np
import pyarrow as pa

from predictions.build.row_fields import Rows
from predictions.build.weights import Weights, check_cases, in_row, read_weights
from predictions.columns.weight_kinds import FREQUENCY, kind_of
from predictions.mapping import Mapping
from predictions.problems import Problem
from predictions.sources.counted.table import Condition, CountedTable
from words.text.names import quoted

MOST_WEIGHED = 200_000  # combinations of labels, models, splits and weights
MOST_CASES = 1 << 52  # of frequencies: floating-point sums of them are exact
VALUE, FIRST = "value", "first"


def weights_of(file: CountedTable, mapping: Mapping, cells: pa.Table, rows: np.ndarray) -> Weights | tuple[None, None]:
    """(g,) weights of groups of rows, and of frequencies how many cases a row of each is; None without a column.

    rows: (g,) of each group. Raises Problem for too many different weights, and for a cell that is none.
    """
    name = mapping.weight
    if not name:
        return None, None
    if len(cells) > MOST_WEIGHED:
        raise _too_many(name)
    try:
        weights, copies = read_weights(cells[name], name, _nowhere)
    except Problem:
        _refuse_by_row(file, name)
        raise
    if copies is not None:
        check_cases(weights, rows, name, MOST_CASES)
    return weights, copies


def weighed(file: CountedTable, mapping: Mapping, rows: Rows) -> Condition | None:
    """That a row has a weight, and a frequency above 0; None without such a column, and where all have.

    rows: of the groups.
    """
    name, weights = mapping.weight, rows.weights
    if not name or weights is None:
        return None
    size = len(weights)
    if not (rows.without_weight(size) | rows.without_cases(size)).any():
        return None
    number = file.number(name)
    has_one = ~number.is_null() & number.is_finite()
    return has_one & (number > 0) if kind_of(name) is FREQUENCY else has_one


def times_of(file: CountedTable, mapping: Mapping) -> nw.Expr | None:
    """How many cases each row is; None where each is one."""
    name = mapping.weight
    return file.number(name).cast(nw.Int64) if name and kind_of(name) is FREQUENCY else None


def as_cases(times: nw.Expr | None) -> nw.Expr:
    """The same as a column: 1 where each is one."""
    return nw.lit(1) if times is None else times


def are_weights(mapping: Mapping) -> bool:
    """Whether rows weigh differently, other than by how many cases they are."""
    return bool(mapping.weight) and kind_of(str(mapping.weight)) is not FREQUENCY


def _nowhere(position: int) -> str:
    """A group of rows has no place."""
    return ""


def _refuse_by_row(file: CountedTable, name: str) -> None:
    """Raises Problem with the row, as of any file, where rows have an order."""
    frame, place = file.in_order()
    if place is None:
        return
    firsts = frame.select(file.column(name).alias(VALUE), nw.col(place).alias(FIRST))
    found = file.answer(firsts.group_by(VALUE, drop_null_keys=False).agg(nw.col(FIRST).min()).head(MOST_WEIGHED))
    found = found.sort_by(FIRST)
    read_weights(found[VALUE], name, _row_of(file, found[FIRST]))


def _row_of(file: CountedTable, places: pa.ChunkedArray) -> Callable[[int], str]:
    """How the row is named that has the place of a position."""
    frame, place = file.in_order()

    def named(position: int) -> str:
        (before,) = file.numbers(frame.filter(nw.col(str(place)) < places[position].as_py()), [nw.len()])
        return in_row(int(before))

    return named


def _too_many(name: str) -> Problem:
    what = f"Column {quoted(name)} holds too many different weights for a file of this size"
    return Problem(f"{what}. Round them, or choose no column of weights.")
