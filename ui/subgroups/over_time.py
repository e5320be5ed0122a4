"""The class by months or quarters below the groups: sentence, control chart, a day that the reader marks, download."""

from __future__ import annotations

from datetime import date

import numpy as np
import pandas as pd
import streamlit as st

from charts.figures.groups.control_chart import control_chart, control_chart_alt
from metrics.subgroups.control_limits import ControlLimits
from metrics.subgroups.periods import MONTH, QUARTER, Periods
from reviews import View
from reviews.frames import amounts_of
from reviews.groups.over_time import TOLD, OverTime, dated_columns, over_time
from reviews.groups.time_picture import time_picture
from reviews.review import EARLIEST, LATEST, LONGEST_NAME, Marker
from ui.parts import inputs, pictures
from ui.state import session, widgets
from ui.tables.downloads import numbers_heading
from words import distinct
from words.findings.finding import Finding, sentences
from words.findings.groups import over_time as said
from words.text.days import day_said

KEPT = "over_time"
SHOWN, PERIOD, UNTIL, COLUMN = "over_time_shown", "over_time_period", "over_time_until", "over_time_column"
DAY, NAME = "over_time_day", "over_time_name"
OVER_TIME = ("control_limit", "sigma_z", "longest_run")
WHAT = "Each month or quarter with its counts, rates with CI, control limits and whether it is outside"


def column(view: View) -> str | None:
    """The column of dates that is looked at; None for a file without one."""
    columns = dated_columns(view)
    if not columns:
        return None
    chosen: str = _kept(columns)[COLUMN]
    return chosen if chosen in columns else columns[0]


def dated(view: View, label: int) -> OverTime | None:
    """The class over time as the reader left it; None for a file without dates, or none in this split."""
    dates = column(view)
    if dates is None:
        return None
    kept = _kept(dated_columns(view))
    found = over_time(view, label, dates, kept[PERIOD] or None)
    if kept[UNTIL] in _later_starts(found):  # that of months may be none of quarters
        found = over_time(view, label, dates, kept[PERIOD] or None, np.datetime64(kept[UNTIL]))
    return found if len(found.periods) else None


def finding(found: OverTime) -> Finding:
    """What leads the page of a file whose only groups are periods."""
    view, periods, key = found.view, found.periods, _kept(dated_columns(found.view))[SHOWN]
    if len(periods) == 1:
        return Finding(said.one_period(periods, view.study.unit), "")
    limits, marked = found.limits(key), found.marked(key)
    marked = marked.in_markdown if marked else None
    told = found.label, view.voice, periods, limits, found.estimates(key)
    headline = said.over_time(key, *told, marked, amounts_of(view))
    without = said.no_limits(key, found.label, view.voice, periods, limits)
    return Finding(headline or without, without if headline else "")


def show_over_time(found: OverTime, leads: bool) -> None:
    """leads: whether its finding is that of the page, and stands at its top."""
    view, periods, kept = found.view, found.periods, _kept(dated_columns(found.view))
    key = kept[SHOWN]
    numbers_heading(lambda: frame(found), "over-time", WHAT, said.title(key, found.label, view.voice, periods))
    if not leads:
        said_of_it = finding(found)
        st.markdown(sentences(said_of_it.headline, said_of_it.detail))
    if len(periods) == 1:
        return
    limits, marked = found.limits(key), found.marked(key)
    marked = marked.in_markdown if marked else None
    if marked is not None:
        st.caption(sentences(said.difference(marked, view.level), said.ROWS_APART if found.is_marked_by_rows else ""))
    elif view.review.marker is not None:
        st.caption(said.one_sided(view.review.marker.day, view.study.unit))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        inputs.segments("Show", kept, SHOWN, said.SHOWN)
        with st.popover("Marked date and baseline", icon=":material/flag:", key=widgets.key("over_time_marker")):
            _settings(found, kept)
    drawn = time_picture(found, key)
    pictures.show(control_chart(drawn), drawn.name, alt=control_chart_alt(drawn), key="over_time")
    st.caption(_read(found, key, limits, periods))


def _read(found: OverTime, key: str, limits: ControlLimits, periods: Periods) -> str:
    """How the picture is read."""
    voice, baseline = found.view.voice, periods.starts[found.are_baseline & limits.judged].tolist()
    return sentences(
        said.method(limits, baseline, periods, voice.unit),
        said.FILLED if limits.sides.any() else "",
        said.not_judged(key, found.label, voice, periods, limits),
    )


def _settings(found: OverTime, kept: inputs.Kept) -> None:
    """The marked day and its name, months or quarters, the baseline, and which column has the dates."""
    marker = found.marker
    widgets.state[DAY] = marker.day if marker else None
    widgets.state[NAME] = marker.name if marker else ""
    st.date_input(
        "First day of the change",
        key=widgets.key(DAY),
        min_value=EARLIEST,
        max_value=LATEST,
        format="YYYY-MM-DD",
        on_change=_mark,
    )
    st.text_input(
        "What changed", key=widgets.key(NAME), max_chars=LONGEST_NAME, placeholder="software update",
        disabled=marker is None, on_change=_mark,
    )  # fmt: skip
    inputs.segments("Periods", kept, PERIOD, {0: "as suits", MONTH: "months", QUARTER: "quarters"})
    inputs.select("Baseline", kept, UNTIL, _baselines(found))
    columns = dated_columns(found.view)
    if len(columns) > 1:
        inputs.select("Column of dates", kept, COLUMN, dict(zip(columns, distinct(columns, 40), strict=True)))


def _baselines(found: OverTime) -> dict[date | None, str]:
    """The first days after a baseline, with their names."""
    usual = "before the marked date" if found.marker else "all periods"
    return {None: usual} | {day: f"before {day_said(day)}" for day in _later_starts(found)}


def _later_starts(found: OverTime) -> list[date]:
    """The first days of all periods but the first."""
    starts: list[date] = found.periods.starts[1:].tolist()
    return starts


def _mark() -> None:
    """The day and its name are decisions about the study: they are in its review, and in the file of it."""
    opened, day = session.opened(), widgets.state.get(DAY)
    if opened is not None:
        named = Marker.called(day, widgets.state.get(NAME) or "") if day else None
        opened.review = opened.review.marking(named)


def frame(found: OverTime) -> pd.DataFrame:
    """Every period as numbers, for a file; what is undefined is empty."""
    periods, rows = found.periods, []
    limits = {key: found.limits(key) for key in TOLD}
    for at, (start, end) in enumerate(zip(periods.starts.tolist(), periods.ends.tolist(), strict=True)):
        row: dict[str, object] = {"from": start.isoformat(), "to": end.isoformat(), "cases": int(periods.sizes[at])}
        row |= {name: int(getattr(found.counts, name)[at]) for name in ("tp", "fp", "fn", "tn")}
        row["without_true_class"] = int(periods.unlabelled[at])
        row["incomplete"] = bool(periods.are_incomplete[at])
        for key in TOLD:
            each, own = found.estimates(key)[at], limits[key]
            row |= {key: each.value, f"{key}_low": each.low, f"{key}_high": each.high}
            row |= {f"{key}_method": each.method, f"{key}_lower_limit": own.low[at]}
            row |= {f"{key}_upper_limit": own.high[at]}
            row |= {f"{key}_outside": {1: "above", -1: "below"}.get(int(own.sides[at]), "")}
        rows.append(row)
    return pd.DataFrame(rows)


def _kept(columns: tuple[str, ...]) -> inputs.Kept:
    return inputs.kept(KEPT, {SHOWN: "alarm_rate", PERIOD: 0, UNTIL: None, COLUMN: columns[0]})
