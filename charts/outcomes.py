"""What becomes of each class: one bar per true class, from correct to every wrong call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.bars import stretches
from charts.names import CASES, Unit, apart, brief, full, longest
from charts.theme import (
    CORRECT,
    FALSE_ALARM,
    LEGEND,
    MISSED_NORMAL,
    MISSED_OTHER,
    PERCENT_TICKS,
    Meaning,
    figure,
    font,
)
from metrics import ConfusionMatrix
from words import of, percent, whole

__all__ = ["Segment", "outcomes", "outcomes_alt", "segments"]

_SLIVER = 0.02  # below this share a segment holds no text, and the small ones of a row are drawn as one
_ROOM_FOR_NAME = 0.10
_NAME_BESIDE_BAR = 16
_NAME_ABOVE_BAR = 38
_BAR_BESIDE, _BAR_ABOVE = 0.68, 0.52
# The legend hangs on the bottom of the figure, and an empty title keeps it off the ticks.
_ROOM_FOR_TICKS = {"text": " ", "font": font(size=8), "side": "top"}


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


def outcomes(matrix: ConfusionMatrix, normal: int | None = None, unit: Unit = CASES) -> go.Figure:
    """One 100 % bar per true class. Without an all-clear class a bar is correct or called another class."""
    above = _names_stand_above(matrix)
    drawn = [part for truth in range(len(matrix.labels)) for part in segments(matrix, truth, normal)]
    of_meaning = {said: [p for p in drawn if p.meaning is meaning] for meaning, said in _legend(matrix, normal)}
    bars = [_bars(matrix, parts, said, unit) for said, parts in of_meaning.items() if parts]
    return figure(
        bars,
        _height(len(matrix.labels), above),
        xaxis={"range": [0, 1], **PERCENT_TICKS, "showgrid": False, "showline": False, "ticks": ""},
        yaxis=_rows_above(matrix) if above else _rows_beside(matrix),
        annotations=[*(_names_above(matrix) if above else []), *_empty_rows(matrix, unit)],
        showlegend=True,
        legend=LEGEND | {"title": _ROOM_FOR_TICKS},
    )


def _names_stand_above(matrix: ConfusionMatrix) -> bool:
    return longest(matrix.labels) > _NAME_BESIDE_BAR


def _height(classes: int, above: bool) -> int:
    if above:
        return 54 * classes + 115
    return (44 if classes <= 12 else 36) * classes + 100


def _legend(matrix: ConfusionMatrix, normal: int | None) -> list[tuple[Meaning, str]]:
    if normal is None:
        return [(CORRECT, "correct"), (MISSED_OTHER, "called another class")]
    return [
        (CORRECT, "correct"),
        (MISSED_NORMAL, f"missed: called {brief(matrix.labels[normal])}"),
        (MISSED_OTHER, "missed: called another disease"),
        (FALSE_ALARM, "false alarm"),
    ]


def _bars(matrix: ConfusionMatrix, parts: list[Segment], said: str, unit: Unit) -> dict[str, Any]:
    return stretches(
        parts[0].meaning,
        row=[part.truth for part in parts],
        start=[part.start for part in parts],
        share=[part.share for part in parts],
        text=[_inside(matrix, part) for part in parts],
        hover=[_hover(matrix, part, unit) for part in parts],
        name=said,
        width=_BAR_ABOVE if _names_stand_above(matrix) else _BAR_BESIDE,
    )


def _inside(matrix: ConfusionMatrix, part: Segment) -> str:
    if part.share < _SLIVER:
        return ""
    if part.share < _ROOM_FOR_NAME:
        return whole(part.count)
    if part.meaning is CORRECT:
        return f"{whole(part.count)} correct"
    return f"{whole(part.count)} → {_called(matrix, part, 14)}"


def _called(matrix: ConfusionMatrix, part: Segment, limit: int = 60) -> str:
    if len(part.called) == 1:
        return brief(matrix.labels[part.called[0]], limit)
    return f"{len(part.called)} others"


def _hover(matrix: ConfusionMatrix, part: Segment, unit: Unit) -> str:
    total = int(matrix.support[part.truth])
    lines = [f"<b>{full(matrix.labels[part.truth])}</b>"]
    share = percent(part.share, total)
    if part.meaning is CORRECT:
        return "<br>".join([*lines, f"{of(part.count, total)} correct ({share})"])
    lines.append(f"{of(part.count, total)} {unit[1]} called {_called(matrix, part)} ({share})")
    if len(part.called) > 1:
        lines += [f"{whole(matrix.cells[part.truth, k])} {full(matrix.labels[k])}" for k in part.called[:6]]
        lines += ["…"] if len(part.called) > 6 else []
    return "<br>".join(lines)


def _rows_beside(matrix: ConfusionMatrix) -> dict[str, Any]:
    names = [f"{brief(name)} · {_cases(n)}" for name, n in zip(matrix.labels, matrix.support, strict=True)]
    ticks = {"tickvals": np.arange(len(names)), "ticktext": names}
    return {"range": [len(names) - 0.5, -0.5], "showgrid": False, **ticks}


def _rows_above(matrix: ConfusionMatrix) -> dict[str, Any]:
    return {"range": [len(matrix.labels) - 0.66, -0.72], "showgrid": False, "showticklabels": False}


def _names_above(matrix: ConfusionMatrix) -> list[dict[str, Any]]:
    """Long names stand over their bars, so that a phone has its full width for both."""
    names = apart(matrix.labels, _NAME_ABOVE_BAR)
    said = [f"{name} · {_cases(n)}" for name, n in zip(names, matrix.support, strict=True)]
    return [{"text": text, "x": 0, "y": row - 0.45, **_LEFT} for row, text in enumerate(said)]


def _empty_rows(matrix: ConfusionMatrix, unit: Unit) -> list[dict[str, Any]]:
    said = {"text": f"no {unit[1]} of this class", "x": 0.005, **_LEFT}
    return [{**said, "y": row} for row in np.flatnonzero(matrix.support == 0).tolist()]


_LEFT = {"xanchor": "left", "xshift": -1, "showarrow": False, "font": font(), "align": "left"}


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
