"""Sorting keys as fast as this processor can.

np.sort is vectorised, but on some processors its vector instructions are several times slower than plain ones
(compressed stores on AMD's Zen 4: 57 ms for a million keys, where others take 6). There, dealing the keys into
65,536 buckets by their score and letting the merge sort finish the almost sorted rest takes half the time.
Both ways give the same keys; how fast np.sort is here is measured once, at the first large sort.
"""

from __future__ import annotations

import time
from functools import cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["sort_in_place"]

Keys = NDArray[np.uint64]

LARGE = 1 << 16
BUCKETS = 1 << 16  # np.argsort of 16-bit numbers is a radix sort
CHUNK = 1 << 16  # keys finished at a time, in cache
SLOW = 25e-9  # seconds per key; vectorised sorts take below 10, others above 40


def sort_in_place(keys: Keys, scores: NDArray[np.float64]) -> Keys:
    """The keys in rising order. scores: what they were made of, in the same order as the keys."""
    if len(keys) < LARGE or not _plain_sort_is_slow():
        keys.sort()
        return keys
    return sort_by_buckets(keys, scores)


def sort_by_buckets(keys: Keys, scores: NDArray[np.float64]) -> Keys:
    """Deal the keys into buckets of equal score width, then finish chunks of whole buckets by merge sort.

    Rounding is monotone, so equal scores share a bucket and a higher bucket never holds a lower score.
    """
    low, high = float(scores.min()), float(scores.max())
    scale = (BUCKETS - 1) / (high - low) if low < high < np.inf else np.inf
    if not np.isfinite(scale) or scale == 0:
        keys.sort()
        return keys
    bucket = ((scores - low) * scale).astype(np.uint16)
    order = bucket.argsort(kind="stable")
    done = np.empty_like(keys)
    start = 0
    for stop in _cuts(bucket):
        chunk = done[start:stop]
        np.take(keys, order[start:stop], out=chunk, mode="clip")
        chunk.sort(kind="stable")
        start = stop
    return done


def _cuts(bucket: NDArray[np.uint16]) -> list[int]:
    """Where chunks of at least CHUNK keys end, never inside a bucket."""
    ends = np.bincount(bucket, minlength=BUCKETS).cumsum()
    wanted = np.arange(CHUNK, len(bucket) + CHUNK, CHUNK).clip(max=len(bucket))
    return [int(cut) for cut in np.unique(ends[np.searchsorted(ends, wanted)])]


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
