"""Sleep efficiency, REM latency and wake after sleep onset, worked out on paper."""

import math

import numpy as np
import pytest

from metrics.recordings.sleep import sleep_measures

WAKE, N2, REM, NOT_SCORED = range(4)


def night(text: str, row: float = 0.5):
    codes = ["W2R-".index(letter) for letter in text]
    return sleep_measures(codes, np.arange(len(codes) + 1) * row, WAKE, REM, {NOT_SCORED})


def test_a_night() -> None:
    found = night("WW2222RRW2W")
    assert found.efficiency == pytest.approx(7 / 11)
    assert (found.rem_latency, found.wake_after_onset) == (2.0, 1.0)


def test_what_is_not_scored_is_neither_sleep_nor_wake() -> None:
    assert night("W--2222-").efficiency == pytest.approx(4 / 5)


@pytest.mark.parametrize(("course", "efficiency"), [("WWW", 0.0), ("---", math.nan), ("", math.nan)])
def test_without_sleep_there_is_no_latency(course: str, efficiency: float) -> None:
    found = night(course)
    assert found.efficiency == pytest.approx(efficiency, nan_ok=True)
    assert math.isnan(found.rem_latency)
    assert math.isnan(found.wake_after_onset)


def test_a_night_without_rem_has_no_rem_latency() -> None:
    assert math.isnan(night("W22W").rem_latency)
    assert night("W22W").wake_after_onset == 0.5
