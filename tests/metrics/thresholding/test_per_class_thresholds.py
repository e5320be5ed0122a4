"""Thresholds of several classes against a decision made case by case."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from metrics.thresholding.per_class_thresholds import ThresholdedMatrix, decide

LABELS = ("Normal", "Ectopic", "VT")
tied = st.integers(0, 4).map(lambda fourths: fourths / 4)
cases = st.integers(1, 25).flatmap(
    lambda n: st.tuples(arrays(np.intp, n, elements=st.integers(0, 2)), arrays(np.float64, (n, 3), elements=tied))
)
threshold = st.sampled_from([-np.inf, 0.0, 0.25, 0.5, 0.6, 1.0, 1.1, np.inf])


def one_by_one(row: np.ndarray, thresholds: np.ndarray) -> int:
    reached = [k for k in range(3) if row[k] >= thresholds[k]]
    return max(reached, key=lambda k: (row[k], -k)) if reached else 3


def tallied(truth: np.ndarray, predicted: list[int]) -> np.ndarray:
    cells = np.zeros((3, 4), int)
    np.add.at(cells, (truth, predicted), 1)
    return cells


@given(cases, st.tuples(threshold, threshold, threshold))
def test_every_case_gets_the_highest_score_that_reaches_its_threshold(
    given_cases: tuple[np.ndarray, np.ndarray], thresholds: tuple[float, ...]
) -> None:
    truth, scores = given_cases
    expected = [one_by_one(row, np.array(thresholds)) for row in scores]
    assert decide(scores, thresholds).tolist() == expected
    found = ThresholdedMatrix.of(truth, decide(scores, thresholds), LABELS)
    assert np.column_stack([found.matrix.cells, found.no_prediction]).tolist() == tallied(truth, expected).tolist()


def test_without_thresholds_to_reach_the_highest_score_decides() -> None:
    scores = np.random.default_rng(0).random((50, 3))
    assert decide(scores, [-np.inf] * 3).tolist() == scores.argmax(1).tolist()
    with pytest.raises(ValueError, match="one threshold per class"):
        decide(scores, [0.5, 0.5])


@given(cases, st.tuples(threshold, threshold, threshold), st.sampled_from([None, 0, 2]))
def test_shares_count_every_case_whether_it_has_a_prediction_or_not(
    given_cases: tuple[np.ndarray, np.ndarray], thresholds: tuple[float, ...], normal: int | None
) -> None:
    truth, scores = given_cases
    predicted = decide(scores, thresholds)
    proportions = ThresholdedMatrix.of(truth, predicted, LABELS).figures(normal)
    parts = {"overall_accuracy": (predicted == truth, truth >= 0), "no_prediction": (predicted == 3, truth >= 0)}
    if normal is not None:
        missed = (predicted == normal) & (truth != normal)
        parts |= {"risk_score": (missed, predicted == normal), "missed_as_normal": (missed, truth != normal)}
    assert proportions.keys() == parts.keys()
    for key, (some, every) in parts.items():
        assert (proportions[key].successes, proportions[key].trials) == (some.sum(), every.sum())
        assert proportions[key].is_defined == every.any() == (proportions[key].note is None)


def test_of_equal_scores_the_first_class_is_predicted() -> None:
    assert decide(np.full((4, 3), 0.5), [0.5] * 3).tolist() == [0] * 4
