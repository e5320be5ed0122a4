"""Made predictions, and contestants that take turns in one process, so that what else a machine does meets all of them.

NumPy alone, so that an environment of other tools can use it, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import numpy as np

Run = Callable[[], object]

LABELS = ("Normal", "AF", "PVC", "VT", "Noise")
PROPORTIONS = (0.7, 0.1, 0.1, 0.04, 0.06)


def made(
    generator: np.random.Generator, rows: int, proportions: tuple[float, ...] = PROPORTIONS
) -> tuple[np.ndarray, np.ndarray]:
    """(rows,) true codes and (rows, K) probabilities in full precision, which add up to 1."""
    truth = generator.choice(len(proportions), rows, p=proportions)
    raw = 1.2 * generator.standard_normal((rows, len(proportions)))
    raw[np.arange(rows), truth] += 2.2
    raw = np.exp(raw)
    return truth, raw / raw.sum(1, keepdims=True)


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
