"""Contestants that take turns in one process, so that what else a machine does meets all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

Run = Callable[[], object]


def turns(contestants: Mapping[str, Run], runs: int, long: float) -> dict[str, list[float]]:
    """Seconds of each. The first run only warms up, unless it took `long` seconds: then it stays the only one."""
    first = {name: timed(run) for name, run in contestants.items()}
    times = {name: [seconds] if seconds >= long else [] for name, seconds in first.items()}
    for _ in range(runs):
        for name, run in contestants.items():
            if first[name] < long:
                times[name].append(timed(run))
    return times


def timed(run: Run) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start
