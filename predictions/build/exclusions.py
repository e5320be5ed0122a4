"""Rows that no number may use: without truth, of a class left out by choice, a totals line. Each with its count."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from predictions.columns.labels import BLANK, Coded, Vocabulary
from predictions.formats.non_case_rows import is_total
from predictions.problems import Notes, Problem, quoted
from predictions.roles.recognise import Roles
from predictions.study import Excluded

__all__ = ["Exclusions", "exclude"]


LAST_ROWS = 5


@dataclass(frozen=True, eq=False)
class Exclusions:
    """used: (n,) True where the row has a usable truth. reasons: the rest, counted."""

    used: np.ndarray
    reasons: tuple[Excluded, ...]


def exclude(
    roles: Roles, truth: Coded, codes: np.ndarray, vocabulary: Vocabulary, notes: Notes,
    weights: np.ndarray | None = None,
) -> Exclusions:  # fmt: skip
    """Which rows count. codes: the truth in vocabulary codes. Raises Problem when none does.

    weights: (n,) how many rows of the file each stands for, in no order; None: itself, and the last may be a total.
    """
    reasons = []
    used = np.ones(len(codes), bool)
    for rows, reason in (
        (_totals_rows(roles, truth) if weights is None else ~used, "totals row"),
        (np.isin(codes, _ignored_codes(roles, vocabulary)), "true class left out by the mapping"),
        (codes == BLANK, "no truth"),
    ):
        found = rows & used
        number = int(found.sum() if weights is None else weights[found].sum())
        used &= ~rows
        if number:
            reasons.append(Excluded(reason, number))
            _say(number, reason, truth.name, roles, notes)
    if not used.any():
        raise Problem(f"Column {quoted(truth.name)} holds no true class in any row. Choose the column with the truth.")
    return Exclusions(used, tuple(reasons))


def _say(rows: int, reason: str, column: str, roles: Roles, notes: Notes) -> None:
    if reason == "totals row":
        notes.warn("totals_rows", rows=rows)
    elif reason == "no truth":
        notes.warn("rows_without_truth", rows=rows, column=column)
    else:
        notes.fact("ignored_rows", rows=rows, labels=[*roles.mapping.ignore_truth])


def _ignored_codes(roles: Roles, vocabulary: Vocabulary) -> list[int]:
    wanted = {vocabulary.label(text) for text in roles.mapping.ignore_truth}
    return [code for code, label in enumerate(vocabulary.labels) if label in wanted]


def _totals_rows(roles: Roles, truth: Coded) -> np.ndarray:
    """Of the last rows those whose first cell or id says Total and whose truth no other row has."""
    rows = np.zeros(len(truth.codes), bool)
    table = roles.plain.table
    names = [name for name in dict.fromkeys((table.column_names[0], roles.mapping.case_id)) if name]
    for row in range(max(len(rows) - LAST_ROWS, 2), len(rows)):
        if any(is_total(str(table[name][row].as_py())) for name in names):
            rows[row] = truth.codes[row] == BLANK or int((truth.codes == truth.codes[row]).sum()) == 1
    return rows
