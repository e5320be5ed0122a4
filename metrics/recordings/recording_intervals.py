"""Intervals of numbers over many recordings: the recording is resampled, or the patient with all of theirs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.catalog import METRICS
from metrics.counts import Counts
from metrics.definition import divided
from metrics.interval_methods import PATIENT_BOOTSTRAP, Style
from metrics.intervals.analytic import Estimate
from metrics.intervals.bootstrap import from_draws
from metrics.intervals.resampling_units import FEWEST_UNITS, drawn_sums
from metrics.intervals.too_few import few_patients
from metrics.notes import Code, Note


def mean_of_recordings(
    values: ArrayLike, patients: ArrayLike | None = None, level: float = 0.95, style: Style = "default"
) -> Estimate:
    """The mean of (n,) numbers from 0 to 1, one of each recording, over the recordings where it is defined.

    patients: (n,) codes from 0 on where some have several recordings, else None. Undefined where it is for every
    recording; no interval below 15 recordings, or patients, with a number.
    """
    found = np.asarray(values, np.float64)
    has_value = ~np.isnan(found)
    if not has_value.any():
        return Estimate(math.nan, note=Note(Code.NO_SEGMENT))
    parts = _per_patient(np.column_stack([np.where(has_value, found, 0.0), has_value]), patients)
    top, bottom = drawn_sums(parts).T
    return _estimate(float(found[has_value].mean()), divided(top, bottom), parts[:, 1], level, style)


def pooled_segmental_f1(
    counts: Counts, patients: ArrayLike | None = None, level: float = 0.95, style: Style = "default"
) -> Estimate:
    """F1 of the segments of all recordings together. counts: (n,) detected, spurious and missed ones of each.

    Undefined where no recording has a segment; patients and no interval: as in `mean_of_recordings`.
    """
    parts = _per_patient(np.column_stack([np.asarray(part) for part in counts]), patients)
    f1 = METRICS["f1"]
    value = float(f1(Counts(*parts.sum(0))))
    if math.isnan(value):
        return Estimate(value, note=Note(Code.NO_SEGMENT))
    return _estimate(value, f1(Counts(*drawn_sums(parts).T)), parts.sum(1), level, style)


def _per_patient(parts: NDArray[Any], patients: ArrayLike | None) -> NDArray[Any]:
    """(patients, c) sums of what each recording adds, (n, c)."""
    if patients is None:
        return parts
    codes = np.asarray(patients).astype(np.intp)
    return np.column_stack([np.bincount(codes, column) for column in parts.T])


def _estimate(value: float, drawn: NDArray[Any], adds: NDArray[Any], level: float, style: Style) -> Estimate:
    """adds: (patients,) what each adds to the number; those that add nothing tell nothing about it."""
    telling = int(np.count_nonzero(adds))
    if telling < FEWEST_UNITS:
        return Estimate(value, note=few_patients(telling))
    return from_draws(value, drawn, telling, level, method=PATIENT_BOOTSTRAP, style=style)
