"""The control chart of one number of a class, as the page and the report draw it."""

from __future__ import annotations

from charts.figures.groups.control_chart import ControlChart
from charts.style.theme import styles_of
from reviews.groups.over_time import OverTime
from words.findings.groups.over_time import marker_said, point_said, subject


def time_picture(found: OverTime, key: str) -> ControlChart:
    """Its names are plain."""
    view, periods, limits = found.view, found.periods, found.limits(key)
    voice, starts = view.plain_voice, periods.starts.tolist()
    told = zip(starts, found.estimates(key), limits.low, limits.high, strict=True)
    said = [point_said(start, periods.months, each, low, high, view.level) for start, each, low, high in told]
    style = styles_of(voice, view.is_in_time)[found.label]
    marker = found.marker
    marked = (periods.place(found.marked_day), marker_said(marker.day, marker.name)) if marker else None
    return ControlChart(subject(key, found.label, voice), limits, said, starts, periods.months, style, marked)
