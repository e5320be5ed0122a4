"""The decision curve: what is drawn is what was given; defaults, marks and names within the picture."""

import numpy as np
import pytest

from charts.figures.decision_curve import (
    DecisionLine,
    DecisionMark,
    Default,
    Frame,
    decision_curves,
    decision_curves_alt,
)
from charts.style.theme import class_style

RISKS = np.array([0.1, 0.2, 0.3, 0.4])
VALUE = np.array([3.0, 2.0, 2.5, 1.0])
LINE = DecisionLine("Model A", class_style(1), RISKS, VALUE, VALUE - 1, VALUE + 1, ["a", "b", "c", "d"])
FRAME = Frame("Net benefit per 100 patients", (-1.2, 5.0), (0.05, 0.2), 0.5)
EVERYONE = Default("work up everyone", RISKS, np.array([1.0, -1.0, -3.0, -9.0]))


def drawn(
    *lines: DecisionLine, marks: tuple[DecisionMark, ...] = (), frame: Frame = FRAME, default: Default = EVERYONE
):
    return decision_curves(lines or (LINE,), [default], "work up nobody", frame, marks)


def test_the_line_is_what_was_computed_and_not_smoothed() -> None:
    figure = drawn()
    (line,) = [trace for trace in figure.data if trace.line.color == LINE.style.color]
    assert line.x.tolist() == RISKS.tolist()
    assert line.y.tolist() == VALUE.tolist()
    assert line.line.shape is None
    assert list(line.hovertext) == ["a", "b", "c", "d"]


def test_the_band_is_closed_and_absent_without_bounds_and_has_no_hole() -> None:
    (band,) = [trace for trace in drawn().data if trace.fill]
    assert band.x.tolist() == [*RISKS, *RISKS[::-1]]
    assert band.y.tolist() == [*(VALUE + 1), *(VALUE - 1)[::-1]]
    low, high = VALUE - 1, VALUE + 1
    low[1] = high[1] = np.nan
    (band,) = [trace for trace in drawn(DecisionLine("A", LINE.style, RISKS, VALUE, low, high)).data if trace.fill]
    assert not np.isnan(band.y).any()
    assert not [trace for trace in drawn(DecisionLine("A", LINE.style, RISKS, VALUE)).data if trace.fill]


def test_both_defaults_are_drawn_and_named_and_the_setting_is_shaded() -> None:
    figure = drawn()
    texts = {each.text: each for each in figure.layout.annotations}
    assert {"work up everyone", "work up nobody", "your setting", "Model A"} <= set(texts)
    assert texts["work up everyone"].x == 0.2  # the last point inside the picture
    shaded, zero = figure.layout.shapes
    assert (shaded.x0, shaded.x1) == (0.05, 0.2)
    assert (zero.y0, zero.y1) == (0, 0)
    assert (zero.x0, zero.x1) == figure.layout.xaxis.range, "the line of nobody ends where the curves do"
    assert figure.layout.yaxis.range == (-1.2, 5.0)


def test_the_name_of_a_default_that_crosses_the_picture_stands_below_its_line() -> None:
    high = Default("work up everyone", RISKS, np.array([4.0, 3.0, 1.9, 0.5]))
    text = next(each for each in drawn(default=high).layout.annotations if each.text == "work up everyone")
    assert (text.xanchor, text.yanchor) == ("right", "top")


def test_the_name_of_a_rising_default_stands_right_of_its_line() -> None:
    rising = Default("work up nobody", RISKS, np.array([-3.0, 0.5, 2.0, 3.0]))
    text = next(each for each in drawn(default=rising).layout.annotations if each.y == 2.0)
    assert (text.xanchor, text.yanchor) == ("left", "top")


def test_marks_stand_at_their_threshold_within_the_picture() -> None:
    marks = (
        DecisionMark(0.1, 3.0, "10 %: 3.0", marker="diamond"),
        DecisionMark(0.45, 1.0, "as delivered (0.450)", hollow=True),
        DecisionMark(0.9, 1.0, "kept (0.900)"),
    )
    figure = drawn(marks=marks)
    points = [trace for trace in figure.data if trace.mode == "markers"]
    assert [float(point.x[0]) for point in points] == [0.1, 0.45]
    texts = {each.text: each for each in figure.layout.annotations}
    assert texts["as delivered (0.450)"].xanchor == "right"
    assert "kept (0.900)" not in texts
    assert "10 %: 3.0" in decision_curves_alt([LINE], FRAME, marks[:1])
    assert ". ." not in decision_curves_alt([LINE], FRAME, ())


def test_marks_at_one_risk_have_their_names_above_each_other() -> None:
    marks = (
        DecisionMark(0.1, 3.0, "kept (0.100)"),
        DecisionMark(0.1, 3.0, "10 %: 3.0", marker="diamond"),
        DecisionMark(0.45, 1.0, "45 %: 1.0", marker="diamond"),
    )
    texts = {each.text: each.yshift for each in drawn(marks=marks).layout.annotations}
    assert texts["10 %: 3.0"] - texts["kept (0.100)"] > 13
    assert texts["45 %: 1.0"] == texts["kept (0.100)"]


def test_of_several_models_the_first_is_widest_and_none_is_named_inside() -> None:
    other = DecisionLine("Model B", class_style(2), RISKS, VALUE - 0.5)
    figure = drawn(LINE, other)
    widths = {
        trace.line.color: trace.line.width
        for trace in figure.data
        if trace.line.color in (LINE.style.color, other.style.color)
    }
    assert widths[LINE.style.color] > widths[other.style.color]
    assert "Model A" not in [each.text for each in figure.layout.annotations]


@pytest.mark.parametrize(("last", "ticks"), [(0.5, 6), (0.2, 5), (0.05, 3), (0.99, 10)])
def test_the_axis_is_in_percent_and_never_crowded(last: float, ticks: int) -> None:
    axis = drawn(frame=Frame("Net benefit", (-1.0, 5.0), (0.01, 0.05), last)).layout.xaxis
    assert len(axis.tickvals) == ticks
    assert axis.ticktext[-1].replace("\u00a0", " ").endswith(" %")


def test_names_are_text() -> None:
    line = DecisionLine("<b>x</b>", class_style(1), RISKS, VALUE)
    default = Default("all as <i>y</i>", RISKS, EVERYONE.value)
    figure = decision_curves([line], [default], "none as <i>y</i>", FRAME, marks=())
    texts = [each.text for each in figure.layout.annotations]
    assert not any("<" in text for text in texts)
    assert "&lt;b&gt;x&lt;/b&gt;" in texts
