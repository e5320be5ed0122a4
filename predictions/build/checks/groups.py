"""What is said of columns that may be groups: small ones, two spellings of one, cases of one site alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter

import numpy as np
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
    for name in may_be_groups(model.details):
        found = model.details[name].unify_dictionaries().value_counts()
        texts = pa.chunked_array([found.field("values")])
        say_groups(texts, found.field("counts").to_numpy(), name, model.labels, notes)


def may_be_groups(details: pa.Table) -> list[str]:
    """Columns whose first rows have few different texts, which tells a column of ids soon."""
    asked = details.column_names[:MOST_GROUPINGS]
    return [name for name in asked if _has_few_texts(details[name]) and not _is_score(details[name], name)]


def _has_few_texts(column: pa.ChunkedArray) -> bool:
    return is_text(column.type) and len(column.slice(0, LOOKED_AT).unique()) <= MOST_VALUES


def _is_score(column: pa.ChunkedArray, name: str) -> bool:
    """Whether a kept column is a score that is not known to be of one of several models."""
    return key_of(name).startswith(SCORE_PREFIX) and looks_numeric(column, name)


def say_groups(values: pa.ChunkedArray, rows: np.ndarray, name: str, labels: Sequence[str], notes: Notes) -> None:
    """Which groups differ only in case, that blanks around a group were removed, and which groups are small.

    values: the different cells of a column. rows: (n,) that have each. labels: of the study.
    """
    told = [(text, count) for text, count in zip(as_text(values, name).to_pylist(), rows.tolist(), strict=True) if text]
    groups: Counter[str] = Counter()
    for text, count in told:
        groups[text.strip()] += count
    if len(groups.keys() - {""}) > MOST_VALUES:
        return
    if len(groups) < len(told):
        notes.warn("groups_trimmed", column=name)
    del groups[""]
    folded = Counter(map(str.casefold, groups))
    if alike := sorted(text for text in groups if folded[text.casefold()] > 1):
        notes.warn("groups_differ_in_case", column=name, groups=alike)
    small = _small(groups, int(rows.sum()))
    if small and not small.keys() <= set(labels):  # another reader's classes are no groups
        notes.warn("small_groups", column=name, rows=dict([*small.items()][:3]))


def _small(groups: Counter[str], rows: int) -> dict[str, int]:
    """Those of fewer than five rows, the smallest first, where there are rows for all groups to have more."""
    if rows < FEW * FEW or len(groups) < 2 or FEW * len(groups) > rows:
        return {}
    return dict(sorted(((group, count) for group, count in groups.items() if count < FEW), key=itemgetter(1, 0)))


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
