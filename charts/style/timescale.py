"""Ticks of a time axis, in seconds, minutes and seconds, or hours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from words.text.numbers import NBSP
from words.text.times import HOUR

_MOST = 6  # as many as a phone has room for
_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400)


@dataclass(frozen=True, eq=False)
class TimeTicks:
    """places: parts of the total."""

    places: np.ndarray
    texts: list[str]


def time_ticks(total: float) -> TimeTicks:
    """Ticks from 0 to `total` seconds at round times."""
    if total < 5:
        step = 10.0 ** np.floor(np.log10(max(total, 1e-6) / 2))
    else:
        step = next(
            (each for each in _STEPS if total / each <= _MOST), _STEPS[-1] * np.ceil(total / _STEPS[-1] / _MOST)
        )
    times = np.arange(0, total * (1 + 1e-9), step) if total > 0 else np.zeros(1)
    return TimeTicks(times / (total or 1.0), [_text(time, total, step) for time in times.tolist()])


def _text(time: float, total: float, step: float) -> str:
    """ "20 s", "4:00" of less than an hour, "2 h" or, between hours, "2:30 h"."""
    if total < 60:
        return f"{time:g}{NBSP}s"
    minutes, seconds = divmod(round(time), 60)
    if total < HOUR:
        return f"{minutes}:{seconds:02d}"
    hours = f"{minutes // 60}" if step % HOUR == 0 else f"{minutes // 60}:{minutes % 60:02d}"
    return f"{hours}{NBSP}h"
