"""How much each row counts, from a column of weights, of frequencies or of sampling fractions."""

from __future__ import annotations

import numpy as np

from predictions.columns.cells import as_numbers
from predictions.columns.weight_kinds import FREQUENCY, SAMPLING_FRACTION, kind_of
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
    kind = kind_of(column)
    wrong = ~(np.isfinite(found) & kind.is_allowed(found))
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise _odd(column, row, f"{found[row]:g}, but a {kind.name} is {kind.allowed}")
    if not found.any():
        raise Problem(f"Every weight in column {quoted(column)} is 0. Choose the column that holds the weights.")
    if kind is not FREQUENCY:
        weights = 1 / found if kind is SAMPLING_FRACTION else found
        return np.where(np.isnan(numbers.values), np.nan, weights), None
    with np.errstate(over="ignore"):
        cases = found.sum()
    if cases > MOST_CASES:
        raise Problem(f"The rows of column {quoted(column)} are {cases:,.0f} cases; {MOST_CASES:,} can be read.")
    return numbers.values, found.astype(np.int64)


def _odd(column: str, row: int, what: str) -> Problem:
    return Problem(f"Column {quoted(column)} holds {what}, in row {row + 1:,} of the data. Correct it.")
