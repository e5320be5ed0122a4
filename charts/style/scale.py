"""The axis of scores: probabilities on a logit scale, a marker over powers of ten on a log scale, else as it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics import ThresholdTable

_STOPS = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 5e-2)
_TICKS = (0.5, 0.1, 0.9, 0.01, 0.99, 0.001, 0.999, 1e-4, 0.9999, 1e-5, 0.99999, 1e-6, 0.999999, 0.25, 0.75, 0.05, 0.95)
_PHONE_WIDTH = 330
_CHARACTER = 8
_BETWEEN = 10
_LEFT_OUT = 0.01
LOG_FROM = 20  # medians to the highest score: on a linear axis half of the cases stand in two of its forty bars
_MOST_BEYOND = 10  # how far beyond 1 and 99 % of the cases a logarithmic axis reaches

Kind = Literal["linear", "logit", "log"]


@dataclass(frozen=True)
class Scale:
    """Where a score stands on the axis, between `low` and `high` in axis units."""

    kind: Kind
    low: float
    high: float

    @property
    def said(self) -> str:
        """What the title of the axis says of it: " (log scale)"; nothing of a linear one."""
        return "" if self.kind == "linear" else f" ({self.kind} scale)"

    @property
    def own_ticks(self) -> dict[str, Any]:
        """For an axis of the chart library, which chooses those of a linear one itself."""
        return {} if self.kind == "linear" else dict(zip(("tickvals", "ticktext"), self.ticks(), strict=True))

    def place(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Axis units of scores; 0 and 1 on a logit axis are at -inf and inf, 0 and less on a log axis at -inf."""
        values = np.asarray(scores, np.float64)
        if self.kind == "linear":
            return values
        if self.kind == "log":
            return np.log10(values, out=np.full(values.shape, -np.inf), where=values > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            inside = np.log(values) - np.log1p(-values)
        return np.where(values <= 0, -np.inf, np.where(values >= 1, np.inf, inside))

    def score(self, places: ArrayLike) -> NDArray[np.float64]:
        """Scores of axis units."""
        values = np.array(places, np.float64)
        if self.kind == "linear":
            return values
        return np.power(10.0, values) if self.kind == "log" else 1 / (1 + np.exp(-values))

    def ticks(self) -> tuple[list[float], list[str]]:
        """As many ticks as a phone has room for, the most telling first."""
        chosen: list[tuple[float, str]] = []
        for place, text in self._candidates():
            if all(self._apart(place, text, other) for other in chosen):
                chosen.append((place, text))
        chosen.sort()
        return [place for place, _ in chosen], [text for _, text in chosen]

    def _candidates(self) -> list[tuple[float, str]]:
        if self.kind == "logit":
            ticks = [(float(self.place(tick)), f"{tick:f}".rstrip("0")) for tick in _TICKS]
        elif self.kind == "log":
            ticks = [(math.log10(tick), f"{tick:,.9g}") for tick in self._powers()]
        else:
            step = _round_step((self.high - self.low) / 5)
            first, last = math.ceil(self.low / step), math.floor(self.high / step)
            ticks = [(i * step, f"{i * step:.6g}".replace("-", "−")) for i in range(first, last + 1)]
        slack = 1e-9 * (self.high - self.low)
        return [tick for tick in ticks if self.low - slack <= tick[0] <= self.high + slack]

    def _powers(self) -> list[float]:
        """Powers of ten; where fewer than three are on the axis twice and five times them, too."""
        first, last = math.ceil(self.low), math.floor(self.high)
        powers = [10.0**power for power in range(first, last + 1)]
        if len(powers) > 2:
            return powers
        between = [10.0**power * size for power in range(first - 1, last + 1) for size in (2, 5)]
        return [*powers, *between]

    def _apart(self, place: float, text: str, other: tuple[float, str]) -> bool:
        pixels = abs(place - other[0]) / (self.high - self.low) * _PHONE_WIDTH
        return pixels >= (len(text) + len(other[1])) / 2 * _CHARACTER + _BETWEEN


def needs_log(lowest: float, middle: float, highest: float) -> bool:
    """Whether a linear axis would squeeze scores: all are above 0, and the highest is LOG_FROM medians or more."""
    return lowest > 0 and highest >= LOG_FROM * middle


def scale_of(table: ThresholdTable) -> Scale:
    """Logit where every score is within 0 and 1, far enough out that at most 1 % of a side lies beyond."""
    if not len(table.scores):
        return Scale("linear", 0.0, 1.0)
    lowest, highest = float(table.scores[-1]), float(table.scores[0])
    if lowest < 0 or highest > 1:
        return scale_of_marker(table)
    low, _, high = _quantiles(table)
    beyond_low = max((stop for stop in _STOPS if stop <= low), default=_STOPS[0])
    beyond_high = max((stop for stop in _STOPS if stop <= 1 - high), default=_STOPS[0])
    logit = Scale("logit", 0.0, 0.0).place(np.array([beyond_low, 1 - beyond_high]))
    return Scale("logit", float(logit[0]), float(logit[1]))


def scale_of_marker(table: ThresholdTable) -> Scale:
    """Of scores that are no probabilities: logarithmic by `needs_log`, else from the lowest to the highest."""
    lowest, highest = float(table.scores[-1]), float(table.scores[0])
    low, middle, high = _quantiles(table)
    if not needs_log(lowest, middle, highest):
        return Scale("linear", lowest, highest if highest > lowest else lowest + 1)
    ends = max(lowest, low / _MOST_BEYOND), min(highest, high * _MOST_BEYOND)
    return Scale("log", *map(math.log10, ends))


def _quantiles(table: ThresholdTable) -> tuple[float, float, float]:
    """Scores that 99 %, half and 1 % of the cases reach."""
    cases = table.n
    parts = [(1 - _LEFT_OUT) * cases, 0.5 * cases, _LEFT_OUT * cases]
    low, middle, high = table.thresholds_at(table.first_rows("all", parts)).tolist()
    return low, middle, high


def _round_step(step: float) -> float:
    power = 10.0 ** math.floor(math.log10(step))
    return next(power * size for size in (1, 2, 5, 10) if power * size >= step * 0.999)


def multiples(step: float, low: float, high: float) -> NDArray[np.float64]:
    """(m,) the multiples of a step from `low` to `high`, both ends among them as far as rounding lets them be."""
    return np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1) * step
