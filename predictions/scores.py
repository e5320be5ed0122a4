"""Score columns as numbers, what is odd about them, and the class they point to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from predictions.cells import Numbers, as_numbers
from predictions.labels import BLANK
from predictions.plain import PlainTable
from predictions.problems import Notes, Problem, count_rows, quoted

__all__ = ["by_threshold", "check_scores", "highest", "read_score"]

SUM_TOLERANCE = 0.01
ROUNDING = 1e-9
Scores = tuple[np.ndarray | None, ...]


def read_score(plain: PlainTable, column: str, notes: Notes) -> np.ndarray:
    """(n,) float64, nan where a row has no score. Raises Problem when no row has one."""
    numbers = as_numbers(plain.table[column], column)
    values = numbers.values
    infinite = int(np.isinf(values).sum())
    if infinite:
        values = np.where(np.isinf(values), np.nan, values)
        notes.warn(f"{count_rows(infinite)} with an infinite score in {quoted(column)}: taken as no score.")
    _say_odd_cells(numbers, column, notes)
    missing = int(np.isnan(values).sum())
    if missing == len(values):
        example = f", for example {quoted(numbers.example)}" if numbers.example else ""
        raise Problem(f"Score column {quoted(column)} holds no number{example}. Correct it or choose another column.")
    blank = missing - numbers.unreadable - infinite
    if blank > 0:
        notes.warn(f"{count_rows(blank)} without a score in {quoted(column)}: left out of what needs that score.")
    return values


def _say_odd_cells(numbers: Numbers, column: str, notes: Notes) -> None:
    name = quoted(column)
    if numbers.unreadable:
        rows = count_rows(numbers.unreadable)
        text = f"{rows} whose score in {name} is not a number, for example {quoted(numbers.example)}"
        notes.warn(f"{text}: taken as no score.")
    if numbers.decimal_comma:
        notes.warn(f"The scores in {name} are written with a decimal comma; they were read as decimal numbers.")
    if numbers.percent_sign:
        notes.warn(
            f"The scores in {name} carry percent signs (%); the numbers are kept as written, not divided by 100."
        )


def highest(scores: Sequence[np.ndarray]) -> tuple[np.ndarray, int]:
    """(n,) position of the highest of K scores, -1 where one is missing; and how many rows tie (the first wins)."""
    best, position = scores[0].copy(), np.zeros(len(scores[0]), np.int32)
    tied = np.zeros(len(best), bool)
    for index, column in enumerate(scores[1:], 1):
        higher = column > best
        tied = (tied & ~higher) | (column == best)
        position[higher] = index
        best = np.maximum(best, column)  # nan stays nan
    position[np.isnan(best)] = BLANK
    return position, int((tied & ~np.isnan(best)).sum())


def by_threshold(score: np.ndarray, threshold: float, positive: int, other: int) -> np.ndarray:
    """(n,) codes by the rule score >= threshold, -1 where there is no score."""
    codes = np.where(score >= threshold, positive, other).astype(np.int32)
    codes[np.isnan(score)] = BLANK
    return codes


def check_scores(scores: Scores, predicted: np.ndarray, given: bool, complete: bool, notes: Notes, who: str) -> None:
    """Say what a reader must know: range, row sums, and given predictions that are not the highest score.

    complete: every class has a score of its own and every score column its class.
    """
    present = [column for column in scores if column is not None]
    _check_range(present, notes, who)
    if not complete or len(present) < len(scores):
        return
    total = np.sum(present, axis=0)
    off = int((np.abs(total - 1) > SUM_TOLERANCE + ROUNDING).sum())
    if off:
        notes.warn(f"{count_rows(off)}{who} whose scores do not sum to 1: used as they are, not as probabilities.")
    if given:
        _check_highest(present, predicted, notes, who)


def _check_range(present: Sequence[np.ndarray], notes: Notes, who: str) -> None:
    outside = np.zeros(len(present[0]), bool)
    for column in present:
        outside |= (column < 0) | (column > 1)
    rows = int(outside.sum())
    if rows:
        top = max(np.nanmax(column, initial=-np.inf) for column in present)
        percent = " (they look like percent)" if 1.5 < top <= 100 else ""
        notes.warn(f"{count_rows(rows)}{who} with scores outside 0 and 1{percent}: scores, not probabilities.")


def _check_highest(present: Sequence[np.ndarray], predicted: np.ndarray, notes: Notes, who: str) -> None:
    best = present[0]
    own = np.where(predicted == 0, present[0], np.nan)
    for index, column in enumerate(present[1:], 1):
        best = np.maximum(best, column)
        np.copyto(own, column, where=predicted == index)
    rows = int((own < best).sum())
    if rows:
        notes.warn(
            f"In {count_rows(rows)}{who} the predicted class is not the one with the highest score: "
            "the predictions are used as they stand."
        )
