"""How much each row counts, from a column of weights, of frequencies or of sampling fractions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa

from predictions.columns.cells import as_numbers
from predictions.columns.weight_kinds import FREQUENCY, SAMPLING_FRACTION, kind_of
from predictions.problems import Problem
from words.text.names import quoted

MOST_CASES = 20_000_000  # that rows may be copied to
MOST_OF_A_ROW = 2.0**53
Weights = tuple[np.ndarray, np.ndarray | None]
Place = Callable[[int], str]  # what is said of where a cell of the column stands, by its position


def in_row(position: int) -> str:
    """Where each cell is a row of the data."""
    return f", in row {position + 1:,} of the data"


def read_weights(column: pa.ChunkedArray, name: str, place: Place = in_row) -> Weights:
    """(n,) weights, nan where the cell is blank, and of frequencies how many cases each row is, else None.

    Raises Problem, naming column and row, for a cell that is no weight, and where all are 0.
    """
    numbers = as_numbers(column, name)
    if numbers.odd is not None and numbers.odd.any():
        where = place(int(np.flatnonzero(numbers.odd)[0]))
        raise _odd(name, f"{quoted(numbers.example)}, which is not a number{where}")
    found = np.where(np.isnan(numbers.values), 1.0, numbers.values)
    kind = kind_of(name)
    wrong = ~(np.isfinite(found) & kind.is_allowed(found))
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise _odd(name, f"{found[row]:g}, but a {kind.name} is {kind.allowed}{place(row)}")
    if not found.any():
        raise Problem(f"Every weight in column {quoted(name)} is 0. Choose the column that holds the weights.")
    if kind is FREQUENCY:
        return numbers.values, found.clip(max=MOST_OF_A_ROW).astype(np.int64)
    return weights_in(column, name), None


def weights_in(column: pa.ChunkedArray, name: str) -> np.ndarray:
    """(n,) of cells that are weights or sampling fractions, nan where one is blank."""
    values = as_numbers(column, name).values
    return 1 / values if kind_of(name) is SAMPLING_FRACTION else values


def check_cases(weights: np.ndarray, rows: np.ndarray | int, name: str, most: int = MOST_CASES) -> None:
    """Raises Problem for frequencies that are more cases than can be read. weights: (n,) nan where blank.

    rows: (n,) how many rows have each.
    """
    cases = float((np.nan_to_num(weights, nan=1.0) * rows).sum())
    if cases > most:
        raise Problem(f"The rows of column {quoted(name)} are {cases:,.0f} cases; {most:,} can be read.")


def _odd(name: str, what: str) -> Problem:
    return Problem(f"Column {quoted(name)} holds {what}. Correct it.")
