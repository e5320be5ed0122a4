"""Thresholds of several classes against a decision made case by case."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from metrics.thresholding.per_class_thresholds import Sweep, ThresholdedMatrix, decide

LABELS = ("Normal", "Ectopic", "VT")
tied = st.integers(0, 4).map(lambda fourths: fourths / 4)
cases = st.integers(1, 25).flatmap(
    lambda n: st.tuples(arrays(np.intp, n, elements=st.integers(0, 2)), arrays(np.float64, (n, 3), elements=tied))
)
lines = st.sampled_from([-np.inf, 0.0, 0.25, 0.5, 0.6, 1.0, 1.1, np.inf])


def one_by_one(row: np.ndarray, thresholds: np.ndarray) -> int:
    reached = [k for k in range(3) if row[k] >= thresholds[k]]
    return max(reached, key=lambda k: (row[k], -k)) if reached else 3


def tallied(truth: np.ndarray, called: list[int]) -> np.ndarray:
    cells = np.zeros((3, 4), int)
    np.add.at(cells, (truth, called), 1)
    return cells


@given(cases, st.tuples(lines, lines, lines), st.integers(0, 2))
def test_every_case_gets_the_highest_score_that_reaches_its_threshold(
    given_cases: tuple[np.ndarray, np.ndarray], thresholds: tuple[float, ...], moving: int
) -> None:
    truth, scores = given_cases
    expected = [one_by_one(row, np.array(thresholds)) for row in scores]
    assert decide(scores, thresholds).tolist() == expected
    found = Sweep.among(truth, scores, moving, LABELS, thresholds).at(thresholds[moving])
    assert np.column_stack([found.matrix.cells, found.no_call]).tolist() == tallied(truth, expected).tolist()
    assert found.no_call_rate == pytest.approx(expected.count(3) / len(expected))


@given(cases, lines, st.integers(0, 2))
def test_the_safety_rule_asks_the_all_clear_first_and_then_the_likeliest_disease(
    given_cases: tuple[np.ndarray, np.ndarray], threshold: float, normal: int
) -> None:
    truth, scores = given_cases
    others = [k for k in range(3) if k != normal]
    expected = [normal if row[normal] >= threshold else max(others, key=lambda k: (row[k], -k)) for row in scores]
    found = Sweep.first(truth, scores, normal, LABELS).at(threshold)
    assert found.matrix.cells.tolist() == tallied(truth, expected)[:, :3].tolist()
    assert not found.no_call.any()


def test_without_thresholds_to_reach_the_highest_score_decides() -> None:
    scores = np.random.default_rng(0).random((50, 3))
    assert decide(scores, [-np.inf] * 3).tolist() == scores.argmax(1).tolist()
    with pytest.raises(ValueError, match="one threshold per class"):
        decide(scores, [0.5, 0.5])


def test_a_sweep_answers_without_going_through_the_cases_again() -> None:
    rng = np.random.default_rng(1)
    truth, scores = rng.integers(0, 3, 200_000), rng.random((200_000, 3))
    sweep = Sweep.first(truth, scores, 0, LABELS)
    for threshold in (0.1, 0.5, 0.9):
        assert sweep.at(threshold).matrix.called[0] == (scores[:, 0] >= threshold).sum()


@given(cases, st.tuples(lines, lines, lines), st.sampled_from([None, 0, 2]))
def test_shares_count_every_case_whether_it_was_called_or_not(
    given_cases: tuple[np.ndarray, np.ndarray], thresholds: tuple[float, ...], normal: int | None
) -> None:
    truth, scores = given_cases
    called = decide(scores, thresholds)
    shares = ThresholdedMatrix.of(truth, called, LABELS).figures(normal)
    parts = {"overall_accuracy": (called == truth, truth >= 0), "no_call": (called == 3, truth >= 0)}
    if normal is not None:
        missed = (called == normal) & (truth != normal)
        parts |= {"risk_score": (missed, called == normal), "missed_as_normal": (missed, truth != normal)}
    assert shares.keys() == parts.keys()
    for key, (some, every) in parts.items():
        assert (shares[key].successes, shares[key].trials) == (some.sum(), every.sum())
        assert shares[key].is_defined == every.any() == (shares[key].note is None)


@pytest.mark.parametrize(("moving", "expected"), [(0, 0), (1, 0), (2, 0)])
def test_of_equal_scores_the_first_class_is_called_whichever_threshold_moves(moving: int, expected: int) -> None:
    scores = np.full((4, 3), 0.5)
    assert decide(scores, [0.5] * 3).tolist() == [expected] * 4
    found = Sweep.among([0, 1, 2, 2], scores, moving, LABELS, [0.5] * 3).at(0.5)
    assert found.matrix.called.tolist() == [4, 0, 0]


def test_a_moving_threshold_takes_a_tie_from_a_later_class_only() -> None:
    scores = np.array([[0.1, 0.7, 0.7], [0.7, 0.7, 0.1]])
    found = Sweep.among([1, 1], scores, 1, LABELS, [0.0, 0.9, 0.0])
    assert found.at(0.7).matrix.cells[1].tolist() == [1, 1, 0]
    assert found.at(0.8).matrix.cells[1].tolist() == [1, 0, 1]
