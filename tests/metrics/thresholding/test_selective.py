import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics.intervals.resampling_units import ResamplingUnits
from metrics.thresholding.selective import Selective, confidence_of, has_confidence, selective, selective_of_cells
from metrics.thresholds import ThresholdTable


def units(rows: int = 200, size: int = 3, seed: int = 0, places: int = 2, **more: object) -> ResamplingUnits:
    """Labels follow the highest score. places: decimals of the scores; few make ties."""
    generator = np.random.default_rng(seed)
    truth = generator.integers(0, size, rows)
    scores = np.round(generator.dirichlet(np.ones(size), rows) + 0.4 * np.eye(size)[truth], places)
    predicted = scores.argmax(1)
    return ResamplingUnits(truth, predicted, size, rows, tuple(scores.T), **more)  # type: ignore[arg-type]


def curve(of: ResamplingUnits, label: int = 0) -> Selective:
    return selective(of, label, confidence_of(of))


@given(st.integers(0, 99), st.integers(2, 5), st.integers(1, 4))
def test_at_full_coverage_it_is_the_accuracy_and_miss_rate_of_all_cases(seed: int, size: int, places: int) -> None:
    own = units(60, size, seed, places)
    found = curve(own)
    assert found.coverages[-1] == 1
    assert found.accuracy[-1] == pytest.approx((own.truth == own.predicted).mean())
    assert found.place(1.0) == len(found.confidence) - 1
    if (own.truth == 0).any():
        assert found.miss_rate[-1] == pytest.approx((own.predicted != 0)[own.truth == 0].mean())


@given(st.integers(0, 99), st.floats(0.01, 1))
def test_at_any_coverage_it_is_that_of_the_cases_with_at_least_that_confidence(seed: int, coverage: float) -> None:
    own = units(80, seed=seed)
    found, highest = curve(own), np.max(own.scores, axis=0)
    at = found.place(coverage)
    decided = highest >= found.confidence[at] if at >= 0 else np.zeros(80, np.bool_)
    assert decided.mean() <= coverage + 1e-9
    following = highest >= found.confidence[at + 1] if at + 1 < len(found.confidence) else np.ones(80, np.bool_)
    assert following.mean() > coverage - 1e-9 or following.all()
    if at >= 0:
        assert found.accuracy[at] == pytest.approx((own.truth == own.predicted)[decided].mean())


def test_ties_stay_together_and_the_order_of_rows_changes_nothing() -> None:
    own = units(places=1)
    found = curve(own)
    assert (np.diff(found.confidence) < 0).all()
    rows = np.random.default_rng(1).permutation(200)
    turned = ResamplingUnits(own.truth[rows], own.predicted[rows], 3, 200, tuple(each[rows] for each in own.scores))
    again = curve(turned)
    for name in ("confidence", "decided", "errors", "own", "missed"):
        assert_allclose(getattr(again, name), getattr(found, name))


def test_the_area_is_the_mean_error_rate_with_each_case_as_the_last_one_decided() -> None:
    """Without ties as in Geifman, Uziel and El-Yaniv 2019: the errors among the first i cases, over i, on the mean."""
    own = units(places=9)
    confidence = np.max(own.scores, axis=0)
    error = (own.truth != own.predicted)[np.argsort(-confidence)]
    assert curve(own).area == pytest.approx(np.mean(np.cumsum(error) / np.arange(1, 201)))


def test_a_confidence_that_tells_nothing_has_the_error_rate_as_its_area() -> None:
    own = units()
    found = selective(own, 0, np.full(200, 0.7))
    assert found.area == pytest.approx((own.truth != own.predicted).mean())
    assert found.place(0.99) == -1
    perfect = selective(own, 0, np.where(own.truth == own.predicted, 0.9, 0.1))
    assert perfect.area < found.area


@pytest.mark.parametrize("positive", [0, 1])
def test_one_score_of_two_classes_is_as_confident_as_it_is_far_from_a_half(positive: int) -> None:
    score = np.array([0.1, 0.5, 0.8, np.nan, 1.0])
    scores = (score, 0.0 - score) if positive == 0 else (0.0 - score, score)
    own = ResamplingUnits(np.zeros(5, np.int8), np.zeros(5, np.int8), 2, 5, scores)
    assert has_confidence(own)
    assert_allclose(confidence_of(own), [0.9, 0.5, 0.8, np.nan, 1.0])


def test_without_a_score_of_every_class_or_a_probability_there_is_no_confidence() -> None:
    zeros, score = np.zeros(4, np.int8), np.array([-2.0, 0.3, 1.5, 4.0])
    assert not has_confidence(ResamplingUnits(zeros, zeros, 2, 4, (0.0 - score, score)))
    assert not has_confidence(ResamplingUnits(zeros, zeros, 2, 4, (-score / 9, score / 9)))
    assert not has_confidence(ResamplingUnits(zeros, zeros, 3, 4, (score, None, None)))
    assert not has_confidence(ResamplingUnits(zeros, zeros, 2, 4))
    assert not has_confidence(ResamplingUnits(zeros[:0], zeros[:0], 2, 0, (score[:0], score[:0])))
    assert has_confidence(ResamplingUnits(zeros, zeros, 2, 4, (score, score + 1)))
    assert_allclose(confidence_of(ResamplingUnits(zeros, zeros, 2, 4, (score, score + 1))), score + 1)


def test_cases_without_a_score_are_not_decided() -> None:
    own = units(50)
    scores = [each.copy() for each in own.scores if each is not None]
    scores[0][:10] = np.nan
    partly = ResamplingUnits(own.truth, own.predicted, 3, 50, tuple(scores))
    confidence = confidence_of(partly)
    assert np.isnan(confidence).sum() == 10
    assert selective(partly, 0, confidence).decided[-1] == 40


def test_weights_are_copies() -> None:
    weight = np.random.default_rng(2).integers(0, 4, 200)
    own = units()
    weighted = curve(units(case_weights=weight))
    copies = np.repeat(np.arange(200), weight)
    repeated = ResamplingUnits(
        own.truth[copies], own.predicted[copies], 3, len(copies), tuple(each[copies] for each in own.scores)
    )
    assert weighted.area == pytest.approx(curve(repeated).area)
    assert weighted.decided[-1] == weight.sum()


def test_no_cases() -> None:
    none = ResamplingUnits(np.zeros(0, np.int8), np.zeros(0, np.int8), 2, 0, (np.zeros(0), np.zeros(0)))
    found = selective(none, 0, np.zeros(0))
    assert found.place(0.5) == -1
    assert math.isnan(found.area)


@given(st.integers(0, 50), st.integers(2, 4))
def test_cases_counted_by_cell_and_confidence_give_the_curve_of_the_single_cases(seed: int, size: int) -> None:
    of = units(60, size, seed, places=1)
    confidence = confidence_of(of)
    cell = of.truth * size + of.predicted
    cells = [ThresholdTable.from_scores(confidence[cell == at], of.truth[cell == at] == 0) for at in range(size**2)]
    for label in range(size):
        found, told = curve(of, label), selective_of_cells(cells, label)
        for name in ("confidence", "decided", "errors", "own", "missed"):
            np.testing.assert_array_equal(getattr(told, name), getattr(found, name))
