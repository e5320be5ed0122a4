"""Errors in time: every part as wide as it lasts, on one scale, with its words."""

import re

from charts.html import markup
from charts.html.time_parts import MISSED_PARTS, TimeRow, TimeScale, time_parts
from tests.support.drawn import drawn
from words.text.times import clock

HOSTILE = "<img src=x onerror=alert(1)>"
FILLS = tuple(zip(MISSED_PARTS, ("late", "interrupted", "left early", "whole phase"), strict=True))
ROWS = [
    TimeRow("1 Clipping", "2:50 of 12:03 min (23.5 %)", (68, 29, 4, 69), ("1:08", "0:29", "0:04", "1:09")),
    TimeRow(HOSTILE, "none of 1:00 min", (0, 0, 0, 0), ("0:00",) * 4),
]


def picture(rows=ROWS, seconds=1.0, longest=340):
    html = time_parts("Missed time", rows, FILLS, TimeScale(seconds, longest, lambda n: clock(n * seconds)))
    return html, drawn(html).inside[0]


def test_the_parts_share_a_bar_that_is_as_wide_as_they_last_together() -> None:
    _, shown = picture()
    _, bar, _, empty, _ = shown.inside[0].inside
    assert re.search(r"width:([\d.]+)%", bar.given["style"])[1] == "50.0000"
    assert re.search(r"width:([\d.]+)%", empty.given["style"])[1] == "0.0000"
    parts = bar.having("flex")
    assert [re.search(r"flex:(\d+)", part.given["style"])[1] for part in parts] == ["68", "29", "4", "69"]
    assert [part.text for part in parts] == ["1:08", "0:29", "0:04", "1:09"]
    for part, meaning in zip(parts, MISSED_PARTS, strict=True):
        assert part.given["style"].endswith(markup.filled(meaning))


def test_name_and_sum_stand_over_the_bar_and_a_name_stays_text() -> None:
    html, shown = picture()
    assert shown.inside[0].inside[0].text.split() == ["1", "Clipping", "2:50", "of", "12:03", "min", "(23.5", "%)"]
    assert "<img" not in html
    assert shown.given["aria-label"].startswith("Missed time. 1 Clipping: 2:50 of 12:03 min (23.5 %).")


def test_the_axis_has_the_times_of_the_scale_and_the_legend_what_is_drawn() -> None:
    _, shown = picture()
    ticks = shown.inside[0].inside[-1].inside
    assert [tick.text for tick in ticks][:2] == ["0:00", "1:00"]
    assert ["transform" in tick.look for tick in ticks][:2] == [False, True]  # half of the first would leave a phone
    assert [each.text for each in shown.inside[1].inside] == ["late", "interrupted", "left early", "whole phase"]
    _, shown = picture([TimeRow("A", "0:02 of 0:10 min", (2, 0, 0, 0), ("0:02",) * 4)], longest=2)
    assert [each.text for each in shown.inside[1].inside] == ["late"]


def test_without_any_error_the_bars_are_empty() -> None:
    _, shown = picture([ROWS[1]], longest=0)
    assert len(shown.inside) == 1 or not shown.inside[1].inside


def test_the_axis_of_epochs_is_in_minutes_as_the_bars_are() -> None:
    html = time_parts(
        "Missed",
        [TimeRow("N3", "", (60, 0, 0, 0), ("30 min",) * 4)],
        FILLS,
        TimeScale(30.0, 60, lambda n: f"{n // 2} min"),
    )
    ticks = [tick.text for tick in drawn(html).inside[0].inside[0].inside[-1].inside]
    assert ticks[0] == "0 min"
    assert ticks[-1] == "30 min"
