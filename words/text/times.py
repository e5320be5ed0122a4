"""How times are written: a clock for when, minutes and seconds for how long, seconds for how late."""

from __future__ import annotations

import math
from collections.abc import Sequence

from words.text.numbers import DASH, NBSP

HOUR = 3600
COARSE = 30  # seconds; where a row lasts as long, times are told in minutes


def clock(seconds: float, fine: bool = False, hours: bool = False) -> str:
    """A time of a recording: "3:30", "1:02:05" from an hour on or with `hours`; with a tenth where `fine`."""
    total = round(abs(seconds), 1) if fine else math.floor(abs(seconds) + 0.5)
    minutes, rest = divmod(total, 60)
    text = f"{rest:04.1f}" if fine else f"{rest:02.0f}"
    hour, minutes = divmod(int(minutes), 60)
    return f"{hour}:{minutes:02d}:{text}" if hour or hours else f"{minutes}:{text}"


def span(start: float, stop: float, total: float, fine: bool = False) -> str:
    """ "3:30–11:40" on one line, with hours where the recording of `total` seconds has them."""
    return DASH.join(clock(each, fine, total >= HOUR) for each in (start, stop))


def duration(seconds: float, row: float) -> str:
    """How long, with its unit, from rows of `row` seconds: "1:09 min", "1:02:05 h"; "70 min" from rows of 30 s."""
    if row >= COARSE:
        return f"{_minutes(seconds)}{NBSP}min"
    return f"{clock(seconds, row < 1)}{NBSP}{'h' if _has_hours(seconds, row) else 'min'}"


def part_of_duration(part: float, total: float, row: float) -> str:
    """ "2:50 of 12:03 min", "0:02:50 of 1:12:03 h", "70 of 130 min": both in the unit of the total."""
    if row >= COARSE:
        return f"{_minutes(part)}{NBSP}of{NBSP}{duration(total, row)}"
    return f"{clock(part, row < 1, _has_hours(total, row))}{NBSP}of{NBSP}{duration(total, row)}"


def without_unit(seconds: float, row: float) -> str:
    """How long, as `duration` writes it but for its unit: "1:09", "70"."""
    return _minutes(seconds) if row >= COARSE else clock(seconds, row < 1, _has_hours(seconds, row))


def _has_hours(seconds: float, row: float) -> bool:
    return (round(seconds, 1) if row < 1 else math.floor(seconds + 0.5)) >= HOUR


def _minutes(seconds: float) -> str:
    """Minutes, with a tenth where they are not whole: from rows of half a minute exact, so that parts add up."""
    near = round(seconds / 60, 1)
    return f"{near:,.1f}" if near != int(near) else f"{int(near):,}"


def adding_up(parts: Sequence[float], row: float) -> list[float]:
    """These seconds as they are shown from rows of `row` seconds: whole units that add up to the shown sum.

    What is lacking goes to the largest remainders.
    """
    unit = 6.0 if row >= COARSE else 0.1 if row < 1 else 1.0
    exact = [part / unit for part in parts]
    whole = [math.floor(each + 1e-9) for each in exact]
    lacking = _units(sum(parts), row) - sum(whole)
    for place in sorted(range(len(exact)), key=lambda i: whole[i] - exact[i])[: max(lacking, 0)]:
        whole[place] += 1
    return [each * unit for each in whole]


def _units(seconds: float, row: float) -> int:
    """How many tenths of a minute, tenths of a second or seconds are shown."""
    if row >= COARSE:
        return round(round(seconds / 60, 1) * 10)
    return round(round(seconds, 1) * 10) if row < 1 else math.floor(seconds + 0.5)


def per_row(seconds: float, row: tuple[str, str]) -> str:
    """ "1 s per frame", "25 frames per second"."""
    if seconds < 1:
        return f"{1 / seconds:.4g}{NBSP}{row[1]} per second"
    return f"{seconds:.4g}{NBSP}s per {row[0]}"


def signed_duration(seconds: float, row: float) -> str:
    """ "+23 min", "−9.5 min", "0 min", "−0:03 min": a difference, as `duration` writes how long."""
    sign = "" if not _units(abs(seconds), row) else "+" if seconds > 0 else "−"
    return f"{sign}{duration(abs(seconds), row)}"


def length(seconds: float) -> str:
    """How much: "0.4 s", "38 s", "2 min 10 s", "7 h 12 min"."""
    total = math.floor(seconds + 0.5)
    if total < 120:
        return f"{bare(seconds)}{NBSP}s"
    if total >= HOUR:
        hours, minutes = divmod(math.floor(seconds / 60 + 0.5), 60)
        return f"{hours}{NBSP}h" + (f"{NBSP}{minutes}{NBSP}min" if minutes else "")
    minutes, rest = divmod(total, 60)
    return f"{minutes}{NBSP}min" + (f"{NBSP}{rest}{NBSP}s" if rest else "")


def bare(seconds: float) -> str:
    """Less than two minutes as seconds without their unit: "0.04", "0.4", "38"."""
    if 0 < seconds < 0.1:
        return f"{seconds:.2g}"
    if seconds < 9.95 and round(seconds, 1) != round(seconds):
        return f"{seconds:.1f}"
    return str(math.floor(seconds + 0.5))


def late(seconds: float) -> str:
    """ "38 s late", "2 min 10 s early", "on time"."""
    amount = length(abs(seconds))
    if amount == length(0):
        return "on time"
    return f"{amount} {'late' if seconds > 0 else 'early'}"
