"""Marks with whiskers: what is drawn, what is not, and the same in words."""

import math

import charts
from metrics import Estimate, wilson

FOUND, FEW = wilson(40, 50), wilson(3, 7)
ALONE = Estimate(0.5, note="no interval from 12 patients: at least 15 are needed")
NONE = Estimate(math.nan, note="no case truly has it", successes=0, trials=0)


def rows() -> list[charts.Whisker]:
    named = zip(("VT", "<b>Few</b>", "Alone", "None"), (FOUND, FEW, ALONE, NONE), strict=True)
    return [
        charts.Whisker(name, style, each) for style, (name, each) in zip(charts.class_styles(4), named, strict=True)
    ]


def test_a_whisker_reaches_from_bound_to_bound_and_only_where_there_is_one() -> None:
    figure = charts.whiskers(rows(), (0.0, 1.0))
    assert [trace.x[0] for trace in figure.data] == [FOUND.value, FEW.value, 0.5]
    assert figure.data[0].x[0] + figure.data[0].error_x.array[0] == FOUND.high
    assert figure.data[2].error_x.array is None
    assert "at least 15 are needed" in figure.data[2].hovertext[0]
    assert [note.text for note in figure.layout.annotations] == ["not estimable"]


def test_few_cases_are_hollow_and_names_come_to_nothing_else() -> None:
    figure = charts.whiskers(rows(), (0.0, 1.0))
    assert figure.data[1].marker.line.color == rows()[1].style.color != figure.data[0].marker.line.color
    assert "<b>Few" not in str(figure.layout.yaxis.ticktext)


def test_all_panels_share_a_round_axis_that_holds_everything() -> None:
    low, high = charts.common_span([FOUND, FEW, ALONE, NONE])
    assert (low, high) == (0.1, 1.0)
    assert FEW.low is not None
    assert low <= FEW.low
    assert charts.common_span([wilson(999, 1000)]) == (0.9, 1.0)


def test_the_picture_in_words_says_value_counts_and_interval() -> None:
    said = charts.whiskers_alt("Sensitivity", rows(), 0.9).replace("\u00a0", " ").replace("\u2060", "")
    assert said.startswith("Sensitivity of each class with its 90 % CI. VT: 80 % · 40 of 50, CI 67–89.")
    assert said.endswith("None: not estimable, no case truly has it.")
