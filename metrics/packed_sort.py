"""Distinct scores with the positives and negatives at each, by sorting whole numbers.

A float that is not negative orders like its bit pattern read as a whole number, and its sign bit is free.
Shifted left by one, that bit holds the class: sorting the keys orders the scores and carries the classes
along, without an index array. Negative scores are sorted by magnitude in the same way, and follow.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from metrics.sorting import sort_in_place

__all__ = ["Tally", "tally"]

BLOCK = 1 << 15  # keys scanned at a time: every temporary stays in cache
ONE = np.uint64(1)

Tally = tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]


def tally(scores: NDArray[np.float64], is_positive: NDArray[np.bool_]) -> Tally:
    """Distinct scores, strictly falling, with the positives and the negatives AT each, exact to the last tie.

    scores: (n,) finite float64 without -0.0, used up; is_positive: (n,) bool.
    """
    if not len(scores) or scores.min() >= 0:
        return _tally_one_sign(scores, is_positive)
    negative = scores < 0
    upper = _tally_one_sign(scores[~negative], is_positive[~negative])
    magnitudes, positives, negatives = _tally_one_sign(-scores[negative], is_positive[negative])
    lower = (-magnitudes[::-1], positives[::-1], negatives[::-1])
    first, second, third = (np.concatenate(pair) for pair in zip(upper, lower, strict=True))
    return first, second, third


def _tally_one_sign(scores: NDArray[np.float64], is_positive: NDArray[np.bool_]) -> Tally:
    keys = scores.view(np.uint64)
    keys <<= ONE
    keys |= is_positive
    done = sort_in_place(keys)
    return _scan(done, np.empty_like(keys) if done is keys else keys)


def _scan(keys: NDArray[np.uint64], bits: NDArray[np.uint64]) -> Tally:
    """Read the sorted keys from the highest score down, block by block; the scores go into `bits`."""
    size = len(keys)
    positives, negatives = np.empty(size, np.int64), np.empty(size, np.int64)
    filled = 0
    for stop in range(size, 0, -BLOCK):
        part = _scan_block(keys[max(0, stop - BLOCK) : stop][::-1])
        if filled and part[0][0] == bits[filled - 1]:  # a tie across the border of two blocks
            positives[filled - 1] += part[1][0]
            negatives[filled - 1] += part[2][0]
            part = (part[0][1:], part[1][1:], part[2][1:])
        end = filled + len(part[0])
        bits[filled:end], positives[filled:end], negatives[filled:end] = part
        filled = end
    return bits[:filled].view(np.float64), positives[:filled], negatives[:filled]


def _scan_block(
    falling: NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    positive = (falling & ONE).view(np.int64)
    bits = falling >> ONE
    is_last = np.empty(len(bits), np.bool_)
    np.not_equal(bits[1:], bits[:-1], out=is_last[:-1])
    is_last[-1] = True
    if is_last.all():
        return bits, positive, 1 - positive
    last = np.flatnonzero(is_last)
    seen = positive.cumsum()[last]
    seen[1:] -= seen[:-1].copy()
    cases = np.diff(last, prepend=-1)
    return bits[last], seen, cases - seen
