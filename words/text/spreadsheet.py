"""Tables as text that a spreadsheet opens and in which it finds nothing to run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Number

from words.text.escape import no_formula


def csv_of(rows: Iterable[Sequence[object]]) -> str:
    """A line per row. Numbers stand as they are, None is an empty cell, and every text is quoted, without a formula.

    Quotes keep a cell together only where commas separate cells; elsewhere `no_formula` keeps its parts harmless.
    """
    return "".join(f"{','.join(map(_cell, row))}\n" for row in rows)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, Number):
        return str(value)
    text = no_formula(str(value)).replace('"', '""')
    return f'"{text}"'
