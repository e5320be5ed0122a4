"""Classes that are neither Normal nor a disease: as if their cases had not been there, in every disease quantity."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from metrics import (
    ConfusionMatrix,
    Estimate,
    Evaluation,
    missed_as_normal,
    missed_as_normal_by_class,
    risk_score,
    risk_scores,
)
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.notes import Code, Note
from metrics.prevalence.at_prevalence import risk_at_prevalence
from metrics.prevalence.predictive_values import risk_estimates
from metrics.thresholding.per_class_thresholds import ThresholdedMatrix
from tests.metrics.laws.strategies import Cells, matrices

LABELS = ("Normal", "Murmur", "Extra", "Artifact")
HEART = np.array([[80, 4, 2, 4], [6, 30, 2, 2], [9, 1, 10, 0], [5, 1, 0, 14]])  # rows = true class
ARTIFACT = frozenset({3})


@st.composite
def with_classes_apart(draw: st.DrawFn) -> tuple[Cells, int, frozenset[int]]:
    cells = draw(matrices(smallest=2, largest=1000))
    normal, *others = draw(st.permutations(range(len(cells))))
    return cells, normal, frozenset(draw(st.sets(st.sampled_from(others))))


def without(cells: Cells, apart: frozenset[int]) -> Cells:
    kept = np.array(cells)
    kept[list(apart)] = 0
    return kept


def test_an_artefact_counts_in_no_disease_quantity() -> None:
    """95 of 100 Normal predictions are Normal or a disease, 15 of them a disease; 60 patients have a disease."""
    assert risk_score(HEART, 0, {3}) == pytest.approx(15 / 95)
    assert risk_score(HEART, 0) == pytest.approx(20 / 100)
    assert_array_equal(risk_scores(HEART, 0, {3}), [math.nan, 6 / 95, 9 / 95, math.nan])
    assert missed_as_normal(HEART, 0, {3}) == pytest.approx(15 / 60)
    assert_array_equal(missed_as_normal_by_class(HEART, 0, {3}), [math.nan, 6 / 40, 9 / 20, math.nan])


def test_an_evaluation_counts_it_apart_too_and_keeps_its_own_metrics() -> None:
    found = Evaluation(ConfusionMatrix(LABELS, HEART), normal=0, not_diseases=ARTIFACT)
    counts = [(found.overall[key].successes, found.overall[key].trials) for key in ("risk_score", "missed_as_normal")]
    assert counts == [(15, 95), (15, 60)]
    assert (found.classes[2]["risk_score"].trials, found.classes[2]["missed_as_normal"].trials) == (95, 20)
    assert not {"risk_score", "missed_as_normal"} & set(found.classes[3])
    assert found.classes[3]["sensitivity"].value == 14 / 20
    assert found.overall["accuracy"].trials == 170


def test_no_disease_left_is_said() -> None:
    found = Evaluation(ConfusionMatrix(("Normal", "Artifact"), [[5, 5], [1, 9]]), normal=0, not_diseases=frozenset({1}))
    assert found.overall["missed_as_normal"].note == Note(Code.NO_DISEASED_CASES)
    assert found.overall["risk_score"].value == 0


@given(with_classes_apart())
def test_a_class_apart_counts_like_a_class_without_cases(given_: tuple[Cells, int, frozenset[int]]) -> None:
    cells, normal, apart = given_
    kept = without(cells, apart)
    assert_array_equal(risk_score(cells, normal, apart), risk_score(kept, normal))
    assert_array_equal(missed_as_normal(cells, normal, apart), missed_as_normal(kept, normal))
    diseases = [i for i in range(len(cells)) if i != normal and i not in apart]
    for measure in (risk_scores, missed_as_normal_by_class):
        found = measure(cells, normal, apart)
        assert_array_equal(found[diseases], measure(kept, normal)[diseases])
        assert np.isnan(np.delete(found, diseases)).all()


@given(with_classes_apart())
def test_evaluations_and_thresholds_count_what_the_functions_count(
    given_: tuple[Cells, int, frozenset[int]],
) -> None:
    cells, normal, apart = given_
    matrix = ConfusionMatrix(tuple("abcde")[: len(cells)], cells)
    overall = Evaluation(matrix, normal=normal, not_diseases=apart).overall
    thresholded = ThresholdedMatrix(matrix, np.zeros(len(cells), np.int64)).figures(normal, not_diseases=apart)
    for key, value in (("risk_score", risk_score), ("missed_as_normal", missed_as_normal)):
        expected = pytest.approx(value(cells, normal, apart), nan_ok=True)
        assert overall[key].value == expected == thresholded[key].value
        assert overall[key].trials == thresholded[key].trials


@pytest.mark.thorough
@given(with_classes_apart())
def test_at_the_prevalence_of_the_study_false_reassurance_is_the_observed_one(
    given_: tuple[Cells, int, frozenset[int]],
) -> None:
    cells, normal, apart = given_
    diseases = [i for i in range(len(cells)) if i != normal and i not in apart]
    assume(diseases and 0 < cells[diseases[0]].sum() < cells.sum())
    label = diseases[0]
    whole, own = risk_estimates(cells, normal, label, cells[label].sum() / cells.sum(), not_diseases=apart)
    assert whole.value == pytest.approx(risk_score(cells, normal, apart), nan_ok=True)
    assert own.value == pytest.approx(risk_scores(cells, normal, apart)[label], nan_ok=True)


def test_elsewhere_a_class_apart_has_no_risk_of_its_own() -> None:
    whole, own = risk_estimates(HEART, 0, 3, 0.3, not_diseases={3})
    assert whole.value == pytest.approx(15 / 95)
    assert own.note == Note(Code.NOT_A_DISEASE)
    assert all(not each.is_defined for each in risk_estimates(HEART, 0, 3, 1.0, not_diseases={3}))


def test_with_patients_the_interval_leaves_the_class_apart_out_too() -> None:
    """Patients whose rows are artefacts change the bounds by the error of 2,000 resamples, and nothing else."""
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(60) % 4, 5)
    predicted = np.where(rng.random(300) < 0.7, truth, rng.integers(0, 4, 300))
    patients = np.repeat(np.arange(60), 5)

    def evaluated(predicted: np.ndarray, apart: frozenset[int]) -> Evaluation:
        units = ResamplingUnits(truth, predicted, 4, 60, (), patients)
        matrix = ConfusionMatrix.from_codes(truth, predicted, LABELS)
        return Evaluation(matrix, units=units, normal=0, not_diseases=apart)

    found, never = evaluated(predicted, ARTIFACT), evaluated(np.where(truth == 3, 1, predicted), frozenset({3}))
    for key in ("risk_score", "missed_as_normal"):
        assert_near(found.overall[key], never.overall[key])
        assert_near(found.classes[1][key], never.classes[1][key])
    for own, other in zip(*(risk_at_prevalence(each, 0, 1, 0.1) for each in (found, never)), strict=True):
        assert_near(own, other)


def assert_near(own: Estimate, other: Estimate) -> None:
    """Equal but for the bounds, which are of other draws."""
    assert own.low is not None
    assert (own.low, own.high) == pytest.approx((other.low, other.high), abs=0.01)
    assert replace(own, low=0, high=1) == replace(other, low=0, high=1)
