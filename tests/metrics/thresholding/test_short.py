"""A short threshold parts the scores as the long one does."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import ThresholdTable
from metrics.thresholding.short import short_threshold, simplest_between

finite = st.floats(-1e6, 1e6, allow_nan=False)


@given(st.lists(finite, min_size=1, max_size=20), finite | st.sampled_from([math.inf, -math.inf]), st.integers(1, 4))
def test_it_has_the_same_counts(scores: list[float], at: float, decimals: int) -> None:
    table = ThresholdTable.from_scores(scores, np.arange(len(scores)) % 2 == 0)
    assert tuple(table.at(short_threshold(table, at, decimals))) == tuple(table.at(at))


@pytest.mark.parametrize(
    ("scores", "at", "short"),
    [([0.9, 0.22211, 0.1], 0.22211, 0.222), ([0.22211, 0.22205], 0.22211, 0.2221), ([1.0, 2.0, 3.0], 3.0, 3.0)],
)
def test_it_has_three_decimals_where_they_tell_the_scores_apart(scores: list[float], at: float, short: float) -> None:
    assert short_threshold(ThresholdTable.from_scores(scores, [True] * len(scores)), at) == short


@pytest.mark.parametrize(
    ("low", "high", "simple"),
    [
        (0.2, 0.7, 0.5),
        (0.297, 0.3124, 0.3),
        (0.306, 0.3124, 0.31),
        (-0.34, -0.31, -0.31),
        (2.0, 3.0, 3.0),
        (0.1, math.nextafter(0.1, 1), math.nextafter(0.1, 1)),
    ],
)
def test_a_simple_number_replaces_all_thresholds_between_two_scores(low: float, high: float, simple: float) -> None:
    assert simplest_between(low, high) == simple


def test_scores_near_the_largest_number_there_is_stay_as_they_are() -> None:
    table = ThresholdTable.from_scores([1e306, 1.0], [True, False])
    assert short_threshold(table, 1e306) == 1e306
    assert simplest_between(1.0, 1e308) == 1e308
