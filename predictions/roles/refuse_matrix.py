"""Tables that hold counts and not cases: a confusion matrix, or a row per pair of classes. Refused, never evaluated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from predictions.columns.aliases import COUNT, key_of
from predictions.columns.cells import as_numbers, as_text, looks_numeric
from predictions.columns.labels import Coded
from predictions.limits import Limits
from predictions.plain_table import PlainTable
from predictions.problems import Problem, quoted

if TYPE_CHECKING:
    from predictions.roles.recognise import Roles

__all__ = ["refuse_counts", "refuse_matrix"]

OPEN_AS_MATRIX = "Open it as a confusion matrix (Enter a matrix, or --confusion-matrix)."


def refuse_matrix(plain: PlainTable, limits: Limits) -> None:
    """Raises Problem for a table whose first column names its other columns: a confusion matrix."""
    first, *others = plain.names
    if not 2 <= len(others) <= limits.classes + 1 or not len(others) - 1 <= len(plain) <= len(others) + 1:
        return
    if any(not looks_numeric(plain.table[name], name) for name in others):
        return
    rows = {(text or "").strip() for text in as_text(plain.table[first], first).to_pylist()}
    if 2 * len(rows & set(others)) > len(others):
        raise Problem(f"{plain.where} looks like a confusion matrix, not like a row per case. {OPEN_AS_MATRIX}")


def refuse_counts(roles: Roles, truth: Coded, predicted: list[Coded], limits: Limits) -> None:
    """Raises Problem for a row per pair of classes with a number of cases beside it."""
    names = [name for name in roles.free if key_of(name) in COUNT]
    if not names or roles.mapping.case_id or not predicted:
        return
    rows = len(truth.codes)
    if not 2 <= rows <= limits.classes**2:
        return
    if len({*zip(truth.codes.tolist(), predicted[0].codes.tolist(), strict=True)}) < rows:
        return
    for name in names:
        numbers = as_numbers(roles.plain.table[name], name).values
        counts_up = np.ptp(numbers) + 1 == len(np.unique(numbers)) == len(numbers)  # the numbers of rows
        if (numbers[~np.isnan(numbers)] % 1 == 0).all() and np.nansum(numbers) > len(numbers) and not counts_up:
            what = f"{roles.plain.where} holds a row per pair of classes with its number of cases ({quoted(name)})"
            raise Problem(f"{what}, not a row per case. {OPEN_AS_MATRIX}")
