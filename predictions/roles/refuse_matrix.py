"""A confusion matrix among tables of cases: refused, never evaluated."""

from __future__ import annotations

from predictions.columns.cells import as_text, looks_numeric
from predictions.limits import Limits
from predictions.plain_table import PlainTable
from predictions.problems import Problem

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
        raise Problem(f"{plain.where} looks like a confusion matrix. {OPEN_AS_MATRIX}")
