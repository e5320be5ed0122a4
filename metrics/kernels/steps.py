"""Into which of many ranges each of many scores falls, without searching for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CELLS, CELLS_PER_BORDER = 1 << 12, 32

Scores = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Steps:
    """Borders between ranges of a score, and how many of them each of equal cells over all scores has reached.

    borders: (g,) rising, the first at or below every score. found: per cell, -1 where a border lies in it; None where
    cells would be of no use. Bought: 7 times np.searchsorted for 128 borders, 2.5 times for 1,000; 1.8 times in all
    replicates of a million rows (benchmarks/keeps.py).
    """

    borders: Scores
    scale: float
    found: NDArray[np.intp] | None

    @classmethod
    def between(cls, borders: Scores, scores: Scores) -> Steps:
        low, high = borders[0], scores.max(initial=borders[0])
        size = max(CELLS, CELLS_PER_BORDER * len(borders))
        scale = size / (high - low) if high > low else np.inf
        if not 0 < scale < np.inf or len(scores) < size:
            return cls(borders, scale, None)
        cells = np.minimum((borders - low) * scale, size).astype(np.intp)
        found = np.searchsorted(cells, np.arange(size + 1), side="right")
        found[cells] = -1
        return cls(borders, scale, found)

    def reached(self, scores: Scores) -> NDArray[np.intp]:
        """(n,) how many of the borders each score reaches; only those that share a cell with one are searched."""
        if self.found is None:
            return np.searchsorted(self.borders, scores, side="right")
        reached: NDArray[np.intp] = self.found[((scores - self.borders[0]) * self.scale).astype(np.intp)]
        unclear = np.flatnonzero(reached < 0)
        reached[unclear] = np.searchsorted(self.borders, scores[unclear], side="right")
        return reached
