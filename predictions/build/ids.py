"""The ids of the cases, as text; what a spreadsheet or a data frame did to them is said."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from predictions.build.checks.labels import MISSING_WORDS
from predictions.columns.cells import as_text, without_markers
from predictions.columns.labels import BLANK, dictionary_codes
from predictions.problems import Notes
from predictions.roles.understood import Understood
from predictions.rows import blank_ids

SCIENTIFIC = r"^\d(?:[.,]\d+)?[eE]\+\d+$"
DECIMALS = r"^(\d+)\.0+$"
ZEROS = r"^0+(\d+)$"
INVISIBLE_CHARACTERS = r"[\x{00ad}\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}-\x{2064}\x{2066}-\x{2069}\x{feff}]"


def read_ids(table: Understood, notes: Notes) -> tuple[pa.ChunkedArray | None, np.ndarray | None]:
    """The ids as trimmed text and as codes, blank ones -1. A million ids never become Python strings."""
    name = table.mapping.case_id
    if not name:
        return None, None
    text = as_text(table.column(name), name)
    trimmed = pc.utf8_trim_whitespace(text)
    changed = pc.sum(pc.not_equal(trimmed, text)).as_py() or 0
    if changed:
        notes.warn("ids_trimmed", column=name, rows=changed)
    trimmed = without_markers(trimmed, name, table.mapping.missing)
    codes, distinct = _coded(trimmed)
    _say_ids(name, codes, distinct, notes)
    return trimmed, codes


def _coded(text: pa.ChunkedArray) -> tuple[np.ndarray, pa.Array]:
    indices, distinct = dictionary_codes(text)
    return np.where(indices == pc.index(distinct, "").as_py(), BLANK, indices), distinct


def _say_ids(name: str, codes: np.ndarray, distinct: pa.Array, notes: Notes) -> None:
    _say_missing(name, codes, distinct, notes)
    _say_odd_ids(name, distinct, notes)
    if alike := _alike(distinct, pc.utf8_upper(distinct)):
        notes.warn("ids_differ_in_case", ids=alike, column=name)
    if alike := _alike(distinct, pc.replace_substring_regex(distinct, DECIMALS, r"\1")):
        notes.warn("ids_differ_in_decimals", ids=alike, column=name)
    if alike := _alike(distinct, pc.replace_substring_regex(distinct, ZEROS, r"\1")):
        notes.warn("ids_differ_in_zeros", ids=alike, column=name)


def say_blank_ids(name: str | None, ids: pa.ChunkedArray | None, used: np.ndarray, notes: Notes) -> None:
    """Of rows that count: a line of totals has no id and is no case. used: (n,)."""
    if ids is None:
        return
    if rows := int(np.count_nonzero(blank_ids(ids) & used)):
        notes.warn("blank_ids", rows=rows, column=name)


def _alike(distinct: pa.Array, other: pa.Array) -> int:
    """How many ids are another one, written in another way."""
    return 0 if other.equals(distinct) else len(distinct) - len(other.unique())


def _say_missing(name: str, codes: np.ndarray, distinct: pa.Array, notes: Notes) -> None:
    """Rows without an id that would be one patient."""
    words = np.flatnonzero(pc.is_in(pc.utf8_lower(distinct), value_set=pa.array(sorted(MISSING_WORDS))))
    rows = np.bincount(codes[codes != BLANK], minlength=len(distinct))
    for word in words[rows[words] > 1].tolist():
        notes.warn("ids_of_missing_values", rows=int(rows[word]), column=name, example=distinct[word].as_py())


def _say_odd_ids(name: str, distinct: pa.Array, notes: Notes) -> None:
    """Ids that a spreadsheet rounded, and ids that only look alike."""
    rounded = pc.filter(distinct, pc.match_substring_regex(distinct, SCIENTIFIC))
    if len(rounded):
        notes.warn("rounded_ids", ids=len(rounded), column=name, example=str(rounded[0]))
    if not pc.any(pc.match_substring_regex(distinct, r"[^\x20-\x7E]")).as_py():
        return
    clean = pc.replace_substring_regex(distinct, INVISIBLE_CHARACTERS, "")
    alike = len(distinct) - len(clean.unique())
    if alike:
        notes.warn("ids_with_invisible_character", ids=alike, column=name)
    elif marked := pc.sum(pc.not_equal(clean, distinct)).as_py():
        notes.warn("ids_with_marks", ids=marked, column=name)
    control = pc.sum(pc.match_substring_regex(distinct, r"[\x00-\x1F\x7F]")).as_py()
    if control:
        notes.warn("control_characters_in_ids", ids=control, column=name)


def own_clusters(codes: np.ndarray | None) -> np.ndarray | None:
    """A blank id is a cluster of its own."""
    if codes is None:
        return None
    blank = codes == BLANK
    if not blank.any():
        return codes
    codes = codes.astype(np.int32)
    codes[blank] = int(codes.max(initial=0)) + 1 + np.arange(int(blank.sum()))
    return codes
