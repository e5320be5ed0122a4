"""What an evaluation means where one class is as common as somewhere else, with intervals that respect patients."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.catalog import METRICS
from metrics.counts import Counts
from metrics.definition import Values, divided
from metrics.evaluation import Evaluation
from metrics.intervals.analytic import Estimate
from metrics.intervals.bootstrap import of_percentiles
from metrics.intervals.patient_counts import PatientCounts, Patients
from metrics.intervals.patient_products import PatientProducts
from metrics.intervals.resampling_units import FEWEST_UNITS, ResamplingUnits
from metrics.intervals.too_few import few_patients
from metrics.notes import Code, Note
from metrics.prevalence.predictive_values import predictive_estimates, predictive_values, risk_estimates


def predictive_values_at_prevalence(
    evaluation: Evaluation,
    label: int,
    prevalence: float,
    threshold: float | None = None,
    patients: Patients | None = None,
) -> tuple[Estimate, Estimate]:
    """(PPV, NPV) of one class at this prevalence: of the labels, or of score >= threshold.

    As `predictive_estimates`; where patients have several rows, the interval is a patient-level bootstrap. patients:
    those that an engine tells at the threshold, as `rates_of_patients` takes them.
    """
    evaluation = evaluation.in_population
    table = evaluation.table(label)
    counts = evaluation.counts(label) if threshold is None or table is None else table.at(threshold)
    found = predictive_estimates(counts, prevalence, evaluation.level)
    if isinstance(evaluation.patients if threshold is None else patients, PatientProducts):
        return _without_interval(*found)
    told = _per_unit(evaluation, label, threshold, patients) if evaluation.is_clustered else None
    if told is None:
        return found
    units, apart = told
    drawn = Counts(*(units.resample_sums(part) for part in apart))
    values = predictive_values(METRICS["sensitivity"](drawn), METRICS["specificity"](drawn), prevalence)
    with_it, without = apart.tp + apart.fn > 0, apart.fp + apart.tn > 0
    fewer = min(int(with_it.sum()), int(without.sum()))
    first, second = (_by_patients(given, value, fewer, evaluation) for given, value in zip(found, values, strict=True))
    return first, second


def _per_unit(
    evaluation: Evaluation, label: int, threshold: float | None, patients: Patients | None
) -> tuple[ResamplingUnits, Counts] | None:
    """Who is drawn, and the (units,) cells of a class in each; None where nobody is known."""
    if isinstance(patients, PatientCounts):
        return patients.units, patients.units.counts[:, 1]
    if threshold is None:
        units = _drawn(evaluation)
        return None if units is None else (units, units.counts[:, label])
    units = evaluation.units_of(label, np.array([threshold]))
    return None if units is None else (units, units.at(label, threshold)[:, 0])


def risk_at_prevalence(evaluation: Evaluation, normal: int, label: int, prevalence: float) -> tuple[Estimate, Estimate]:
    """(false reassurance, the part of one class in it) at this prevalence of that class.

    As `risk_estimates`; where patients have several rows, the interval is a patient-level bootstrap.
    """
    evaluation, apart = evaluation.in_population, sorted(evaluation.not_diseases)
    found = risk_estimates(evaluation.matrix.cells, normal, label, prevalence, evaluation.level, apart)
    if isinstance(evaluation.patients, PatientProducts):
        return _without_interval(*found)
    units = _drawn(evaluation)
    if units is None or not evaluation.is_clustered:
        return found
    predicted, counts = units.predicted_as(normal), units.counts
    support = counts.tp + counts.fn
    proportions = _mixed_predictions(units, predicted, support, label, prevalence, apart)
    others = np.delete(support, [label, *apart], 1).sum(1)
    patients = min(int((support[:, label] > 0).sum()), int((others > 0).sum()))
    whole = _by_patients(found[0], 1 - proportions[:, normal], patients, evaluation)
    return whole, _by_patients(found[1], proportions[:, label], patients, evaluation)


def _drawn(evaluation: Evaluation) -> ResamplingUnits | None:
    """Whose labels are drawn, where there is anything to draw."""
    return evaluation.patients.units if isinstance(evaluation.patients, PatientCounts) else evaluation.units


def _without_interval(first: Estimate, second: Estimate) -> tuple[Estimate, Estimate]:
    """Where patients cannot be drawn."""
    given = (
        each if each.low is None else Estimate(each.value, note=Note(Code.NO_INTERVAL)) for each in (first, second)
    )
    return next(given), next(given)


def _mixed_predictions(
    units: ResamplingUnits,
    predicted: NDArray[Any],
    support: NDArray[Any],
    label: int,
    prevalence: float,
    apart: list[int],
) -> Values:
    """(R, K) the proportion of the Normal predictions that each class makes up, per replicate; 0 for those `apart`."""
    drawn, cases = units.resample_sums(predicted).astype(np.float64), units.resample_sums(support).astype(np.float64)
    others = divided(1 - prevalence, cases.sum(-1) - cases[:, label])
    weights = np.repeat(others[:, None], cases.shape[1], axis=1)
    weights[:, label] = divided(prevalence, cases[:, label])
    mixed = drawn * weights
    mixed[:, apart] = 0
    return divided(mixed, mixed.sum(-1, keepdims=True))


def _by_patients(given: Estimate, drawn: Any, patients: int, evaluation: Evaluation) -> Estimate:
    if not given.is_defined or given.low is None:
        return given
    if patients < FEWEST_UNITS:
        return Estimate(given.value, note=few_patients(patients))
    replicates = np.asarray(drawn, np.float64)
    return of_percentiles(given.value, replicates, patients, evaluation.level, evaluation.intervals)
