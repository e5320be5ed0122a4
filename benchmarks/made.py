"""Made predictions for all benchmarks; NumPy alone, so that an environment of other tools can make them, too."""

from __future__ import annotations

import numpy as np

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
