"""Distinct scores with the cases flagged down to each, by sorting whole numbers.

A float that is not negative orders like its bit pattern read as a whole number, and its sign bit is free.
Shifted left by one, that bit holds the class: sorting the keys orders the scores and carries the classes
along, without an index array. All bits are inverted, so that rising keys are falling scores.
Negative scores are sorted by magnitude in the same way, and follow.

Bought: 12 times an index sort of a million scores (benchmarks/keeps.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.kernels.running_count import RunningCount, fewest_bits
from metrics.kernels.threads import BLOCK, at_once, in_blocks

Keys = NDArray[np.uint64]
Whole = NDArray[np.integer[Any]]
Flagged = tuple[NDArray[np.int64], NDArray[np.int64]]

ONE = np.uint64(1)
PAGE = 512  # numbers
LARGE = 1 << 16
CHUNKS = 8  # at least: enough for two threads to share the work, few enough to last


@dataclass(frozen=True, eq=False)
class Tally:
    """Distinct scores, strictly falling, and who is flagged at each `score >= threshold`.

    scores: (d,). positives: (d + 1,) the positives flagged, the first 0, where nobody is. cases: (d + 1,) all cases
    flagged, or None where no two cases share a score: 0, 1 ... d. They are read as int64, whatever holds them.
    """

    scores: NDArray[np.float64]
    positives: Whole | RunningCount
    cases: Whole | None

    @classmethod
    def of_each(cls, scores: NDArray[np.float64], positives: Whole, cases: Whole | None) -> Tally:
        """positives, cases: (d,) at each score; None for cases: one at each."""
        if cases is None or (cases == 1).all():
            return cls(scores, RunningCount.of(positives != 0), None)
        return cls(scores, _cumulated(positives), _cumulated(cases))

    @property
    def each(self) -> tuple[Whole, Whole | None]:
        """(d,) positives and cases at each score; None for cases: one at each."""
        positives = self.positives.bits if isinstance(self.positives, RunningCount) else np.diff(self.positives)
        return positives, None if self.cases is None else np.diff(self.cases)

    @property
    def negatives(self) -> NDArray[np.int64]:
        """(d,) negatives at each score."""
        positives, cases = self.each
        return np.subtract(1 if cases is None else cases, positives, dtype=np.int64)

    @property
    def n(self) -> int:
        """All cases."""
        return len(self.scores) if self.cases is None else int(self.cases[-1])

    @property
    def n_positive(self) -> int:
        return int(self.flagged(np.array([len(self.scores)]))[0][0])

    @property
    def tp(self) -> NDArray[np.int64]:
        """(d + 1,) the positives flagged; made anew, as a large table has no memory to waste."""
        return self.positives[0 : len(self.positives)].astype(np.int64, copy=False)

    @property
    def fp(self) -> NDArray[np.int64]:
        """(d + 1,) the negatives flagged; made anew."""
        return self.flagged(slice(0, len(self.positives)))[1]

    def flagged(self, rules: slice | NDArray[np.intp]) -> Flagged:
        """The positives and the negatives flagged at some thresholds, from one to another or in any order."""
        tp = self.positives[rules].astype(np.int64, copy=False)
        if self.cases is not None:
            return tp, self.cases[rules] - tp
        counted = np.arange(rules.start, rules.stop) if isinstance(rules, slice) else rules
        return tp, counted - tp


def _cumulated(at_score: Whole) -> Whole:
    """(d + 1,) from (d,)."""
    total = np.zeros(len(at_score) + 1, np.int64)
    np.cumsum(at_score, out=total[1:])
    return total.astype(fewest_bits(int(total[-1])))


def tally(scores: NDArray[Any], is_positive: NDArray[np.bool_]) -> Tally:
    """Tally the scores: (n,) numbers, against is_positive: (n,) bool. Exact to the last tie.

    Raises ValueError for scores that are not finite.
    """
    if not len(scores):
        return Tally(np.empty(0), RunningCount.of(np.empty(0, np.bool_)), None)
    own, low = _own(scores)
    if low >= 0:
        return _of_one_sign(own, is_positive)
    negative = own < 0
    upper = tally(own[~negative], is_positive[~negative])
    return _joined(upper, _mirrored(tally(-own[negative], is_positive[negative])))


def _own(scores: NDArray[Any]) -> tuple[NDArray[np.float64], float]:
    """A copy of the scores in which -0.0 is 0.0, and the lowest of them."""
    own = _room(len(scores))

    def copy(part: slice) -> tuple[float, float]:
        copied = np.add(scores[part], 0.0, out=own[part])
        return float(copied.min()), float(copied.max())

    ends = np.array(in_blocks(len(own), copy))
    if not np.isfinite(ends).all():
        raise ValueError("scores must be finite numbers")
    return own, float(ends.min())


def _room(size: int, kind: type[np.number[Any]] = np.float64) -> NDArray[Any]:
    """Memory that is already the process's own: two threads that both ask the system for pages wait for each other."""
    room = np.empty(size, kind)
    room[::PAGE] = 0
    return room


