"""A figure with the lines of a saved picture keeps its own area, whether its axis finds room or has it fixed."""

import json

import numpy as np
import pytest

from charts.style.source_line import ROOM, with_source
from charts.style.theme import PAGE, figure, title

LINES = ["ROC", "<b>study$1$", "n = 50"]


@pytest.mark.parametrize("below", [8, 56])
def test_the_figure_grows_by_the_room_of_the_lines(below: int) -> None:
    found = with_source(figure([], 200, margin={"b": below}), LINES, legend=()).layout
    assert found.height == 200 + ROOM
    assert found.paper_bgcolor == PAGE
    assert found.title.automargin is (below == 8)
    assert found.margin.b == (8 if below == 8 else below + ROOM)
    assert found.title.y * found.height < ROOM


def test_user_text_is_no_markup_and_the_legend_stands_last() -> None:
    text = with_source(figure([], 200), LINES, [("#123456", "<i>A")]).layout.title.text
    assert "&lt;b&gt;study&#36;1&#36;" in text
    assert text.endswith('<span style="color:#123456">■</span> &lt;i&gt;A</span>')


def test_a_legend_of_the_figure_stays_above_the_lines() -> None:
    found = with_source(figure([], 200, showlegend=True), LINES, legend=()).layout
    assert found.legend.y == pytest.approx(ROOM / found.height)


def test_a_figure_has_nothing_that_the_page_would_draw_twice() -> None:
    line = {"type": "scatter", "x": np.array([0.1, np.nan]), "y": np.arange(2.0)}
    drawn = figure([line], 200, xaxis={"title": title("x")}, yaxis={"title": title("y", 6)})
    sent = json.loads(with_source(drawn, LINES, legend=()).to_json())
    assert sent["layout"]["template"] is None
    assert (sent["data"][0]["x"], sent["data"][0]["y"]) == ([0.1, None], [0, 1])
    assert [sent["layout"][axis]["title"]["standoff"] for axis in ("xaxis", "yaxis")] == [20, 6]
