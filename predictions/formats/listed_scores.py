"""Lists of scores in the cells of a text, as pandas writes arrays and tensors: a column for each place of the list."""

from __future__ import annotations

import re

import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns.aliases import SCORE, SCORE_PREFIX, key_of
from predictions.columns.cells import DIGITS, as_text, is_text
from predictions.plain_table import PlainTable
from predictions.problems import Problem
from words.text.names import quoted

BEGIN, END = r"^\s*(?:[A-Za-z_.]+\()?\s*\[{1,2}\s*", r"\s*,?\s*\]{1,2}(?:\s*,\s*\w+=[^()]*)?\s*\)?\s*$"
LIST = rf"{BEGIN}({DIGITS}(?:[\s,;]+{DIGITS})*){END}"
BEGINS = re.compile(r"\s*(?:(?:torch\.)?tensor\(|(?:np\.|numpy\.)?array\()?\s*\[")
MOST = 500


def with_scores_from_lists(plain: PlainTable) -> None:
    """Replaces columns named like scores of no class. Raises Problem for a cell that holds no list as the others do."""
    for name in plain.names:
        column = plain.table[name]
        if pa.types.is_list(column.type) and key_of(name) in SCORE:
            sizes = pc.list_value_length(column).drop_null().unique().to_pylist()
            if len(sizes) == 1 and 1 < sizes[0] <= MOST:
                _put(plain, name, column, sizes[0])
        elif is_text(column.type) and key_of(name) in SCORE and BEGINS.match(_first(column, name)):
            _replace(plain, name, pc.replace_substring(as_text(column, name), "'", ""))  # of numbers in JSON


def _first(column: pa.ChunkedArray, name: str) -> str:
    found: str = next((text for text in as_text(column.slice(0, MOST), name).to_pylist() if text), "")
    return found


def _replace(plain: PlainTable, name: str, texts: pa.ChunkedArray) -> None:
    filled = pc.if_else(pc.equal(pc.utf8_trim_whitespace(texts), ""), None, texts)
    lists = pc.split_pattern_regex(pc.replace_substring_regex(filled, LIST, r"\1"), r"[\s,;]+")
    sizes = pc.list_value_length(lists)
    size = next(each for each in sizes.to_pylist() if each)
    fits = pc.and_(pc.match_substring_regex(filled, LIST), pc.equal(sizes, size))
    wrong = pc.index(pc.fill_null(fits, True), False).as_py()
    if wrong >= 0 or size > MOST:
        at = max(wrong, 0)
        odd = f"{quoted(texts[at].as_py())} in row {at + 1:,}, which is not one of {size} numbers"
        what = f"{plain.where}: column {quoted(name)} holds lists of scores, but {odd}"
        raise Problem(f"{what}. Give each class a column of its own, such as score_<class>.")
    _put(plain, name, lists, size)


def _put(plain: PlainTable, name: str, lists: pa.ChunkedArray, size: int) -> None:
    """In place of the lists; nothing where a column has one of the names already."""
    known = f"{key_of(name)}_" in SCORE_PREFIX
    names = [f"{name}_{at}" if known else f"score_{at}" for at in range(size)] if size > 1 else [name]
    if {*names} & {*plain.names} - {name}:
        return
    place = plain.names.index(name)
    plain.table = plain.table.remove_column(place)
    for at, new in enumerate(names):
        plain.table = plain.table.add_column(place + at, new, pc.list_element(lists, at))
    if size > 1:
        plain.notes.warn("scores_in_lists", column=name, columns=names)
