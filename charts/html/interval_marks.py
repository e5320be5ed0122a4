"""One number of every class as a mark with its interval as whiskers: a row per class, a panel per number."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from charts.html.markup import MARK_SIZE, box, mark, picture
from charts.style.names import distinct_names
from charts.style.theme import AXIS, GRID, ClassStyle
from metrics import Estimate
from words import bounds, ci, decimal, of, percent_of, short
from words.text.notes import why

_NAME_LIMIT = 16
_ROW_HEIGHT = 30
_STEPS = (0.5, 0.25, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005)
_FEWEST_TICKS = 2
_FEW = 10  # below this many cases a mark is hollow
_AROUND_MARK = 6  # px from its middle to where the line starts
_GRID_LOOK = "display:grid;grid-template-columns:fit-content(38%) 1fr;column-gap:10px;padding:0 24px 28px 0"
_NAME_LOOK = "text-align:right;white-space:nowrap;overflow:hidden;text-overflow:ellipsis"
_TICK_LABEL = "position:absolute;top:calc(100% + 1px);transform:translateX(-50%);white-space:nowrap"
_TICK_LINE = f"linear-gradient({AXIS} 0 0) 0 100%/1px 5px no-repeat,linear-gradient({GRID} 0 0) 0 0/1px 100% no-repeat"


@dataclass(frozen=True)
class IntervalMark:
    """A class, its look, and its estimate."""

    name: str
    style: ClassStyle
    estimate: Estimate


def common_span(estimates: Iterable[Estimate]) -> tuple[float, float]:
    """(lowest end, 1) of an axis for all panels: a round number below everything that is drawn."""
    drawn = [each.value if each.low is None else each.low for each in estimates if each.is_defined]
    return min(0.9, math.floor(min(drawn, default=0.0) * 10) / 10), 1.0


def interval_marks(number: str, rows: Sequence[IntervalMark], span: tuple[float, float], level: float) -> Markup:
    """A mark and an interval per class; without an interval the mark alone, without a value "not estimable"."""
    names = distinct_names([row.name for row in rows], _NAME_LIMIT)
    drawn = [_row(row, name, place, span) for place, (row, name) in enumerate(zip(rows, names, strict=True), 1)]
    return picture(interval_marks_alt(number, rows, level), _GRID_LOOK, _axis(span, len(rows)), *drawn)


def _axis(span: tuple[float, float], rows: int) -> Markup:
    ticks = [
        box(f"position:absolute;left:{_place(value, span)};top:0;bottom:-5px;width:1px;background:{_TICK_LINE}",
            box(_TICK_LABEL, text))
        for value, text in _ticks(*span)
    ]  # fmt: skip
    return box(f"grid-area:1/2/span {rows}/3;position:relative;border-bottom:1px solid {AXIS}", *ticks)


def _ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Three to five round shares, both ends among them where they are round."""
    step = next((each for each in _STEPS if (high - low) / each + 1e-9 >= _FEWEST_TICKS), _STEPS[-1])
    values = [high - i * step for i in range(int((high - low) / step + 1e-9) + 1)][::-1]
    return [(value, f"{value * 100:.4g} %") for value in values]


def _place(value: float, span: tuple[float, float]) -> str:
    """How far along the axis, which begins a little before its lowest tick."""
    low, high = span
    start = low - 0.02 * (high - low)
    return f"{100 * (value - start) / (high - start):.3f}%"


def _row(row: IntervalMark, name: str, place: int, span: tuple[float, float]) -> Markup:
    track = f"grid-area:{place}/2;position:relative;height:{_ROW_HEIGHT}px"
    inside = _drawn(row, span) if _is_drawn(row) else ["not estimable"]
    return box(
        f"display:contents;line-height:{_ROW_HEIGHT}px",
        box(f"grid-area:{place}/1;{_NAME_LOOK}", name), box(track, *inside), title=_hover(row),
    )  # fmt: skip


def _is_drawn(row: IntervalMark) -> bool:
    return row.estimate.is_defined


def _drawn(row: IntervalMark, span: tuple[float, float]) -> list[Markup]:
    given = row.estimate
    is_few = given.trials is not None and given.trials < _FEW
    style = replace(row.style, hollow=is_few or row.style.hollow)
    place, half = _place(given.value, span), MARK_SIZE // 2
    drawn = box(f"position:absolute;left:{place};top:50%;margin:-{half}px;{mark(style)}")
    return [drawn] if given.low is None or given.high is None else [_reach(row, span), drawn]


def _reach(row: IntervalMark, span: tuple[float, float]) -> Markup:
    """The line from bound to bound with its two caps; around the mark it leaves the page's own colour."""
    value, low, high = row.estimate.value, row.estimate.low or 0.0, row.estimate.high or 0.0
    color, middle = row.style.color, 100 * (value - low) / (high - low) if high > low else 50.0
    ends = f"left:{_place(low, span)};right:calc(100% - {_place(high, span)})"
    caps = f"box-sizing:border-box;border:solid {color};border-width:0 2px"
    line = f"background:linear-gradient({color} 0 0) 0 50%/100% 2px no-repeat border-box"
    hole = f"mask:radial-gradient(circle at {middle:.3f}% 50%,transparent {_AROUND_MARK}px,#000 0)"
    return box(f"position:absolute;{ends};top:7px;bottom:7px;{caps};{line};{hole}")


def _hover(row: IntervalMark) -> list[str]:
    said = _said(row.estimate) if _is_drawn(row) else [f"not estimable, {why(row.estimate)}"]
    return [short(row.name, 200), *said]


def _said(given: Estimate) -> list[str]:
    """Value and counts, then the interval or why there is none."""
    if given.trials is None:
        return [decimal(given.value, 2), bounds(given, places=2)]
    counts = of(given.successes or 0, given.trials)
    return [counts if given.trials < _FEW else f"{percent_of(given)} · {counts}", bounds(given)]


def interval_marks_alt(number: str, rows: Sequence[IntervalMark], level: float) -> str:
    """The picture in words: every class with its number and interval."""
    said = [
        f"{row.name}: {', '.join(_said(row.estimate)) if _is_drawn(row) else f'not estimable, {why(row.estimate)}'}."
        for row in rows
    ]
    return " ".join([f"{number} of each class with its {ci(level)}.", *said])
