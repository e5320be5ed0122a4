"""Tables that are a confusion matrix, or hold a row per cell of one, and not cases: refused, never evaluated."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from predictions.columns.aliases import COUNT, key_of
from predictions.columns.cells import as_numbers, as_text, counts_up, looks_numeric
from predictions.columns.labels import Coded
from predictions.limits import Limits
from predictions.plain_table import PlainTable
from predictions.problems import Problem
from predictions.roles.understood import Understood
from words.text.names import quoted

OPEN_AS_MATRIX = "Open it as a confusion matrix (Enter a confusion matrix, or --confusion-matrix)."
SIDE = re.compile(r"^(actual|true|predicted|pred)[\s_:-]+", re.IGNORECASE)
WHOLE = re.compile(r"\d+(\.0*)?")


def refuse_matrix(plain: PlainTable, limits: Limits) -> None:
    """Raises Problem for a table whose first column names its other columns: a confusion matrix."""
    if _is_matrix(plain, limits):
        raise Problem(f"{plain.where} looks like a confusion matrix. {OPEN_AS_MATRIX}")


def refuse_counts_beside(truth: str, plain: PlainTable, limits: Limits) -> None:
    """The same where the first column is named like a true class: of whole numbers, no scores of a few rows."""
    first, *others = plain.names
    if first == truth and _is_matrix(plain, limits) and _holds_counts(plain, others):
        raise Problem(f"{plain.where} looks like a confusion matrix. {OPEN_AS_MATRIX}")


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
        numbers = as_numbers(table.column(name), name).values
        if (
            (numbers[~np.isnan(numbers)] % 1 == 0).all()
            and np.nansum(numbers) > len(numbers)
            and not counts_up(numbers)
        ):
            what = f"{table.plain.where} holds a row per cell of a matrix with its number of cases ({quoted(name)})"
            raise Problem(f"{what}, not a row per case. {OPEN_AS_MATRIX}")


def _is_matrix(plain: PlainTable, limits: Limits) -> bool:
    first, *others = plain.names
    if not 2 <= len(others) <= limits.classes + 1 or not len(others) - 1 <= len(plain) <= len(others) + 1:
        return False
    if any(not looks_numeric(plain.table[name], name) for name in others):
        return False
    rows = [_class_in(text or "") for text in as_text(plain.table[first], first).to_pylist()]
    named = {_class_in(name) for name in others}
    return len({*rows}) == len(rows) and 2 * len(named.intersection(rows)) > len(others)


def _class_in(name: str) -> str:
    """ "VT" of "VT", "Actual VT" and "predicted_VT"."""
    return SIDE.sub("", name.strip()).casefold()


def _holds_counts(plain: PlainTable, names: list[str]) -> bool:
    """Whether these columns hold whole numbers, and not only 0 and 1."""
    texts = [text.strip() for name in names for text in as_text(plain.table[name], name).to_pylist() if text]
    return all(WHOLE.fullmatch(text) for text in texts) and any(int(float(text)) > 1 for text in texts)
