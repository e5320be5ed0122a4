"""Sorting keys as fast as this processor can, in chunks that no tie crosses.

np.sort is vectorised, but on some processors its vector instructions are several times slower than plain ones
(compressed stores on AMD's Zen 4: 55 ms for a million keys, where others take 6). There, dealing the keys into
buckets of neighbouring scores and letting a merge sort finish the almost sorted rest is several times faster.
Both ways give the same keys; how fast np.sort is here is measured once, at the first large sort.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.kernels.threads import BLOCK, at_once

__all__ = ["Buckets", "Sorted", "buckets_for", "in_order"]

Keys = NDArray[np.uint64]
Scores = NDArray[np.float64]
Rule = Callable[[Scores], NDArray[Any]]

LARGE = 1 << 16
CHUNKS = 8  # at least: enough for two threads to share the work, few enough for long calls
PER_BUCKET = 8  # keys that a merge sort finishes by insertion
SAMPLE = 1024
SLOW = 25e-9  # seconds per key; vectorised sorts take below 10, others above 40


@dataclass(frozen=True, eq=False)
class Buckets:
    """Into which of `count` buckets each score falls, higher scores into earlier ones."""

    count: int
    of: Rule


@dataclass(frozen=True, eq=False)
class Sorted:
    """Keys in rising order once each chunk is finished; equal scores share a chunk."""

    keys: Keys
    borders: list[int]
    is_done: bool

    def chunk(self, number: int) -> Keys:
        """One chunk, now in order."""
        keys = self.keys[self.borders[number] : self.borders[number + 1]]
        if not self.is_done:
            keys.sort(kind="stable")
        return keys


def buckets_for(scores: Scores, low: float, high: float) -> Buckets | None:
    """The buckets to deal (n,) scores of one sign into, low to high; None where np.sort is the better way.

    Equal steps of the score suit most scores; equal steps of its bits, which are steps of its order of magnitude,
    suit scores that crowd near 0. A sample says which spreads better.
    """
    if len(scores) < LARGE or low == high or not _plain_sort_is_slow():
        return None
    count = 1 << (len(scores) // PER_BUCKET).bit_length()
    sample = scores[:: max(1, len(scores) // SAMPLE)]
    rules: list[Rule] = [partial(_by_bits, low, high, count)]
    with np.errstate(over="ignore", divide="ignore"):
        scale = (count - 1) / np.float64(high - low)
    if np.isfinite(scale):
        rules.append(partial(_by_value, high, scale))
    return Buckets(count, max(rules, key=lambda rule: len(np.unique(rule(sample).astype(np.int32)))))


def _by_value(high: float, scale: float, scores: Scores) -> Scores:
    places: Scores = (high - scores) * scale
    return places


def _by_bits(low: float, high: float, count: int, scores: Scores) -> NDArray[np.uint64]:
    lowest, highest = np.array([low, high]).view(np.uint64)
    shift = max(0, int(highest - lowest).bit_length() - (count.bit_length() - 1))
    places: NDArray[np.uint64] = (highest - scores.view(np.uint64)) >> np.uint64(shift)
    return places


def in_order(keys: Keys, places: NDArray[np.int32] | None, buckets: Buckets | None) -> Sorted:
    """The keys dealt by their places in the buckets, or without these sorted at once; the given array is used up."""
    if buckets is None or places is None:
        _sort(keys)
        return Sorted(keys, _borders_between_scores(keys), is_done=True)
    from scipy.sparse import csr_array  # only where it is needed: a program starts sooner without it

    # The columns of a sparse matrix are filled by a counting sort in compiled code.
    one_row = csr_array((keys, places, np.array([0, len(keys)], np.int32)), shape=(1, buckets.count))
    dealt = one_row.tocsc()
    return Sorted(dealt.data, _borders_between_buckets(dealt.indptr), is_done=False)


def _sort(keys: Keys) -> None:
    """Where np.sort is fast, so is np.partition: it parts the keys in the middle for two threads."""
    if len(keys) < LARGE:
        keys.sort()
        return
    middle = len(keys) // 2
    keys.partition(middle)
    halves = keys[:middle], keys[middle:]
    at_once(lambda i: halves[i].sort(), len(halves))


def _wanted(size: int) -> NDArray[np.int64]:
    chunks = max(CHUNKS, size // BLOCK) if size >= LARGE else 1
    return np.arange(1, chunks) * size // chunks


def _borders_between_buckets(until: NDArray[np.int32]) -> list[int]:
    size = int(until[-1])
    inner = until[np.searchsorted(until, _wanted(size))]
    return [0, *np.unique(inner[(inner > 0) & (inner < size)]).tolist(), size]


def _borders_between_scores(keys: Keys) -> list[int]:
    """Right after the last key of a score: both classes of a score stand in one chunk."""
    inner = np.searchsorted(keys, keys[_wanted(len(keys))] | np.uint64(1), side="right")
    return [0, *np.unique(inner[inner < len(keys)]).tolist(), len(keys)]


@cache
def _plain_sort_is_slow() -> bool:
    """Measured on this processor, once: a few milliseconds."""
    keys = np.random.default_rng(0).random(LARGE).view(np.uint64)
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        np.sort(keys)
        seconds.append(time.perf_counter() - start)
    return min(seconds) / LARGE > SLOW
