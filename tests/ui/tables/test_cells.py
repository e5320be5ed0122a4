"""A cell says value, counts and interval, in the picture and in numbers."""

import math

import numpy as np

from metrics import Estimate
from metrics.intervals.analytic import wilson
from metrics.notes import Code, Note
from tests.support.text import as_read
from ui.tables.cells import AREAS, end_of_scale, value_cell, values_cell


def test_a_proportion_has_counts_above_and_mark_and_bounds_below() -> None:
    first, second = value_cell(wilson(40, 50)).split("  \n")
    assert as_read(first) == "**80 %** (40 of 50)"
    assert " " not in first
    assert second.startswith("![CI")
    assert as_read(second).endswith(" :small[67–89]")


def test_a_number_without_counts_has_its_bounds_above_the_mark() -> None:
    first, second = value_cell(Estimate(0.956, 0.937, 0.969), AREAS).split("  \n")
    assert as_read(first) == "**0.96** (0.94–0.97)"
    assert second.startswith("![CI")
    assert second.endswith(")")


def test_below_ten_cases_there_are_counts_and_bounds_and_no_mark() -> None:
    assert as_read(value_cell(wilson(6, 7))) == "**6 of 7**  \n:small[CI 49–97 %]"
    assert as_read(value_cell(Estimate(6 / 7, successes=6, trials=7))) == "**6 of 7**"


def test_what_has_no_interval_has_no_mark_and_what_is_undefined_says_why() -> None:
    assert as_read(value_cell(Estimate(0.8, successes=40, trials=50))) == "**80 %** (40 of 50)"
    assert value_cell(Estimate(0.5)) == "**0.50**"
    undefined = value_cell(Estimate(math.nan, note=Note(Code.NO_SCORES)))
    assert undefined.startswith(":gray[not estimable]  \n:small[")


def test_of_one_recording_there_is_no_lowest_and_highest() -> None:
    value = Estimate(0.32, successes=32, trials=100)
    assert as_read(values_cell(value, np.array([32]), np.array([100]))) == "**32 %**"
    assert as_read(values_cell(value, np.array([30, 2]), np.array([50, 50]))).startswith("**32 %** (4–60)")


def test_a_range_of_recordings_has_no_decimals_as_on_cards_and_confusion_but_where_it_would_be_one_number() -> None:
    value = Estimate(0.946, successes=946, trials=1000)
    assert as_read(values_cell(value, np.array([300, 500]), np.array([500, 500]))).startswith("**94.6 %** (60–100)")
    close = values_cell(value, np.array([471, 475]), np.array([500, 500]))
    assert as_read(close).startswith("**94.6 %** (94.2–95.0)")


def test_an_area_in_a_cell_has_its_interval_in_as_many_decimals() -> None:
    assert as_read(value_cell(Estimate(0.998, 0.863, 0.9999, "DeLong"))).startswith("**0.998** (0.863–1.000)")
    assert as_read(value_cell(Estimate(0.96, 0.908, 0.982, "DeLong"))).startswith("**0.96** (0.91–0.98)")


def test_a_scale_ends_at_the_least_round_percentage_that_no_marked_interval_goes_beyond() -> None:
    assert end_of_scale([wilson(5, 50), wilson(45, 1000)]) == 0.4
    assert end_of_scale([wilson(5, 945), wilson(18, 945)]) == 0.1
    assert end_of_scale([wilson(5, 945), wilson(6, 7)]) == 0.1, "six of seven have no mark"
    assert end_of_scale([wilson(40, 50)]) == 1.0
    assert end_of_scale([]) == 1.0
