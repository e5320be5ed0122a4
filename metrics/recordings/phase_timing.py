"""When the phases of a recording begin and end, and how far the model is from that.

Codes are per row, in order. `edges` (n + 1,) says where each row begins and the last one ends, in any unit of time;
without it rows are counted. `background` classes are no phases. Segments are half-open: [start, stop).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.measures.segments import Segments, segment_overlaps, segments

Times = NDArray[np.float64]
Places = NDArray[np.intp]


@dataclass(frozen=True)
class PhaseTiming:
    """One phase of one recording, in the unit of the edges.

    true_start, true_stop: from its first true segment to the end of its last; nan where it does not occur.
    start, stop: the same of the model's segments that lie at least partly on a true one, so that a stray prediction far
    away moves neither; nan where there is none: the phase was never recognised.
    true_length, length: all its true and all its predicted time. overlap: mean over its true segments of the best
    intersection over union with a segment of the same name, 0 to 1; nan where it does not occur.
    true_pieces, pieces, stray: true segments, predicted ones, and of those the ones that lie on no true one.
    """

    label: int
    true_start: float
    true_stop: float
    start: float
    stop: float
    true_length: float
    length: float
    overlap: float
    true_pieces: int
    pieces: int
    stray: int

    @property
    def occurs(self) -> bool:
        return self.true_pieces > 0

    @property
    def missed(self) -> bool:
        """It occurs, and not a single row of it is predicted as it."""
        return self.occurs and self.pieces == self.stray

    @property
    def start_error(self) -> float:
        """How much later than the true phase it begins; negative: earlier; nan where it was not recognised."""
        return self.start - self.true_start

    @property
    def stop_error(self) -> float:
        """How much later than the true phase it ends."""
        return self.stop - self.true_stop

    @property
    def length_error(self) -> float:
        """Its predicted time beyond the true one / the true one; nan where it does not occur."""
        return (self.length - self.true_length) / self.true_length if self.true_length else np.nan


def phase_timing(
    truth: ArrayLike, predicted: ArrayLike, edges: ArrayLike | None = None, background: Collection[int] = ()
) -> tuple[PhaseTiming, ...]:
    """Every phase that occurs or is predicted, by its first true segment, the others by their first predicted one."""
    true, output = segments(truth, background), segments(predicted, background)
    times = _edges(truth, edges)
    best = segment_overlaps(truth, predicted, background)
    on_truth = segment_overlaps(predicted, truth, background) > 0
    return tuple(_timing(label, true, output, best, on_truth, times) for label in _by_first(true, output))


def _edges(codes: ArrayLike, edges: ArrayLike | None) -> Times:
    rows = len(np.asarray(codes))
    given = np.arange(rows + 1) if edges is None else np.asarray(edges)
    if len(given) != rows + 1:
        raise ValueError("edges must have one value more than there are rows")
    return given.astype(np.float64)


def _by_first(true: Segments, output: Segments) -> list[int]:
    return list(dict.fromkeys([*true.labels.tolist(), *output.labels.tolist()]))


def _timing(
    label: int, true: Segments, output: Segments, best: Times, on_truth: NDArray[np.bool_], times: Times
) -> PhaseTiming:
    here, there = np.flatnonzero(true.labels == label), np.flatnonzero(output.labels == label)
    found = there[on_truth[there]]
    return PhaseTiming(
        label,
        *_reach(true, here, times),
        *_reach(output, found, times),
        _length(true, here, times),
        _length(output, there, times),
        float(best[here].mean()) if len(here) else np.nan,
        len(here),
        len(there),
        len(there) - len(found),
    )


def _reach(pieces: Segments, which: Places, times: Times) -> tuple[float, float]:
    if not len(which):
        return np.nan, np.nan
    return float(times[pieces.starts[which[0]]]), float(times[pieces.stops[which[-1]]])


def _length(pieces: Segments, which: Places, times: Times) -> float:
    return float((times[pieces.stops[which]] - times[pieces.starts[which]]).sum())


def order_violations(truth: ArrayLike, predicted: ArrayLike, background: Collection[int] = ()) -> int:
    """Steps of the model from one phase to another whose true order is the other way round.

    A phase that is not predicted is no violation, nor is a step to or from one that does not occur in this recording.
    """
    true, output = segments(truth, background), segments(predicted, background)
    begins: dict[int, int] = {}
    ends: dict[int, int] = {}
    for place, label in enumerate(true.labels.tolist()):
        begins.setdefault(label, place)
        ends[label] = place
    steps = pairwise(output.labels.tolist())
    return sum(one in begins and other in ends and ends[other] < begins[one] for one, other in steps)


# ------------------------------------------------------------------ where the model differs


def differences(truth: ArrayLike, predicted: ArrayLike, background: Collection[int] = ()) -> tuple[Places, Places]:
    """First rows and ends of the segments where the two differ; two background classes do not differ."""
    differs = _merged(truth, background) != _merged(predicted, background)
    steps = np.diff(np.concatenate([[0], differs.astype(np.intp), [0]]))
    return np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)


def _merged(codes: ArrayLike, background: Collection[int]) -> Places:
    """The same codes with one code, -1, for every background class."""
    given = np.asarray(codes, np.intp)
    return np.where(np.isin(given, list(background)), -1, given) if background else given
