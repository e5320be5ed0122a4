"""Values of JSON to columns of text: blanks stay blank, records inside cells become columns of their own."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from predictions.limits import Limits
from predictions.plain_table import column_names
from predictions.problems import Notes, Problem
from words.text.names import quoted


def cell_text(value: Any) -> str | None:
    """A scalar as text; None stays None, lists and records as JSON would print them."""
    if isinstance(value, str) or value is None:
        return value
    return str(value)


def text_column(values: list[Any], name: str, where: str) -> pa.ChunkedArray:
    """Raises Problem for half characters, which no text may hold."""
    try:
        return pa.chunked_array([pa.array([cell_text(value) for value in values], pa.string())])
    except UnicodeError:
        what = f"{where}: a value of {quoted(name)} holds half a character (a lone surrogate)"
        raise Problem(f"{what}. Correct it or export it again.") from None


def columns_of(names: list[str], columns: list[list[Any]], where: str, notes: Notes, limits: Limits) -> pa.Table:
    """One text column per name, nested ones unfolded or kept as lists. Raises Problem for repeated names."""
    found: dict[str, pa.ChunkedArray] = {}
    for name, values in zip(column_names(names, where, limits), columns, strict=True):
        for new, column in _unfolded(name, values, where, notes):
            if new in found:
                raise Problem(f"{where} has more than one column named {quoted(new)}. Rename one of them.")
            found[new] = column
    column_names(list(found), where, limits)
    return pa.table(found)


def _unfolded(name: str, values: list[Any], where: str, notes: Notes) -> list[tuple[str, pa.ChunkedArray]]:
    if any(isinstance(value, list) for value in values):
        return [(name, _lists(values, name, where))]
    fields = {field: None for value in values if isinstance(value, dict) for field in value}
    if not fields:
        return [(name, text_column(values, name, where))]
    plain = sum(value is not None and not isinstance(value, dict) for value in values)
    if plain:
        raise Problem(f"{where}: {quoted(name)} is a record in some rows and a value in others. Write it one way.")
    notes.warn("json_nested_fields", column=name, example=f"{name}_{next(iter(fields))}")
    records = [value or {} for value in values]
    return [
        (f"{name}_{field}", text_column([record.get(field) for record in records], name, where)) for field in fields
    ]


def _lists(values: list[Any], name: str, where: str) -> pa.ChunkedArray:
    """Lists stay lists: which number is for which class, they do not say."""
    lists = [value if isinstance(value, list) or value is None else [value] for value in values]
    texts = [None if value is None else [cell_text(cell) for cell in value] for value in lists]
    try:
        return pa.chunked_array([pa.array(texts, pa.list_(pa.string()))])
    except UnicodeError:
        return text_column(["\ud800"], name, where)
