"""Recordings in time: the true class, and the model below it."""

import streamlit as st

from ui.parts import page
from ui.timeline import all_nights, all_recordings, nights, phases
from ui.timeline.meanings import show_meanings
from ui.timeline.open_recording import opened
from ui.timeline.segment_scores import show_segment_scores
from ui.timeline.time_settings import show_settings
from ui.timeline.timeline import facts, show_warnings, timeline_or_stop
from words import markdown
from words.findings.recordings.timeline import phases_finding, stages_finding

view = page.view_or_stop("The timeline shows each recording in time: the true class, and the model below it.")
timeline = timeline_or_stop(view)
at, label, phrases = opened(timeline), timeline.label, timeline.phrases
several = len(timeline.recordings) > 1

if timeline.has_stages:
    page.finding(stages_finding(markdown(timeline.names[at]), timeline.scores, at, label, phrases))
    show_warnings(timeline)
    nights.show_night(timeline, at)
else:
    page.finding(view.cached(("phases", label, phrases), lambda: phases_finding(timeline.scores, label, phrases)))
    show_warnings(timeline)
    phases.show_recording(timeline, at)

with page.in_thirds() as grid:
    with grid.cell(column_span=2):
        nights.show_stages(timeline, at) if timeline.has_stages else phases.show_phases(timeline, at)
    with grid.cell():
        nights.show_kappas(timeline, at) if timeline.has_stages else phases.show_starts(timeline, at)

if timeline.has_stages:
    all_nights.show_all_nights(timeline)
else:
    if several:
        all_recordings.show_all(timeline, at)
    show_segment_scores(timeline)
show_meanings(timeline)
show_settings(timeline)
st.caption(facts(timeline))
