"""Several labels per row in two files with the same yes/no columns: the true ones, and those that a model gave."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from predictions.columns import aliases
from predictions.columns.aliases import by_alias, key_of
from predictions.columns.cells import distinct_texts
from predictions.plain_table import PlainTable
from predictions.roles.candidates import is_yes_no
from predictions.roles.several_labels import FEWEST

TRUE, PREDICTED = "y_true_", "y_pred_"
# How a file of true labels is named.
NAMES_TRUTH = re.compile(
    r"(?:^|_)(?:gold|truth|true|gt|reference|ref|consensus|labels?|targets?|actual|annotations?)(?:_|$)"
)


def paired(tables: Sequence[PlainTable], truth: str | None) -> tuple[int, tuple[PlainTable, PlainTable]] | None:
    """Which of two tables holds the true labels; that one with `y_true_AF` for AF, and the other with `y_pred_AF`.

    None unless two tables share at least two yes/no columns, and one of these is what was chosen as the true class.
    """
    if len(tables) != 2:
        return None
    first, second = tables
    ids = by_alias(first.names, aliases.CASE_ID)
    shared = [name for name in first.names if name in second.names and name not in ids]
    labels = [name for name in shared if _says_yes_or_no(first, name) and _says_yes_or_no(second, name)]
    if len(labels) < FEWEST or (truth is not None and truth not in [TRUE + name for name in labels]):
        return None
    named = [NAMES_TRUTH.search(key_of(re.sub(r"\W", "_", table.where))) is not None for table in tables]
    at = int(named == [False, True])
    return at, (_named(tables[at], labels, TRUE), _named(tables[1 - at], labels, PREDICTED))


def _says_yes_or_no(table: PlainTable, name: str) -> bool:
    texts = {text.strip() for text in distinct_texts(table.table[name], name).to_pylist() if text}
    return 0 < len(texts) <= 2 and is_yes_no(sorted(texts))


def _named(table: PlainTable, labels: Sequence[str], prefix: str) -> PlainTable:
    names = [prefix + name if name in labels else name for name in table.names]
    return replace(table, table=table.table.rename_columns(names))
