"""Which column tells training rows from test rows where its name does not: they are never counted together unsaid."""

from __future__ import annotations

import re
from collections.abc import Callable

import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns import aliases
from predictions.columns.aliases import by_alias, split_of
from predictions.columns.cells import as_text, distinct_texts, is_text
from predictions.mapping import Mapping
from predictions.problems import Notes
from predictions.roles.understood import Understood

SPLIT_MEANING = "which part of the data (test, training ...)"
SPELLINGS = {"development", *(spelling for spellings in aliases.SPLIT_VALUES.values() for spelling in spellings)}
LOOKED_AT = 100
RESAMPLE_ID = re.compile(rf"id\d?|cv|{'|'.join(aliases.SPLIT)}")
RESAMPLE = re.compile(r"(?:fold|repeat|resample|bootstrap)[ _.\-]?\d+|train/test split", re.IGNORECASE)
FOLD_OF_CV = re.compile(rf"{RESAMPLE.pattern}|\d{{1,2}}", re.IGNORECASE)  # a `cv` may be a coefficient of variation


def with_split(table: Understood, wanted: Mapping, notes: Notes) -> Understood:
    """A column that holds nothing but names of splits is the split, as is a lone flag such as is_test; said."""
    if wanted.split == "":
        _say_unused(table, notes)
    if wanted.split is not None or table.mapping.split:
        return table
    found = next((name for name in table.free if holds_splits(table.column(name), name)), "")
    if found:
        notes.warn("split_by_its_values", column=found)
        return table.settled(split=found).because({found: (SPLIT_MEANING, "it holds names of splits")})
    flags = by_alias(table.free, aliases.SPLIT_FLAG)
    if len(flags) == 1 and _is_flag(table.column(flags[0]), flags[0]):
        notes.warn("split_by_flag", column=flags[0])
        return table.settled(split=flags[0]).because({flags[0]: (SPLIT_MEANING, "its name, and yes or no")})
    for name in flags:
        notes.warn("split_flag_unused", column=name)
    return table


def _say_unused(table: Understood, notes: Notes) -> None:
    """Columns that would have been the split, if it had not been said that there is none."""
    named = by_alias(table.free, (*aliases.SPLIT, *aliases.SPLIT_FLAG))
    for name in table.free:
        column = table.column(name)
        if (name in named or holds_splits(column, name)) and len(distinct_texts(column, name)) > 1:
            notes.warn("split_unused", column=name)


def _is_flag(column: pa.ChunkedArray, name: str) -> bool:
    """Whether the filled cells say yes or no, and some do."""
    texts = pc.utf8_trim_whitespace(as_text(column.unique(), name)).to_pylist()
    said = {text.casefold().removesuffix(".0") for text in texts if text}
    return bool(said) and said <= {*aliases.YES, *aliases.NO}


def holds_splits(column: pa.ChunkedArray, name: str) -> bool:
    """Whether every filled cell of a column of text names a split, and some do."""
    return is_text(column.type) and _hold_only(column, name, lambda names: _are_splits(names) or _are_parts(names))


def _hold_only(column: pa.ChunkedArray, name: str, are_named: Callable[[set[str]], bool]) -> bool:
    """Whether this is true of the texts of the filled cells, of which there are some. The first ones tell soon."""
    return all(
        (names := {text.strip().casefold() for text in distinct_texts(part, name).to_pylist() if text} - {""})
        and are_named(names)
        for part in (column.slice(0, LOOKED_AT), column)
    )


def _are_splits(names: set[str]) -> bool:
    return all(name in SPELLINGS or split_of(name) in aliases.SPLIT_VALUES for name in names)


def _are_parts(names: set[str]) -> bool:
    """Whether each names a split and at most where it is from, such as `internal test` and `test_2` beside `train`."""
    words = [set(re.split(r"[\W_\d]+", name)) & SPELLINGS for name in names]
    return bool(names & {*aliases.SPLIT_VALUES["train"]}) and all(words)


def resamples(table: Understood, notes: Notes) -> list[str]:
    """The column that names the fold: tidymodels' `id`, or `id2` below a repeat, `split` or `cv`; [] for none. Said."""
    named = [name for name in table.free if RESAMPLE_ID.fullmatch(aliases.key_of(name))]
    found = sorted(name for name in named if holds_resamples(table.column(name), name))[-1:]
    if found:
        notes.warn("fold_by_its_values", column=found[0])
    return found


def holds_resamples(column: pa.ChunkedArray, name: str) -> bool:
    """Whether every filled cell of a column of text names a resample, such as Fold1 or Repeat2, and some do."""
    pattern = FOLD_OF_CV if aliases.key_of(name) == "cv" else RESAMPLE
    may_hold = is_text(column.type) or pattern is FOLD_OF_CV
    return may_hold and _hold_only(column, name, lambda names: all(map(pattern.fullmatch, names)))
