"""Tables that hold a row per cell of a matrix and not cases: refused, never evaluated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from predictions.columns.aliases import COUNT, key_of
from predictions.columns.cells import as_numbers
from predictions.columns.labels import Coded
from predictions.problems import Problem
from predictions.roles.refuse_matrix import OPEN_AS_MATRIX
from predictions.roles.understood import Understood
from words.text.names import quoted


def refuse_counts(table: Understood, truth: Coded, predicted: Sequence[Coded]) -> None:
    """Raises Problem for a row per cell of a matrix with a number of cases beside it."""
    names = [name for name in table.free if key_of(name) in COUNT]
    if not names or table.mapping.case_id or not predicted:
        return
    rows = len(truth.codes)
    if not 2 <= rows <= table.limits.classes**2:
        return
    if len({*zip(truth.codes.tolist(), predicted[0].codes.tolist(), strict=True)}) < rows:
        return
    for name in names:
        numbers = as_numbers(table.plain.table[name], name).values
        counts_up = np.ptp(numbers) + 1 == len(np.unique(numbers)) == len(numbers)  # the numbers of rows
        if (numbers[~np.isnan(numbers)] % 1 == 0).all() and np.nansum(numbers) > len(numbers) and not counts_up:
            what = f"{table.plain.where} holds a row per cell of a matrix with its number of cases ({quoted(name)})"
            raise Problem(f"{what}, not a row per case. {OPEN_AS_MATRIX}")
