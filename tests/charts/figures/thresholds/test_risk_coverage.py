"""The risk-coverage curve: what is drawn is what was given."""

import math

import numpy as np

from charts.figures.thresholds.risk_coverage import CoverageLine, risk_coverage, risk_coverage_alt
from charts.style.theme import class_style

COVERAGE = np.array([0.25, 0.5, 0.75, 1.0])
MISSES = CoverageLine(
    "Miss rate for VT", COVERAGE, np.array([math.nan, 0.0, 0.1, 0.2]), ["", "b", "c", "d"], 2, class_style(1)
)
ERRORS = CoverageLine("Error rate, all classes", COVERAGE, np.array([0.01, 0.02, 0.05, 0.1]), ["1", "2", "3", "4"], 2)


def test_both_lines_are_what_was_computed_and_not_smoothed() -> None:
    lines = [trace for trace in risk_coverage([MISSES, ERRORS], 0.75).data if trace.mode == "lines"]
    for line, given in zip(lines, (MISSES, ERRORS), strict=True):
        np.testing.assert_array_equal(line.x, COVERAGE)
        np.testing.assert_array_equal(line.y, given.rate)
        assert line.line.shape is None
        assert list(line.hovertext) == given.said


def test_the_chosen_coverage_is_marked_on_both_lines() -> None:
    figure = risk_coverage([MISSES, ERRORS], 0.8)
    marks = [trace for trace in figure.data if trace.mode == "markers"]
    assert [(*mark.x, *mark.y) for mark in marks] == [(0.75, 0.1), (0.75, 0.05)]
    assert figure.layout.shapes[0].x0 == 0.8
    assert risk_coverage_alt([MISSES, ERRORS], 0.8).endswith("At 80\u00a0%: c, 3.")


def test_a_line_that_is_not_told_at_the_chosen_coverage_has_no_mark() -> None:
    nowhere = CoverageLine("a", COVERAGE, np.full(4, math.nan), [""] * 4, None)
    figure = risk_coverage([nowhere], 0.5)
    assert [trace.mode for trace in figure.data] == ["lines"]
    assert len(figure.layout.annotations) == 0
    assert risk_coverage_alt([nowhere], 0.5).endswith(": none.")


def test_names_of_lines_that_end_near_each_other_stand_above_and_below() -> None:
    near = CoverageLine("Error rate", COVERAGE, MISSES.rate - 0.01, [""] * 4, None)
    sides = [each.yanchor for each in risk_coverage([MISSES, near], 0.5).layout.annotations]
    assert sides == ["bottom", "top"]
    far = [each.yanchor for each in risk_coverage([MISSES, ERRORS], 0.5).layout.annotations]
    assert far == ["bottom", "bottom"]


def test_percents_are_few_and_reach_the_highest_point() -> None:
    for rate in (0.001, 0.02, 0.3, 1.0):
        line = CoverageLine("a", COVERAGE, COVERAGE * rate, [""] * 4, 0)
        axis = risk_coverage([line], 0.5).layout.yaxis
        assert axis.range[1] >= rate
        assert 1 < len(axis.tickvals) <= 8
