"""The numbers of a class at a threshold, of patients whom an engine counted at it."""

from __future__ import annotations

from collections.abc import Mapping

from metrics.interval_methods import Style
from metrics.intervals.analytic import Estimate
from metrics.intervals.patient_counts import Patients
from metrics.summary.cells import rates_in_zone
from metrics.thresholds import ThresholdTable


def rates_of_patients(
    table: ThresholdTable,
    ends: tuple[float, float],
    patients: Patients,
    level: float = 0.95,
    style: Style = "default",
) -> Mapping[str, Estimate]:
    """As `Evaluation.in_zone`, with patient-level intervals. ends: the second is inf for all from a threshold on.

    patients: those with scores of the class, as of two classes: whether it is the class (1), by whether its score lies
    between the ends.
    """
    return rates_in_zone(table.inside(*ends), level, patients.of_cell(1, 1).in_style(style))
