"""The curve above the predicted risks, and the key figures beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

import charts
from metrics import Estimate
from metrics.calibration.calibration import Calibration
from reviews.risks.calibration import GROUPS, edges, farthest, nearest
from ui.calibration.looked_at import LookedAt
from ui.parts import pictures
from ui.parts.figures import figure_box
from ui.parts.help import help_for
from ui.tables.shown import markdown_table
from words import NBSP, ci, sentence_case, whole
from words.findings.calibration.cells import NAMES, between, observed_interval, observed_said, range_said
from words.findings.calibration.made import caption
from words.findings.finding import sentences
from words.text.notes import why
from words.text.numbers import key_number


def show_picture(now: LookedAt, others: Sequence[tuple[str, Calibration]]) -> None:
    """Curve, groups and risks; below them how they are read."""
    view, found = now.view, now.found
    names = view.plain_voice.names[now.label]
    groups = found.groups(GROUPS)
    drawn = charts.CalibrationPicture(
        found,
        charts.styles_of(view.plain_voice, view.is_in_time)[now.label],
        view.study.unit,
        farthest(found),
        (view.plain_voice.beside_counts[now.label], "others"),
        groups,
        now.risk,
        others,
        nearest(found),
    )
    pictures.show(
        charts.calibration_figure(drawn), f"Calibration: {names}", alt=charts.calibration_alt(drawn), key="calibration"
    )
    st.caption(caption(found, len(groups), now.label, view.voice, len(groups) < GROUPS))


def show_figures(now: LookedAt) -> None:
    """Slope, intercept in the large, O:E and ICI in boxes, and how often the class occurs in ranges of the risk."""
    found = now.found
    with st.grid(2, min_column_width=290):  # two and two, or four abreast: never three and one
        with st.grid(2, min_column_width=130):
            _card("Slope", found.line[1], 2, NAMES["slope"])
            _card("In the large", found.citl, 2, NAMES["citl"])
        with st.grid(2, min_column_width=130):
            _card("O:E", found.oe_ratio, 2, "O:E ratio")
            _card("ICI", found.distances["ici"], 3, "ICI")
    markdown_table(ranges(now))


def _card(name: str, estimate: Estimate, places: int, explained: str) -> None:
    bounds = between(estimate, places)
    chip = f"CI{NBSP}{bounds}" if bounds else None if estimate.is_defined else "not estimable"
    value = key_number(estimate, places) if estimate.is_defined else "–"
    meaning = sentences(help_for(explained) or "", "" if estimate.is_defined else f"{sentence_case(why(estimate))}.")
    figure_box(name, value, chip, meaning)


def ranges(now: LookedAt) -> pd.DataFrame:
    """Patients and observed cases in ranges of the predicted risk, the lowest first."""
    unit, name = sentence_case(now.view.study.unit[1]), now.view.voice.name(now.label)
    lowest = edges(now.found)
    above = (None, *lowest[:-1])
    rows = [
        {
            "Predicted": range_said(low, high),
            unit: whole(each.cases),
            f"Observed {name}": observed_said(each.observed, each.positives, each.cases),
            ci(now.found.level): observed_interval(each.observed),
        }
        for low, high, each in zip(lowest, above, now.found.ranges(lowest), strict=True)
    ]
    found = pd.DataFrame(rows[::-1])
    return found.loc[:, found.ne("").any()]  # no column for intervals where patients are too few for any


def curve_frame(now: LookedAt) -> pd.DataFrame:
    """The groups of equal size, for a spreadsheet, with the curve at their mean risk."""
    level, found = partial(str.replace, ci(now.found.level)), now.found
    named = level(NBSP, " ")
    rows = []
    for each in found.groups(GROUPS)[::-1]:
        row: dict[str, object] = {"Risk from": each.low, "Risk to": each.high, "Mean risk": each.mean_risk}
        row |= {"Cases": each.cases, "Of the class": each.positives, "Observed": each.observed.value}
        row |= {f"{named} from": each.observed.low, f"{named} to": each.observed.high}
        if found.curve is not None:
            (own,), (low, high) = found.curve.at(each.mean_risk), found.curve.band(each.mean_risk, found.level)
            row |= {"Curve": own, f"Curve {named} from": low[0], f"Curve {named} to": high[0]}
        rows.append(row)
    return pd.DataFrame(rows)
