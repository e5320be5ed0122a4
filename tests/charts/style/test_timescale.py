"""Ticks of a time axis: round times, few, each with another text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charts.style.timescale import time_ticks


@pytest.mark.parametrize(
    ("total", "texts"),
    [
        (8, ["0 s", "2 s", "4 s", "6 s", "8 s"]),
        (750, ["0:00", "5:00", "10:00"]),
        (8 * 3600, ["0 h", "2 h", "4 h", "6 h", "8 h"]),
        (5400, ["0:00 h", "0:15 h", "0:30 h", "0:45 h", "1:00 h", "1:15 h", "1:30 h"]),
        (0, ["0 s"]),
    ],
)
def test_ticks_are_round_times(total: float, texts: list[str]) -> None:
    assert [text.replace("\xa0", " ") for text in time_ticks(total).texts] == texts


@given(st.floats(0.001, 1e7))
def test_ticks_are_few_and_within(total: float) -> None:
    ticks = time_ticks(total)
    assert 1 < len(ticks.places) <= 21
    assert (ticks.places >= 0).all()
    assert (ticks.places <= 1 + 1e-6).all()
    assert len(set(ticks.texts)) == len(ticks.texts)
