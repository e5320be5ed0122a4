"""Sequences of frames as segments: overlap, edit score and segmental F1.

A segment is a longest run of frames with one label. Background labels are taken out of both sequences
after the runs were made, so that two runs around a background stay two. Times are frame positions, half-open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.catalog import METRICS
from metrics.counts import Counts
from metrics.definition import Values
from metrics.kernels.encoding import MISSING, is_missing
from metrics.kernels.given import listed, number
from metrics.measures.averages import macro

Background = Collection[Any] | Any
PAIRS = "`sequences` must be pairs of `truth` and `predicted`"
COLUMN = "`truth` and `predicted` must be one column of labels each"


@dataclass(frozen=True, eq=False)
class Segments:
    """Runs in order of time: labels, first frames and ends, (s,) each. The end is the frame after the last."""

    labels: NDArray[Any]
    starts: NDArray[np.int64]
    stops: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts)


def segments(codes: ArrayLike, background: Background = ()) -> Segments:
    """The runs of equal labels of (n,) frames, in order of time, without those whose label is background.

    background: labels, or one of them. Raises ValueError for missing labels or where the frames are not one column.

    >>> found = segments([7, 7, 0, 7, 3], background=[0])
    >>> found.labels.tolist(), found.starts.tolist(), found.stops.tolist()
    ([7, 7, 3], [0, 3, 4], [2, 4, 5])
    """
    frames = _column(codes)
    begins = np.ones(len(frames), np.bool_)
    begins[1:] = frames[1:] != frames[:-1]
    starts = np.flatnonzero(begins)
    labels, stops = frames[starts], np.append(starts[1:], len(frames))
    is_several = isinstance(background, Iterable) and not isinstance(background, str)
    hidden = set(listed("background", background if is_several else [background]))
    shown = np.array([label not in hidden for label in _known(labels)], np.bool_)
    return Segments(*(_frozen(part[shown]) for part in (labels, starts, stops)))


def overlap_score(
    truth: ArrayLike, predicted: ArrayLike, background: Background = (), same_class: bool = True
) -> float:
    """Mean over the true segments of one sequence of the best overlap (IoU) with a predicted segment.

    0 to 1, higher is better; nan without true segments. Spurious segments elsewhere cost nothing, and one long
    segment may serve several: read it beside the edit score and F1. Lea, Vidal and Hager 2016, whose code compares
    segments of the same class only. same_class=False ignores the class, as the printed formula does: it measures
    where the borders are, and is perfect for a prediction with every name incorrect.

    >>> overlap_score([0, 0, 1, 1], [0, 1, 1, 1])
    0.5833333333333333
    """
    return float(macro(segment_overlaps(truth, predicted, background, same_class)))


def segment_overlaps(
    truth: ArrayLike, predicted: ArrayLike, background: Background = (), same_class: bool = True
) -> Values:
    """(s,) for each true segment the best overlap (intersection over union) with a predicted one, 0 where none."""
    true, output = _pair(truth, predicted, background)
    meetings = _meetings(true, output, same_class)
    best = np.zeros(len(true))
    np.maximum.at(best, meetings.true, meetings.overlap)
    return best


def edit_score(truth: ArrayLike, predicted: ArrayLike, background: Background = ()) -> float:
    """1 − the edits that turn the predicted order of segments into the true one / the longer of the two.

    0 to 1, higher is better; durations do not count. nan where neither has a segment. Levenshtein distance, as in
    Lea, Vidal and Hager 2016 and in MS-TCN (Abu Farha and Gall 2019).

    >>> edit_score(list("aaabbbccc"), list("aaabacccc"))
    0.75
    """
    first, second = (found.labels.tolist() for found in _pair(truth, predicted, background))
    longest = max(len(first), len(second))
    return 1 - _edits(first, second) / longest if longest else float("nan")


def segmental_f1(sequences: Iterable[tuple[ArrayLike, ArrayLike]], iou: float, background: Background = ()) -> float:
    """F1 of the segments of all (truth, predicted) sequences, counted together as MS-TCN does; see `segment_counts`.

    0 to 1, higher is better; nan where no sequence has a segment. For the mean over sequences (Lea), use it with
    one at a time. Raises ValueError unless 0 < iou <= 1.
    """
    _check_overlap(iou)
    pooled = Counts(0, 0, 0, 0)
    for truth, predicted in _pairs(sequences):
        pooled = pooled + segment_counts(truth, predicted, iou, background)
    return float(METRICS["f1"](pooled))


def segment_counts(truth: ArrayLike, predicted: ArrayLike, iou: float, background: Background = ()) -> Counts:
    """Segments detected, spurious and missed in one sequence (Lea et al. 2017).

    Each predicted segment takes the true segment of its class that it overlaps best (the earlier one of two). It
    finds it where the overlap reaches `iou` and no earlier segment found it; otherwise it is spurious. tn is 0:
    segments have no true negatives. Raises ValueError unless 0 < iou <= 1.
    """
    _check_overlap(iou)
    true, output = _pair(truth, predicted, background)
    meetings = _meetings(true, output, same_class=True)
    order = np.lexsort((meetings.true, -meetings.overlap, meetings.output))
    _, best = np.unique(meetings.output[order], return_index=True)
    taken = order[best]
    found = len(np.unique(meetings.true[taken][meetings.overlap[taken] >= iou]))
    return Counts(found, len(output) - found, len(true) - found, 0)


def _pairs(sequences: Any) -> Iterator[Any]:
    if not isinstance(sequences, Iterable):
        raise TypeError(PAIRS)
    for pair in sequences:
        try:
            truth, predicted = pair
        except (TypeError, ValueError):
            raise TypeError(PAIRS) from None
        yield truth, predicted


def _check_overlap(iou: float) -> None:
    if not 0 < number("iou", iou) <= 1:
        raise ValueError("`iou`, the overlap that counts as detected, must lie above 0 and up to 1")


class _Meetings(NamedTuple):
    """Pairs of a true and a predicted segment with frames in common: which, and intersection over union."""

    true: NDArray[np.intp]
    output: NDArray[np.intp]
    overlap: Values


def _meetings(true: Segments, output: Segments, same_class: bool) -> _Meetings:
    """All of them, by time: at most as many as there are segments, as those of one side do not overlap."""
    first = np.searchsorted(output.stops, true.starts, side="right")
    number = np.searchsorted(output.starts, true.stops, side="left") - first
    i = np.repeat(np.arange(len(true)), number)
    j = np.arange(len(i)) - np.repeat(number.cumsum() - number - first, number)
    if same_class:
        codes_true, codes_output = _codes(true.labels, output.labels)
        same = codes_true[i] == codes_output[j]
        i, j = i[same], j[same]
    shared = np.minimum(true.stops[i], output.stops[j]) - np.maximum(true.starts[i], output.starts[j])
    covered = np.maximum(true.stops[i], output.stops[j]) - np.minimum(true.starts[i], output.starts[j])
    return _Meetings(i, j, shared / covered)


def _edits(first: list[Any], second: list[Any]) -> int:
    """Levenshtein distance, one whole row of the table as the bits of an integer (Myers 1999, Hyyrö 2003)."""
    places: dict[Any, int] = {}
    for i, label in enumerate(first):
        places[label] = places.get(label, 0) | 1 << i
    everywhere, last = (1 << len(first)) - 1, 1 << len(first) >> 1
    up, down, distance = everywhere, 0, len(first)  # where the column above rises or falls by one
    for label in second:
        here = places.get(label, 0)
        diagonal = ((((here & up) + up) ^ up) | here | down) & everywhere
        rises, falls = down | (everywhere & ~(diagonal | up)), diagonal & up
        distance += bool(rises & last) - bool(falls & last)
        rises, falls = rises << 1 | 1, falls << 1
        up, down = (falls | ~(diagonal | rises)) & everywhere, diagonal & rises
    return distance if first else len(second)


def _pair(truth: ArrayLike, predicted: ArrayLike, background: Background) -> tuple[Segments, Segments]:
    first, second = _column(truth), _column(predicted)
    if len(first) != len(second):
        raise ValueError(f"`truth` and `predicted` differ in length: {len(first)} and {len(second)} frames")
    return segments(first, background), segments(second, background)


def _column(codes: ArrayLike) -> NDArray[Any]:
    """One label per frame; a list keeps its values as they are, where an array would make 1 the text "1"."""
    if np.ma.is_masked(codes):
        raise ValueError(MISSING)
    try:
        frames = np.asarray(codes)
    except ValueError:
        raise ValueError(COLUMN) from None
    if frames.dtype.kind in "US" and not hasattr(codes, "dtype"):
        frames = np.array(list(codes), object)  # type: ignore[arg-type]
    if frames.dtype.kind == "O" and any(map(is_missing, frames.ravel().tolist())):
        raise ValueError(MISSING)
    if frames.ndim != 1:
        raise ValueError(COLUMN)
    return frames


def _known(labels: NDArray[Any]) -> list[Any]:
    values: list[Any] = labels.tolist()
    if any(map(is_missing, values)):
        raise ValueError(MISSING)
    return values


def _codes(*columns: NDArray[Any]) -> list[NDArray[np.intp]]:
    """The same number for the same label in every column."""
    book: dict[Any, int] = {}
    return [np.array([book.setdefault(label, len(book)) for label in column.tolist()], np.intp) for column in columns]


def _frozen(values: NDArray[Any]) -> NDArray[Any]:
    values.setflags(write=False)
    return values
