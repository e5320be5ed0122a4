"""The Threshold page for whoever cannot run the picker: the same numbers with a slider, a number box and pictures."""

from __future__ import annotations

import math

import streamlit as st

from ui.parts import my_prevalence, page
from ui.parts.help import help_of
from ui.threshold import choice, rule
from ui.threshold.at_threshold import Line
from words.findings import one_class_threshold

__all__ = ["show"]


def show(line: Line) -> None:
    """Finding, widgets, pictures, key figures, table and people; each move is a rerun."""
    label, voice = line.label, line.voice
    nobody = math.isinf(line.at)
    page.finding(
        one_class_threshold.calls_nobody(line.table.n_positive, label, voice)
        if nobody
        else one_class_threshold.threshold_finding(line.counts, line.at, label, voice)
    )
    choice.pick(line.study, label, line.table, voice)
    if line.why:
        st.markdown(line.why)
    rule.show_pictures(line.study, label, line.table, line.at, voice)
    page.key_figures(rule.figures(line.found))
    _cells(line)
    if line.mine is None:
        st.subheader(f"Per 1,000 {voice.unit[1]} like these", anchor=False, help=help_of("natural_frequencies"))
        st.markdown("This needs cases with the class and cases without it.")
    else:
        my_prevalence.show_people(line.evaluation, line.mine, line.counts, line.at, voice)


def _cells(line: Line) -> None:
    """The four cells; beside them what the choosing promises too much."""
    corrected = line.corrected
    with st.grid(2, min_column_width=320, gap="large") if corrected else st.container():
        with st.container(width="stretch" if corrected else 720):
            with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
                meant = "\n\n".join(map(help_of, ("tp", "fn", "fp", "tn")))
                st.markdown("**At this threshold**", help=meant, width="content")
                line.download()
            st.table(rule.two_by_two(line.counts, line.voice.names[line.label]), border="horizontal", hide_index=True)
        if corrected:
            with st.container():
                rule.show_corrected(corrected, line.counts, line.study.unit, line.evaluation.is_clustered)