def _mirrored(found: Tally) -> Tally:
    """The same cases under their scores' opposites."""
    positives, cases = found.each
    return Tally.of_each(-found.scores[::-1], positives[::-1], None if cases is None else cases[::-1])


def _joined(upper: Tally, lower: Tally) -> Tally:
    (first, cases), (second, others) = upper.each, lower.each
    scores, positives = np.concatenate([upper.scores, lower.scores]), np.concatenate([first, second])
    if cases is None and others is None:
        return Tally.of_each(scores, positives, None)
    counted = (np.ones_like(part) if known is None else known for part, known in ((first, cases), (second, others)))
    return Tally.of_each(scores, positives, np.concatenate([*counted]))


def _of_one_sign(scores: NDArray[np.float64], is_positive: NDArray[np.bool_]) -> Tally:
    keys = _packed(scores, is_positive)
    _sort(keys)
    return _counted(keys, _borders(keys))


def _packed(scores: NDArray[np.float64], is_positive: NDArray[np.bool_]) -> Keys:
    """The scores' memory turned into keys."""
    keys = scores.view(np.uint64)

    def pack(part: slice) -> None:
        key = keys[part]
        key <<= ONE
        key |= is_positive[part]
        np.invert(key, out=key)

    in_blocks(len(keys), pack)
    return keys


def _sort(keys: Keys) -> None:
    """In place; np.partition parts many keys in the middle, so that two threads sort a half each."""
    if len(keys) < LARGE:
        keys.sort()
        return
    middle = len(keys) // 2
    keys.partition(middle)
    halves = keys[:middle], keys[middle:]
    at_once(lambda i: halves[i].sort(), len(halves))


def _borders(keys: Keys) -> list[int]:
    """Where chunks of the sorted keys begin and end: each ends with the last key of a score."""
    size = len(keys)
    chunks = max(CHUNKS, size // BLOCK) if size >= LARGE else 1
    last = keys[np.arange(1, chunks) * size // chunks] | ONE
    inner = np.searchsorted(keys, last, side="right")
    return [0, *np.unique(inner[inner < size]).tolist(), size]


def _counted(keys: Keys, borders: list[int]) -> Tally:
    """Read each chunk while it is in cache; then close the gaps that ties left."""
    flags = _room(len(keys), np.uint8)
    starts, stops = borders[:-1], borders[1:]
    ends = at_once(lambda i: _read(keys[starts[i] : stops[i]], flags[starts[i] : stops[i]]), len(starts))
    positives = RunningCount.of(flags)
    if all(last is None for last in ends):
        return Tally(keys.view(np.float64), positives, None)
    sizes = [stop - start if last is None else len(last) for start, stop, last in zip(starts, stops, ends, strict=True)]
    _close_up(keys, starts, sizes)
    cases, kind = _flagged(starts, sizes, ends), fewest_bits(len(keys))
    return Tally(_fitting(keys, sum(sizes)).view(np.float64), positives[cases].astype(kind), cases.astype(kind))


def _read(keys: Keys, flags: NDArray[np.uint8]) -> NDArray[np.int64] | None:
    """The last case of each distinct score in a chunk of sorted keys; None: every case has a score of its own.

    The bits of these scores take the start of the room, (n,), and `flags`, (n,), become 1 for positives.
    """
    np.invert(keys, out=keys)
    np.bitwise_and(keys, ONE, out=flags, casting="unsafe")
    np.right_shift(keys, ONE, out=keys)
    changes = keys[1:] != keys[:-1]
    if changes.all():
        return None
    last = np.append(np.flatnonzero(changes), len(keys) - 1)
    keys[: len(last)] = keys[last]
    return last


def _close_up(room: NDArray[Any], starts: list[int], sizes: list[int]) -> None:
    """Set each chunk directly behind the one before."""
    place = 0
    for start, size in zip(starts, sizes, strict=True):
        if place != start:
            room[place : place + size] = room[start : start + size]
        place += size


def _flagged(starts: list[int], sizes: list[int], ends: list[NDArray[np.int64] | None]) -> NDArray[np.int64]:
    """The cases down to the last one of each score."""
    parts = (np.arange(size) if last is None else last for size, last in zip(sizes, ends, strict=True))
    return np.concatenate([[0], *(part + (start + 1) for start, part in zip(starts, parts, strict=True))])


def _fitting(room: NDArray[Any], size: int) -> NDArray[Any]:
    """The first of the room, whose old content is used up: new memory costs more than writing it, unless few fit."""
    return room[:size] if 2 * size > len(room) else room[:size].copy()
