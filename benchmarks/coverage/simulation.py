"""All families of settings, simulated by several processes."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterable, Iterator

import numpy as np

from benchmarks.coverage import areas, groups, many_classes, risks, two_classes
from benchmarks.coverage.counting import Counted, nothing
from benchmarks.coverage.table import Found

FAMILIES = (
    *two_classes.FAMILIES,
    *areas.FAMILIES,
    *many_classes.FAMILIES,
    *risks.FAMILIES,
    *groups.FAMILIES,
)
SEED, ROUNDS = 20_261_123, 10
Task = tuple[int, int, int, int, float]  # family, setting, round, how many data sets, until when


def part(task: Task) -> tuple[int, int, Counted]:
    """A few data sets, seeded by their place so that the number of jobs changes nothing; none once time is up."""
    family, setting, _, datasets, until = task
    chosen, generator = FAMILIES[family], np.random.default_rng([SEED, *task[:3]])
    left = datasets if time.time() < until else 0
    return family, setting, chosen.count(chosen.settings[setting], generator, left)


def tasks(datasets: int, until: float, only: str = "") -> Iterator[Task]:
    """A tenth of the data sets of every setting, then the next. only: of families with this in their title."""
    for again in range(ROUNDS):
        for family, each in enumerate(FAMILIES):
            if only.casefold() not in each.title.casefold():
                continue
            for setting in range(len(each.settings)):
                yield family, setting, again, max(1, round(datasets * each.times / ROUNDS)), until


def simulate(datasets: int, jobs: int, minutes: float, only: str = "") -> Found:
    """datasets: of each setting. minutes: after which no further data set is begun. only: see `tasks`."""
    until = time.time() + 60 * minutes
    if jobs == 1:
        return added_up(map(part, tasks(datasets, until, only)))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as many threads as jobs, not as many squared
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return added_up(pool.imap_unordered(part, tasks(datasets, until, only), chunksize=4))


def added_up(parts: Iterable[tuple[int, int, Counted]]) -> Found:
    found = [[(str(setting), nothing(each.names)) for setting in each.settings] for each in FAMILIES]
    for family, setting, counted in parts:
        for key, outcomes in counted.items():
            found[family][setting][1][key] += outcomes
    return [(family, settings) for family, settings in zip(FAMILIES, found, strict=True) if _any(settings)]


def _any(settings: list[tuple[str, Counted]]) -> bool:
    return any(outcomes.any() for _, counted in settings for outcomes in counted.values())
