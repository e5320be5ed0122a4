"""A table that is understood, with its label columns as codes into the texts of the file."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from predictions.build.row_fields import Rows, read_rows
from predictions.columns.aliases import key_of
from predictions.columns.labels import BOOLEANS, Coded, encode
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.plain_table import PlainTable
from predictions.problems import Gathered, Notes, Problem
from predictions.roles.one_hot import with_one_true_class
from predictions.roles.recognise import recognise
from predictions.roles.refuse_matrix import refuse_counts
from predictions.roles.scores.score_columns import score_class_names
from predictions.roles.understood import Understood
from words.text.names import quoted

FEW_VALUES = 20


@dataclass(frozen=True, eq=False, kw_only=True)
class Encoded:
    """Labels in the file's own texts. cells: the label, model and split columns at least.

    weights: (n,) how many rows of the file each row of `cells` has; None: itself, and `rows` describes it.
    totals: (n,) True where these are rows of totals; None: each row of `cells` can tell.
    elsewhere: (n,) True where a model answered that groups the same rows otherwise; None: there is none.
    """

    understood: Understood
    cells: pa.Table
    truth: Coded
    predicted: tuple[Coded, ...]
    rows: Rows
    weights: np.ndarray | None = None
    totals: np.ndarray | None = None
    elsewhere: np.ndarray | None = None

    @property
    def mapping(self) -> Mapping:
        """Which column is what."""
        return self.understood.mapping

    def count(self, chosen: np.ndarray) -> int:
        """Rows of the file behind the rows where `chosen` is True."""
        return int(np.count_nonzero(chosen) if self.weights is None else self.weights[chosen].sum())

    @property
    def cases(self) -> np.ndarray:
        """(n,) how many cases each row of `cells` is: its rows of the file, each as often as its frequency says."""
        rows = np.ones(len(self.cells), np.int64) if self.weights is None else self.weights
        return rows if self.rows.copies is None else rows * self.rows.copies

    @property
    def possible_classes(self) -> tuple[str, ...]:
        """Classes that scores may lead to although no true row has them; () beside predictions."""
        if self.predicted:
            return ()
        positive = self.mapping.positive
        binary = ("0", "1") if {text.strip() for text in self.truth.texts} <= {"", "0", "1"} else ()
        return (*self._scored, *binary, *([positive] if positive else ()))

    @property
    def _scored(self) -> list[str]:
        """The classes that score columns name; [] where none of them is true: they name models or what is predicted."""
        texts = {text.strip() for text in self.truth.texts}
        true = {_plain(text) for text in texts}
        names = score_class_names(self.understood, lambda name: _plain(name) in true)
        if self.mapping.names_scores:
            return names
        keys = [_plain(name) for name in names]
        if not true.intersection(keys):
            return []
        spelled = {key for key in keys if key in true and keys.count(key) == 1}  # another spelling is no other class
        spelled -= {BOOLEANS.get(key_of(name), "") for name in names}  # those are taken as 1 and 0 with a notice
        return [name for name, key in zip(names, keys, strict=True) if name in texts or key not in spelled]


def _plain(label: str) -> str:
    """A label in the spelling that all of its spellings share."""
    key = key_of(re.sub(r"\.0+$", "", label.strip()))
    return BOOLEANS.get(key, key)


def understand(plain: PlainTable, wanted: Mapping, limits: Limits, notes: Notes) -> Understood:
    """What each column means, but for scores. Raises NeedsMapping or Problem."""
    notes.extend(plain.notes.notices)
    understood = recognise(plain, wanted, limits, notes)
    nested = [column.name for column in plain.table.schema if pa.types.is_nested(column.type)]
    if nested:
        notes.warn("nested_columns", columns=nested)
    return understood


def encode_table(plain: PlainTable, wanted: Mapping, limits: Limits, notes: Notes) -> Encoded:
    """A table in memory. Raises NeedsMapping, or one Problem for all columns that cannot be read."""
    plain = with_one_true_class(plain, wanted, notes)
    understood = understand(plain, wanted, limits, notes)
    mapping, together = understood.mapping, Gathered()
    truth = together.run(_truth, plain, str(mapping.truth))
    predicted = [together.run(encode, plain.table[name], name) for name in mapping.predicted or ()]
    rows = together.run(read_rows, understood, notes)
    together.settle()
    if truth is None or rows is None:  # never after settle(), which mypy cannot know
        raise Problem(f"{plain.where} cannot be read.")
    columns = tuple(column for column in predicted if column is not None)
    refuse_counts(understood, truth, columns)
    return Encoded(understood=understood, cells=plain.table, truth=truth, predicted=columns, rows=rows)


def _truth(plain: PlainTable, name: str) -> Coded:
    truth = encode(plain.table[name], name)
    if len(plain) > FEW_VALUES and len(truth.texts) >= len(plain):
        what = f"Column {quoted(name)} has a distinct value in every row, so it holds no classes"
        raise Problem(f"{what}. Choose the column that holds the true class.")
    return truth
