"""What is drawn together when an interval is made by resampling: whole patients, or single cases.

Drawing a unit anew is giving it a weight, so a replicate is the weighted sum of what was counted in each unit.
Of very many units, random groups of equal size are drawn: their sums vary as much as the units do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.counts import Counts

__all__ = ["FEWEST_UNITS", "MOST_UNITS", "REPLICATES", "SEED", "Units"]

FEWEST_UNITS = 15
MOST_UNITS = 2000
REPLICATES, SEED = 2000, 0
EXACT_IN_SINGLE = 1 << 24
BLOCK = 50  # replicates that are drawn in the cache
CELLS = 1 << 12

Codes = NDArray[np.integer[Any]]
Scores = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Units:
    """The rows behind an evaluation, and the patient of each.

    truth, predicted: (n,) codes 0..size-1. scores: per class (n,), nan where a row has none, or None for a class
    without. patients: (n,) codes of any size, None where every row stands for itself. count: how many units there are.
    """

    truth: Codes
    predicted: Codes
    size: int
    count: int
    scores: tuple[Scores | None, ...] = ()
    patients: Codes | None = None

    @property
    def groups(self) -> int:
        """How many groups of units are drawn from."""
        return min(self.count, MOST_UNITS)

    def apart(self) -> Units:
        """The same rows, each for itself."""
        return Units(self.truth, self.predicted, self.size, len(self.truth), self.scores)

    @cached_property
    def group(self) -> NDArray[np.intp]:
        """(n,) which group each row is drawn with."""
        ids = np.arange(len(self.truth)) if self.patients is None else _dense(self.patients)
        if self.count <= MOST_UNITS:
            return ids
        return (np.random.default_rng(SEED).permutation(self.count) % MOST_UNITS)[ids]

    @cached_property
    def counts(self) -> Counts:
        """(groups, size) counts of each class against the rest in each group."""
        own = self.group * self.size
        is_right = self.truth == self.predicted
        tp = self._tallied(own[is_right] + self.truth[is_right])
        support, called = (self._tallied(own + codes) for codes in (self.truth, self.predicted))
        return Counts(tp, called - tp, support - tp, support.sum(1, keepdims=True) - support - called + tp)

    def called(self, label: int) -> NDArray[np.int64]:
        """(groups, size) cases of each class that were called `label`."""
        own = self.predicted == label
        return self._tallied(self.group[own] * self.size + self.truth[own])

    def at(self, label: int, threshold: float) -> Counts:
        """(groups, 1) counts of the rule `score >= threshold`; rows without a score of the class are left out."""
        scores = self._scores_of(label)
        known = ~np.isnan(scores)
        kind = 2 * (scores >= threshold) + (self.truth == label)
        tn, fn, fp, tp = self._tallied(self.group[known] * 4 + kind[known], 4).T[:, :, None]
        return Counts(tp, fp, fn, tn)

    def ranked(self, label: int, lowest: Scores) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(groups, g) positives and negatives of each group in g ranges of the score, the highest first.

        lowest: (g,) falling, the lowest score of each range; the last is the lowest of all.
        """
        scores = self._scores_of(label)
        known = ~np.isnan(scores)
        size = len(lowest)
        group, truth = self.group, self.truth
        if not known.all():
            scores, group, truth = scores[known], group[known], truth[known]
        place = group * (2 * size) + size  # in place from here on: a large study has no memory to waste
        place -= _reached(scores, lowest[::-1])
        np.add(place, size, out=place, where=truth == label)
        tallied = self._tallied(place, 2 * size)
        return tallied[:, size:], tallied[:, :size]

    def drawn(self, counted: NDArray[Any], replicates: int = REPLICATES) -> NDArray[Any]:
        """(replicates, ...) sums of (groups, ...) counts over the units of each replicate."""
        kind = np.float32 if len(self.truth) < EXACT_IN_SINGLE else np.float64
        flat = counted.reshape(len(counted), -1).astype(kind)
        sums: NDArray[Any] = np.matmul(weights(self.groups, replicates).astype(kind, copy=False), flat)
        return sums.reshape(replicates, *counted.shape[1:])

    def _scores_of(self, label: int) -> Scores:
        scores = self.scores[label] if self.scores else None
        if scores is None:
            raise ValueError("this class has no scores")
        return scores

    def _tallied(self, codes: NDArray[np.intp], size: int | None = None) -> NDArray[np.int64]:
        columns = self.size if size is None else size
        return np.bincount(codes, minlength=self.groups * columns).reshape(self.groups, columns)


def _reached(scores: Scores, lowest: Scores) -> NDArray[np.intp]:
    """(n,) how many of the rising `lowest` each score reaches, as a search of each would say.

    Equal cells over the range answer for most scores; only those that share a cell with a border are searched.
    """
    low, high = lowest[0], scores.max(initial=lowest[0])
    scale = CELLS / (high - low) if high > low else np.inf
    if not np.isfinite(scale) or len(scores) < CELLS:
        return np.searchsorted(lowest, scores, side="right")
    borders = ((lowest - low) * scale).astype(np.int32)
    scaled = scores - low
    scaled *= scale
    cells = scaled.astype(np.int32)
    del scaled
    found: NDArray[np.intp] = np.searchsorted(borders, np.arange(CELLS + 1), side="right")[cells]
    is_shared = np.bincount(borders, minlength=CELLS + 1).astype(bool)[cells]
    found[is_shared] = np.searchsorted(lowest, scores[is_shared], side="right")
    return found


def _dense(codes: Codes) -> NDArray[np.intp]:
    """The same codes without gaps, from 0 on."""
    if len(codes) and int(codes.max()) < 8 * len(codes):
        return (np.cumsum(np.bincount(codes) > 0) - 1)[codes]
    return np.unique(codes, return_inverse=True)[1]


@lru_cache(maxsize=2)
def weights(units: int, replicates: int = REPLICATES, seed: int = SEED) -> NDArray[np.float32]:
    """(replicates, units) how often each of the units is drawn; every row adds up to `units`."""
    found, generator = np.empty((replicates, units), np.float32), np.random.default_rng(seed)
    for start in range(0, replicates, BLOCK):
        part = found[start : start + BLOCK]
        picked = generator.integers(0, units, part.shape) + np.arange(len(part))[:, None] * units
        part[:] = np.bincount(picked.ravel(), minlength=part.size).reshape(part.shape)
    found.setflags(write=False)
    return found
