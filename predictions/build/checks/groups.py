"""Spellings of one group: `F` and `f` are told, as no one reads two groups of women in a table."""

from __future__ import annotations

import pyarrow as pa

from predictions.columns.cells import as_text, is_text
from predictions.problems import Notes

LOOKED_AT, MOST_VALUES = 1000, 20


def say_spellings(column: pa.ChunkedArray, name: str, notes: Notes) -> None:
    """Say which groups differ only in case, and that blanks around a group were removed; of a column of few texts."""
    if not is_text(column.type) or len(column.slice(0, LOOKED_AT).unique()) > MOST_VALUES:
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
