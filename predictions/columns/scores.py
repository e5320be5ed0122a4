"""Score columns as numbers, what is odd about them, and the class they point to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import pyarrow as pa

from metrics.kernels.threads import at_once
from predictions.columns.cells import Numbers, as_numbers, is_text, refuse_thousands
from predictions.columns.labels import BLANK
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Problem
from words.text.names import listed, quoted

FLOAT32 = 1e-6  # what a probability in single precision may be beyond 0 and 1
Models = Callable[[], Sequence[np.ndarray]]
Oddity = tuple[str, tuple[tuple[str, int | str], ...]]  # code of a notice, and its fields but for the columns


def read_scores(
    plain: PlainTable, columns: Sequence[str], used: np.ndarray, notes: Notes, models: Models = tuple
) -> list[np.ndarray]:
    """(n,) float64 per column, nan where a row has no score; what is odd in the `used` rows is said once for all.

    models: gives (n,) masks, the rows of each. One without any score, as a reader, lacks none.
    Raises Problem for columns that hold texts in place of numbers.
    """
    numbers = at_once(lambda i: _numbers(plain.table[columns[i]], columns[i]), len(columns))
    values = [_finite(each.values) for each in numbers]
    given = list(zip(columns, numbers, values, strict=True))
    wrong = [(column, each.example) for column, each, found in given if each.example and np.isnan(found).all()]
    expected = _expected(values, used, models)
    odd = at_once(lambda i: [*_oddities(numbers[i], used, expected)], len(columns))
    said: dict[Oddity, list[str]] = {}
    for column, oddities in zip(columns, odd, strict=True):
        for each in oddities:
            said.setdefault(each, []).append(column)
    if wrong:
        raise no_number([column for column, _ in wrong], wrong[0][1])
    say_oddities(said, notes)
    return values


def _expected(values: Sequence[np.ndarray], used: np.ndarray, models: Models) -> np.ndarray:
    """(n,) the used rows but those of models without any score, where others have some."""
    are_blank = [np.isnan(each) for each in values]
    if not any(each.any() for each in are_blank):
        return used
    rows, has_score = models(), ~np.all(are_blank, axis=0)
    silent = [each for each in rows if not (has_score & each).any()]
    return used & ~np.any(silent, axis=0) if 0 < len(silent) < len(rows) else used


def _numbers(column: pa.ChunkedArray, name: str) -> Numbers:
    numbers = as_numbers(column, name)
    if is_text(column.type):
        refuse_thousands(column, numbers, name)
    return numbers


def say_oddities(said: Mapping[Oddity, list[str]], notes: Notes) -> None:
    """Each once for all columns that have it."""
    for (code, fields), columns in said.items():
        notes.warn(code, **dict(fields), columns=columns)


def without_score(infinite: int, blank: int) -> Iterator[Oddity]:
    """Rows whose score is infinite or blank."""
    if infinite:
        yield "infinite_scores", (("rows", infinite),)
    if blank > 0:
        yield "blank_scores", (("rows", blank),)


def odd_texts(rows: int, example: str) -> Iterator[Oddity]:
    """Rows whose score is a text that is no number."""
    if rows:
        is_date = re.match(r"\d{4}-\d\d-\d\d", example)
        yield "scores_as_dates" if is_date else "scores_not_numbers", (("rows", rows), ("example", example))


def no_number(columns: Sequence[str], example: str) -> Problem:
    """Columns of scores that hold texts only."""
    named = f"column {listed(columns)} holds" if len(columns) == 1 else f"columns {listed(columns)} hold"
    what = f"Score {named} no number, for example {quoted(example)}"
    advice = "Give each class a column of its own, such as score_<class>" if re.match(r"\w*\(?[\[{(]", example) else ""
    return Problem(f"{what}. {advice or 'Correct it or choose another column'}.")


def _finite(values: np.ndarray) -> np.ndarray:
    infinite = np.isinf(values)
    return np.where(infinite, np.nan, values) if infinite.any() else values


def _oddities(numbers: Numbers, used: np.ndarray, expected: np.ndarray) -> Iterator[Oddity]:
    """expected: the rows that should have a score."""
    infinite, blank = int((np.isinf(numbers.values) & used).sum()), np.isnan(numbers.values) & expected
    odd = 0 if numbers.odd is None else int((numbers.odd & used).sum())
    yield from without_score(infinite, 0)
    yield from odd_texts(odd, numbers.example)
    yield from without_score(0, int((blank if numbers.odd is None else blank & ~numbers.odd).sum()))
    if numbers.decimal_comma:
        yield "decimal_commas", ()
    if numbers.other_digits:
        yield "other_digits", ()
    if numbers.percent_sign:
        yield "percent_signs", ()


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
    """(n,) codes by score >= threshold, -1 where there is no score."""
    codes = np.where(score >= threshold, positive, other).astype(np.int32)
    codes[np.isnan(score)] = BLANK
    return codes
