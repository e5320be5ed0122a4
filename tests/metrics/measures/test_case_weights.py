"""Weights as whole numbers of the same proportions, and how much they tell."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from metrics.measures.case_weights import effective_n, whole_weights


def test_equal_weights_are_as_many_cases_and_one_heavy_one_is_hardly_more_than_one() -> None:
    assert effective_n(np.full(40, 2.5)) == pytest.approx(40)
    assert effective_n([1000.0, 1.0, 1.0]) == pytest.approx(1.004, abs=1e-3)
    assert effective_n([]) == 0


@pytest.mark.parametrize("odd", [[1.0, -0.1], [1.0, np.nan], [np.inf, 1.0]])
def test_a_weight_is_a_number_of_at_least_0(odd: list[float]) -> None:
    with pytest.raises(ValueError, match="at least 0"):
        whole_weights(odd)


def test_weights_keep_their_proportions_to_ten_digits() -> None:
    found = whole_weights(np.random.default_rng(0).exponential(1.0, 10_000))
    wanted = np.random.default_rng(0).exponential(1.0, 10_000)
    assert found.sum() < 2**53
    assert found / found.sum() == pytest.approx(wanted / wanted.sum(), rel=1e-9, abs=1e-14)
    assert whole_weights([1, 4, 2]).tolist() == [1, 4, 2]
    assert whole_weights([0, 0]).tolist() == [0, 0]
    for size in (1e-300, 1e300):
        tiny, huge = whole_weights([size, 3 * size]).tolist()
        assert huge / tiny == pytest.approx(3, rel=1e-12)


@given(st.integers(0, 10_000), st.integers(1, 40))
@example(0, 8)
def test_weights_with_how_often_they_occur_are_those_of_the_rows_to_the_last_digit(seed: int, kinds: int) -> None:
    rng = np.random.default_rng(seed)
    weights, rows = rng.choice([1 / 3, 0.1, 7.7, 1e-9], kinds) * rng.integers(1, 4, kinds), rng.integers(1, 50, kinds)
    every = rng.permutation(np.repeat(weights, rows))
    assert effective_n(weights, rows) == effective_n(every)
    whole = dict(zip(every.tolist(), whole_weights(every).tolist(), strict=True))
    assert whole_weights(weights, rows).tolist() == [whole[each] for each in weights.tolist()]


def test_a_weight_of_very_many_rows_is_added_up_without_rounding() -> None:
    assert effective_n([0.1], [3 * 10**12 + 1]) == pytest.approx(3 * 10**12 + 1, rel=1e-15)
    assert whole_weights([1.0, 2.0], [10**12, 1]).tolist() == [1, 2]
    assert whole_weights([0.1, 0.2], [10**12, 1]) @ np.array([10**12, 1]) < 2**53
