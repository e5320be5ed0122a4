"""Hand–Till AUC and Brier score of weighted rows: those of repeated rows, and bootstrap intervals of the cases."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import ConfusionMatrix, Estimate, Evaluation, ResamplingUnits, ThresholdTable, hand_till, multiclass_brier
from metrics.interval_methods import STYLES, Style
from metrics.intervals.weighted_scores import weighted_brier, weighted_hand_till, weighted_units
from metrics.notes import Code
from metrics.weighted_evaluation import weighted_evaluation
from tests.support.declared import is_declared


def rows(cases: int, seed: int, size: int = 3, digits: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """(n,) true classes and (n, size) probabilities with ties."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, size, cases)
    scores = np.round(rng.dirichlet(np.ones(size), cases) + 0.5 * np.eye(size)[truth], digits) + 0.01
    return truth, scores / scores.sum(1, keepdims=True)


def both(
    truth: np.ndarray, scores: np.ndarray, weights: np.ndarray, patients: np.ndarray | None = None
) -> list[Estimate]:
    units = weighted_units(truth, scores.shape[1], weights, patients)
    return [weighted_hand_till(units, scores), weighted_brier(units, scores)]


@given(st.integers(0, 1000), st.integers(2, 9), st.integers(2, 4))
def test_whole_weights_are_repeated_rows(seed: int, cases: int, size: int) -> None:
    truth, scores = rows(cases, seed, size)
    times = np.random.default_rng(seed).integers(1, 4, cases)
    again = np.repeat(truth, times), np.repeat(scores, times, axis=0)
    areas, brier = both(truth, scores, times)
    assert areas.value == pytest.approx(hand_till(*again), nan_ok=True, abs=1e-12)
    assert brier.value == pytest.approx(multiclass_brier(*again) / (2 if size == 2 else 1), abs=1e-12)


@pytest.mark.parametrize("size", [2, 3, 7])
def test_the_replicates_are_those_of_copied_patients(size: int) -> None:
    """Each case as a patient with as many rows as it weighs: the same draws, the same bounds."""
    truth, scores = rows(60 * size, 1, size)
    times = np.random.default_rng(1).integers(1, 4, len(truth))
    copied = np.repeat(np.arange(len(truth)), times)
    twice = both(truth[copied], scores[copied], np.ones(len(copied)), copied)
    for own, other in zip(both(truth, scores, times), twice, strict=True):
        assert (own.low, own.high) == pytest.approx((other.low, other.high), abs=5e-4)  # ranges of the score differ
        assert own.low < own.value < own.high
        assert is_declared(str(own.method))
        assert str(own.method).startswith("bootstrap SE")
        assert str(other.method).startswith("patient bootstrap SE")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("each", [1, 3])
def test_of_one_score_of_two_classes_it_is_the_auc_with_its_interval(each: int, style: Style) -> None:
    rng = np.random.default_rng(0)
    truth, weights = rng.integers(0, 2, 300), rng.choice([1, 2, 3.5], 300)
    score, patients = truth + rng.normal(size=300), np.arange(300) // each
    scores = np.column_stack([-score, score])
    found = weighted_hand_till(weighted_units(truth, 2, weights, patients), scores, style=style)
    units = ResamplingUnits(truth, truth, 2, 300 // each, (-score, score), patients if each > 1 else None)
    tables = tuple(ThresholdTable.from_scores(scores[:, label], truth == label) for label in range(2))
    plain = Evaluation(ConfusionMatrix.from_codes(truth, truth, ("a", "b")), tables, units=units, intervals=style)
    area = weighted_evaluation(plain, weights).classes[1]["auc"]
    assert (found.value, found.low, found.high) == pytest.approx((area.value, area.low, area.high), abs=1e-12)
    assert found.method == area.method


def test_the_interval_is_as_wide_as_samples_spread() -> None:
    weights, values = np.random.default_rng(0).uniform(0.2, 3, 300), []
    for seed in range(200):
        truth, scores = rows(300, seed)
        lost = ((scores - np.eye(3)[truth]) ** 2).sum(axis=1)  # the Brier score of each case
        values.append((hand_till(truth, scores, weights), np.average(lost, weights=weights)))
    for own, spread in zip(both(*rows(300, 0), weights), np.std(values, axis=0), strict=True):
        assert own.high - own.low == pytest.approx(2 * 1.96 * spread, rel=0.2)


def test_too_few_cases_of_a_class_have_no_interval() -> None:
    truth, scores = rows(60, 2)
    kept = np.flatnonzero((truth != 2) | (np.cumsum(truth == 2) < 5))
    areas, brier = both(truth[kept], scores[kept], np.ones(len(kept)))
    assert areas.note is not None
    assert (areas.low, areas.note.code) == (None, Code.FEW_CASES_OF_CLASS)
    assert brier.low is not None


def test_without_a_row_both_are_undefined() -> None:
    areas, brier = both(np.zeros(0, int), np.zeros((0, 3)), np.zeros(0))
    assert not areas.is_defined
    assert not brier.is_defined
