"""Lists of scores in the cells of a text, as pandas writes arrays and tensors: a column for each place of the list."""

from __future__ import annotations

import re
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns.aliases import SCORE, SCORE_PREFIX, TRUTH, by_alias, key_of, names_prediction, names_score
from predictions.columns.cells import DIGITS, as_text, is_text
from predictions.formats.json_values import scores_by_class, text_column
from predictions.plain_table import PlainTable
from predictions.problems import Problem
from words.text.names import quoted

BEGIN, END = r"^\s*(?:[A-Za-z_.]+\()?\s*\[{1,2}\s*", r"\s*,?\s*\]{1,2}(?:\s*,\s*\w+=[^()]*)?\s*\)?\s*$"
ONE = rf"^\s*[A-Za-z_][\w.]*\(\s*({DIGITS})\s*(?:,\s*\w+=[^()]*)?\)\s*$"  # `tensor(0.7)`
IN_LIST = rf"[A-Za-z_][\w.]*\(\s*({DIGITS})\s*\)"  # `[np.float64(0.3), np.float64(0.7)]`
LIST = rf"{BEGIN}({DIGITS}(?:[\s,;]+{DIGITS})*){END}|{ONE}|^\s*({DIGITS})\s*$"
BEGINS = r"^\s*(?:\[|(?:(?:torch\.)?tensor|(?:np\.|numpy\.)?(?:array|float\d+))\()"
COUNTED = re.compile(r"\d{1,3}(?:\.0+)?", re.ASCII)
MOST = 500
LISTS = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)


def with_scores_from_lists(plain: PlainTable) -> None:
    """Replaces columns named like scores of no class. Raises Problem for a cell that holds no list as the others do."""
    for name in plain.names:
        column, of_all = plain.table[name], key_of(name) in SCORE
        is_list = any(is_kind(column.type) for is_kind in LISTS)
        if is_list and pa.types.is_struct(column.type.value_type):
            if of_all or names_score(name):
                _put_pairs(plain, name, scores_by_class(column.to_pylist()))
            continue
        if not of_all and (not names_score(name) or names_prediction(key_of(name))):
            continue
        if is_list:
            sizes = pc.list_value_length(column).drop_null().unique().to_pylist()
            if len(sizes) == 1 and 1 <= sizes[0] <= (MOST if of_all else 1):
                _put(plain, name, column, sizes[0])
        elif is_text(column.type) and _begin(column, name):
            _replace(plain, name, pc.replace_substring(as_text(column, name), "'", ""), of_all)  # of numbers in JSON


def _begin(column: pa.ChunkedArray, name: str) -> bool:
    """Whether a cell begins like a list or a tensor."""
    texts = as_text(column, name)
    marks = pc.or_(pc.match_substring(texts, "["), pc.match_substring(texts, "("))  # four times faster than the pattern
    return bool(pc.any(pc.match_substring_regex(texts.filter(marks), BEGINS)).as_py())


def _replace(plain: PlainTable, name: str, texts: pa.ChunkedArray, of_all: bool) -> None:
    """of_all: whether the column is named for no class, and each list may hold the scores of all."""
    bare = pc.replace_substring_regex(texts, IN_LIST, r"\1")
    filled = pc.if_else(pc.equal(pc.utf8_trim_whitespace(bare), ""), None, bare)
    lists = pc.split_pattern_regex(pc.replace_substring_regex(filled, LIST, r"\1\2\3"), r"[\s,;]+")
    sizes = pc.list_value_length(lists)
    size = next(each for each in sizes.to_pylist() if each)
    fits = pc.and_(pc.match_substring_regex(filled, LIST), pc.equal(sizes, size))
    wrong = pc.index(pc.fill_null(fits, True), False).as_py()
    if (wrong >= 0 and size == 1) or (not of_all and (wrong >= 0 or size > 1)):
        return  # it may be a detail of the case, and cells that are no number are said elsewhere
    if wrong >= 0 or size > MOST:
        at = max(wrong, 0)
        odd = f"{quoted(texts[at].as_py())} in row {at + 1:,}, which is not one of {size} numbers"
        what = f"{plain.where}: column {quoted(name)} holds lists of scores, but {odd}"
        raise Problem(f"{what}. Give each class a column of its own, such as score_<class>.")
    _put(plain, name, lists, size)


def _put(plain: PlainTable, name: str, lists: pa.ChunkedArray, size: int) -> None:
    """In place of the lists; nothing where a column has one of the names already."""
    known = f"{key_of(name)}_" in SCORE_PREFIX
    places = range(first := _first_class(plain, size), first + size)
    names = [f"{name}_{at}" if known else f"score_{at}" for at in places] if size > 1 else [name]
    if {*names} & {*plain.names} - {name}:
        return
    place = plain.names.index(name)
    plain.table = plain.table.remove_column(place)
    for at, new in enumerate(names):
        plain.table = plain.table.add_column(place + at, new, pc.list_element(lists, at))
    if size > 1:
        plain.notes.warn("scores_in_lists", column=name, columns=names)


def _put_pairs(plain: PlainTable, name: str, scores: dict[str, list[Any]]) -> None:
    """`[{"label": "VT", "score": 0.3}, ...]` in each cell, as Hugging Face writes them to Parquet."""
    columns = {f"score_{each}": text_column(cells, name, plain.where) for each, cells in scores.items()}
    if columns and not columns.keys() & {*plain.names}:
        plain.notes.warn("json_nested_fields", column=name, example=next(iter(columns)))
        for new, cells in columns.items():
            plain.table = plain.table.append_column(new, cells)
        plain.table = plain.table.drop_columns([name])


def _first_class(plain: PlainTable, size: int) -> int:
    """1 where true classes are counted up to the number of scores and none is 0, else 0."""
    for name in by_alias(plain.names, TRUTH)[:1]:
        texts = [
            text.strip() for text in as_text(plain.table[name], name).unique().to_pylist() if text and text.strip()
        ]
        if texts and all(COUNTED.fullmatch(text) for text in texts):
            classes = {int(float(text)) for text in texts}
            return int(min(classes) > 0 and max(classes) == size)
    return 0
