import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import ThresholdTable, auc, average_precision, hand_till
from metrics.ranking import hand_till_of_tables

Rows = list[tuple[int, list[float]]]
score = st.integers(0, 8).map(lambda i: i / 8) | st.floats(-5, 5)


@st.composite
def rows(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Codes of up to four classes, of which some do not occur, and a score for each."""
    size = draw(st.integers(2, 4))
    one = st.tuples(st.integers(0, size - 1), st.lists(score, min_size=size, max_size=size))
    given_: Rows = draw(st.lists(one, max_size=25))
    return np.array([truth for truth, _ in given_], int), np.array([s for _, s in given_], float).reshape(-1, size)


def slow(truth: np.ndarray, scores: np.ndarray) -> float:
    """One-vs-one, every pair of their cases."""
    areas = [
        np.mean([(p > q) + (p == q) / 2 for p in scores[truth == i, i] for q in scores[truth == j, i]])
        for i in set(truth)
        for j in set(truth) - {i}
    ]
    return float(np.mean(areas)) if areas else math.nan


@given(rows())
def test_it_is_the_mean_one_vs_one_over_classes_that_occur(given_: tuple[np.ndarray, np.ndarray]) -> None:
    assert hand_till(*given_) == pytest.approx(slow(*given_), abs=1e-12, nan_ok=True)


@given(rows())
def test_the_scores_of_each_class_in_the_rows_of_each_class_tell_it(given_: tuple[np.ndarray, np.ndarray]) -> None:
    """To the last digit, whoever counted them."""
    truth, scores = given_
    by_class = [
        [
            ThresholdTable.from_scores(column[truth == each], truth[truth == each] == own)
            for each in range(len(scores.T))
        ]
        for own, column in enumerate(scores.T)
    ]
    assert repr(hand_till_of_tables(by_class)) == repr(hand_till(truth, scores))


@given(rows(), st.data())
def test_classes_and_cases_in_another_order_and_scores_on_another_scale_change_nothing(
    given_: tuple[np.ndarray, np.ndarray], data: st.DataObject
) -> None:
    truth, scores = given_
    expected = hand_till(truth, scores)
    names = np.array(data.draw(st.permutations(range(scores.shape[1]))))
    cases = np.array(data.draw(st.permutations(range(len(truth)))), int)
    assert hand_till(np.argsort(names)[truth][cases], scores[:, names][cases] * 4) == pytest.approx(
        expected, abs=1e-12, nan_ok=True
    )


def test_more_cases_of_one_class_change_nothing() -> None:
    """Prevalence does not matter: the average of the one-vs-rest areas would change."""
    generator = np.random.default_rng(5)
    truth = np.repeat([0, 1, 2], 20)
    scores = generator.random((60, 3)) + 0.3 * np.eye(3)[truth]
    rare = np.concatenate([np.arange(60), np.tile(np.arange(20), 9)])
    assert hand_till(truth[rare], scores[rare]) == pytest.approx(hand_till(truth, scores), abs=1e-12)


def test_two_classes_with_complementary_scores_have_the_usual_area() -> None:
    scores = np.random.default_rng(0).random(50)
    truth = (scores + np.random.default_rng(1).random(50) > 1).astype(int)
    usual = auc(ThresholdTable.from_scores(scores, truth == 1))
    assert hand_till(truth, np.column_stack([1 - scores, scores])) == pytest.approx(usual, abs=1e-12)


def test_perfect_reversed_and_constant_scores() -> None:
    truth = [0, 1, 2, 0, 1, 2]
    assert hand_till(truth, np.eye(3)[truth]) == 1
    assert hand_till(truth, -np.eye(3)[truth]) == 0
    assert hand_till(truth, np.zeros((6, 3))) == 0.5


def test_fewer_than_two_classes_with_cases_are_undefined() -> None:
    assert math.isnan(hand_till([1, 1], [[0.1, 0.9, 0], [0.2, 0.8, 0]]))
    assert math.isnan(hand_till([], np.empty((0, 3))))


@pytest.mark.parametrize(
    ("truth", "scores", "reason"),
    [
        ([0, 3], [[0.1, 0.9], [0.5, 0.5]], "between 0 and 1"),
        ([0, -1], [[0.1, 0.9], [0.5, 0.5]], "between 0 and 1"),
        ([0.5, 1], [[0.1, 0.9], [0.5, 0.5]], "whole numbers"),
        ([0, 1], [[0.1, math.nan], [0.5, 0.5]], "finite"),
        ([0, 1], [0.1, 0.9], "one column per class"),
        ([0, 1, 1], [[0.1, 0.9], [0.5, 0.5]], "one row per case"),
    ],
)
def test_what_does_not_fit_is_refused(truth: list[int], scores: list[list[float]], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        hand_till(truth, scores)


@pytest.mark.parametrize("many", [10**6, 2**29, 3 * 10**9, 10**15])
def test_areas_of_huge_counts_do_not_overflow(many: int) -> None:
    """Twice the pairs of 12e9 cases exceed 64 bits."""
    table = ThresholdTable([3.0, 2.0, 1.0], [many, many, 0], [0, many, many])
    assert auc(table) == pytest.approx(7 / 8, rel=1e-12)
    assert average_precision(table) == pytest.approx(1 / 2 + 2 / 3 / 2, rel=1e-12)
