"""Recordings in time: when each phase truly is, and when the model says it is."""

import streamlit as st

import charts
from ui.parts import page
from ui.parts.downloads import numbers_heading
from ui.timeline import all_recordings, open_recording, phases, recording
from ui.timeline.meanings import footnote, show_meanings
from ui.timeline.minutes import minutes, show_minutes
from ui.timeline.strips import show_strips
from ui.timeline.time_settings import duration_said, show_settings
from ui.timeline.timeline import finding_of_all, show_warnings, timeline_or_stop
from words import markdown
from words.findings.timeline import recording_finding

view = page.view_or_stop(
    "The timeline lays every recording out in time: when each phase truly is, and when the model says it is."
)
timeline = timeline_or_stop(view)
at, one, many = open_recording.opened(timeline), *timeline.nouns.recording
phase, several_phases = timeline.nouns.phase
all_said = finding_of_all(timeline)
if open_recording.is_all_open(timeline):
    page.finding(all_said)
else:
    said = recording_finding(markdown(timeline.recordings[at].name, 18), timeline.scores[at], timeline.phrases)
    page.finding(said._replace(detail=f"{said.detail} {all_said.headline} {all_said.detail}"))
show_warnings(timeline)

single, every = open_recording.tabs(timeline)
if single.open:
    with single:
        open_recording.pick_recording(timeline)
        ribbons = recording.ribbons(timeline, at)
        picture, drawn = charts.phase_timeline(ribbons)
        st.plotly_chart(picture, config=charts.CONFIG, alt=charts.phase_timeline_alt(ribbons), key="ribbons")
        st.caption(f"{duration_said(timeline)} {recording.drawing_note(timeline, at, drawn)}")
        frame = recording.phase_frame(timeline, at)
        numbers_heading(frame, f"{one}-phases", f"Every {phase} of this {one}, times in seconds")
        recording.tiles(timeline, at)
        recording.show_phases(timeline, at)
if every.open:
    with every:
        show_settings(timeline)
        rows = all_recordings.dot_rows(timeline)
        st.subheader(f"Each number of each {one}", anchor=False)
        st.plotly_chart(charts.dots(rows), config=charts.CONFIG, alt=charts.dots_alt(rows, many), key="dots")
        st.caption(f"{all_recordings.how_to_read_dots(timeline)} {duration_said(timeline)}")
        all_recordings.heading(timeline)
        st.table(all_recordings.metric_table(timeline), border="horizontal", hide_index=True)
        with st.expander("Overlap that ignores the phase name, segmentation only"):
            st.markdown(all_recordings.any_class(timeline))
        frame = phases.phase_frame(timeline)
        numbers_heading(frame, "phases", f"Every {phase} over all {many}", several_phases.capitalize())
        phases.show_phases(timeline)
        st.caption(phases.macro_jaccard(timeline))
        st.subheader("Where in their course they differ", anchor=False)
        show_strips(timeline)
        what = "Minutes by true and by called class"
        numbers_heading(minutes(timeline), "minutes", what, "Minutes by what they were called")
        show_minutes(timeline)
show_meanings(timeline)
st.caption(footnote(timeline))
