"""One number over several folds, and over all of them pooled: the two that are read side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.definition import Values
from metrics.folds.fold_summary import FoldSummary, fold_summary
from metrics.folds.slices import MetricChoice
from metrics.kernels.cached import cached_property
from metrics.kernels.given import floats

FEWEST_FOR_QUARTILES = 5
ROUNDING = 1e-9  # equal values may differ by so much after a division


@dataclass(frozen=True, eq=False)
class Spread:
    """A reading of F folds of one model.

    folds: F names. sizes: (F,) cases. values: (F,), nan where undefined. pooled: the reading of all folds as one.
    classes_used: (F,) over how many of `classes` an average runs, None where it is no average; pooled_classes: the
    same for all folds as one.
    """

    reading: MetricChoice
    folds: tuple[str, ...]
    sizes: NDArray[np.int64]
    values: Values
    pooled: float
    classes: int
    classes_used: NDArray[np.int64] | None = None
    pooled_classes: int | None = None

    @cached_property
    def summary(self) -> FoldSummary:
        """Mean, sample standard deviation and approximate interval of the mean."""
        return fold_summary(self.values)

    @property
    def lowest(self) -> float:
        """The smallest value that the number can have."""
        return -1.0 if self.reading.key in ("mcc", "kappa") else 0.0

    def by_fold(self) -> dict[str, float]:
        """Name of the fold -> value."""
        return dict(zip(self.folds, self.values.tolist(), strict=True))


def outlying(values: ArrayLike) -> NDArray[np.intp]:
    """Positions of values more than 1.5 interquartile ranges outside the quartiles (Tukey 1977).

    values: (F,). Undefined values (nan) count for nothing; none is found below five defined ones.
    """
    given = floats("values", values)
    if np.count_nonzero(~np.isnan(given)) < FEWEST_FOR_QUARTILES:
        return np.empty(0, np.intp)
    low, high = np.nanquantile(given, [0.25, 0.75])
    reach = 1.5 * (high - low) + ROUNDING
    return np.flatnonzero((given < low - reach) | (given > high + reach))
