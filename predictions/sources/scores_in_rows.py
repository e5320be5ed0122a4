"""Scores in long format, a row for each case and class: read as the row of each case that they stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from metrics.intervals.resampling_units import SUM_TOLERANCE
from predictions.columns import aliases
from predictions.columns.aliases import by_alias, key_of
from predictions.columns.cells import SAMPLE_ROWS, as_numbers, as_text, holds_fractions, looks_numeric
from predictions.columns.labels import dictionary_codes
from predictions.mapping import Mapping
from predictions.plain_table import PlainTable
from predictions.problems import Notes
from predictions.roles.candidates import is_yes_no

NAMES_CLASSES = re.compile(r"class|klasse|label|categor|kategor|diagnos|disease|finding|lesion|type|rhythm|grade|stage")
NAMES_CHOICES = re.compile(r"class|klasse|label|categor|kategor|diagnos")  # a case has one, but several lesions
IMAGES = ("image", "image_id", "image_name", "image_path", "img", "filename", "file_name", "file", "path", "key")
APART = (aliases.MODEL, aliases.SPLIT, aliases.FOLD, aliases.READER)
MOST_CLASSES = 500


def with_a_row_per_case(plain: PlainTable, wanted: Mapping, notes: Notes) -> PlainTable:
    """The table with `score_A`, `score_B`, ... in place of a column of scores and one that names their classes.

    As it is where predictions are known or chosen, but for those that are every class of a case once, with scores that
    add up; and unless every case, with one true class, has one score for each class.
    """
    truth, cases = wanted.truth or _first(plain, aliases.TRUTH), _cases(plain)
    score = by_alias(plain.names, aliases.SCORE)
    given = by_alias(plain.names, aliases.PREDICTED)
    is_chosen = wanted.names_scores or wanted.predicted is not None or wanted.positive is not None
    if is_chosen or len(given) > 1 or len(score) != 1 or not cases or truth not in plain.names:
        return plain
    free = [name for name in plain.names if name not in (*cases, truth, *score, *given)]
    if not given and (marked := _with_marked_classes(plain, free, truth, cases, score[0])) is not None:
        return _turned(*marked, score[0], notes)
    named = [name for name in given or free if _may_name_classes(plain.table, name, truth)]  # before what takes long
    if not named or not len(plain):
        return plain
    case = _together(plain.table, cases)
    if case.max() + 1 == len(case) or _number(case, _codes(plain.table, truth)) > case.max() + 1:
        return plain
    found = next((name for name in named if _names_classes(plain.table, name, case, score[0])), None)
    if found is None or (given and not _are_of_classes(plain.table, free, case, score[0])):
        return plain
    return _turned(plain, case, found, score[0], notes)


def _are_of_classes(table: pa.Table, free: Sequence[str], case: np.ndarray, score: str) -> bool:
    """Whether the scores of each case add up, and no other column (nets, eyes) tells its rows apart."""
    return _add_up(table, score, case) and not any(_names_classes(table, name, case, score) for name in free)


def _with_marked_classes(
    plain: PlainTable, free: Sequence[str], truth: str, cases: Sequence[str], score: str
) -> tuple[PlainTable, np.ndarray, str] | None:
    """The table with true classes where a 1 marks the row of a case's own class; its cases, and where classes stand.

    None unless every case has a row for each class, one of them marked, and fractions for scores that add up; eyes or
    slices of a case have a true class each.
    """
    if {text.strip().removesuffix(".0") for text in _values(plain.table, truth)} != {"0", "1"}:
        return None
    is_true = as_numbers(plain.table[truth], truth).values == 1
    few = [name for name in free if _has_few_values(plain.table, name)]
    fitting = [name for name in few if len({*_values(plain.table, name)} - {""}) * is_true.sum() == len(plain)]
    if not fitting:  # before what takes long
        return None
    case = _together(plain.table, cases)
    found = [name for name in fitting if _names_classes(plain.table, name, case, score)]
    if len(found) != 1 or not NAMES_CHOICES.search(key_of(found[0])) or (np.bincount(case, is_true) != 1).any():
        return None
    if not _add_up(plain.table, score, case) or not holds_fractions(plain.table[score], score):
        return None
    marked = np.flatnonzero(is_true)
    own = as_text(plain.table[found[0]], found[0]).take(pa.array(marked[np.argsort(case[marked])][case]))
    place = plain.names.index(truth)
    return replace(plain, table=plain.table.set_column(place, truth, own)), case, found[0]


def _first(plain: PlainTable, names: Sequence[str]) -> str:
    return next(iter(by_alias(plain.names, names)), "")


def _cases(plain: PlainTable) -> list[str]:
    """The columns that tell one prediction from another: an id, or an image, and whose it is; [] without both."""
    ids = by_alias(plain.names, (*aliases.CASE_ID, *IMAGES))[:1]
    return [*ids, *(name for names in APART for name in by_alias(plain.names, names)[:1])] if ids else []


def _codes(table: pa.Table, name: str) -> np.ndarray:
    return dictionary_codes(pc.fill_null(as_text(table[name], name), ""))[0].astype(np.int64)


def _together(table: pa.Table, names: Sequence[str]) -> np.ndarray:
    """(n,) a number from 0 on for each combination, in the order of the file."""
    rows = np.column_stack([_codes(table, name) for name in names])
    _, first, found = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[found.ravel()]


def _number(case: np.ndarray, codes: np.ndarray) -> int:
    return len(np.unique(case * (codes.max() + 1) + codes))


def _may_name_classes(table: pa.Table, name: str, truth: str) -> bool:
    """Whether a column of few values has every true class among them."""
    return _has_few_values(table, name) and {"", *_values(table, truth)} <= {"", *_values(table, name)}


def _has_few_values(table: pa.Table, name: str) -> bool:
    """By its first rows; False for lists."""
    column = table[name]
    return not pa.types.is_nested(column.type) and len(column.slice(0, SAMPLE_ROWS).unique()) <= MOST_CLASSES


def _values(table: pa.Table, name: str) -> list[str]:
    """The texts that a column holds; "" for a blank cell."""
    return [text or "" for text in as_text(pa.chunked_array([table[name].unique()]), name).to_pylist()]


def _names_classes(table: pa.Table, name: str, case: np.ndarray, score: str) -> bool:
    """Whether a column holds each class once for every case; numbers may be those of eyes or runs."""
    values = {*_values(table, name)} - {""}
    if not 2 <= len(values) <= MOST_CLASSES or len(case) != len(values) * (case.max() + 1):
        return False
    if _number(case, _codes(table, name)) < len(case):
        return False
    is_code = looks_numeric(table[name], name) or is_yes_no([*values])
    return not is_code or bool(NAMES_CLASSES.search(key_of(name))) or _add_up(table, score, case)


def _add_up(table: pa.Table, score: str, case: np.ndarray) -> bool:
    """Whether the scores of each case sum to 1 or 100, as probabilities of all classes do."""
    if not looks_numeric(table[score], score):
        return False
    total = np.bincount(case, as_numbers(table[score], score).values)
    known = total[~np.isnan(total)]
    return any(len(known) and (np.abs(known / whole - 1) <= SUM_TOLERANCE).all() for whole in (1, 100))


def _turned(plain: PlainTable, case: np.ndarray, name: str, score: str, notes: Notes) -> PlainTable:
    """Without the columns whose values differ within a case."""
    table, codes = plain.table, _codes(plain.table, name)
    number = int(case.max()) + 1
    _, first = np.unique(case, return_index=True)
    kept = [each for each in table.column_names if each not in (name, score) and _is_one(table, each, case, number)]
    rows = table.select(kept).take(pa.array(first))
    classes = as_text(table[name], name).take(pa.array(np.unique(codes, return_index=True)[1])).to_pylist()
    for code, label in enumerate(classes):
        own = np.flatnonzero(codes == code)
        scores = table[score].take(pa.array(own[np.argsort(case[own])]))
        rows = rows.append_column(f"score_{label}", scores)
    notes.fact("scores_in_rows", column=name, rows=len(table), cases=number, classes=classes)
    return replace(plain, table=rows)


def _is_one(table: pa.Table, name: str, case: np.ndarray, number: int) -> bool:
    return not pa.types.is_nested(table[name].type) and _number(case, _codes(table, name)) == number
