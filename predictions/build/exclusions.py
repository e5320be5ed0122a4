"""Rows that no number may use: without a true class, of an excluded class, a totals line. Each with its count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from predictions.build.encoded import Encoded
from predictions.columns.labels import BLANK, Vocabulary
from predictions.formats.non_case_rows import is_total
from predictions.problems import Notes, Problem
from predictions.study import Excluded
from words.text.names import quoted

LAST_ROWS = 5
WITHOUT_TRUTH = "no truth"
MOST_TOTALS, MOST_LOOKED_AT = 20, 2000  # rows of one number among the true classes, and of all of these


@dataclass(frozen=True, eq=False)
class Exclusions:
    """used: (n,) True where the row has a usable true class. reasons: the rest, counted. blank: (n,) excluded since
    there is no true class."""

    used: np.ndarray
    reasons: tuple[Excluded, ...]
    blank: np.ndarray


def exclude(table: Encoded, codes: np.ndarray, vocabulary: Vocabulary, notes: Notes) -> Exclusions:
    """Which rows count. codes: the true class in vocabulary codes. Raises Problem when none does."""
    truth, ignored = table.truth.name, table.mapping.ignore_truth
    absent = [text for text in ignored if vocabulary.label(text) not in vocabulary.labels]
    if absent:
        notes.warn("ignored_truth_absent", labels=absent, column=truth)
    reasons: list[Excluded] = []
    used, blank = np.ones(len(codes), bool), np.zeros(len(codes), bool)
    for rows, reason in (
        (_totals_rows(table), "totals row"),
        (np.isin(codes, _codes_of(ignored, vocabulary)), "true class excluded by the mapping"),
        (codes == BLANK, WITHOUT_TRUTH),
        (table.rows.without_weight(len(codes)), "no weight"),
        (table.rows.without_cases(len(codes)), "frequency of 0"),
    ):
        number = table.count(rows & used)
        if reason == WITHOUT_TRUTH:
            blank = rows & used
        used &= ~rows
        if number:
            reasons.append(Excluded(reason, number))
            _say(number, reason, truth, ignored, notes)
    if not used.any():
        raise Problem(f"Column {quoted(truth)} holds no true class in any row. Choose the column with the true class.")
    return Exclusions(used, tuple(reasons), blank)


def _say(rows: int, reason: str, column: str, ignored: Sequence[str], notes: Notes) -> None:
    if reason == "totals row":
        notes.warn("totals_rows", rows=rows)
    elif reason == WITHOUT_TRUTH:
        notes.warn("rows_without_truth", rows=rows, column=column)
    elif reason == "no weight":
        notes.warn("rows_without_weight", rows=rows)
    elif reason == "true class excluded by the mapping":
        notes.fact("ignored_rows", rows=rows, labels=[*ignored])


def _codes_of(texts: Sequence[str], vocabulary: Vocabulary) -> list[int]:
    wanted = {vocabulary.label(text) for text in texts}
    return [code for code, label in enumerate(vocabulary.labels) if label in wanted]


def _totals_rows(table: Encoded) -> np.ndarray:
    """Rows whose first cell or id says Total: of classes that no other row has, and without one at the end.

    Groups have no order, and were told by the file that they are of.
    """
    if table.totals is not None:
        return table.totals
    truth, cells = table.truth.codes, table.cells
    rows = np.zeros(len(truth), bool)
    names = [name for name in dict.fromkeys((cells.column_names[0], table.mapping.case_id)) if name]
    support = np.bincount(truth[truth != BLANK], minlength=1)
    others = [name for name in names if name != table.truth.name]
    for row in np.flatnonzero((truth != BLANK) & (support[truth] <= MOST_TOTALS))[:MOST_LOOKED_AT].tolist():
        rows[row] = _says_total(cells, others, row)
    of_totals = np.bincount(truth[rows], minlength=len(support))
    rows &= (of_totals == support)[truth]
    for row in range(max(len(rows) - LAST_ROWS, 2), len(rows)):
        if truth[row] == BLANK or support[truth[row]] == 1:
            rows[row] |= _says_total(cells, names, row)
    return rows


def _says_total(cells: pa.Table, names: Sequence[str], row: int) -> bool:
    return any(is_total(str(cells[name][row].as_py())) for name in names)
