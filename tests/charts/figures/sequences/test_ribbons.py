"""The ribbons of one recording: true to the time they cover, numbered, and with what is not recognised."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import charts
from tests.support.data.recordings import ROW, course, looks

PAIRS = st.integers(1, 60).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 3), min_size=n, max_size=n).map(np.array)] * 2)
)


def lasts(bars) -> dict[str, float]:
    """Colour -> seconds that its bars fill."""
    filled: dict[str, float] = {}
    for color, size in zip(bars.marker.color, bars.x, strict=True):
        filled[color] = filled.get(color, 0.0) + float(size)
    return filled


@pytest.mark.thorough
@given(PAIRS)
def test_each_ribbon_shows_each_phase_for_as_long_as_it_lasts(pair) -> None:
    figure, drawn = charts.ribbons(course(*pair), looks(), ())
    assert (drawn.joined, drawn.hidden) == (0, 0)
    for bars, codes in zip(figure.data[:2], pair, strict=True):
        expected = {looks().color(code): float((codes == code).sum()) * ROW for code in np.unique(codes).tolist()}
        assert lasts(bars) == pytest.approx(expected)
    assert sum(figure.data[2].x) == pytest.approx((pair[0] != pair[1]).sum() * ROW)


def test_ribbons_have_no_patterns_and_only_the_true_class_is_named() -> None:
    figure, _ = charts.ribbons(course([0] * 9 + [1] * 9, [0] * 10 + [1] * 8), looks(), ())
    assert figure.layout.yaxis.ticktext == ("Differs", "Model", "True class")
    assert [bars.marker.pattern.shape for bars in figure.data[:3]] == [None] * 3
    assert [list(bars.text) for bars in figure.data[:2]] == [["Preparation", "Clipping"], ["", ""]]
    assert not figure.layout.showlegend


def test_numbers_stand_above_phases_with_room_and_not_above_background() -> None:
    figure, _ = charts.ribbons(course([0] * 100 + [1] + [3] * 50 + [2] * 49, [0] * 200), looks({3}), ())
    assert figure.data[3].text == ("<b>1</b>", "<b>3</b>")


def test_numbers_keep_clear_of_one_another_on_a_phone() -> None:
    truth = np.repeat([0, 1, 2, 0, 1], [100, 4, 4, 4, 88])
    figure, _ = charts.ribbons(course(truth, truth), looks(), ())
    assert figure.data[3].text == ("<b>1</b>", "<b>2</b>", "<b>1</b>", "<b>2</b>")
    places = figure.data[3].x / (len(truth) * ROW)
    assert min(np.diff(places)) > 0.03


def test_of_several_that_are_not_recognised_each_has_a_cross() -> None:
    figure, _ = charts.ribbons(course([0] * 5 + [1] * 2 + [2] * 2, [0] * 9), looks(), (1, 2))
    assert sorted(figure.data[4].text) == ["2✕", "3✕"]


@pytest.mark.parametrize(
    ("truth", "place", "side"),
    [("100000000", 1.0, "middle right"), ("000010000", 9.0, "middle center"), ("000000001", 17.0, "middle left")],
)
def test_a_phase_that_is_not_recognised_is_named_where_it_happens(truth: str, place: float, side: str) -> None:
    codes = [int(letter) for letter in truth]
    figure, _ = charts.ribbons(course(codes, [0] * 9), looks(), (1,))
    said = figure.data[4]
    assert (list(said.text), list(said.x), list(said.textposition)) == (["2 not recognised"], [place], [side])


def test_the_words_say_the_course_and_how_much_differs() -> None:
    said = charts.ribbons_alt(course([0] * 25 + [1] * 25, [0] * 30 + [1] * 20), looks()).replace("\xa0", " ")
    assert said == (
        "True class and model over 1:40 min. True class: Preparation from 0:00, Clipping from 0:50. "
        "The model differs during 0:10 min (10 %)."
    )


def test_the_number_of_the_last_phase_stands_below_the_button_that_saves_the_picture() -> None:
    figure, _ = charts.ribbons(course([0] * 9 + [1] * 9, [0] * 10 + [1] * 8), looks(), ())
    height_of_button = 20
    assert figure.layout.margin.t >= height_of_button
