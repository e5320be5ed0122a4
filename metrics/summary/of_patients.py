"""The numbers of a class at a threshold, of patients whom an engine counted at it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from metrics.counts import Counts
from metrics.interval_methods import Style
from metrics.intervals.analytic import Estimate
from metrics.intervals.patient_counts import Patients
from metrics.summary.classes import rates
from metrics.thresholds import ThresholdTable


def rates_of_patients(
    table: ThresholdTable, threshold: float, patients: Patients, level: float = 0.95, style: Style = "default"
) -> Mapping[str, Estimate]:
    """Every metric of the catalog at `score >= threshold`, as `Evaluation.at`, with patient-level intervals.

    patients: those with scores of the class, as of two classes: whether it is the class (1), by whether score >=
    threshold.
    """
    counts = Counts(*np.array([*table.at(threshold)], np.int64)[:, None])
    return rates(counts, level, patients.of_cell(1, 1).in_style(style))[0]
