"""Percentile bootstrap intervals for any number of the matrix, by resampling counts and never rows.

Resampling n independent cases is one multinomial draw of the cells, whatever n is. Where cases belong to
patients, whole patients are drawn: their matrices are added up with the weights of the draw.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.catalog import Values
from metrics.intervals import Estimate

__all__ = ["bootstrap", "bootstrap_cells"]

Statistic = Callable[[Any], Any]
FEWEST_CLUSTERS = 15
MOST_UNDEFINED = 0.05
BLOCK = 1 << 22  # weights drawn at a time


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
    statistic: Statistic, cells: ArrayLike, replicates: int = 2000, seed: int = 0, level: float = 0.95
) -> Estimate:
    """The same where every case stands for itself: cells (K, K), one multinomial draw per replicate."""
    observed = np.asarray(cells)
    total = int(observed.sum())
    value = float(statistic(observed))
    if math.isnan(value):
        return Estimate(value, note="undefined for these counts")
    if total < FEWEST_CLUSTERS:
        return Estimate(value, note=f"no interval from {total} cases: at least {FEWEST_CLUSTERS} are needed")
    shares = observed.ravel() / total
    drawn = np.random.default_rng(seed).multinomial(total, shares / shares.sum(), size=replicates)
    return _percentile(value, statistic(drawn.reshape(-1, *observed.shape)), level)


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
        return Estimate(value, note=f"no interval: undefined in {lost:.0%} of the resamples")
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(value, float(low), float(high), "bootstrap")
