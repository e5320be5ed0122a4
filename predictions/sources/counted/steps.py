"""Threshold tables of scores that pass by in pieces: exact while their distinct values are few, then in fixed steps.

A step is 1/4096 of the distance to the next power of two, from the nearer end of 0 to 1: as fine for a risk of one in
a million as for one of a half. Scores outside 0 to 1 have the same steps from 0. A threshold is the lower end of a
step, so what it counts is exact; scores within one step count as ties.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from metrics import ThresholdTable

MOST_DISTINCT = 1_000_000
PIECE = 1_000_000  # scores that are tallied together
BLOCK = 1 << 15  # of them, as many as stay in the cache
PART, SHIFT = 1 << 12, 40  # steps of an octave, and the bits of a double that they leave aside
OCTAVES = 40  # down to 1e-12, and up to 1e12
LOWEST = (1023 - OCTAVES) * PART  # the steps before that one are joined to it
HALF = (OCTAVES - 1) * PART
TO_ONE = 2 * HALF  # the place of 1, counted from 0
NEGATIVE = 2 * OCTAVES * PART + 1
SIZE = NEGATIVE + TO_ONE + 1 + OCTAVES * PART + 1


def steps_of(scores: np.ndarray) -> np.ndarray:
    """(n,) the step of each finite float64 score, rising with it."""
    places = np.empty(len(scores), np.int64)
    for start in range(0, len(scores), BLOCK):
        places[start : start + BLOCK] = _steps_of_block(scores[start : start + BLOCK])
    return places


def _steps_of_block(scores: np.ndarray) -> np.ndarray:
    if scores.min() >= 0 and scores.max() <= 1:
        return _between_0_and_1(scores)
    places = np.empty(len(scores), np.int64)
    below, above = scores < 0, scores > 1
    within = ~(below | above)
    places[within] = _between_0_and_1(scores[within])
    places[below] = NEGATIVE - 1 - _magnitude(-scores[below])
    places[above] = NEGATIVE + TO_ONE + 1 + _magnitude(scores[above]) - OCTAVES * PART
    return places


def _between_0_and_1(scores: np.ndarray) -> np.ndarray:
    upper = scores >= 0.5
    places = _magnitude(np.where(upper, 1 - scores, scores + 0.0))  # a zero with a sign is a zero
    return np.where(upper, TO_ONE - places, places) + NEGATIVE


def _magnitude(values: np.ndarray) -> np.ndarray:
    """Octave and part of it, counted from 1e-12 up to 1e12."""
    places = (np.ascontiguousarray(values).view(np.int64) >> SHIFT) - LOWEST
    return np.clip(places, 0, 2 * OCTAVES * PART, out=places)


@cache
def lower_ends() -> np.ndarray:
    """(SIZE,) the smallest score of each step, strictly rising."""
    ends = np.empty(SIZE)
    magnitudes = ((np.arange(2 * OCTAVES * PART + 1) + LOWEST) << SHIFT).view(np.float64)
    zero, one = NEGATIVE, NEGATIVE + TO_ONE
    ends[0] = np.finfo(np.float64).min
    ends[1:zero] = np.nextafter(-magnitudes[:0:-1], np.inf)
    ends[zero : zero + HALF] = magnitudes[:HALF]
    ends[zero] = 0.0
    ends[zero + HALF] = 0.5
    ends[zero + HALF + 1 : one + 1] = np.nextafter(1 - magnitudes[HALF:0:-1], 2)
    ends[one + 1] = np.nextafter(1, 2)
    ends[one + 2 :] = magnitudes[OCTAVES * PART + 1 :]
    ends.setflags(write=False)
    return ends


@dataclass(eq=False)
class GradualTable:
    """The table of one class, of scores that are added piece by piece. most: distinct scores that are kept apart."""

    most: int = MOST_DISTINCT
    exact: ThresholdTable | None = field(default_factory=lambda: ThresholdTable(*np.empty((3, 0))))
    steps: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.int64))
    waiting: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)

    def add(self, scores: np.ndarray, is_class: np.ndarray) -> None:
        """Take n more scores and whether each is of the class; what is not finite is no score."""
        known = np.isfinite(scores)
        if not known.all():
            scores, is_class = scores[known], is_class[known]
        self.waiting.append((scores, is_class))
        if sum(len(part) for part, _ in self.waiting) >= min(PIECE, self.most):
            self._settle()

    def table(self) -> ThresholdTable:
        """The whole table: distinct scores, or the lower ends of the steps that hold a score."""
        self._settle()
        if self.exact is not None:
            return self.exact
        used = np.flatnonzero(self.steps.any(1))[::-1]
        return ThresholdTable(lower_ends()[used], *self.steps[used].T)

    def in_steps(self) -> ThresholdTable:
        """The same in steps, also where it is exact."""
        self._settle()
        if self.exact is not None:
            self._begin_steps(self.exact)
        return self.table()

    @property
    def is_exact(self) -> bool:
        return self.exact is not None

    def _settle(self) -> None:
        if not self.waiting:
            return
        scores, is_class = map(np.concatenate, zip(*self.waiting, strict=True))
        self.waiting = []
        if self.exact is not None and _distinct(self.exact.scores, scores) <= self.most:
            self.exact = self.exact + ThresholdTable.from_scores(scores, is_class)
            return
        if self.exact is not None:
            self._begin_steps(self.exact)
        self._place(scores, is_class)

    def _begin_steps(self, table: ThresholdTable) -> None:
        places = steps_of(table.scores)
        counts = [np.bincount(places, part, SIZE).astype(np.int64) for part in (table.positives, table.negatives)]
        self.steps, self.exact = np.stack(counts, axis=1), None

    def _place(self, scores: np.ndarray, is_class: np.ndarray) -> None:
        places = 2 * steps_of(scores) + ~is_class
        self.steps += np.bincount(places, minlength=2 * SIZE).reshape(SIZE, 2)


def alike(groups: Sequence[GradualTable]) -> list[ThresholdTable]:
    """Tables of several groups of cases, all in steps where one of them is."""
    tables = [each.table() for each in groups]
    return tables if all(each.is_exact for each in groups) else [each.in_steps() for each in groups]


def _distinct(*scores: np.ndarray) -> int:
    together = np.sort(np.concatenate(scores))
    return int(np.count_nonzero(np.diff(together))) + min(len(together), 1)
