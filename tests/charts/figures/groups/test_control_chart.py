"""The control chart: every period is drawn where it is, filled only where it is outside."""

from datetime import date

import numpy as np
import pytest

from charts.figures.groups.control_chart import ControlChart, control_chart, control_chart_alt
from charts.style.theme import PAGE, class_style
from metrics.subgroups.control_limits import control_limits

STYLE = class_style(1)
FLAGGED = [4, 3, 5, 4, 4, 3, 5, 4, 12, 13, 4, 12]


def chart(
    counted: list[int] = FLAGGED, cases: int | list[int] = 80, marker: tuple[float, str] | None = None, months: int = 1
) -> ControlChart:
    size = len(counted)
    starts = [date(2026 + (at * months) // 12, (at * months) % 12 + 1, 1) for at in range(size)]
    trials = np.full(size, cases) if isinstance(cases, int) else np.array(cases)
    found = control_limits(counted, trials, np.arange(size) < 8, np.arange(size) != 2)
    return ControlChart("VT predictions", found, [f"month {at}" for at in range(size)], starts, months, STYLE, marker)


def points(drawn: ControlChart):
    (found,) = [trace for trace in control_chart(drawn).data if trace.mode == "markers"]
    return found


def test_each_period_is_drawn_with_its_proportion() -> None:
    drawn = points(chart())
    assert drawn.x.tolist() == (np.arange(12) + 0.5).tolist()
    assert drawn.y.tolist() == (np.array(FLAGGED) / 80).tolist()
    assert list(drawn.hovertext) == [f"month {at}" for at in range(12)]


def test_outside_is_filled_inside_is_open_and_what_is_not_judged_is_grey() -> None:
    drawn = points(chart())
    fills, rims = list(drawn.marker.color), list(drawn.marker.line.color)
    assert [at for at, fill in enumerate(fills) if fill == STYLE.color] == [8, 9, 11]
    assert {fill for at, fill in enumerate(fills) if at not in (8, 9, 11)} == {PAGE}
    assert [at for at, rim in enumerate(rims) if rim != STYLE.color] == [2]


def test_limits_are_steps_of_one_period_each() -> None:
    drawn = chart(cases=[80, 80, 80, 80, 80, 80, 80, 40, 80, 80, 80, 80])
    figure = control_chart(drawn)
    steps = [trace for trace in figure.data if trace.line.dash == "2px,3px"]
    assert len(steps) == 1  # the lower limit is 0 all along
    assert steps[0].x.tolist() == np.repeat(np.arange(13.0), 2)[1:-1].tolist()
    assert steps[0].y.tolist() == np.repeat(drawn.limits.high, 2).tolist()


def test_a_month_without_cases_is_a_gap() -> None:
    drawn = chart(counted=[4, 3, 5, 4, 0, *FLAGGED[5:]], cases=[80, 80, 80, 80, 0, *[80] * 7])
    (line,) = [
        trace for trace in control_chart(drawn).data if trace.line.color == STYLE.color and trace.mode == "lines"
    ]
    assert np.isnan(line.y[4])
    assert line.connectgaps is False


@pytest.mark.parametrize(("place", "shown"), [(8.0, True), (0.0, True), (-0.5, False), (12.5, False)])
def test_the_marked_day_is_a_line_with_its_name_where_it_is_among_the_periods(place: float, shown: bool) -> None:
    figure = control_chart(chart(marker=(place, "<b>software</b>, 1 Sep")))
    assert len(figure.layout.shapes) == shown
    names = [each.text for each in figure.layout.annotations if "software" in each.text]
    assert names == (["&lt;b&gt;software&lt;/b&gt;, 1 Sep"] if shown else [])


@pytest.mark.parametrize("periods", [1, 2, 6, 7, 9, 12, 13, 40, 120])
@pytest.mark.parametrize("months", [1, 3])
def test_a_phone_has_room_for_the_ticks_of_any_number_of_periods(periods: int, months: int) -> None:
    figure = control_chart(chart([4] * periods, months=months))
    ticks = figure.layout.xaxis.ticktext
    assert 1 <= len(ticks) <= 6
    assert ticks[0].endswith("2026")
    assert figure.layout.xaxis.range == (0, periods)


def test_every_point_and_limit_is_inside_the_axis() -> None:
    for counted in (FLAGGED, [0] * 12, [80] * 12, [79, 78] * 6):
        drawn = chart(counted)
        low, high = control_chart(drawn).layout.yaxis.range
        known = np.concatenate([drawn.limits.proportions, drawn.limits.high[~np.isnan(drawn.limits.high)]])
        assert low <= known.min()
        assert known.max() <= high


def test_the_words_name_every_period_or_of_many_those_outside() -> None:
    said = control_chart_alt(chart(marker=(8.0, "software, 1 Sep")))
    assert "12 periods, 3 outside the control limits; marked: software, 1 Sep" in said
    assert "month 0; month 1" in said
    many = control_chart_alt(chart([4] * 8 + [30] + [4] * 21))
    assert "month 8" in many
    assert "month 0" not in many
