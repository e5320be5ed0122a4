"""What stands apart in a row of folds, by Tukey's rule."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import MetricChoice, Spread, outlying

numbers = st.lists(st.floats(0, 1) | st.just(np.nan), max_size=30)


@pytest.mark.parametrize(
    ("values", "far"),
    [
        ([0.80, 0.81, 0.79, 0.80, 0.45], [4]),
        ([0.80, 0.81, 0.79, 0.45], []),  # below five folds no quartile means anything
        ([0.80, np.nan, 0.81, 0.79, 0.45], []),
        ([0.45, np.nan, 0.80, 0.81, 0.79, 0.80], [0]),
        ([0.45, None, 0.80, 0.81, 0.79, 0.80], [0]),
        ([0.1, 0.3, 0.5, 0.7, 0.9], []),
        ([1 / 3, 1 - 2 / 3, 1 / 3, 1 / 3, 1 / 3], []),  # equal but for rounding
    ],
)
def test_values_beyond_the_whiskers_stand_apart(values: list[float], far: list[int]) -> None:
    assert outlying(values).tolist() == far


@given(numbers, st.randoms())
def test_the_same_values_stand_apart_in_any_order(values: list[float], random: np.random.Generator) -> None:
    shuffled = values.copy()
    random.shuffle(shuffled)
    assert sorted(values[i] for i in outlying(values)) == sorted(shuffled[i] for i in outlying(shuffled))


@given(numbers)
def test_at_most_half_of_the_values_stand_apart_and_no_undefined_one(values: list[float]) -> None:
    found = outlying(values)
    assert 2 * len(found) <= np.count_nonzero(~np.isnan(values))
    assert not np.isnan(np.array(values)[found]).any()


def test_a_spread_knows_its_summary_its_folds_and_its_least_value() -> None:
    spread = Spread(MetricChoice("mcc"), ("a", "b", "c"), np.array([5, 5, 5]), np.array([0.7, np.nan, 0.9]), 0.75, 2)
    assert (spread.summary.mean, spread.summary.used, spread.summary.total) == (pytest.approx(0.8), 2, 3)
    assert (spread.by_fold()["c"], spread.lowest) == (0.9, -1)
