"""Scores by true class: what is drawn are the quantiles that were given."""

import numpy as np

from charts import score_ranges, score_ranges_alt
from charts.style.source_line import ROOM, with_source

ROWS = ((1, 50, (0.1, 0.5, 0.8, 0.9, 1.0)), (0, 900, (0.0, 0.0, 0.01, 0.02, 0.3)))


def test_each_class_has_its_line_bar_and_median_in_its_row() -> None:
    figure = score_ranges(["Normal", "<b>VT"], ROWS, "Column <i>p", normal=0)
    line, bar, median = figure.data[:3]
    assert (tuple(line.x), tuple(bar.x), tuple(median.x)) == ((0.1, 1.0), (0.5, 0.9), (0.8, 0.8))
    assert line.line.color != figure.data[3].line.color
    assert list(figure.layout.yaxis.ticktext) == ["&lt;b&gt;VT · 50", "Normal · 900"]
    assert figure.layout.xaxis.title.text == "Column &lt;i&gt;p"


def test_before_a_study_is_open_the_axis_keeps_its_title() -> None:
    """Two lines of a saved picture find less room than the page takes away below the axis."""
    found = with_source(
        score_ranges(["Normal", "VT"], ROWS, "Score", normal=0), ["Scores by true class", "2026"], legend=()
    ).layout
    assert found.margin.b >= ROOM + 40, "the numbers and the title of the axis stand above what the page hides"


def test_the_medians_are_said() -> None:
    assert score_ranges_alt(["Normal", "VT"], ROWS) == "Scores by true class. Median: VT 0.8, Normal 0.01."


def test_a_marker_over_powers_of_ten_has_a_logarithmic_axis_named_as_such() -> None:
    rows = [(1, 153, (6.0, 60.0, 180.0, 700.0, 3300.0)), (0, 747, (1.5, 3.0, 6.7, 12.0, 29.0))]
    figure = score_ranges(["well", "ill"], rows, "Column troponin", normal=None)
    assert figure.layout.xaxis.title.text == "Column troponin (log scale)"
    assert list(figure.layout.xaxis.ticktext) == ["10", "100", "1,000"]
    assert list(figure.data[2].x) == [np.log10(180.0)] * 2
    zero = [(1, 153, (0.0, 60.0, 180.0, 700.0, 3300.0)), rows[1]]
    assert score_ranges(["well", "ill"], zero, "Score", normal=None).layout.xaxis.title.text == "Score"
