"""The names of classes where those of rows and columns differ: `true_VT` and `pred_VT`, `Test +` and `Disease +`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from predictions.matrix.axes import PREDICTED, TRUE, without_prefix
from predictions.matrix.table import Table

POSITIVE, NEGATIVE = "Positive", "Negative"
SIGNS = dict.fromkeys(("+", "positive", "pos", "present", "yes"), POSITIVE)
SIGNS |= dict.fromkeys(("-", "−", "–", "negative", "neg", "absent", "no"), NEGATIVE)
SIGN = "|".join(map(re.escape, SIGNS))
# How textbooks name the two sides of a table of a test.
SIDES = {
    TRUE: r"diseased?|condition|outcome|d|gold[\s_-]*standard|reference(?:[\s_-]*(?:standard|test))?|truth|actual",
    PREDICTED: r"(?:(?:index|screening|diagnostic)[\s_-]*)?test|t|screening|predict(?:ed|ion)|model|ai",
}


def strip_prefixes(table: Table) -> None:
    """`true_VT` and `pred_VT` are both VT; `Actual VT` in the first row alone is VT when a column says so."""
    rows, columns = table.rows, table.columns
    if columns:
        table.columns, meaning = without_prefix(columns)
        table.columns_are = meaning or table.columns_are
    if rows:
        table.rows, meaning = without_prefix(rows)
        table.rows_are = meaning or table.rows_are
        for position, name in enumerate(table.rows):
            (bare,), meaning = without_prefix([name])
            if name not in (table.columns or [name]) and bare in (table.columns or ()):
                table.rows[position], table.rows_are = bare, meaning
    if rows and columns and {*(table.rows or ())} != {*(table.columns or ())}:
        _as_of_a_test(table, rows, columns)


def _as_of_a_test(table: Table, rows: Sequence[str], columns: Sequence[str]) -> None:
    """`Test +` beside `Disease present`: both are Positive, if one side is the test and the other the disease."""
    if ({*rows}, {*columns}) == ({"+", "-"}, {"D", "~D"}):  # `estat classification` of Stata
        rows, columns = [f"Test {sign}" for sign in rows], [f"D {'-' if '~' in name else '+'}" for name in columns]
    for rows_are, columns_are in ((TRUE, PREDICTED), (PREDICTED, TRUE)):
        of_rows, of_columns = _signs(rows, rows_are), _signs(columns, columns_are)
        if of_rows and of_columns:
            table.rows, table.rows_are, table.columns, table.columns_are = of_rows, rows_are, of_columns, columns_are


def _signs(names: Sequence[str], meaning: str) -> list[str] | None:
    """Positive and Negative, in the order of two names that say both of one side."""
    words = SIDES[meaning]
    pattern = rf"(?:{words})[\s_:.=(]*(?P<behind>{SIGN})\)?|(?P<before>{SIGN})[\s_]+(?:{words})"
    found = [re.fullmatch(pattern, name.strip(), re.IGNORECASE) for name in names]
    signs = [SIGNS[(match["behind"] or match["before"]).casefold()] for match in found if match]
    return signs if len(names) == len({*signs}) == 2 else None
