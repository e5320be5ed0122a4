"""Columns that hold the same classes as another one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from predictions.columns.aliases import (
    CASE_ID,
    SCORE,
    SCORE_PREFIX,
    by_alias,
    from_of,
    key_of,
    names_score,
)
from predictions.columns.cells import as_numbers, as_text
from predictions.columns.labels import MAX_DISTINCT, Vocabulary, encode
from predictions.problems import Notes, Problem
from predictions.roles.candidates import (
    MOST_CODES,
    counts_rows,
    from_half_to_one,
    is_yes_no,
)
from predictions.roles.understood import Understood

MOSTLY = 0.5


def held_values(table: Understood, column: str) -> frozenset[str] | None:
    """The distinct labels of a column, None when there are too many to be classes."""
    return _labels(table.column(column), column)


def first_values(table: Understood, column: str) -> frozenset[str] | None:
    """The same of its first rows."""
    return _labels(table.first(column), column)


def _labels(cells: pa.ChunkedArray, column: str) -> frozenset[str] | None:
    try:
        coded = encode(cells, column, MAX_DISTINCT)
    except Problem:
        return None
    return frozenset(Vocabulary.of(coded).labels)


def same_values(table: Understood, partner: str, part: bool = False) -> list[str]:
    """Free columns with exactly the partner's values, or a part of them; never for 0/1 or yes/no, which many hold."""
    values = held_values(table, partner)
    if not values or len(values) > table.limits.classes or is_yes_no([*values]):
        return []
    free = [name for name in table.free if name != partner and _has_few(table, name)]
    likely = [name for name in free if (first_values(table, name) or {""}) <= values]
    found = {name: held_values(table, name) or frozenset() for name in likely}
    return [name for name, own in found.items() if own == values or (part and own and own <= values)]


def holds_answers(table: Understood, column: str) -> bool:
    """Whether a column named like a model or a reader holds what it said: true classes, or many numbers of fractions.

    0/1 or yes/no are names where something else is predicted or a case stands twice.
    """
    values = first_values(table, column)
    if values is None or len(values) > MOST_CODES:
        return table.has_fractions(column)
    truth = table.mapping.truth
    if is_yes_no([*values]):
        known = held_values(table, truth) if truth else values
        return len(values) == 2 and values <= (known or set()) and not table.mapping.predicted and _is_alone(table)
    known = held_values(table, truth) if truth else values if same_values(table, column) else None
    return len(values) > 1 and values <= (known or set())


def numbers_cases(table: Understood, column: str) -> bool:
    """Whether a column named like a model has a score: many numbers, and no case under two of them, as ids tell."""
    ids = by_alias(table.plain.names, CASE_ID)
    if not ids or not table.is_numeric(column) or not _is_alone(table):
        return False
    return len(table.first(column).unique()) > MOST_CODES


def numbers_rows(table: Understood, column: str) -> bool:
    """Whether a column counts the rows from any number on, with gaps where rows were not chosen, or names each."""
    cells = table.first(column)
    if len(cells) <= MOST_CODES or pa.types.is_nested(cells.type):
        return False
    if table.is_numeric(column):
        return counts_rows(as_numbers(cells, column).values)
    return len(cells.unique()) == len(cells)


def holds_scores(table: Understood, column: str) -> bool:
    """Whether a column named like a prediction holds no classes: fractions, or many numbers for two classes."""
    true = held_values(table, table.truth)
    if not true or not table.is_numeric(column):
        return False
    values = first_values(table, column)
    is_many = len(true) == 2 and (values is None or len(values) > MOST_CODES)
    return is_many or (table.has_fractions(column) and not any("." in label for label in true))


def mentions_scores(table: Understood) -> bool:
    """Whether columns are named like scores that can predict: not a lone one of 0.5 and more in every row."""
    keys = {name: key_of(name) for name in table.free}
    named = [name for name, key in keys.items() if key in SCORE or key.startswith(SCORE_PREFIX)]
    is_lone = len(named) == 1 and keys[named[0]] in SCORE
    two = is_lone and len(held_values(table, table.truth) or ()) == 2
    return bool(named) and not (two and from_half_to_one(table, named[0]))


def _is_alone(table: Understood) -> bool:
    """Whether every row is a case of its own, as far as ids tell."""
    ids = by_alias(table.plain.names, CASE_ID)
    return all(len(table.column(name).unique()) == len(table.plain) for name in ids[:1])


def _has_few(table: Understood, column: str) -> bool:
    """Whether the first rows have few enough values for classes; scores read as classes take 150 times longer."""
    first = table.first(column)
    return not pa.types.is_nested(first.type) and len(first.unique()) <= table.limits.classes


def note_unused(table: Understood, used: Sequence[str], notes: Notes) -> None:
    """Say which columns hold the true classes and are no predictions by their name: readers, or a model.

    Beside predictions, only columns that mostly agree with the true class: an age group may be numbered like a stage.
    """
    truth = table.truth
    first = first_values(table, truth) or frozenset()
    again = filter(None, map(from_of, map(key_of, used)))
    known = {truth, *used, *by_alias(table.free, again)}  # SAS writes the true class again
    others = [name for name in table.free if name not in known and _has_few(table, name)]
    others = [name for name in others if not (names_score(name) and table.is_numeric(name))]
    if not any(first & (first_values(table, name) or frozenset()) for name in others):
        return  # all rows of the true class need not be looked at: 50 ms of a million
    found = [name for name in same_values(table, truth, part=True) if name in others]
    unused = [name for name in found if not used or _mostly_agrees(table, name, truth)]
    if unused:
        notes.warn("classes_unused", columns=unused, like=truth)


def _mostly_agrees(table: Understood, column: str, truth: str) -> bool:
    """Of the first rows."""
    first, second = (as_text(table.first(each), each) for each in (column, truth))
    same = np.array(first.to_pylist(), dtype=object) == np.array(second.to_pylist(), dtype=object)
    return bool(np.mean(same) >= MOSTLY)
