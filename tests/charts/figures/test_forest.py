from dataclasses import replace

import pytest

from charts.figures.forest import PITCH, ForestAxis, ForestRow, are_long, forest, forest_alt
from charts.style.theme import class_style
from metrics import wilson
from metrics.intervals.analytic import Estimate

AXIS = ForestAxis("Sensitivity for VT", 0.9, from_zero=False, with_counts=True, two_lines=False)
ROWS = [
    ForestRow("All", "40 of 50", wilson(40, 50), 0, True), ForestRow("Women", "13 of 21", wilson(13, 21), 1),
    ForestRow("Men", "27 of 29", wilson(27, 29), 1), ForestRow("Site <b>West</b>", "3 of 3", Estimate(float("nan")), 2),
]  # fmt: skip


def test_each_row_has_its_interval_and_mark_and_columns_stand_apart() -> None:
    figure = forest(ROWS, AXIS, class_style(1))
    lines, everybody, groups = figure.data
    assert lines.x[3:5] == (wilson(13, 21).low, wilson(13, 21).high)
    assert everybody.x == (0.8,)
    assert groups.x == pytest.approx((13 / 21, 27 / 29))
    places = figure.layout.yaxis.tickvals
    assert places[2] - places[1] < places[1] - places[0]


def test_a_number_that_cannot_be_assessed_has_a_dash() -> None:
    figure = forest(ROWS, AXIS, class_style(1))
    assert [each.text for each in figure.layout.annotations] == ["not assessable", "required 90\u00a0%"]
    assert figure.layout.yaxis.ticktext[3] == "<b>Site &lt;b&gt;West&lt;/b&gt;</b> \u00a03 of 3"


def test_a_row_can_have_a_brief_name_beside_it_and_the_whole_one_in_words() -> None:
    row = ForestRow("risk_group intermediate", "3 of 4", wilson(3, 4), 1, brief="risk_g… intermediate")
    assert forest([row], AXIS, class_style(1)).layout.yaxis.ticktext == ("<b>risk_g… intermediate</b> \u00a03 of 4",)
    assert "risk_group intermediate: 75" in forest_alt([row], AXIS)


def test_long_counts_stand_below_their_names_so_that_a_phone_has_room_for_the_marks() -> None:
    """At 390 px "consensus_weig… 0.75 91 of 313.5 min" left 45 px for the marks."""
    rows = [ROWS[0], ForestRow("consensus_weight 0.75", "91 of 313.5 min", wilson(91, 313), 1)]
    assert (are_long(rows), are_long(ROWS[:3])) == (True, False)
    axis = replace(AXIS, two_lines=True)
    figure, beside = (forest(rows, replace(axis, with_counts=each), class_style(1)) for each in (True, False))
    assert figure.layout.yaxis.ticktext[1].endswith("</b><br>91 of 313.5 min")
    assert figure.layout.height == beside.layout.height > forest(ROWS[:2], AXIS, class_style(1)).layout.height


def test_a_mark_without_an_interval_says_so_in_words() -> None:
    alone = ForestRow("Site West", "1 of 21", Estimate(1 / 21), 1)
    assert forest_alt([alone], AXIS).endswith("Site West: 5\u00a0% (1 of 21), no CI.")


def test_what_is_required_and_all_cases_are_lines() -> None:
    shapes = forest(ROWS, AXIS, class_style(1)).layout.shapes
    assert [shape.x0 for shape in shapes] == [0.8, 0.9]
    assert (
        len(
            forest(
                ROWS,
                ForestAxis("Sensitivity", required=None, from_zero=False, with_counts=True, two_lines=False),
                class_style(1),
            ).layout.shapes
        )
        == 1
    )


def test_twenty_groups_take_twenty_rows_more() -> None:
    many = [ROWS[0], *[ForestRow(f"Site {at}", "8 of 10", wilson(8, 10), 1) for at in range(20)]]
    few, tall = (forest(rows, AXIS, class_style(1)).layout.height for rows in (many[:11], many))
    assert tall - few == 10 * PITCH


@pytest.mark.parametrize("ends", [(0.0, 0.02), (0.4, 1.0)])
def test_ticks_lie_within_what_a_proportion_can_be(ends: tuple[float, float]) -> None:
    row = ForestRow("All", "", Estimate(ends[0] + 0.01, *ends), 0, True)
    ticks = forest(
        [row], ForestAxis("Rate", from_zero=True, required=None, with_counts=True, two_lines=False), class_style(1)
    ).layout.xaxis.tickvals
    assert 2 <= len(ticks) <= 8
    assert 0 <= min(ticks) < max(ticks) <= 1


def test_the_picture_is_told_in_words() -> None:
    said = forest_alt(ROWS, AXIS).replace("\u00a0", " ").replace("\u2060", "")
    assert "Required: 90 %." in said
    assert "Women: 62 % (13 of 21), CI 41–79." in said
    assert "Site <b>West</b>: not assessable." in said


def test_only_the_last_tick_has_the_sign_so_that_a_phone_has_room_for_all_of_them() -> None:
    texts = forest(ROWS, AXIS, class_style(1)).layout.xaxis.ticktext
    assert texts[-1].endswith("\u00a0%")
    assert all(text.isdigit() for text in texts[:-1])
