"""The proportion of some cases that are errors."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from metrics.catalog import METRICS
from metrics.interval_methods import Style
from metrics.intervals.analytic import Estimate, proportion_interval
from metrics.intervals.bootstrap import Stack
from metrics.intervals.patient_bootstrap import PatientResamples
from metrics.intervals.resampling_units import ResamplingUnits, drawn_by


def error_rate(
    is_error: ArrayLike, patients: ArrayLike | None = None, level: float = 0.95, style: Style = "default"
) -> Estimate:
    """is_error: (n,) bool. patients: (n,) codes; None where cases are independent. Undefined without cases.

    >>> error_rate([True] * 9 + [False] * 5).successes
    9
    """
    error = np.asarray(is_error, np.bool_)
    given = proportion_interval(int(error.sum()), len(error), level)
    unit = drawn_by(patients, len(error))
    count = int(unit.max(initial=-1)) + 1
    if count == len(error):
        return given
    units = ResamplingUnits(np.zeros(len(error), np.int8), error.astype(np.int8), 2, count, patients=unit)
    drawn = PatientResamples.of_stack(units, Stack(units.of_cell(0, 1))).in_style(style)
    (found,) = drawn.class_metric_intervals(METRICS["sensitivity"], [given], level)
    return found
