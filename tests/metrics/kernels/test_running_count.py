"""Counts held in bits read like the array of the counts."""

from __future__ import annotations

import numpy as np
import pytest

from metrics.kernels.running_count import RunningCount, fewest_bits

DRAW = np.random.default_rng(7)
SIZES = (0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 1000, 70_000)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("proportion", [0.0, 0.3, 1.0])
def test_counts_at_any_places_and_between_any_two_are_those_of_the_array(size: int, proportion: float) -> None:
    bits = DRAW.random(size) < proportion
    counted, plain = RunningCount.of(bits), np.concatenate([[0], bits.cumsum()])
    places = DRAW.integers(0, size + 1, 300)
    assert len(counted) == len(plain)
    assert counted[places].tolist() == plain[places].tolist()
    for first, second in zip(places[::2].tolist(), places[1::2].tolist(), strict=True):
        start, stop = min(first, second), max(first, second) + 1
        assert counted[start:stop].tolist() == plain[start:stop].tolist()
        assert counted[start:start].tolist() == []
    assert counted[0 : size + 1].dtype == counted[places].dtype == np.int64


def test_counts_take_less_than_a_fifth_of_a_byte_a_case() -> None:
    counted = RunningCount.of(DRAW.random(100_000) < 0.1)
    assert counted.words.nbytes + counted.before.nbytes < 20_000


def test_more_cases_than_32_bits_number_are_counted_in_64() -> None:
    assert (fewest_bits(2**31 - 1), fewest_bits(2**31)) == (np.int32, np.int64)
