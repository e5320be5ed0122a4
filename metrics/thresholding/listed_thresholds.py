"""A short list of the thresholds of one class: few enough to hand to a browser, each with its exact counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.counts import Counts
from metrics.kernels.given import expect
from metrics.thresholds import ThresholdTable

MOST = 1001


@dataclass(frozen=True, eq=False)
class ListedThresholds:
    """Some of the thresholds (score >= t) of a table, from the one that flags nobody to the one that flags all.

    thresholds: (m,) float64, strictly falling from inf. counts: (m,) arrays, equal to `table.at` of each threshold.
    """

    thresholds: NDArray[np.float64]
    counts: Counts


def listed_thresholds(
    table: ThresholdTable, also: Sequence[float] = (), near: ArrayLike = (), most: int = MOST
) -> ListedThresholds:
    """At most `most` thresholds of a table: every observed score where there are so few, else the most telling ones.

    Always listed are the threshold that flags nobody (inf), the one that flags everybody, and the thresholds
    `also`, observed or not. Then the highest observed score at or below each score of `near`, which a picture of
    scores has room for; they may take half of the places. The rest are spread evenly over the flagged cases, the
    positives and the negatives among them, so that no step of a ROC curve is longer than it must be.
    Raises ValueError for thresholds that are not numbers, or more of them than there are places.
    """
    expect("table", table, ThresholdTable)
    wanted = np.unique(np.asarray(list(also), np.float64))
    if np.isnan(wanted).any():
        raise ValueError("a threshold is a number, or infinite")
    flagging = table.rows_at(wanted)
    is_row = table.thresholds_at(flagging) == wanted
    other, own = wanted[~is_row], flagging[is_row]
    ends = np.unique(np.concatenate([[0, len(table.scores)], own])).astype(np.intp)
    room = most - len(other)
    if len(ends) > room:
        raise ValueError("more thresholds than places")
    rows = _chosen(table, ends, np.asarray(near, np.float64), room)
    return _listed(table, rows, other)


def _chosen(table: ThresholdTable, ends: NDArray[np.intp], near: NDArray[np.float64], room: int) -> NDArray[np.intp]:
    if len(table.scores) < room:
        return np.arange(len(table.scores) + 1)
    fixed = _with_near(table, ends, near, room)
    low, high = 0, room
    while low < high:  # the most steps for which there is room
        steps = (low + high + 1) // 2
        fits = len(_spread(table, fixed, steps)) <= room
        low, high = (steps, high) if fits else (low, steps - 1)
    return _spread(table, fixed, low)


def _with_near(table: ThresholdTable, ends: NDArray[np.intp], near: NDArray[np.float64], room: int) -> NDArray[np.intp]:
    """The thresholds that must be listed, with those next to `near`; each second of these while they are too many."""
    flagged = len(table.scores) - np.searchsorted(table.scores[::-1], near, side="right") + 1
    close = np.unique(np.minimum(flagged, len(table.scores)))
    while len(close) and len(np.union1d(ends, close)) > max(len(ends), room // 2):
        close = close[1::2]
    return np.union1d(ends, close)


def _spread(table: ThresholdTable, fixed: NDArray[np.intp], steps: int) -> NDArray[np.intp]:
    """`fixed`, and the first threshold that reaches each of so many equal steps of flagged cases, TP and FP."""

    positives, negatives, cases = (
        np.ceil(np.arange(1, steps + 1) / (steps + 1) * total).astype(np.int64)
        for total in (table.n_positive, table.n_negative, table.n)
    )
    rows = table.first_rows("positives", positives), table.first_rows("negatives", negatives)
    return np.unique(np.concatenate([fixed, *rows, table.first_rows("all", cases)]))


def _listed(table: ThresholdTable, rows: NDArray[np.intp], other: NDArray[np.float64]) -> ListedThresholds:
    """Those rows of the table with the thresholds that nobody scored, each with the counts of the score above it."""
    thresholds = np.concatenate([table.thresholds_at(rows), other])
    order = np.argsort(-thresholds, kind="stable")
    return ListedThresholds(thresholds[order], table.counts_at(np.concatenate([rows, table.rows_at(other)])[order]))
