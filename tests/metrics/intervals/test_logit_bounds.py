"""Intervals of numbers near an end, and of few cases: within their range, around their value, or not given."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import ConfusionMatrix, Evaluation, ThresholdTable, wilson
from metrics.intervals.analytic import auc_interval
from metrics.intervals.bootstrap import from_draws
from metrics.intervals.logit_bounds import bounds_of
from metrics.notes import Code, note
from metrics.paired.paired_auc import paired_auc_of_patients

proportions, errors, units = st.floats(0.001, 0.999), st.floats(1e-4, 5), st.integers(2, 5000)


def evaluated(cells: list[list[int]]) -> Evaluation:
    return Evaluation(ConfusionMatrix(tuple("abc")[: len(cells)], np.array(cells)))


@given(proportions, errors, units)
def test_bounds_stay_within_the_ends_around_the_value_and_mirror(value: float, error: float, count: int) -> None:
    low, high = bounds_of(value, error, count)
    assert 0 <= low < value < high <= 1
    assert bounds_of(1 - value, error, count) == pytest.approx((1 - high, 1 - low), abs=1e-9)
    assert bounds_of(2 * value - 1, 2 * error, count, lowest=-1) == pytest.approx((2 * low - 1, 2 * high - 1), abs=1e-9)


def test_far_from_the_ends_they_are_the_usual_ones_and_of_a_ratio_those_of_its_logarithm() -> None:
    assert bounds_of(0.5, 0.01, 10_000) == pytest.approx((0.5 - 0.0196, 0.5 + 0.0196), abs=1e-4)
    low, high = bounds_of(8.0, 1.0, 10_000, highest=math.inf)
    assert (low, high) == pytest.approx((8 * math.exp(-1.9602 / 8), 8 * math.exp(1.9602 / 8)), rel=1e-4)


def test_few_units_make_them_wider() -> None:
    wide, narrow = bounds_of(0.8, 0.1, 5), bounds_of(0.8, 0.1, 500)
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_an_area_near_1_reaches_further_down_than_up() -> None:
    truth = np.arange(40) < 12
    found = auc_interval(ThresholdTable.from_scores(truth * 1.8 + np.random.default_rng(1).standard_normal(40), truth))
    assert found.low is not None
    assert found.high is not None
    assert found.value - found.low > 1.5 * (found.high - found.value)
    assert found.high < 1


def test_an_area_has_no_interval_from_fewer_than_ten_cases_of_a_group() -> None:
    """3 cases of each gave 0.008 to 0.9999."""
    scores = np.random.default_rng(1).standard_normal(40)
    for is_positive in (np.arange(40) < 9, np.arange(40) >= 9):
        found = auc_interval(ThresholdTable.from_scores(scores, is_positive))
        assert found.note == note(Code.FEW_CASES_OF_GROUP, cases=9, needed=10)
        assert (found.low, found.method) == (None, None)
    assert auc_interval(ThresholdTable.from_scores(scores, np.arange(40) < 10)).low is not None


def test_the_bounds_of_f1_are_those_of_jaccard_and_need_no_resamples() -> None:
    found, jaccard = evaluated([[40, 7], [3, 0]]).classes[0]["f1"], wilson(40, 50)
    assert (found.low, found.high) == pytest.approx(tuple(2 * b / (1 + b) for b in (jaccard.low, jaccard.high)))


def test_the_mean_sensitivity_has_an_interval_even_where_all_are_detected() -> None:
    """Resamples of 10 of 10 are all 10 of 10."""
    found = evaluated([[40, 5], [0, 10]])
    mean = found.overall["balanced_accuracy"]
    assert mean.low is not None
    assert mean.value - mean.low > (1 - 0.025 ** (1 / 10)) / 2
    assert found.macro["sensitivity"] == found.macro["specificity"] == mean
    few = evaluated([[40, 5], [0, 9]]).overall["balanced_accuracy"]
    assert few.note == note(Code.FEW_CASES_OF_CLASS, cases=9, needed=10)


def test_means_over_classes_need_ten_cases_of_each_and_agreement_ten_outside_the_largest_class() -> None:
    few = evaluated([[90, 5, 5], [2, 6, 1], [3, 1, 30]])
    assert few.macro["f1"].note == note(Code.FEW_CASES_OF_CLASS, cases=9, needed=10)
    assert few.overall["mcc"].low is not None
    assert evaluated([[90, 5], [2, 6]]).overall["mcc"].note == note(Code.FEW_CASES_OUTSIDE_LARGEST, cases=8, needed=10)
    assert evaluated([[90, 5], [2, 6]]).overall["kappa"].note == note(
        Code.FEW_CASES_OUTSIDE_LARGEST, cases=8, needed=10
    )
    assert evaluated([[90, 5], [2, 8]]).macro["f1"].low is not None
    assert evaluated([[90, 5], [2, 8]]).overall["kappa"].low is not None


def test_replicates_of_a_number_at_its_end_keep_their_percentiles() -> None:
    drawn = np.linspace(0, 0.4, 2001)
    assert from_draws(0.0, drawn, 50).low == pytest.approx(0.01)
    assert from_draws(0.2, drawn, 50).low > 0


def test_a_class_without_cases_counts_only_where_its_value_does() -> None:
    """Predicted four times though it never occurs: its F1 of 0 is in the mean, its sensitivity is not."""
    found = evaluated([[90, 5, 4], [2, 40, 0], [0, 0, 0]])
    assert found.macro["f1"].note == note(Code.FEW_CASES_OF_CLASS, cases=0, needed=10)
    assert found.macro["sensitivity"].low is not None


def test_two_areas_of_fewer_than_ten_cases_differ_without_an_interval() -> None:
    rng = np.random.default_rng(0)
    truth = np.arange(60) < 9
    few = paired_auc_of_patients(truth, truth + rng.standard_normal(60), truth + rng.standard_normal(60))
    assert few.difference.note == note(Code.FEW_CASES_OF_GROUP, cases=9, needed=10)
    assert math.isnan(few.p)
    assert few.first.low is None
