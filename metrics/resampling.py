"""Percentile bootstrap intervals for any number of the matrix, by resampling counts and never rows.

Resampling n independent cases is one multinomial draw of the cells, whatever n is. Where cases belong to
patients, whole patients are drawn: their matrices are added up with the weights of the draw.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.catalog import Values
from metrics.intervals import Estimate

__all__ = ["bootstrap", "bootstrap_cells"]

Statistic = Callable[[Any], Any]
FEWEST_CLUSTERS = 15
MOST_UNDEFINED = 0.05
BLOCK = 1 << 21  # weights or cells drawn at a time


def bootstrap(
    statistic: Statistic, clusters: ArrayLike, replicates: int = 2000, seed: int = 0, level: float = 0.95
) -> Estimate:
    """A number of the pooled matrix with the interval that drawing whole clusters gives (Efron 1979, percentile).

    statistic: (..., K, K) cells -> (...) values, nan where undefined. clusters: (m, K, K) cells per patient.
    No interval for fewer than 15 clusters, nor where over 5 % of the replicates are undefined; the note says so.
    """
    cells = np.asarray(clusters, np.float64)
    value = float(statistic(cells.sum(0)))
    if len(cells) < FEWEST_CLUSTERS:
        return Estimate(value, note=f"no interval from {len(cells)} patients: at least {FEWEST_CLUSTERS} are needed")
    flat = cells.reshape(len(cells), -1)
    pooled = [weights @ flat for weights in _draws(len(cells), replicates, np.random.default_rng(seed))]
    return _percentile(value, statistic(np.concatenate(pooled).reshape(-1, *cells.shape[1:])), level)


def bootstrap_cells(
    statistics: Mapping[str, Statistic],
    cells: ArrayLike,
    replicates: int = 2000,
    seed: int = 0,
    level: float = 0.95,
) -> dict[str, Estimate]:
    """The same where every case stands for itself, for several numbers of the same draws.

    cells: (K, K). The set of classes stays fixed: a replicate that loses a class with cases counts as undefined.
    """
    observed = np.asarray(cells)
    total = int(observed.sum())
    values = {name: float(statistic(observed)) for name, statistic in statistics.items()}
    if total < FEWEST_CLUSTERS:
        note = f"no interval: fewer than {FEWEST_CLUSTERS} cases" if total else "there are no cases"
        return {name: Estimate(value, note=_why_undefined(value) or note) for name, value in values.items()}
    drawn: dict[str, list[Values]] = {name: [] for name in statistics}
    for block in _drawn_cells(observed, replicates, np.random.default_rng(seed)):
        lost = ((block.sum(-1) == 0) & (observed.sum(-1) > 0)).any(-1)
        for name, statistic in statistics.items():
            drawn[name].append(np.where(lost, np.nan, statistic(block)))
    return {name: _estimated(value, np.concatenate(drawn[name]), level) for name, value in values.items()}


def _drawn_cells(observed: NDArray[Any], replicates: int, generator: np.random.Generator) -> Iterator[Values]:
    """(rows, K, K) multinomial draws, only of the cells that hold cases, in blocks that fit the memory."""
    held = np.flatnonzero(observed)
    shares = observed.ravel()[held] / observed.sum()
    at_once = max(1, BLOCK // observed.size)
    for start in range(0, replicates, at_once):
        rows = min(at_once, replicates - start)
        block = np.zeros((rows, observed.size))
        block[:, held] = generator.multinomial(int(observed.sum()), shares / shares.sum(), size=rows)
        yield block.reshape(rows, *observed.shape)


def _why_undefined(value: float) -> str | None:
    return "all cases are of one class, or all were called one class" if math.isnan(value) else None


def _estimated(value: float, replicates: Values, level: float) -> Estimate:
    if math.isnan(value):
        return Estimate(value, note=_why_undefined(value))
    return _percentile(value, replicates, level)


def _draws(clusters: int, replicates: int, generator: np.random.Generator) -> Iterator[Values]:
    """How often each cluster is in each replicate: (rows, clusters) blocks of multinomial weights."""
    at_once = max(1, BLOCK // clusters)
    for start in range(0, replicates, at_once):
        rows = min(at_once, replicates - start)
        picked = generator.integers(0, clusters, (rows, clusters))
        picked += np.arange(rows)[:, None] * clusters
        yield np.bincount(picked.ravel(), minlength=rows * clusters).reshape(rows, clusters).astype(np.float64)


def _percentile(value: float, replicates: NDArray[np.float64], level: float) -> Estimate:
    defined = replicates[~np.isnan(replicates)]
    lost = 1 - len(defined) / len(replicates)
    if lost > MOST_UNDEFINED:
        return Estimate(value, note=f"no interval: undefined in {lost * 100:.0f} % of the resamples")
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(value, float(low), float(high), "bootstrap")
