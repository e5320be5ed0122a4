"""Sorting keys as fast as this processor can.

np.sort is vectorised, but on some processors its vector instructions are several times slower than plain ones
(compressed stores on AMD's Zen 4: 57 ms for a million keys, where others take 6). There, dealing the keys into
65,536 buckets by their leading bits and letting a merge sort finish the almost sorted rest is two to three times
faster.
Both ways give the same keys; how fast np.sort is here is measured once, at the first large sort.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

__all__ = ["sort_in_place"]

Keys = NDArray[np.uint64]

LARGE = 1 << 16
BUCKETS = 1 << 16  # np.argsort of 16-bit numbers is a radix sort
CHUNK = 1 << 16  # keys finished at a time
SLOW = 25e-9  # seconds per key; vectorised sorts take below 10, others above 40


def sort_in_place(keys: Keys) -> Keys:
    """The keys in rising order; the array that was given is used up."""
    if len(keys) < LARGE or not _plain_sort_is_slow():
        keys.sort()
        return keys
    return sort_by_buckets(keys)


def sort_by_buckets(keys: Keys) -> Keys:
    """Deal the keys into buckets by their leading bits, then finish chunks of whole buckets by merge sort.

    The leading bits of a score are its exponent and the start of its fraction: buckets of equal relative width,
    which stay small for probabilities near 0 as for any other scores. NumPy lets go of the interpreter while it
    sorts, so two threads share the work.
    """
    low, high = int(keys.min()), int(keys.max())
    shift = max(0, (high - low).bit_length() - 16)
    halves = [keys[: len(keys) // 2], keys[len(keys) // 2 :]]
    done = np.empty_like(keys)
    with ThreadPoolExecutor(len(halves)) as pool:
        hands = list(pool.map(lambda half: _deal(half, low, shift), halves))
        list(pool.map(lambda chunk: _finish(chunk, hands, done), _chunks(hands)))
    return done


@dataclass(frozen=True, eq=False)
class _Hand:
    """Some of the keys, dealt: their order by bucket, and how many there are up to each bucket."""

    keys: Keys
    order: NDArray[np.intp]
    until: NDArray[np.intp]

    def between(self, first: int, last: int) -> NDArray[np.intp]:
        """Which keys lie in the buckets first to last - 1."""
        start = int(self.until[first - 1]) if first else 0
        return self.order[start : int(self.until[last - 1])]


def _deal(keys: Keys, low: int, shift: int) -> _Hand:
    bucket = np.empty(len(keys), np.uint16)
    for start in range(0, len(keys), CHUNK):  # temporaries of a chunk stay in cache and need no fresh memory
        part = slice(start, start + CHUNK)
        bucket[part] = (keys[part] - np.uint64(low)) >> np.uint64(shift)
    return _Hand(keys, bucket.argsort(kind="stable"), np.bincount(bucket, minlength=BUCKETS).cumsum())


def _chunks(hands: list[_Hand]) -> list[tuple[int, int, int]]:
    """(first bucket, end bucket, where its keys begin): at least CHUNK keys each, never a part of a bucket."""
    until = np.sum([hand.until for hand in hands], axis=0)
    wanted = np.arange(CHUNK, until[-1] + CHUNK, CHUNK).clip(max=until[-1])
    ends = (np.unique(np.searchsorted(until, wanted)) + 1).tolist()
    return [(first, end, int(until[first - 1]) if first else 0) for first, end in pairwise([0, *ends])]


def _finish(chunk: tuple[int, int, int], hands: list[_Hand], done: Keys) -> None:
    """Collect the keys of some buckets from all hands and sort them in place: they fit the cache."""
    first, end, start = chunk
    stop = start
    for hand in hands:
        picked = hand.between(first, end)
        np.take(hand.keys, picked, out=done[stop : stop + len(picked)], mode="clip")
        stop += len(picked)
    done[start:stop].sort(kind="stable")


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
