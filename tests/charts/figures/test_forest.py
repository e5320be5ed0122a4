"""The picture of differences: a mark per row, everything inside, and filled only where the interval leaves out 0."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import charts
from metrics import Estimate
from tests.support.hostile import HTML

share = st.floats(-1, 1)


def row(value: float, low: float | None = None, high: float | None = None, name: str = "VT") -> charts.ForestRow:
    clear = low is not None and high is not None and (low > 0 or high < 0)
    return charts.ForestRow(name, Estimate(value, low, high), 300, clear, "300 patients")


@given(st.lists(st.tuples(share, share, share).map(sorted), min_size=1, max_size=40))
def test_every_row_has_a_mark_inside_the_picture_and_0_stands_in_its_middle(given_: list[list[float]]) -> None:
    figure = charts.forest([row(value, low, high) for low, value, high in given_], "B", "A")
    left, right = figure.layout.xaxis.range
    assert left == -right
    assert len(figure.data) == len(given_) == len(figure.layout.yaxis.ticktext)
    for (low, value, high), drawn in zip(given_, figure.data, strict=True):
        assert drawn.x[0] == value
        assert left <= low <= high <= right
        assert drawn.error_x.array[0] == pytest.approx(high - value)
        assert drawn.error_x.arrayminus[0] == pytest.approx(value - low)
    assert 3 <= len(figure.layout.xaxis.tickvals) <= 7
    assert 0 in figure.layout.xaxis.tickvals


def test_a_mark_is_filled_only_where_the_interval_leaves_out_0() -> None:
    figure = charts.forest([row(0.1, 0.02, 0.2), row(0.1, -0.02, 0.2), row(0.1)], "B", "A")
    page = charts.forest([row(0.1)], "B", "A").data[0].marker.color
    assert [each.marker.color == page for each in figure.data] == [False, True, True]
    assert figure.data[2].error_x.array is None


def test_a_difference_without_a_value_says_so_and_the_sides_say_for_whom() -> None:
    figure = charts.forest([row(math.nan), row(-0.2, -0.3, -0.1)], "Model B", "Model A")
    texts = [each.text for each in figure.layout.annotations]
    assert texts == ["← Model A better", "Model B better →", "not estimable"]
    assert len(figure.data) == 1


def test_few_rows_have_two_lines_and_many_stay_low() -> None:
    few, many = (charts.forest([row(0.1, 0, 0.2)] * number, "B", "A") for number in (2, 40))
    assert few.layout.yaxis.ticktext[0] == "<b>VT</b><br>300 patients"
    assert many.layout.yaxis.ticktext[0] == "<b>VT</b> · 300 patients"
    assert many.layout.height < 1200


@pytest.mark.parametrize("name", HTML)
def test_names_stay_text(name: str) -> None:
    figure = charts.forest([row(0.1, 0, 0.2, name)], name, name)
    for text in (*figure.layout.yaxis.ticktext, figure.data[0].hovertext[0], figure.layout.annotations[0].text):
        assert "<img" not in text
        assert "<script" not in text


def test_the_picture_in_words() -> None:
    said = charts.forest_alt("Sensitivity", [row(0.1, 0.02, 0.2), row(math.nan)], "B", "A").replace("\u00a0", " ")
    assert said.startswith("Sensitivity, B minus A, in points. VT, 300 patients: +10.0 points, CI +2.0 to +20.0.")
    assert "not estimable" in said
