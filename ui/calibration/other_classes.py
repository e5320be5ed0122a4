"""The other classes as small curves with slope and O:E; what folds away: distances, Brier score, another prevalence."""

from __future__ import annotations

import math
from functools import partial

import pandas as pd
import streamlit as st

import charts
from metrics.calibration.lowess import lowess
from reviews import View
from reviews.risks.calibration import calibration_of, farthest, make_ready, nearest, of_all_classes
from ui.calibration.looked_at import LookedAt
from ui.calibration.picture import curve_frame
from ui.parts import inputs, page, pictures
from ui.tables.downloads import download, numbers_heading
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words.findings.calibration import made
from words.findings.calibration.cells import NAMES, risk_said, value_said
from words.findings.calibration.verdict import size_for_slope
from words.findings.finding import sentences
from words.text.notes import reason
from words.text.numbers import decimal

PANELS, MOST_MORE = 3, 12  # side by side; when unfolded
# Rows of the table beside the panels; px of a longer one, which would leave them alone on several screens.
MOST_BESIDE, SCROLLED = 8, 300
DISTANCES, PREVALENCE = "Brier score, ICI, ECE", "Another prevalence: update of the intercept"
TAKEN = "20 groups of equal size with their observed proportion, and the curve there"
KEPT, THERE = "calibration_there", "calibration_prevalence"
MOST_FOR_LOWESS = 100_000


def _others(now: LookedAt) -> list[int]:
    """The other classes with scores; none of two classes, of which the other mirrors this one."""
    view = now.view
    found = [each for each in view.voice.order if each != now.label and view.evaluation.curve(each) is not None]
    return found if len(found) > 1 else []


def show_download_alone(now: LookedAt) -> None:
    """The download, where no other class has a heading to hold it."""
    if not _others(now):
        with st.container(horizontal_alignment="right"):
            download(partial(curve_frame, now), "calibration", TAKEN)


def show_other_classes(now: LookedAt) -> None:
    """The first few with cases enough for a curve, in order; all of them in the table."""
    view, others = now.view, _others(now)
    if not others:
        return
    drawn = sorted(others, key=lambda label: _has_too_few(view, label))
    make_ready(view, drawn, PANELS - 1)
    numbers_heading(partial(curve_frame, now), "calibration", TAKEN, "Other classes")
    with st.grid(3, min_column_width=300, gap="medium"):  # as wide as the table
        for label in drawn[: PANELS - 1]:
            _panel(view, label)
        is_long = len(others) > MOST_BESIDE
        with st.container(height=SCROLLED if is_long else "content", border=is_long):
            markdown_table(_table(view, others))
    if more := drawn[PANELS - 1 :][:MOST_MORE]:
        title = "One more class" if len(more) == 1 else f"{len(more)} more classes"
        page.when_unfolded(title, "calibration_more", _panels, view, more)


def _has_too_few(view: View, label: int) -> bool:
    found = calibration_of(view, label)
    return found is None or found.too_few is not None


def _panels(view: View, labels: list[int]) -> None:
    with st.grid(3, min_column_width=260, gap="medium"):
        for label in labels:
            _panel(view, label)


def _panel(view: View, label: int) -> None:
    found = calibration_of(view, label)
    with st.container(gap=None):
        st.markdown(f"**{view.voice.numbered(label)}**")
        if found is None or found.curve is None:
            name = view.voice.name(label)
            st.caption(
                f"not estimable: {reason(found.without_curve, name)}" if found else "scores are not probabilities"
            )
            return
        style = charts.styles_of(view.plain_voice, view.is_in_time)[label]
        drawn = charts.CalibrationPicture(found, style, view.study.unit, farthest(found), nearest=nearest(found))
        name, figure = view.plain_voice.names[label], charts.calibration_panel(drawn)
        pictures.show(figure, f"Calibration: {name}", alt=charts.calibration_alt(drawn), key=f"calibration {label}")


def _table(view: View, labels: list[int]) -> pd.DataFrame:
    rows = []
    for label in labels:
        found = calibration_of(view, label)
        slope = value_said(found.line[1]) if found else "not probabilities"
        ratio = value_said(found.oe_ratio) if found else ""
        rows.append({header("Class"): f"**{view.voice.numbered(label)}**", "Slope": slope, "O:E": ratio})
    return pd.DataFrame(rows)


def show_distances(now: LookedAt) -> None:
    """Every further number, in an expander."""
    page.when_unfolded(DISTANCES, "calibration_distances", _show_distances, now)


def _show_distances(now: LookedAt) -> None:
    found = now.found
    shown = {
        "brier": found.brier, "scaled_brier": found.scaled_brier, **found.distances, "intercept": found.line[0],
    }  # fmt: skip
    rows = [{"Number": f"**{NAMES[key]}**", "Value": value_said(each, 3)} for key, each in shown.items()]
    rows.append({"Number": "**ECE**, 10 bins of equal width", "Value": decimal(found.expected_calibration_error, 3)})
    rows += _together(now)
    table = found.cases.table
    if found.cases.total <= MOST_FOR_LOWESS and found.curve is not None:
        at = decimal(float(lowess(table, [now.risk])[0]), 3)
        rows.append(
            {
                "Number": f"**lowess** at {risk_said(now.risk)} (f = 2/3, 0 iterations, delta = 1 % of the range)",
                "Value": at,
            }
        )
    markdown_table(pd.DataFrame(rows))
    distances = "" if found.curve is None else made.DISTANCES
    together = made.TOGETHER if len(now.view.study.labels) > 2 else ""
    st.caption(sentences(distances, together, size_for_slope(found, now.view.study.unit)))


def _together(now: LookedAt) -> list[dict[str, str]]:
    """Of all classes, whose scores are as given."""
    losses = dict(zip(("Log loss", "Brier score"), of_all_classes(now.view), strict=True))
    shown = losses if len(now.view.study.labels) > 2 else {"Log loss": losses["Log loss"]}
    known = {name: value for name, value in shown.items() if now.changed is None and math.isfinite(value)}
    return [{"Number": f"**{name}**, all classes", "Value": decimal(value, 3)} for name, value in known.items()]


def show_prevalence(now: LookedAt) -> None:
    """What an update of the intercept makes of a risk, in an expander."""
    page.when_unfolded(PREVALENCE, "calibration_shift", _show_prevalence, now)


def _show_prevalence(now: LookedAt) -> None:
    kept = inputs.kept(KEPT, {})
    key = (THERE, now.label)
    kept.setdefault(key, round(now.found.prevalence * 100, 2))
    inputs.number(
        "Prevalence in your setting (%)", kept, f"{THERE}_{now.label}", name=key, min_value=0.01,
        max_value=99.0, step=1.0, format="%g", width=240,
    )  # fmt: skip
    st.markdown(made.shifted(now.found, now.risk, float(kept[key]) / 100))
    st.caption(made.ASSUMED)
