"""How much each row counts, from a column of weights, of frequencies or of sampling fractions."""

from __future__ import annotations

import numpy as np

from predictions.columns.aliases import FREQUENCY, SAMPLING_FRACTION, key_of
from predictions.columns.cells import as_numbers
from predictions.problems import Problem
from predictions.roles.understood import Understood
from words.text.names import quoted

MOST_CASES = 20_000_000  # that rows may be copied to


Weights = tuple[np.ndarray | None, np.ndarray | None]


def read_weights(table: Understood) -> Weights:
    """(n,) weights, nan where the cell is blank, and of frequencies how many cases each row is; None without a column.

    Raises Problem, naming column and row, for a cell that is no weight.
    """
    column = table.mapping.weight
    if not column:
        return None, None
    numbers = as_numbers(table.plain.table[column], column)
    if numbers.odd is not None and numbers.odd.any():
        raise _odd(column, int(np.flatnonzero(numbers.odd)[0]), f"{quoted(numbers.example)}, which is not a number")
    found = np.where(np.isnan(numbers.values), 1.0, numbers.values)
    is_fraction, is_frequency = (key_of(column) in names for names in (SAMPLING_FRACTION, FREQUENCY))
    wrong = ~np.isfinite(found) | ((found <= 0) | (found > 1) if is_fraction else found < 0)
    if is_frequency:
        wrong |= found != np.rint(found)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        allowed = (
            "above 0 and at most 1" if is_fraction else "a whole number from 0 on" if is_frequency else "at least 0"
        )
        raise _odd(column, row, f"{found[row]:g}, but a {_what(is_fraction, is_frequency)} is {allowed}")
    if not found.any():
        raise Problem(f"Every weight in column {quoted(column)} is 0. Choose the column that holds the weights.")
    if not is_frequency:
        return np.where(np.isnan(numbers.values), np.nan, 1 / found if is_fraction else found), None
    if found.sum() > MOST_CASES:
        raise Problem(f"The rows of column {quoted(column)} are {found.sum():,.0f} cases; {MOST_CASES:,} can be read.")
    return numbers.values, found.astype(np.int64)


def _what(is_fraction: bool, is_frequency: bool) -> str:
    return "sampling fraction" if is_fraction else "frequency" if is_frequency else "weight"


def _odd(column: str, row: int, what: str) -> Problem:
    return Problem(f"Column {quoted(column)} holds {what}, in row {row + 1:,} of the data. Correct it.")
