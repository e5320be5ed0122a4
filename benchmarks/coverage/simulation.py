"""All families of settings, simulated by several processes."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterable, Iterator

import numpy as np

from benchmarks.coverage import areas, many_classes, two_classes
from benchmarks.coverage.counting import Counted, nothing
from benchmarks.coverage.table import Found

FAMILIES = (*two_classes.FAMILIES, *areas.FAMILIES, *many_classes.FAMILIES)
SEED, AT_ONCE = 20_261_123, 50
Task = tuple[int, int, int, int]  # family, setting, first data set, how many


def part(task: Task) -> tuple[int, int, Counted]:
    """A few data sets, seeded by their place so that the number of jobs changes nothing."""
    family, setting, _, datasets = task
    chosen, generator = FAMILIES[family], np.random.default_rng([SEED, *task[:3]])
    return family, setting, chosen.count(chosen.settings[setting], generator, datasets)


def tasks(scale: float) -> Iterator[Task]:
    for family, each in enumerate(FAMILIES):
        datasets = max(2, round(scale * each.datasets))
        for setting in range(len(each.settings)):
            for start in range(0, datasets, AT_ONCE):
                yield family, setting, start, min(AT_ONCE, datasets - start)


def simulate(scale: float, jobs: int) -> Found:
    if jobs == 1:
        return added_up(map(part, tasks(scale)))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as many threads as jobs, not as many squared
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return added_up(pool.imap_unordered(part, tasks(scale), chunksize=4))


def added_up(parts: Iterable[tuple[int, int, Counted]]) -> Found:
    found = [[(str(setting), nothing(each.names)) for setting in each.settings] for each in FAMILIES]
    for family, setting, counted in parts:
        for key, outcomes in counted.items():
            found[family][setting][1][key] += outcomes
    return list(zip(FAMILIES, found, strict=True))
