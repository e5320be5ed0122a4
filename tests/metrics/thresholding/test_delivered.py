"""The delivered operating point: the threshold is inferred where predictions follow one, and else said to be near."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from metrics import ConfusionMatrix, Evaluation, ResamplingUnits, ThresholdTable

scored = st.lists(st.tuples(st.booleans(), st.integers(-8, 8)), min_size=1, max_size=30)


def evaluated(truth: list[int], predicted: list[int], scores: list[float], with_rows: bool = True) -> Evaluation:
    codes, output, own = np.array(truth), np.array(predicted), np.array(scores, float)
    known = ~np.isnan(own)
    table = ThresholdTable.from_scores(own[known], codes[known] == 1)
    units = ResamplingUnits(codes, output, 2, len(codes), (None, own))
    matrix = ConfusionMatrix.from_codes(codes, output, ("well", "sick"))
    return Evaluation(matrix, (None, table), units=units if with_rows else None)


@given(scored, st.integers(-9, 9), st.booleans())
def test_predictions_of_a_threshold_give_back_a_threshold_with_the_same_counts(
    rows: list[tuple[bool, int]], fourths: int, with_rows: bool
) -> None:
    truth, scores = [int(has) for has, _ in rows], [score / 4 for _, score in rows]
    predicted = [int(score >= fourths / 4) for score in scores]
    point = evaluated(truth, predicted, scores, with_rows).delivered(1)
    assert point is not None
    assert point.is_rule
    table = ThresholdTable.from_scores(scores, np.array(truth) == 1)
    assert tuple(table.at(point.threshold)) == tuple(point.counts) == tuple(table.at(fourths / 4))
    if not any(predicted):
        assert point.threshold == math.inf


def test_other_predictions_are_near_a_threshold_that_detects_as_many() -> None:
    truth, scores = [1, 1, 1, 0, 0, 0], [0.9, 0.6, 0.2, 0.8, 0.4, 0.1]
    point = evaluated(truth, [1, 1, 0, 0, 1, 0], scores).delivered(1)
    assert point is not None
    assert not point.is_rule
    assert tuple(point.counts) == (2, 1, 1, 2)
    assert point.threshold == 0.5
    table = ThresholdTable.from_scores(scores, np.array(truth) == 1)
    assert table.at(point.threshold).tp == 2


@given(scored, st.randoms(use_true_random=False))
def test_the_near_threshold_detects_as_many_as_any_threshold_can(rows: list[tuple[bool, int]], draw: object) -> None:
    truth, scores = [int(has) for has, _ in rows], [score / 4 for _, score in rows]
    predicted = [draw.randrange(2) for _ in rows]  # type: ignore[attr-defined]
    point = evaluated(truth, predicted, scores).delivered(1)
    assert point is not None
    table = ThresholdTable.from_scores(scores, np.array(truth) == 1)
    missing = abs(table.at(point.threshold).tp - point.counts.tp)
    assert missing == np.abs(table.counts.tp - point.counts.tp).min()


def test_rows_without_a_score_are_not_compared() -> None:
    point = evaluated([1, 1, 0], [1, 0, 0], [0.7, math.nan, 0.2]).delivered(1)
    assert point is not None
    assert (point.is_rule, point.threshold, tuple(point.counts)) == (True, 0.5, (1, 0, 0, 1))


def test_without_scores_there_is_no_point() -> None:
    assert evaluated([1, 0], [1, 0], [0.7, 0.2]).delivered(0) is None
