"""Predictions by true class: one bar per true class, from correct to every incorrect prediction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from markupsafe import Markup

from charts.html.markup import ON_AXIS, across, axis, bar_segment, box, legend, picture
from charts.style.names import longest
from charts.style.theme import (
    CORRECT,
    FALSE_POSITIVE,
    MISSED_NORMAL,
    MISSED_OTHER,
    NAME_LIMIT,
    PERCENT_TICKS,
    Meaning,
    meaning_of,
)
from metrics import ConfusionMatrix
from words import NBSP, Voice, distinct, of, short, whole
from words.text.apart import distinct_by_name
from words.text.numbers import in_brackets

_SLIVER = 0.02  # the segments of a row narrower than this are drawn as one
_NAME_BESIDE_BAR = 16
_LONGEST_NAME, _SHORT_NAME = 60, 14  # of the longest, over its bar, two lines on a phone
_BRIEF_NAMES = 8  # where none is longer, a segment names its class: "1 → 7" could be two counts
_FEW = 12  # up to so many classes the bars have much room
_HEIGHT, _HEIGHT_OF_MANY = 32, 24
# Long names stand over their bars, so that a phone has its full width for both.
_ROWS_ABOVE = "display:grid;padding-right:20px;grid-template-columns:100%;row-gap:4px"
_NAME_ABOVE = "margin-top:6px;overflow-wrap:anywhere"
_COLUMNS = "fit-content(36%) minmax(0,1fr)"
_ROWS_BESIDE = f"display:grid;padding:8px 20px 0 0;grid-template-columns:{_COLUMNS};gap:14px 8px;align-items:center"
_NAME_BESIDE = "text-align:right;overflow-wrap:anywhere"
_MOST_NAMED = 3
# A phase that is taken for the one beside it in time is another error than one taken for any other.
AS_BEFORE = replace(MISSED_OTHER, pattern="\\")
AS_AFTER, AS_ANOTHER = MISSED_OTHER, MISSED_NORMAL
Time = Callable[[int], str]  # how much time so many rows are


@dataclass(frozen=True)
class Segment:
    """A segment of the bar of true class `truth`: the cases classified as one of `predicted`."""

    truth: int
    predicted: tuple[int, ...]
    meaning: Meaning
    count: int


def segments(matrix: ConfusionMatrix, truth: int, normal: int | None) -> list[Segment]:
    """The bar of one true class: correct, classified as Normal, as anything else by size.

    The counts add up to the cases of the class; an empty list where it has none.
    """
    row = matrix.cells[truth]
    return [
        Segment(truth, predicted, meaning_of(truth, predicted[0], normal), int(row[list(predicted)].sum()))
        for predicted in _groups(row, truth, normal)
    ]


def _groups(row: np.ndarray, truth: int, normal: int | None) -> Iterator[tuple[int, ...]]:
    """Which predictions share a segment, in the order they are drawn."""
    first = [truth] if normal is None or normal == truth else [truth, normal]
    yield from ((predicted,) for predicted in first if row[predicted])
    others = sorted((k for k in np.flatnonzero(row) if k not in first), key=lambda k: -row[k])
    large = [k for k in others if row[k] >= _SLIVER * row.sum()]
    yield from ((int(k),) for k in large)
    if len(others) > len(large):
        yield tuple(int(k) for k in others[len(large) :])


def outcomes(
    matrix: ConfusionMatrix,
    voice: Voice,
    shown: Sequence[int] = (),
    time: Time | None = None,
    in_order: bool = False,
    has_percent: bool = True,
) -> Markup:
    """One 100 % bar per true class in the order of the voice, whose names are plain text.

    shown: the classes that have a bar, () for all. time: what so many rows last, where they are frames. in_order:
    classes are phases, each of which comes once. has_percent: not of weighted cases, of which only counts are told.
    """
    shown = shown or voice.order
    cut = replace(voice, names=distinct_by_name(voice.names, _LONGEST_NAME))
    drawn = [_true_class(matrix, cut, truth, time, in_order) for truth in shown]
    is_above = time is not None or longest(map(voice.numbered, shown)) > _NAME_BESIDE_BAR
    height = _HEIGHT if len(drawn) <= _FEW else _HEIGHT_OF_MANY
    rows = [
        box(_NAME_ABOVE if is_above else _NAME_BESIDE, *_named(row, is_above))
        + _bar(matrix, row, voice, height, time, has_percent)
        for row in drawn
    ]
    parts = [part for row in drawn for part in row.parts]
    said = legend(_meanings(matrix, voice, parts, in_order))
    ticks = axis(zip(PERCENT_TICKS["tickvals"], PERCENT_TICKS["ticktext"], strict=True), "grid-column:-2")
    rows_and_axis = box(f"{_ROWS_ABOVE if is_above else _ROWS_BESIDE};{ON_AXIS}", *rows, ticks)
    return picture(outcomes_alt(matrix, voice, shown, time), "", rows_and_axis, said)


def _named(row: _TrueClass, is_above: bool) -> Iterator[str]:
    """The name of a row and what it has; above a bar the name is bold, as on Missed time."""
    yield box("font-weight:600", row.name, name="span") if is_above else row.name
    yield f" ·{NBSP}{row.count}"


@dataclass(frozen=True)
class _TrueClass:
    """A row: the name of a true class, its cases or its time, and the segments of its bar."""

    name: str
    count: str
    parts: list[Segment]


def _true_class(
    matrix: ConfusionMatrix, voice: Voice, truth: int, time: Time | None, in_order: bool = False
) -> _TrueClass:
    support = int(matrix.support[truth])
    count = (time(support) if time else whole(support)) if support else "none"
    parts = phase_segments(matrix, truth, voice.order) if in_order else segments(matrix, truth, voice.normal)
    if len(voice.names) > _FEW and not in_order:
        parts = _merged(parts)
    if truth in voice.not_diseases and voice.normal is not None:
        parts = [part if part.meaning is CORRECT else replace(part, meaning=FALSE_POSITIVE) for part in parts]
    return _TrueClass(voice.numbered(truth), count, parts)


def _merged(parts: list[Segment]) -> list[Segment]:
    """Neighbours of one meaning as one segment: among many classes single errors are slivers."""
    merged: list[Segment] = []
    for part in parts:
        if not merged or merged[-1].meaning != part.meaning:
            merged.append(part)
            continue
        before = merged.pop()
        predicted, count = (*before.predicted, *part.predicted), before.count + part.count
        merged.append(replace(before, predicted=predicted, count=count))
    return merged


def phase_segments(matrix: ConfusionMatrix, truth: int, order: Sequence[int]) -> list[Segment]:
    """The bar of one phase: correct, classified as the phase before, as the one after, as any other."""
    place, row = order.index(truth), matrix.cells[truth]
    before, after = order[max(place - 1, 0)], order[min(place + 1, len(order) - 1)]
    known = {truth: CORRECT} | {k: m for k, m in ((before, AS_BEFORE), (after, AS_AFTER)) if k != truth}
    others = tuple(int(k) for k in np.argsort(-row, kind="stable") if row[k] and k not in known)
    groups = [((k,), meaning) for k, meaning in known.items() if row[k]] + [(others, AS_ANOTHER)] * bool(others)
    return [Segment(truth, predicted, meaning, int(row[list(predicted)].sum())) for predicted, meaning in groups]


def _bar(
    matrix: ConfusionMatrix, row: _TrueClass, voice: Voice, height: int, time: Time | None, has_percent: bool
) -> Markup:
    drawn = [
        bar_segment(
            part.meaning,
            part.count,
            _word(voice, part),
            _hover(matrix, voice, part, time, has_percent),
            time and time(part.count),
        )
        for part in row.parts
    ]
    return box(across(height), *drawn) if drawn else box(across(height), "no cases")


def _meanings(
    matrix: ConfusionMatrix, voice: Voice, parts: list[Segment], in_order: bool
) -> Iterator[tuple[Meaning, str]]:
    """What each fill says, only of what is drawn."""
    drawn = {part.meaning for part in parts}
    said = _phase_meanings() if in_order else _class_meanings(matrix, voice)
    yield from ((meaning, text) for meaning, text in said if meaning in drawn)


def _phase_meanings() -> list[tuple[Meaning, str]]:
    return [
        (CORRECT, "correct"),
        (AS_BEFORE, "classified as the phase before"),
        (AS_AFTER, "as the phase after"),
        (AS_ANOTHER, "as another"),
    ]


def _class_meanings(matrix: ConfusionMatrix, voice: Voice) -> list[tuple[Meaning, str]]:
    if voice.normal is None:
        return [(CORRECT, "correct"), (MISSED_OTHER, "classified as another class")]
    other = "class" if voice.not_diseases else "disease"
    return [
        (CORRECT, "correct"),
        (MISSED_NORMAL, f"missed, → {distinct(voice.beside_counts, NAME_LIMIT)[voice.normal]}"),
        (MISSED_OTHER, f"missed, → another {other}"),
        (FALSE_POSITIVE, "incorrect, no disease" if voice.not_diseases else _false_alarms(matrix, voice, voice.normal)),
    ]


def _false_alarms(matrix: ConfusionMatrix, voice: Voice, normal: int) -> str:
    """ "false alarms: 33 VT, 45 Ectopic": what segments too narrow for names are."""
    row, names = matrix.cells[normal], distinct(voice.beside_counts, NAME_LIMIT)
    positives = sorted((i for i in voice.order if i != normal and row[i]), key=lambda i: -row[i])
    if len(positives) > _MOST_NAMED or len(matrix.labels) == 2:
        return "false alarms"
    said = ", ".join(f"{whole(row[i])}{NBSP}{names[i]}" for i in positives)
    return f"false alarms: {said}" if said else "false alarms"


def _word(voice: Voice, part: Segment) -> str:
    if part.meaning is CORRECT:
        return "correct"
    if len(part.predicted) > 1:
        return f"→ {len(part.predicted)} others"
    label = part.predicted[0]
    has_number = voice.has_numbers and longest(voice.names) > _BRIEF_NAMES
    return f"→ {voice.brief(label) if has_number else distinct(voice.beside_counts, _SHORT_NAME)[label]}"


def _hover(matrix: ConfusionMatrix, voice: Voice, part: Segment, time: Time | None, has_percent: bool) -> list[str]:
    total, name = int(matrix.support[part.truth]), whole_name(voice.numbered(part.truth))
    counts = f"{time(part.count)} of {time(total)}" if time else of(part.count, total)
    proportion = in_brackets(part.count, total) if has_percent else ""
    if part.meaning is CORRECT:
        return [name, f"{counts} correct{proportion}"]
    unit = "" if time else f" {voice.unit[total != 1]}"
    return [
        name,
        *listed(
            f"{counts}{unit}{proportion} classified as", voice.beside_counts, predicted_in(matrix, part), time or whole
        ),
    ]


def predicted_in(matrix: ConfusionMatrix, part: Segment) -> list[tuple[int, int]]:
    """(class, count) of the predictions in a segment."""
    return [(k, int(matrix.cells[part.truth, k])) for k in part.predicted]


def listed(start: str, names: Sequence[str], parts: list[tuple[int, int]], counted: Time = whole) -> list[str]:
    """The lines of a hover text with at most six classes, one to a line where there are several."""
    if len(parts) == 1:
        return [f"{start} {whole_name(names[parts[0][0]])}"]
    lines = [f"{counted(count)} {whole_name(names[k])}" for k, count in parts[:6]]
    more = [f"and {len(parts) - 6} more classes"] if len(parts) > 6 else []
    return [start, *lines, *more]


def whole_name(label: str) -> str:
    """The name of a class for a hover text."""
    return short(label, 200)


def outcomes_alt(matrix: ConfusionMatrix, voice: Voice, shown: Sequence[int], time: Time | None) -> str:
    """The picture in words, class by class; from the 13th class on only their number."""
    said = [_row_alt(matrix, voice, truth, time) for truth in shown[:12]]
    rest = len(matrix.labels) - len(said)
    more = [f"{rest} more classes in the table."] if rest else []
    return " ".join(["Predictions by true class.", *said, *more])


def _row_alt(matrix: ConfusionMatrix, voice: Voice, truth: int, time: Time | None) -> str:
    row, counted = _true_class(matrix, voice, truth, time), time or whole
    if not row.parts:
        return f"{row.name}: no cases."
    incorrect = [
        f"{counted(part.count)} as {voice.beside_counts[part.predicted[0]] if len(part.predicted) == 1 else 'others'}"
        for part in row.parts
        if part.meaning is not CORRECT
    ]
    correct = f"{row.name}: {counted(int(matrix.cells[truth, truth]))} of {row.count} correct"
    return f"{', '.join([correct, *incorrect])}."
