"""All recordings as pairs of thin ribbons, with their downloads and the scores of their segments."""

from __future__ import annotations

import numpy as np
import streamlit as st

import charts
from ui.parts.downloads import DownloadPolicy, download, identifying_columns
from ui.state import widgets
from ui.timeline.open_recording import open_clicked
from ui.timeline.phases import phase_frame
from ui.timeline.timeline import Timeline
from words import counted, percent, whole

CHART = "timeline_all_ribbons"


def show_all(timeline: Timeline, at: int) -> None:
    """The ribbons of all recordings, lowest frame accuracy first; a click opens one."""
    accuracy = np.array([each.values["frame_accuracy"] for each in timeline.scores])
    ranked = np.argsort(accuracy, kind="stable").tolist()[: charts.MOST_RIBBONS]
    said = [percent(accuracy[i], timeline.scores[i].rows) for i in ranked]
    heading(timeline, f"All {counted(len(timeline.scores), timeline.nouns.recording)}, lowest frame accuracy first")
    courses = [timeline.course(i) for i in ranked]
    picture = charts.all_ribbons(courses, said, ranked.index(at) if at in ranked else -1, timeline.looks, ranked)
    st.plotly_chart(
        picture,
        config=charts.CONFIG,
        alt=charts.all_ribbons_alt(courses, timeline.nouns.recording[1]),
        key=widgets.key(CHART),
        on_select=lambda: open_clicked(timeline, CHART),
        selection_mode="points",
    )
    one, every = timeline.nouns.recording[0], len(timeline.scores)
    cut = "" if len(ranked) == every else f" The {len(ranked)} lowest of {whole(every)} are drawn."
    st.caption(f"Upper ribbon: true class; lower: model; at the left: frame accuracy. A click opens the {one}.{cut}")


def heading(timeline: Timeline, text: str) -> None:
    """A heading with the download of every phase of every recording, whose names may tell who somebody is."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(text, anchor=False, width="content")
        (one, many), phase = timeline.nouns.recording, timeline.nouns.phase[0]
        frame = phase_frame(timeline, range(len(timeline.scores)))
        download(frame, f"{one}-{phase}s", f"Every {phase} of all {many}, times in seconds", policy(timeline, one))


def policy(timeline: Timeline, column: str) -> DownloadPolicy:
    """What may be taken of rows that name recordings in `column`."""
    names_patients = identifying_columns(timeline.study, (timeline.study.mapping.sequence or "",))
    return DownloadPolicy((column,), (column,) if names_patients else ())
