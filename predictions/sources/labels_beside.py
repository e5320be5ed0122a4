"""Several labels per row in two files with columns of the same names: the true ones, and those that a model gave."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from predictions.columns import aliases
from predictions.columns.aliases import by_alias, key_of
from predictions.columns.cells import as_numbers, distinct_texts, looks_numeric
from predictions.plain_table import PlainTable
from predictions.roles.candidates import is_yes_no
from predictions.roles.several_labels import FEWEST

TRUE, PREDICTED, SCORE = "y_true_", "y_pred_", "score_"
# How a file of true labels is named.
NAMES_TRUTH = re.compile(
    r"(?:^|_)(?:gold|truth|true|gt|reference|ref|consensus|labels?|targets?|actual|annotations?)(?:_|$)"
)


def paired(tables: Sequence[PlainTable], truth: str | None) -> tuple[int, tuple[PlainTable, PlainTable]] | None:
    """Which of two tables holds the true labels; that one with `y_true_AF`, the other with `y_pred_AF` or `score_AF`.

    None unless two tables share at least two labels, yes/no columns in one of them and such or numbers in the other,
    and one of these is what was chosen as the true class.
    """
    if len(tables) != 2:
        return None
    ids = by_alias(tables[0].names, aliases.CASE_ID)
    shared = [name for name in tables[0].names if name in tables[1].names and name not in ids]
    yes_no = [{name for name in shared if _says_yes_or_no(table, name)} for table in tables]
    scores = [_scores(*each) for each in zip(tables, yes_no, yes_no[::-1], strict=True)]
    named = [NAMES_TRUTH.search(key_of(re.sub(r"\W", "_", table.where))) is not None for table in tables]
    at = named.index(True) if named[0] != named[1] else int(bool(scores[0]))
    labels = [name for name in shared if name in yes_no[at] & (yes_no[1 - at] | scores[1 - at])]
    chosen = truth is None or truth in [TRUE + name for name in labels]
    if len(labels) < FEWEST or not chosen:
        return None
    given = {name: SCORE if name in scores[1 - at] else PREDICTED for name in labels}
    return at, (_named(tables[at], dict.fromkeys(labels, TRUE)), _named(tables[1 - at], given))


def _scores(table: PlainTable, own: set[str], others: set[str]) -> set[str]:
    """The columns of fractions whose name is that of a yes/no column in the other table; a count is no score."""
    numbers = (name for name in others - own if looks_numeric(table.table[name], name))
    return {name for name in numbers if np.nan_to_num(as_numbers(table.table[name], name).values % 1).any()}


def _says_yes_or_no(table: PlainTable, name: str) -> bool:
    texts = {text.strip() for text in distinct_texts(table.table[name], name).to_pylist() if text}
    return 0 < len(texts) <= 2 and is_yes_no(sorted(texts))


def _named(table: PlainTable, prefixes: Mapping[str, str]) -> PlainTable:
    names = [prefixes.get(name, "") + name for name in table.names]
    return replace(table, table=table.table.rename_columns(names))
