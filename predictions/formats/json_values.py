"""Values of JSON to columns of text: blanks stay blank, records inside cells become columns of their own."""

from __future__ import annotations

import re
from typing import Any

import pyarrow as pa

from predictions.limits import Limits
from predictions.plain_table import column_names
from predictions.problems import Notes, Problem
from words.text.names import quoted

CLASSES = re.compile(r"(?:display_?)?(?:labels?|class(?:es)?|names?)", re.IGNORECASE)
VECTOR = {"type", "values"}, {"type", "size", "indices", "values"}  # of Spark; type 1 holds all its numbers
SCORES = re.compile(r"scores?|prob\w*|confidences?", re.IGNORECASE)


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
    if scores := scores_by_class(values):
        notes.warn("json_nested_fields", column=name, example=f"score_{next(iter(scores))}")
        return [(f"score_{each}", text_column(column, name, where)) for each, column in scores.items()]
    values = [_numbers_of_vector(value) for value in values]
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


def _numbers_of_vector(value: Any) -> Any:
    """The list that a vector of Spark is; anything else as it is."""
    is_vector = isinstance(value, dict) and value.keys() in VECTOR and str(value["type"]) == "1"
    return value["values"] if is_vector else value


def scores_by_class(values: list[Any]) -> dict[str, list[Any]]:
    """Class -> its scores, where every cell pairs the same classes with scores; {} for other cells."""
    if not isinstance(next((value for value in values if value is not None), None), (list, dict)):
        return {}
    cells = [{} if value is None else _paired(value) for value in values]
    classes = next(filter(None, cells), {}).keys()
    known = (cell for cell, value in zip(cells, values, strict=True) if value is not None)
    if len(classes) < 2 or any(cell.keys() != classes for cell in known):
        return {}
    return {name: [cell.get(name) for cell in cells] for name in classes}


def _paired(value: Any) -> dict[str, Any]:
    """Class -> score of `[{"label": ..., "score": ...}, ...]` or `{"classes": [...], "scores": [...]}`, else {}."""
    if isinstance(value, list) and all(isinstance(each, dict) and each.keys() == value[0].keys() for each in value):
        value = {name: [each[name] for each in value] for name in (*value, {})[0]}
    if not isinstance(value, dict):
        return {}
    columns = {name: cells for name, cells in value.items() if isinstance(cells, list)}
    classes, scores = (
        [cells for name, cells in columns.items() if wanted.fullmatch(name)] for wanted in (CLASSES, SCORES)
    )
    if len(classes) != 1 or len(scores) != 1 or len(classes[0]) != len(scores[0]):
        return {}
    pairs = {str(name): score for name, score in zip(classes[0], scores[0], strict=True)}
    return pairs if len(pairs) == len(classes[0]) else {}


def _lists(values: list[Any], name: str, where: str) -> pa.ChunkedArray:
    """Lists stay lists: which number is for which class, they do not say."""
    lists = [value if isinstance(value, list) or value is None else [value] for value in values]
    texts = [None if value is None else [cell_text(cell) for cell in value] for value in lists]
    try:
        return pa.chunked_array([pa.array(texts, pa.list_(pa.string()))])
    except UnicodeError:
        return text_column(["\ud800"], name, where)
