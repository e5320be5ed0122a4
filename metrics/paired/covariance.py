"""How numbers on the same cases vary together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values
from metrics.kernels.codes import distinct

Flags = NDArray[np.bool_]


def covariance(
    parts: Values, groups: Flags, patients: NDArray[np.intp] | None = None, weights: Values | None = None
) -> NDArray[np.float64]:
    """(r, r) covariance of r numbers on the same n cases, of which each group of cases has its own part.

    parts: (r, n). groups: (g, n), g 1 or 2: a proportion rests on one group, an AUC on two. patients: (n,) codes, None
    where each case is one of its own. The parts are added up within patients before their spread is taken
    (Obuchowski 1997); with one case a patient this is DeLong's. nan where a group has fewer than two patients.
    weights: (n,) how often each case counts; None: once.
    """
    own = np.ones(parts.shape[1]) if weights is None else weights
    codes = np.arange(parts.shape[1]) if patients is None else patients
    units = [distinct(codes[group]) for group in groups]
    if min(units) < 2:
        return np.full((len(parts), len(parts)), np.nan)
    sums = [_by_patient(parts, group, codes, own) for group in groups]
    found = np.sum([_corrected(each @ each.T, count) for each, count in zip(sums, units, strict=True)], axis=0)
    if len(sums) == 2:
        together = _corrected(sums[0] @ sums[1].T, distinct(codes))
        found = found + together + together.T
    return np.asarray(found)


def _corrected(squares: Values, units: int) -> Values:
    return squares * (units / (units - 1))


def _by_patient(parts: Values, group: Flags, codes: NDArray[np.intp], weights: Values) -> Values:
    """(r, patients) how far the parts of each patient's cases of the group lie from their mean, over its size."""
    own, size, counts = parts[:, group], int(codes.max()) + 1, weights[group]
    away = (own - np.average(own, 1, counts)[:, None]) * counts
    return np.asarray(np.array([np.bincount(codes[group], each, size) for each in away]) / counts.sum())
