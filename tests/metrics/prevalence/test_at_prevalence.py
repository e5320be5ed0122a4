"""Another prevalence for a whole evaluation: rows of one patient widen the interval, and never move the value."""

from dataclasses import replace

import numpy as np
import pytest

from metrics import ConfusionMatrix, Counts, Evaluation, ThresholdTable, predictive_estimates
from metrics.intervals.patient_products import PatientProducts
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.notes import Code, Note
from metrics.prevalence.at_prevalence import _mixed_predictions, predictive_values_at_prevalence, risk_at_prevalence
from metrics.prevalence.predictive_values import risk_estimates

PATIENTS, ROWS = 60, 20


def evaluation(rows_each: int = ROWS, patients: int = PATIENTS) -> Evaluation:
    """Three classes; the rows of a patient share their true class and most of their score."""
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(patients) % 3, rows_each)
    score = np.repeat(rng.normal(size=patients), rows_each) + 0.3 * rng.normal(size=truth.size) + 1.5 * (truth == 2)
    predicted = np.where(score > 1, 2, np.where(score > 0, 1, 0))
    ids = np.repeat(np.arange(patients), rows_each) if rows_each > 1 else None
    units = ResamplingUnits(truth, predicted, 3, patients, (None, None, score), ids)
    tables = (None, None, ThresholdTable.from_scores(score, truth == 2))
    return Evaluation(ConfusionMatrix.from_codes(truth, predicted, ("Normal", "A", "B")), tables, units=units)


def widths(pair: tuple) -> list[float]:
    return [each.high - each.low for each in pair]


@pytest.mark.parametrize("threshold", [None, 1.0, 1.7])
def test_rows_of_one_patient_widen_the_interval_of_ppv_and_npv_and_leave_the_value(threshold: float | None) -> None:
    whole = evaluation()
    clustered = predictive_values_at_prevalence(whole, 2, 0.05, threshold)
    apart = predictive_values_at_prevalence(whole.naive, 2, 0.05, threshold)
    assert [each.value for each in clustered] == [each.value for each in apart]
    assert all(wide > 1.5 * narrow for wide, narrow in zip(widths(clustered), widths(apart), strict=True))
    assert {each.method for each in clustered} == {"patient bootstrap, expanded percentiles, t(19)"}
    table = whole.tables[2]
    assert table is not None
    counts = whole.counts(2) if threshold is None else table.at(threshold)
    assert apart == predictive_estimates(counts, 0.05)


def test_rows_of_one_patient_widen_the_interval_of_the_risk_and_leave_the_value() -> None:
    whole = evaluation()
    clustered, apart = risk_at_prevalence(whole, 0, 2, 0.05), risk_at_prevalence(whole.naive, 0, 2, 0.05)
    assert [each.value for each in clustered] == [each.value for each in apart]
    assert all(wide > 1.5 * narrow for wide, narrow in zip(widths(clustered), widths(apart), strict=True))
    assert apart == risk_estimates(whole.matrix.cells, 0, 2, 0.05)


def test_patients_with_one_row_are_independent_cases() -> None:
    single = evaluation(rows_each=1)
    assert predictive_values_at_prevalence(single, 2, 0.05) == predictive_estimates(single.counts(2), 0.05)
    assert isinstance(single.counts(2), Counts)


def test_few_patients_give_no_interval_however_many_rows_they_have() -> None:
    few = evaluation(patients=12)
    for each in (*predictive_values_at_prevalence(few, 2, 0.05), *risk_at_prevalence(few, 0, 2, 0.05)):
        assert each.low is None
        assert each.note is not None
        assert each.note.code is Code.FEW_PATIENTS


def test_replicates_of_a_mix_lie_around_its_proportions() -> None:
    truth, predicted = np.repeat([0, 1, 2], 60), np.tile([0, 0, 1, 2], 45)
    units = ResamplingUnits(truth, predicted, 3, 180, (), np.arange(180))
    support = units.counts.tp + units.counts.fn
    proportions = _mixed_predictions(units, units.predicted_as(0), support, 1, 0.7, [])
    assert proportions.mean(0) == pytest.approx([0.15, 0.7, 0.15], abs=0.01)
    assert proportions.sum(1) == pytest.approx(np.ones(len(proportions)))


def test_patients_whose_sums_alone_are_known_have_values_without_an_interval() -> None:
    whole = evaluation()
    units = whole.units
    assert units is not None
    each = np.zeros((PATIENTS, 9), np.int64)
    np.add.at(each, (units.patients, units.truth * 3 + units.predicted), 1)
    sums = PatientProducts(3, np.arange(9), each.sum(0), each.T @ each, PATIENTS, PATIENTS)
    told = replace(whole, units=None, patients=sums)
    for found, same in (
        (predictive_values_at_prevalence(told, 2, 0.05), predictive_estimates(whole.counts(2), 0.05)),
        (risk_at_prevalence(told, 0, 2, 0.05), risk_estimates(whole.matrix.cells, 0, 2, 0.05)),
    ):
        assert [(one.value, one.low, one.note) for one in found] == [
            (one.value, None, Note(Code.NO_INTERVAL)) for one in same
        ]
