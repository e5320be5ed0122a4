"""Class names that a file holds as number and as text: they are one label, which is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from predictions.columns.aliases import LABELS, key_of
from predictions.columns.cells import distinct_texts, is_text
from predictions.problems import Notes

LOOKED_AT = 1000  # records of a list
MOST_DISTINCT = 500
DEEPEST = 4


class Number(str):
    """The text of a number in JSON."""

    __slots__ = ()


def is_label(name: str) -> bool:
    """Whether a column of this name holds classes."""
    return key_of(name) in LABELS


def say_written_twice(numbers: set[str], texts: set[str], notes: Notes) -> None:
    """What label columns hold as numbers and as texts."""
    both = numbers & {text.strip() for text in texts}
    if both:
        notes.warn("labels_as_number_and_text", labels=sorted(both))


def say_of_columns(table: pa.Table, notes: Notes) -> None:
    """Columns of their own types: one of numbers beside one of texts."""
    found: dict[bool, set[str]] = {False: set(), True: set()}
    for name in filter(is_label, table.column_names):
        kind = table.schema.field(name).type
        if is_text(kind) or pa.types.is_integer(kind):
            distinct = distinct_texts(table[name], name)
            found[is_text(kind)] |= set(distinct.drop_null().to_pylist()) if len(distinct) <= MOST_DISTINCT else set()
    say_written_twice(found[False], found[True], notes)


def say_of_json(documents: list[Any], notes: Notes) -> None:
    """Values in JSON, in records and in lists."""
    cells = [cell for cell in _cells(documents, False, 0) if isinstance(cell, str)]
    numbers = {str(cell) for cell in cells if isinstance(cell, Number)}
    say_written_twice(numbers, {cell for cell in cells if not isinstance(cell, Number)}, notes)


def _cells(value: Any, labels: bool, depth: int) -> Iterator[Any]:
    """The values under names of labels, of the first records."""
    if isinstance(value, list) and depth <= DEEPEST:
        for each in value[:LOOKED_AT]:
            yield from _cells(each, labels, depth + 1)
    elif isinstance(value, dict) and depth <= DEEPEST:
        for name, each in value.items():
            yield from _cells(each, labels or is_label(name), depth + 1)
    elif labels:
        yield value
