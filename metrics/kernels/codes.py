"""Codes of patients and other units: whole numbers from 0 on, of which some may not occur."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Codes = NDArray[np.integer[Any]]
MOST_GAPS = 20  # codes for each row up to which counting takes less long than sorting


def distinct(codes: Codes) -> int:
    """How many codes occur."""
    return int(np.count_nonzero(np.bincount(codes))) if _are_near(codes) else len(np.unique(codes))


def unlike_others(units: Codes, values: NDArray[Any]) -> NDArray[np.bool_]:
    """(n,) rows with another value than the last row of the same unit: some where not all rows of a unit are alike."""
    last = np.zeros(int(units.max(initial=-1)) + 1, values.dtype)
    last[units] = values
    found: NDArray[np.bool_] = values != last[units]
    return found


def of_repeated(patients: ArrayLike | None) -> NDArray[np.intp] | None:
    """(n,) codes from 0 on of patients of whom one has several rows; None where each has one, or without patients."""
    codes = None if patients is None else dense(np.asarray(patients, np.intp)).astype(np.intp, copy=False)
    return None if codes is None or distinct(codes) == len(codes) else codes


def dense(codes: Codes) -> Codes:
    """The same codes without gaps."""
    if not _are_near(codes):
        return np.unique(codes, return_inverse=True)[1]
    is_seen = np.bincount(codes) > 0
    return codes if is_seen.all() else (np.cumsum(is_seen) - 1)[codes]


def _are_near(codes: Codes) -> bool:
    return len(codes) > 0 and int(codes.max()) < MOST_GAPS * len(codes)
