"""The Overview in the form that suits the study: cases, frames of recordings, or one score alone."""

from __future__ import annotations

import streamlit as st

from reviews import View
from reviews.assumed import Assumed, assumed, first_finding
from ui.overview import in_time, numbers, one_score
from ui.overview.predictions import show_predictions
from ui.parts import page
from ui.requirements.panel import verdicts
from ui.tables.layout import MOST_IN_A_TABLE
from ui.timeline.timeline import Timeline
from words.findings.finding import Finding, sentences
from words.findings.unanswered import unanswered


def finding_of(view: View, timeline: Timeline | None) -> Finding:
    """What the page says first."""
    if timeline:
        return in_time.finding_in_time(timeline)
    return first_finding(view)


def show(view: View, timeline: Timeline | None) -> None:
    """The picture with the verdicts beside it, then the numbers."""
    found = None if timeline else assumed(view)
    grid = page.in_thirds()
    with grid.cell(column_span=2):
        _picture(view, timeline, found)
    with grid.cell():
        if found:
            one_score.show_thresholds(found)
        verdicts(view)
        if timeline:
            in_time.show_key_figures(timeline)
        elif not found and len(view.voice.names) > MOST_IN_A_TABLE:
            st.subheader(f"All {len(view.voice.names)} classes", anchor=False)
            numbers.show_key_figures(view.evaluation, columns=2)
            numbers.show_reasons(view.evaluation, view.voice, has_classes=False)
    if timeline:
        in_time.show_phases(timeline)
    elif found:
        one_score.show_numbers(view, found)
    else:
        numbers.show_numbers(view)


def show_unanswered(view: View) -> None:
    """The classes of rows without a prediction, where there are such rows."""
    if said := unanswered(view.evaluation, view.voice):
        st.caption(sentences(said.headline, said.detail))


def _picture(view: View, timeline: Timeline | None, found: Assumed | None) -> None:
    if timeline:
        in_time.show_time(timeline)
        return
    if found is None or found.threshold is not None:
        show_predictions(view)
    if found:
        one_score.show_scores(view, found)
