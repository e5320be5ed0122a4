"""Distinct scores with the cases flagged down to each, by sorting whole numbers.

A float that is not negative orders like its bit pattern read as a whole number, and its sign bit is free.
Shifted left by one, that bit holds the class: sorting the keys orders the scores and carries the classes
along, without an index array. All bits are inverted, so that rising keys are falling scores.
Negative scores are sorted by magnitude in the same way, and follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.blocks import at_once, in_blocks
from metrics.sorting import Buckets, Sorted, buckets_for, in_order

__all__ = ["Tally", "tally"]

ONE = np.uint64(1)

Tally = tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]


def tally(scores: NDArray[Any], is_positive: NDArray[np.bool_]) -> Tally:
    """Distinct scores, strictly falling, with the positives and the negatives flagged by each rule `>= score`.

    scores: (n,) numbers; is_positive: (n,) bool. Both counts have one entry more than there are distinct scores, the
    first 0 where nobody is flagged. Exact to the last tie. Raises ValueError for scores that are not finite.
    """
    if not len(scores):
        return np.empty(0), np.zeros(1, np.int64), np.zeros(1, np.int64)
    own, low, high = _own(scores)
    if low >= 0:
        return _of_one_sign(own, is_positive, low, high)
    negative = own < 0
    upper = tally(own[~negative], is_positive[~negative])
    return _joined(upper, _mirrored(tally(-own[negative], is_positive[negative])))


def _own(scores: NDArray[Any]) -> tuple[NDArray[np.float64], float, float]:
    """A copy of the scores in which -0.0 is 0.0, the lowest and the highest of them."""
    own = np.empty(len(scores))

    def copy(part: slice) -> tuple[float, float]:
        copied = np.add(scores[part], 0.0, out=own[part])
        return float(copied.min()), float(copied.max())

    ends = np.array(in_blocks(len(own), copy))
    if not np.isfinite(ends).all():
        raise ValueError("scores must be finite numbers")
    return own, float(ends.min()), float(ends.max())


def _mirrored(tallied: Tally) -> Tally:
    """The same cases under their scores' opposites."""
    scores, tp, fp = tallied
    return -scores[::-1], tp[-1] - tp[::-1], fp[-1] - fp[::-1]


def _joined(upper: Tally, lower: Tally) -> Tally:
    scores = np.concatenate([upper[0], lower[0]])
    tp, fp = (
        np.concatenate([first, second[1:] + first[-1]]) for first, second in zip(upper[1:], lower[1:], strict=True)
    )
    return scores, tp, fp


def _of_one_sign(scores: NDArray[np.float64], is_positive: NDArray[np.bool_], low: float, high: float) -> Tally:
    buckets = buckets_for(scores, low, high)
    keys, places = _packed(scores, is_positive, buckets)
    return _counted(in_order(keys, places, buckets))


def _packed(
    scores: NDArray[np.float64], is_positive: NDArray[np.bool_], buckets: Buckets | None
) -> tuple[NDArray[np.uint64], NDArray[np.int32] | None]:
    """The scores' memory turned into keys, and the bucket of each."""
    keys = scores.view(np.uint64)
    places = None if buckets is None else np.empty(len(scores), np.int32)

    def pack(part: slice) -> None:
        if buckets is not None and places is not None:
            places[part] = buckets.of(scores[part])
        key = keys[part]
        key <<= ONE
        key |= is_positive[part]
        np.invert(key, out=key)

    in_blocks(len(keys), pack)
    return keys, places


@dataclass(frozen=True, eq=False)
class _Piece:
    """A chunk that was read: its distinct scores' bits, the positives down to each, and the cases; None: no ties."""

    bits: NDArray[np.uint64]
    positives: NDArray[np.int64]
    flagged: NDArray[np.int64] | None


def _counted(found: Sorted) -> Tally:
    """Read each chunk while it is in cache; then add to each what stands before it."""
    tp = _from_zero(len(found.keys))
    starts, stops = found.borders[:-1], found.borders[1:]
    pieces = at_once(lambda i: _read(found.chunk(i), tp[starts[i] + 1 : stops[i] + 1]), len(starts))
    before = np.cumsum([0, *(piece.positives[-1] for piece in pieces)])
    to = np.cumsum([0, *(len(piece.bits) for piece in pieces)])
    rules = to[-1]
    bits, tp = _fitting(found.keys, rules), _fitting(tp, rules + 1)
    fp = _from_zero(rules)

    def place(i: int) -> None:
        piece, own = pieces[i], slice(to[i] + 1, to[i + 1] + 1)
        positives = np.add(piece.positives, before[i], out=tp[own])
        flagged = np.arange(starts[i] + 1, stops[i] + 1) if piece.flagged is None else piece.flagged + starts[i]
        np.subtract(flagged, positives, out=fp[own])
        bits[to[i] : to[i + 1]] = piece.bits

    if any(piece.flagged is None for piece in pieces) and rules < len(found.keys):
        for i in range(len(pieces)):  # a piece may move over the old place of the one before, not earlier
            place(i)
    else:
        at_once(place, len(pieces))
    return bits.view(np.float64), tp, fp


def _fitting(room: NDArray[Any], size: int) -> NDArray[Any]:
    """The first of the room, whose old content is used up: new memory costs more than writing it, unless few fit."""
    return room[:size] if 2 * size > len(room) else room[:size].copy()


def _from_zero(size: int) -> NDArray[np.int64]:
    """Room for a running count of `size` steps, the one before the first being 0."""
    room = np.empty(size + 1, np.int64)
    room[0] = 0
    return room


def _read(keys: NDArray[np.uint64], room: NDArray[np.int64]) -> _Piece:
    """The rules of one chunk of sorted keys, whose memory the scores take; room: (n,) for the positives."""
    np.invert(keys, out=keys)
    positives = np.cumsum((keys & ONE).view(np.int64), out=room)
    bits = np.right_shift(keys, ONE, out=keys)
    changes = bits[1:] != bits[:-1]
    if changes.all():
        return _Piece(bits, positives, None)
    last = np.append(np.flatnonzero(changes), len(bits) - 1)
    return _Piece(bits[last], positives[last], last + 1)
