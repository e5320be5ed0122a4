"""Differences as text: signs that are never lost, and a reason in the place of a missing interval."""

import math

import pytest

from metrics import Estimate
from metrics.notes import Code, Note
from tests.support.text import plain
from words.text.differences import (
    area_writer,
    in_brackets,
    p_said,
    points,
    points_interval,
    ratio_interval,
    signed,
    signed_area,
    small_lines,
    value_said,
)


@pytest.mark.parametrize(
    ("value", "cases", "text"),
    [
        (0.0421, 300, "+4.2 points"), (-0.0421, 300, "−4.2 points"), (0.0421, 50, "+4 points"), (0.0, 300, "0 points"),
        (0.0004, 300, "+0.04 points"), (-0.004, 50, "−0.4 points"), (math.nan, 0, "not estimable"),
    ],
)  # fmt: skip
def test_points_have_a_sign_and_never_read_as_0_where_they_are_not(value: float, cases: int, text: str) -> None:
    assert plain(points(value, cases)) == text


def test_cells_hold_the_value_with_its_counts_and_the_difference_in_brackets() -> None:
    assert [plain(value_said(*each)) for each in ((40, 50), (4, 9), (0, 0))] == [
        "**80 %** (40 of 50)",
        "**4 of 9**",
        ":gray[not estimable]",
    ]
    assert plain(in_brackets(Estimate(0.12, -0.002, 0.24), lambda value: signed(value, 50))) == "+12 (−0.2 to +24)"
    assert plain(in_brackets(Estimate(0.004, -0.013, 0.02), signed_area)) == "+0.004 (−0.01 to +0.02)"
    assert in_brackets(Estimate(0.1), signed_area) == "+0.10"
    assert in_brackets(Estimate(math.nan), signed_area) == "not estimable"


def test_an_interval_has_words_between_its_signs_and_a_missing_one_its_reason() -> None:
    assert plain(points_interval(Estimate(0.1, -0.012, 0.2), 300, 0.9)) == "90 % CI −1.2 to +20.0"
    assert points_interval(Estimate(0.1, note=Note(Code.EMPTY_GROUP)), 300) == "a group has no cases"


def test_p_is_never_0() -> None:
    texts = ["p < 0.001", "p < 0.001", "p = 0.013", "p = 1.000"]
    assert [plain(p_said(p)) for p in (0.0, 0.0004, 0.0131, 1.0)] == texts
    assert p_said(math.nan) == ""


def test_a_ratio_and_its_small_lines_stay_on_one_line_each() -> None:
    said = ratio_interval(Estimate(1.0, 0.98, 1.06))
    assert plain(said) == "CI 0.98 to 1.06"
    assert small_lines("1.00", said, "") == f"1.00  \n:small[{said}]"
    assert " " not in said
    assert plain(ratio_interval(Estimate(0.99, 0.985, 0.9968))) == "CI 0.985 to 0.997"


def test_a_difference_of_areas_and_its_bounds_have_equally_many_decimals() -> None:
    """Two would lose the sign of the value, and three in it alone are two precisions in one bracket."""
    for value, low, high, said in (
        (0.0042, -0.0125, 0.0203, "+0.004 (−0.013 to +0.020)"),
        (-0.0516, -0.0821, -0.0021, "−0.052 (−0.082 to −0.002)"),
        (0.03, 0.0, 0.06, "+0.03 (0 to +0.06)"),
    ):
        apart = Estimate(value, low, high)
        assert plain(in_brackets(apart, area_writer(apart))) == said


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-0.082, -0.021, "−0.05 (−0.08 to −0.02)"),
        (-0.0524, -0.0507, "−0.052 (−0.052 to −0.051)"),
        (-0.05162, -0.05131, "−0.0516 (−0.0516 to −0.0513)"),
        (None, None, "−0.05"),
    ],
)
def test_a_difference_of_areas_has_as_many_decimals_as_tell_its_bounds_apart(
    low: float | None, high: float | None, said: str
) -> None:
    apart = Estimate(-0.0516, low, high)
    assert in_brackets(apart, area_writer(apart)).replace("\xa0", " ") == said
