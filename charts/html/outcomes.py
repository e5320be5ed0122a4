"""What becomes of each class: one bar per true class, from correct to every wrong call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from charts.html.markup import across, box, legend, picture, stretch
from charts.style.names import CASES, Unit, distinct_names, longest
from charts.style.theme import CORRECT, FALSE_ALARM, MISSED_NORMAL, MISSED_OTHER, NAME_LIMIT, PERCENT_TICKS, Meaning
from metrics import ConfusionMatrix
from words import NBSP, of, percent, short, whole

_SLIVER = 0.02  # the segments of a row below this share are drawn as one
_NAME_BESIDE_BAR = 16
_LONGEST_NAME, _SHORT_NAME = 38, 14
_FEW = 12  # up to so many classes the bars have much room
_HEIGHT, _HEIGHT_OF_MANY = 32, 24
# Long names stand over their bars, so that a phone has its full width for both.
_ROWS_ABOVE = "display:grid;padding-right:20px;grid-template-columns:100%;row-gap:4px"
_NAME_ABOVE = "margin-top:6px;overflow-wrap:anywhere"
_COLUMNS = "fit-content(36%) minmax(0,1fr)"
_ROWS_BESIDE = f"display:grid;padding:8px 20px 0 0;grid-template-columns:{_COLUMNS};gap:14px 8px;align-items:center"
_NAME_BESIDE = "text-align:right;overflow-wrap:anywhere"
_TICK_LABEL = "transform:translateX(-50%);white-space:nowrap"


@dataclass(frozen=True)
class Segment:
    """A stretch of the bar of true class `truth`: the cases called one of `called`."""

    truth: int
    called: tuple[int, ...]
    meaning: Meaning
    count: int
    start: float
    share: float


def segments(matrix: ConfusionMatrix, truth: int, normal: int | None) -> list[Segment]:
    """The bar of one true class: correct, called the all-clear class, called anything else by size.

    The counts add up to the cases of the class; an empty list where it has none.
    """
    row = matrix.cells[truth]
    if not matrix.support[truth]:
        return []
    parts, done = [], 0
    for called in _groups(row, truth, normal):
        count = int(row[list(called)].sum())
        parts.append(_segment(matrix, truth, called, normal, done))
        done += count
    return parts


def _groups(row: np.ndarray, truth: int, normal: int | None) -> Iterator[tuple[int, ...]]:
    """Which calls share a segment, in the order they are drawn."""
    first = [truth] if normal is None or normal == truth else [truth, normal]
    yield from ((called,) for called in first if row[called])
    others = sorted((k for k in np.flatnonzero(row) if k not in first), key=lambda k: -row[k])
    large = [k for k in others if row[k] >= _SLIVER * row.sum()]
    yield from ((int(k),) for k in large)
    if len(others) > len(large):
        yield tuple(int(k) for k in others[len(large) :])


def _segment(matrix: ConfusionMatrix, truth: int, called: tuple[int, ...], normal: int | None, done: int) -> Segment:
    count, total = int(matrix.cells[truth, list(called)].sum()), int(matrix.support[truth])
    return Segment(truth, called, meaning_of(truth, called[0], normal), count, done / total, count / total)


def meaning_of(truth: int, called: int, normal: int | None) -> Meaning:
    """What it means to call a case of class `truth` class `called`."""
    if truth == called:
        return CORRECT
    if truth == normal:
        return FALSE_ALARM
    return MISSED_NORMAL if called == normal else MISSED_OTHER


def outcomes(matrix: ConfusionMatrix, normal: int | None = None, unit: Unit = CASES) -> Markup:
    """One 100 % bar per true class. Without an all-clear class a bar is correct or called another class."""
    is_above = longest(matrix.labels) > _NAME_BESIDE_BAR
    bars = [segments(matrix, truth, normal) for truth in range(len(matrix.labels))]
    rows = [
        box(_NAME_ABOVE if is_above else _NAME_BESIDE, name) + _bar(matrix, parts, unit)
        for name, parts in zip(_names(matrix), bars, strict=True)
    ]
    drawn = {part.meaning for parts in bars for part in parts}
    said = legend((meaning, text) for meaning, text in _meanings(matrix, normal) if meaning in drawn)
    rows_and_axis = box(_ROWS_ABOVE if is_above else _ROWS_BESIDE, *rows, _axis())
    return picture(outcomes_alt(matrix, normal, unit), "", rows_and_axis, said)


def _names(matrix: ConfusionMatrix) -> Iterator[str]:
    """Each class with its cases, which stay on one line."""
    for name, count in zip(distinct_names(matrix.labels, _LONGEST_NAME), matrix.support, strict=True):
        yield f"{name} ·{NBSP}{_cases(count)}"


def _bar(matrix: ConfusionMatrix, parts: list[Segment], unit: Unit) -> Markup:
    height = _HEIGHT if len(matrix.labels) <= _FEW else _HEIGHT_OF_MANY
    drawn = [stretch(part.meaning, part.count, _word(matrix, part), _hover(matrix, part, unit)) for part in parts]
    return box(across(height), *drawn) if drawn else box(across(height), f"no {unit[1]} of this class")


def _axis() -> Markup:
    ticks = zip(PERCENT_TICKS["tickvals"], PERCENT_TICKS["ticktext"], strict=True)
    labels = (box(f"position:absolute;left:{value:.0%};{_TICK_LABEL}", text) for value, text in ticks)
    return box("grid-column:-2;position:relative;height:1.25rem", *labels)


def _meanings(matrix: ConfusionMatrix, normal: int | None) -> list[tuple[Meaning, str]]:
    if normal is None:
        return [(CORRECT, "correct"), (MISSED_OTHER, "called another class")]
    return [
        (CORRECT, "correct"),
        (MISSED_NORMAL, f"missed: called {short(matrix.labels[normal], NAME_LIMIT)}"),
        (MISSED_OTHER, "missed: called another disease"),
        (FALSE_ALARM, "false alarm"),
    ]


def _word(matrix: ConfusionMatrix, part: Segment) -> str:
    if part.meaning is CORRECT:
        return "correct"
    if len(part.called) > 1:
        return f"→ {len(part.called)} others"
    return f"→ {short(matrix.labels[part.called[0]], _SHORT_NAME)}"


def _hover(matrix: ConfusionMatrix, part: Segment, unit: Unit) -> list[str]:
    total = int(matrix.support[part.truth])
    name, share = whole_name(matrix.labels[part.truth]), percent(part.share, total)
    if part.meaning is CORRECT:
        return [name, f"{of(part.count, total)} correct ({share})"]
    return [name, *listed(f"{of(part.count, total)} {unit[1]} ({share}) called", matrix, called_in(matrix, part))]


def called_in(matrix: ConfusionMatrix, part: Segment) -> list[tuple[int, int]]:
    """(class, count) of the calls in a segment."""
    return [(k, int(matrix.cells[part.truth, k])) for k in part.called]


def listed(start: str, matrix: ConfusionMatrix, parts: list[tuple[int, int]]) -> list[str]:
    """The lines of a hover text with at most six classes, one to a line where there are several."""
    if len(parts) == 1:
        return [f"{start} {whole_name(matrix.labels[parts[0][0]])}"]
    lines = [f"{whole(count)} {whole_name(matrix.labels[k])}" for k, count in parts[:6]]
    more = [f"and {len(parts) - 6} more classes"] if len(parts) > 6 else []
    return [start, *lines, *more]


def whole_name(label: str) -> str:
    """The name of a class for a hover text."""
    return short(label, 200)


def _cases(count: int) -> str:
    return whole(count) if count else "none"


def outcomes_alt(matrix: ConfusionMatrix, normal: int | None = None, unit: Unit = CASES) -> str:
    """The picture in words, class by class; from the 13th class on only their number."""
    shown = range(min(len(matrix.labels), 12))
    said = [_row_alt(matrix, truth, normal, unit) for truth in shown]
    rest = len(matrix.labels) - len(shown)
    more = [f"{rest} more classes in the table."] if rest else []
    return " ".join(["What becomes of each class.", *said, *more])


def _row_alt(matrix: ConfusionMatrix, truth: int, normal: int | None, unit: Unit) -> str:
    name, total = matrix.labels[truth], int(matrix.support[truth])
    if not total:
        return f"{name}: no {unit[1]}."
    wrong = [
        f"{whole(part.count)} called {matrix.labels[part.called[0]] if len(part.called) == 1 else 'others'}"
        for part in segments(matrix, truth, normal)
        if part.meaning is not CORRECT
    ]
    correct = f"{name}: {of(int(matrix.cells[truth, truth]), total)} {unit[1]} correct"
    return f"{', '.join([correct, *wrong])}."
