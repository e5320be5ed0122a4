"""Rows that no number may use: without truth, of a class left out by choice, a totals line. Each with its count."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from predictions.columns import Roles
from predictions.labels import BLANK, Coded, Vocabulary
from predictions.problems import Notes, Problem, count_rows, listed, quoted
from predictions.study import Excluded

__all__ = ["Exclusions", "exclude"]

TOTALS = {"total", "totals", "grand total", "sum", "summe", "gesamt"}


@dataclass(frozen=True, eq=False)
class Exclusions:
    """used: (n,) True where the row has a usable truth. reasons: the rest, counted."""

    used: np.ndarray
    reasons: tuple[Excluded, ...]


def exclude(roles: Roles, truth: Coded, codes: np.ndarray, vocabulary: Vocabulary, notes: Notes) -> Exclusions:
    """Which rows count. codes: the truth in vocabulary codes. Raises Problem when none does."""
    reasons = []
    totals = _totals_row(roles, truth)
    ignored = np.isin(codes, _ignored_codes(roles, vocabulary))
    blank = codes == BLANK
    for rows, reason, text in (
        (totals, "totals row", "looks like a totals row at the end of the file"),
        (ignored, "true class left out by the mapping", ""),
        (blank, "no truth", f"no true class in column {quoted(truth.name)}"),
    ):
        number = int(rows.sum())
        if number:
            reasons.append(Excluded(reason, number))
            _say(number, reason, text, roles, notes)
    used = ~(totals | ignored | blank)
    if not used.any():
        raise Problem(f"Column {quoted(truth.name)} holds no true class in any row. Choose the column with the truth.")
    return Exclusions(used, tuple(reasons))


def _say(number: int, reason: str, text: str, roles: Roles, notes: Notes) -> None:
    if not text:
        classes = listed(roles.mapping.ignore_truth)
        notes.fact(f"{count_rows(number)} left out because the mapping ignores the true class {classes}.")
    elif reason == "totals row":
        notes.warn(f"{count_rows(number)} {text} (total): it is left out of every number.")
    else:
        notes.warn(f"{count_rows(number)} with {text} (missing truth): left out of every number.")


def _ignored_codes(roles: Roles, vocabulary: Vocabulary) -> list[int]:
    wanted = {vocabulary.label(text) for text in roles.mapping.ignore_truth}
    return [code for code, label in enumerate(vocabulary.labels) if label in wanted]


def _totals_row(roles: Roles, truth: Coded) -> np.ndarray:
    """The last row, when its first cell or id says Total and no other row has its truth."""
    rows = np.zeros(len(truth.codes), bool)
    table = roles.plain.table
    cells = {
        str(table[name][-1].as_py()).strip().casefold()
        for name in (table.column_names[0], roles.mapping.case_id)
        if name
    }
    if len(rows) > 2 and cells & TOTALS:
        rows[-1] = int((truth.codes == truth.codes[-1]).sum()) == 1
    return rows
