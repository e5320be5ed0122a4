"""Weighted rows that an engine counts by score and weight: as rows that are held."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from metrics import ConfusionMatrix, Estimate, Evaluation, ThresholdTable
from metrics.calibration.calibration import calibration
from metrics.counted_weights import CountedWeightedEvaluation, WeightedScores, counted_weighted_evaluation
from metrics.weighted_evaluation import WeightedEvaluation, weighted_evaluation
from tests.metrics.test_weighted_cells import tallied
from tests.metrics.test_weighted_evaluation import plain, rows

CASES = 300


def histogram(scores: np.ndarray, is_own: np.ndarray, weights: np.ndarray) -> WeightedScores:
    kinds, place = np.unique(np.stack([scores, weights]), axis=1, return_inverse=True)
    own, others = (np.bincount(place, part, kinds.shape[1]).astype(np.int64) for part in (is_own, ~is_own))
    return WeightedScores(*kinds, own, others)


@cache
def both() -> tuple[WeightedEvaluation, CountedWeightedEvaluation]:
    """The same rows held, and counted; the first class without scores where they are counted."""
    truth, predicted, scores = rows(CASES, 5)
    scores = np.round(scores / 1.6, 2)
    weights = np.random.default_rng(5).choice([0.0, 0.5, 1.0, 3.5], CASES)
    held = plain(truth, predicted, scores)
    scored = (None, *(histogram(scores[:, at], truth == at, weights) for at in (1, 2)))
    bare = replace(held, tables=(), units=None)
    return weighted_evaluation(held, weights), counted_weighted_evaluation(
        bare, tallied(truth, predicted, weights), scored
    )


def assert_alike(told: Estimate, held: Estimate) -> None:
    assert (told.value, told.method) == (pytest.approx(held.value, rel=1e-9), held.method)
    assert held.low is not None
    assert held.high is not None
    width = held.high - held.low
    assert (told.low, told.high) == pytest.approx((held.low, held.high), abs=0.06 * width), "other rows are drawn"


@pytest.mark.parametrize("label", [1, 2])
@pytest.mark.parametrize("key", ["auc", "average_precision"])
def test_areas_have_the_intervals_of_held_rows(label: int, key: str) -> None:
    held, told = both()
    assert_alike(told.classes[label][key], held.classes[label][key])


def test_a_class_without_scores_has_no_area_and_no_cases_at_scores() -> None:
    _, told = both()
    assert "auc" not in told.classes[0]
    assert told.in_population.tables[0] is None
    assert told.in_population.scored_cases(0).table.n == 0


@pytest.mark.parametrize("label", [1, 2])
def test_calibration_is_that_of_held_rows_of_other_risks_too(label: int) -> None:
    seen: list[Evaluation] = [each.in_population for each in both()]
    for changed in (lambda scores: scores, lambda scores: 0.5 * scores + 0.1):
        held, told = (calibration(each.scored_cases(label).with_risks(changed)) for each in seen)
        assert held is not None
        assert told is not None
        for name in ("oe_ratio", "citl", "brier"):
            assert_alike(getattr(told, name), getattr(held, name))
        assert_alike(told.line[1], held.line[1])


def test_two_classes_predicted_again_by_a_threshold_are_those_of_the_single_rows() -> None:
    truth, predicted, scores = (each % 2 if each.ndim == 1 else each[:, 1] for each in rows(CASES, 7))
    weights = np.random.default_rng(7).choice([0.5, 1.0, 3.0], CASES)
    found = histogram(scores, truth == 1, weights)
    bare = Evaluation(ConfusionMatrix.from_codes(truth, predicted, ("Normal", "VT")), normal=0)
    for label, seen in ((1, found), (0, found.complement())):
        whole = counted_weighted_evaluation(bare, tallied(truth, predicted, weights, 2), (seen, seen))
        own = scores if label else -scores
        again = np.where(own >= np.median(own), label, 1 - label)
        told = whole.predicted_again(label, float(np.median(own)))
        assert (told.weighed.cells == tallied(truth, again, weights, 2).cells).all()
        assert told.effective_n == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
        assert told.matrix is whole.matrix


def test_pooled_rows_have_the_table_of_all_of_them() -> None:
    truth, _, scores = rows(CASES, 8)
    weights = np.random.default_rng(8).integers(1, 4, CASES).astype(float)
    parts = [slice(0, 100), slice(100, None)]
    pooled = WeightedScores.pooled([histogram(scores[at, 1], truth[at] == 1, weights[at]) for at in parts])
    table = pooled.table(pooled.weights.astype(np.int64))
    often = weights.astype(np.int64)
    same = ThresholdTable.from_scores(np.repeat(scores[:, 1], often), np.repeat(truth == 1, often))
    for name in ("scores", "positives", "negatives"):
        np.testing.assert_array_equal(getattr(table, name), getattr(same, name))


def test_no_mean_over_classes_has_an_interval_as_no_row_has_all_its_scores() -> None:
    found = both()[1].in_population._areas.mean("auc", 0.8, [1, 2], by_cases=False)
    assert found == Estimate(0.8)
