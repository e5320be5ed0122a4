"""The axis of scores: probabilities on a logit scale, everything else as it is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics import ThresholdTable

_STOPS = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 5e-2)
_TICKS = (0.5, 0.1, 0.9, 0.01, 0.99, 0.001, 0.999, 1e-4, 0.9999, 1e-5, 0.99999, 1e-6, 0.999999, 0.25, 0.75, 0.05, 0.95)
_PHONE_WIDTH = 330
_CHARACTER = 8
_BETWEEN = 10
_LEFT_OUT = 0.01


@dataclass(frozen=True)
class Scale:
    """Where a score stands on the axis, between `low` and `high` in axis units."""

    is_logit: bool
    low: float
    high: float

    def place(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Axis units of scores; 0 and 1 on a logit axis are at -inf and inf."""
        values = np.asarray(scores, np.float64)
        if not self.is_logit:
            return values
        with np.errstate(divide="ignore", invalid="ignore"):
            inside = np.log(values) - np.log1p(-values)
        return np.where(values <= 0, -np.inf, np.where(values >= 1, np.inf, inside))

    def score(self, places: ArrayLike) -> NDArray[np.float64]:
        """Scores of axis units."""
        values = np.array(places, np.float64)
        return 1 / (1 + np.exp(-values)) if self.is_logit else values

    def ticks(self) -> tuple[list[float], list[str]]:
        """As many ticks as a phone has room for, the most telling first."""
        chosen: list[tuple[float, str]] = []
        for place, text in self._candidates():
            if all(self._apart(place, text, other) for other in chosen):
                chosen.append((place, text))
        chosen.sort()
        return [place for place, _ in chosen], [text for _, text in chosen]

    def _candidates(self) -> list[tuple[float, str]]:
        if self.is_logit:
            ticks = [(float(self.place(tick)), f"{tick:f}".rstrip("0")) for tick in _TICKS]
        else:
            step = _round_step((self.high - self.low) / 5)
            first, last = math.ceil(self.low / step), math.floor(self.high / step)
            ticks = [(i * step, f"{i * step:.6g}".replace("-", "−")) for i in range(first, last + 1)]
        slack = 1e-9 * (self.high - self.low)
        return [tick for tick in ticks if self.low - slack <= tick[0] <= self.high + slack]

    def _apart(self, place: float, text: str, other: tuple[float, str]) -> bool:
        pixels = abs(place - other[0]) / (self.high - self.low) * _PHONE_WIDTH
        return pixels >= (len(text) + len(other[1])) / 2 * _CHARACTER + _BETWEEN


def scale_of(table: ThresholdTable) -> Scale:
    """Logit where every score is within 0 and 1, far enough out that at most 1 % of a side lies beyond."""
    if not len(table.scores):
        return Scale(False, 0.0, 1.0)
    lowest, highest = float(table.scores[-1]), float(table.scores[0])
    if lowest < 0 or highest > 1:
        return Scale(False, lowest, highest if highest > lowest else lowest + 1)
    low, high = _quantiles(table)
    beyond_low = max((stop for stop in _STOPS if stop <= low), default=_STOPS[0])
    beyond_high = max((stop for stop in _STOPS if stop <= 1 - high), default=_STOPS[0])
    logit = Scale(True, 0.0, 0.0).place(np.array([beyond_low, 1 - beyond_high]))
    return Scale(True, float(logit[0]), float(logit[1]))


def _quantiles(table: ThresholdTable) -> tuple[float, float]:
    cases = table.n_positive + table.n_negative
    high, low = table.thresholds_at(table.first_rows("all", [_LEFT_OUT * cases, (1 - _LEFT_OUT) * cases])).tolist()
    return low, high


def _round_step(step: float) -> float:
    power = 10.0 ** math.floor(math.log10(step))
    return next(power * size for size in (1, 2, 5, 10) if power * size >= step * 0.999)
