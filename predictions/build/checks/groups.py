"""What is said of columns that may be groups: small ones, two spellings of one, cases of one site alone."""

from __future__ import annotations

import pyarrow as pa

from predictions.columns.aliases import SCORE_PREFIX, key_of
from predictions.columns.cells import as_text, is_text, looks_numeric
from predictions.problems import Notes
from predictions.rows import Predictions

FEW, MOST_VALUES, MOST_GROUPINGS, LOOKED_AT = 5, 20, 20, 1000
SITES = {"site", "centre", "center", "hospital", "clinic", "institution"}


def check_groups(model: Predictions, notes: Notes) -> None:
    """Small subgroups: their rates say little, and their patients can be recognised. And cases of one site alone."""
    for name in model.details.column_names:
        say_one_site(model.details[name], name, notes)
    for name in model.details.column_names[:MOST_GROUPINGS]:
        _say_spellings(model.details[name], name, notes)
        small = [] if _is_score(model.details[name], name) else _small_groups(model.details[name], len(model))
        if small and not {group for group, _ in small} <= set(model.labels):  # another reader's classes are no groups
            notes.warn("small_groups", column=name, rows=dict(small[:3]))


def _say_spellings(column: pa.ChunkedArray, name: str, notes: Notes) -> None:
    """Say which groups differ only in case, and that blanks around a group were removed; of a column of few texts."""
    if not _has_few_texts(column):
        return
    texts = [text for text in as_text(column.unify_dictionaries().unique(), name).to_pylist() if text and text.strip()]
    trimmed = sorted({text.strip() for text in texts})
    if len(trimmed) > MOST_VALUES:
        return
    if len(trimmed) < len(texts):
        notes.warn("groups_trimmed", column=name)
    folded = [text.casefold() for text in trimmed]
    if alike := [text for text, each in zip(trimmed, folded, strict=True) if folded.count(each) > 1]:
        notes.warn("groups_differ_in_case", column=name, groups=alike)


def _has_few_texts(column: pa.ChunkedArray) -> bool:
    """By its first rows, which tell a column of ids soon."""
    return is_text(column.type) and len(column.slice(0, LOOKED_AT).unique()) <= MOST_VALUES


def _is_score(column: pa.ChunkedArray, name: str) -> bool:
    """Whether a kept column is a score that is not known to be of one of several models."""
    return key_of(name).startswith(SCORE_PREFIX) and looks_numeric(column, name)


def say_one_site(column: pa.ChunkedArray, name: str, notes: Notes) -> None:
    """Say that every row with a site has the same one. column: of rows, or of their different values."""
    if key_of(name) in SITES and _is_alike(column, name):
        notes.fact("one_site", column=name)


def _is_alike(column: pa.ChunkedArray, name: str) -> bool:
    """Whether every filled cell holds the same; False without any."""
    if pa.types.is_nested(column.type):
        return False
    texts = as_text(pa.chunked_array([column.unique()]), name).to_pylist()
    return len({text.strip() for text in texts if text and text.strip()}) == 1


def _small_groups(column: pa.ChunkedArray, rows: int) -> list[tuple[str, int]]:
    """(group, rows) below five, for a column of few different texts."""
    if rows < FEW * FEW or not _has_few_texts(column):
        return []
    counts = [(str(part["values"]), part["counts"]) for part in column.value_counts().to_pylist() if part["values"]]
    if not 2 <= len(counts) <= MOST_VALUES or FEW * len(counts) > rows:
        return []
    return sorted((part for part in counts if part[1] < FEW), key=lambda part: part[1])
