"""Errors in time: one bar per phase from its parts, as long as they last, the phase's name and sums above it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from charts.html.markup import ON_AXIS, across, axis, bar_segment, box, legend, picture
from charts.style.theme import FALSE_POSITIVE, MISSED_NORMAL, Meaning
from charts.style.timescale import time_ticks
from words import NBSP
from words.text.times import COARSE

_HEIGHT = 26
_ROWS = "display:grid;padding-right:20px;grid-template-columns:100%;row-gap:2px"
_NAME = "margin-top:6px;overflow-wrap:anywhere"


def _fills(meaning: Meaning, *patterns: str) -> tuple[Meaning, ...]:
    return tuple(Meaning(meaning.color, pattern, meaning.marker, meaning.on_fill) for pattern in patterns)


MISSED_PARTS = _fills(MISSED_NORMAL, "/", "", "\\", "x")
OTHER_PARTS = _fills(FALSE_POSITIVE, "", "/", ".")


@dataclass(frozen=True)
class TimeRow:
    """One phase: its name, what is said beside it, and the rows of each part with how their time is written."""

    name: str
    said: str
    parts: tuple[int, ...]
    times: tuple[str, ...]


@dataclass(frozen=True)
class TimeScale:
    """What a row lasts, the rows at the end of the scale, and how the time of so many rows is written below it."""

    seconds: float
    longest: int
    say: Callable[[int], str]


def time_parts(title: str, rows: Sequence[TimeRow], fills: Sequence[tuple[Meaning, str]], scale: TimeScale) -> Markup:
    """title: for who cannot see it. rows: names as plain text. fills: look and words of each part."""
    bars = [
        box(_NAME, box("font-weight:600", row.name, name="span"), f"{NBSP} {row.said}") + _bar(row, fills, scale)
        for row in rows
    ]
    drawn = [fill for i, fill in enumerate(fills) if any(row.parts[i] for row in rows)]
    return picture(time_parts_alt(title, rows), "", box(f"{_ROWS};{ON_AXIS}", *bars, _axis(scale)), legend(drawn))


def _bar(row: TimeRow, fills: Sequence[tuple[Meaning, str]], scale: TimeScale) -> Markup:
    shown = [
        bar_segment(meaning, rows, "", [row.name, f"{time} {said}"], time)
        for rows, time, (meaning, said) in zip(row.parts, row.times, fills, strict=True)
        if rows
    ]
    return box(f"{across(_HEIGHT)};width:{sum(row.parts) / max(scale.longest, 1):.4%};min-width:1px", *shown)


def _axis(scale: TimeScale) -> Markup:
    ticks = time_ticks(scale.longest * scale.seconds)
    places, texts = ticks.places.tolist(), ticks.texts
    if scale.seconds >= COARSE:  # minutes, as in the bars
        texts = [scale.say(round(at * scale.longest)) for at in places]
    return axis(zip(places, texts, strict=True), "margin-top:4px", first_inside=True)


def time_parts_alt(title: str, rows: Sequence[TimeRow]) -> str:
    """The picture in words, phase by phase."""
    return " ".join([f"{title}.", *(f"{row.name}: {row.said}." for row in rows)])
