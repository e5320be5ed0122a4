"""Times as they are written: clocks, durations, parts of them, and how late something is."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.text import plain
from words.text.times import (
    adding_up,
    clock,
    duration,
    late,
    length,
    part_of_duration,
    signed_duration,
    span,
    without_unit,
)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 s"),
        (0.04, "0.04 s"),
        (0.4, "0.4 s"),
        (9.96, "10 s"),
        (38, "38 s"),
        (90, "90 s"),
        (119.6, "2 min"),
        (130, "2 min 10 s"),
        (3599.6, "1 h"),
        (7 * 3600 + 12 * 60 + 20, "7 h 12 min"),
    ],
)
def test_a_length_is_said_in_the_unit_that_fits(seconds: float, said: str) -> None:
    assert plain(length(seconds)) == said


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "0:00"), (59.6, "1:00"), (210, "3:30"), (3599.7, "1:00:00"), (9045, "2:30:45")]
)
def test_a_time_is_said_as_a_clock(seconds: float, said: str) -> None:
    assert clock(seconds) == said


def test_times_of_a_long_recording_all_have_hours_and_fine_ones_a_tenth() -> None:
    assert plain(span(210, 700, 1000)) == "3:30–11:40"
    assert plain(span(210, 700, 3600)) == "0:03:30–0:11:40"
    assert clock(59.96, fine=True) == "1:00.0"
    assert clock(3.25, fine=True) == "0:03.2"


@pytest.mark.parametrize(
    ("part", "total", "row", "said"),
    [
        (69, 723, 1, "1:09 of 12:03 min"),
        (170, 4323, 1, "0:02:50 of 1:12:03 h"),
        (12.5, 60, 0.04, "0:12.5 of 1:00.0 min"),
        (4200, 7800, 30, "70 of 130 min"),
        (90, 540, 30, "1.5 of 9 min"),
        (630, 3600, 30, "10.5 of 60 min"),
        (0, 3599.7, 1, "0:00:00 of 1:00:00 h"),
        (0, 3599.97, 0.04, "0:00:00.0 of 1:00:00.0 h"),
    ],
)
def test_a_part_and_its_whole_have_one_unit(part: float, total: float, row: float, said: str) -> None:
    assert plain(part_of_duration(part, total, row)) == said
    assert said.endswith(f" of {plain(duration(total, row))}")


def test_a_difference_has_the_unit_and_the_decimals_of_what_it_is_between() -> None:
    said = [plain(signed_duration(each, 30)) for each in (1380, -4200, 30, -570, 2, 0)]
    assert said == ["+23 min", "−70 min", "+0.5 min", "−9.5 min", "0 min", "0 min"]
    assert [plain(signed_duration(each, 1)) for each in (-3, 0.2, 3725)] == ["−0:03 min", "0:00 min", "+1:02:05 h"]


def test_late_and_early_and_on_time() -> None:
    assert [plain(late(each)) for each in (38, -130, 0, 0.3, -0.3)] == [
        "38 s late",
        "2 min 10 s early",
        "on time",
        "0.3 s late",
        "0.3 s early",
    ]


def units_shown(said: str) -> Fraction:
    """A time as it is read: "1:02:05", "0:12.5" in seconds, "10.5" in minutes."""
    total = Fraction(0)
    for part in said.replace(",", "").split(":"):
        total = total * 60 + Fraction(part)
    return total


@given(
    st.lists(st.integers(0, 20_000), min_size=1, max_size=5),
    st.sampled_from([1.0, 0.04, 1 / 30, 0.5, 2.5, 10.0, 20.0, 30.0, 45.0, 60.0]),
)
def test_shown_parts_add_up_to_the_shown_sum(rows: list[int], row: float) -> None:
    seconds = [each * row for each in rows]
    shown = [units_shown(without_unit(each, row)) for each in adding_up(seconds, row)]
    assert sum(shown) == units_shown(without_unit(sum(seconds), row))
    unit = {True: Fraction(1, 10), False: Fraction(1)}[row < 1 or row >= 30]
    exact = [each / 60 if row >= 30 else each for each in seconds]
    assert all(abs(float(one) - other) <= float(unit) + 1e-6 for one, other in zip(shown, exact, strict=True))
