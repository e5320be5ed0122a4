"""Recordings in time: when each phase truly is, and when the model says it is."""

import streamlit as st

import charts
from ui.parts import page
from ui.parts.downloads import numbers_heading
from ui.timeline import all_recordings, phases, recording
from ui.timeline import course as timeline
from words import markdown
from words.findings.timeline import recording_finding

view = page.view_or_stop(
    "The timeline lays every recording out in time: when each phase truly is, and when the model says it is."
)
course = timeline.course_or_stop(view)
at, one, many = timeline.opened(course), *course.nouns.recording
cohort_said = timeline.of_all(course)
if timeline.view_of_all(course):
    page.finding(cohort_said)
else:
    said = recording_finding(markdown(course.recordings[at].name, 18), course.scores[at], course.tell)
    page.finding(said._replace(detail=f"{said.detail} {cohort_said.headline} {cohort_said.detail}"))
timeline.warnings(course)

single, every = timeline.tabs(course)
if single.open:
    with single:
        timeline.pick_recording(course)
        what = recording.ribbons(course, at)
        picture, drawn = charts.ribbons(what)
        st.plotly_chart(picture, config=charts.CONFIG, alt=charts.ribbons_alt(what), key="ribbons")
        st.caption(f"{timeline.pace_said(course)} {recording.drawing_note(course, at, drawn)}")
        frame = recording.phase_frame(course, at)
        numbers_heading(frame, f"{one}-phases", f"Every {course.nouns.phase[0]} of this {one}, times in seconds")
        recording.tiles(course, at)
        recording.show_phases(course, at)
if every.open:
    with every:
        timeline.settings(course)
        rows = all_recordings.dot_rows(course)
        st.subheader(f"Each number of each {one}", anchor=False)
        st.plotly_chart(charts.dots(rows), config=charts.CONFIG, alt=charts.dots_alt(rows, many), key="dots")
        st.caption(f"{all_recordings.how_to_read_dots(course)} {timeline.pace_said(course)}")
        all_recordings.heading(course)
        st.table(all_recordings.metric_table(course), border="horizontal", hide_index=True)
        with st.expander("Overlap that ignores the phase name, segmentation only"):
            st.markdown(all_recordings.any_class(course))
        numbers_heading(
            phases.phase_frame(course),
            "phases",
            f"Every {course.nouns.phase[0]} over all {many}",
            course.nouns.phase[1].capitalize(),
        )
        phases.show_phases(course)
        st.caption(phases.macro_jaccard(course))
        st.subheader("Where in their course they differ", anchor=False)
        all_recordings.show_strips(course)
        numbers_heading(
            phases.minutes(course), "minutes", "Minutes by true and by called class", "Minutes by what they were called"
        )
        phases.show_minutes(course)
timeline.meanings(course)
st.caption(timeline.footnote(course))
