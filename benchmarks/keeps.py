"""What each tuned part buys beside the plain way, and whether it still buys enough to be kept.

    .venv/bin/python -m benchmarks.keeps [rows]

Both ways take turns in one process; the ratio is that of their medians. Exit 1 where a part buys less than 1.2 times;
those that split their work between two threads are judged only while the cores are idle.
"""

from __future__ import annotations

import os
import statistics
import sys
import time

import numpy as np
import pandas as pd

from benchmarks import keeps_of_rows
from benchmarks.keeps_of_rows import Ways
from metrics import ConfusionMatrix, ThresholdTable
from metrics.intervals.areas.replicates import RankResamples
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.kernels import encoding, packed_sort, threads
from metrics.kernels import steps as cells_of_steps

ENOUGH, TURNS, ROWS = 1.2, 9, 1_000_000


def packed(scores: np.ndarray, truth: np.ndarray) -> Ways:
    """Keys that carry the class, against sorting an index."""

    def plain() -> None:
        order = np.argsort(-scores, kind="stable")
        falling = scores[order]
        last = np.append(np.flatnonzero(np.diff(falling)), len(falling) - 1)
        tp = truth[order].cumsum()[last]
        _ = falling[last], tp, last + 1 - tp

    return lambda: packed_sort.tally(scores, truth), plain


def two_threads(scores: np.ndarray, truth: np.ndarray) -> Ways:
    """A second thread for halves and blocks, against one thread."""
    shared = packed_sort.at_once

    def alone() -> None:
        packed_sort.at_once = threads.at_once = lambda work, pieces: [work(i) for i in range(pieces)]
        try:
            packed_sort.tally(scores, truth)
        finally:
            packed_sort.at_once = threads.at_once = shared

    return lambda: packed_sort.tally(scores, truth), alone


def steps(scores: np.ndarray, truth: np.ndarray) -> Ways:
    """Cells between the borders of a bootstrap's ranges, against a search for every score."""
    codes, table = truth.astype(np.intp), ThresholdTable.from_scores(scores, truth)
    units = ResamplingUnits(codes, codes, 2, len(codes), (None, scores))
    cells = cells_of_steps.CELLS

    def searched() -> None:
        cells_of_steps.CELLS = len(scores) + 1
        try:
            RankResamples.of(units, 1, table)
        finally:
            cells_of_steps.CELLS = cells

    return lambda: RankResamples.of(units, 1, table), searched


def pairs(scores: np.ndarray, truth: np.ndarray) -> Ways:
    """Pairs of codes counted block by block in the cache, against one long key."""
    rows, columns = (np.digitize(each, [0.2, 0.4, 0.6, 0.8]).astype(np.int8) for each in (scores, scores[::-1]))
    return lambda: encoding.joint_counts(rows, columns, 5), lambda: np.bincount(rows.astype(np.intp) * 5 + columns)


def text(scores: np.ndarray, truth: np.ndarray) -> Ways:
    """Arrow text encoded where it lies, by two threads, against pandas' own factorize."""
    names = pd.Series(np.array(["Normal", "Ectopic", "VT"])[np.digitize(scores, [0.3, 0.6])])

    def plain() -> None:
        codes, seen = names.factorize()
        encoding.joint_counts(codes, codes, len(seen))

    return lambda: ConfusionMatrix.from_labels(names, names), lambda: (plain(), names.factorize())


def ratio(ways: Ways) -> float:
    """How many times as long the plain way takes."""
    seconds: tuple[list[float], list[float]] = [], []
    for way in ways:
        way()
    for _ in range(TURNS):
        for way, taken in zip(ways, seconds, strict=True):
            start = time.perf_counter()
            way()
            taken.append(time.perf_counter() - start)
    tuned, plain = map(statistics.median, seconds)
    return plain / tuned


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    generator = np.random.default_rng(0)
    scores, truth = generator.random(rows), generator.random(rows) < 0.3
    is_idle = os.getloadavg()[0] < 1
    lost = False
    for part in (packed, steps, pairs, two_threads, text, *keeps_of_rows.PARTS):
        times, is_judged = ratio(part(scores, truth)), is_idle or part not in (two_threads, text)
        lost |= is_judged and times < ENOUGH
        print(f"{part.__name__:12} {times:5.1f} times  {part.__doc__}{'' if is_judged else ' (not judged: busy)'}")
    sys.exit(lost)


if __name__ == "__main__":
    main()
