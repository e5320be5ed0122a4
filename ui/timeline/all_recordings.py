"""All recordings as pairs of thin ribbons."""

from __future__ import annotations

import numpy as np
import streamlit as st

import charts
from ui.parts import pictures
from ui.state import widgets
from ui.timeline.open_recording import open_clicked
from ui.timeline.phase_download import heading
from ui.timeline.timeline import Timeline
from words import counted, percent, whole

CHART = "timeline_all_ribbons"


def show_all(timeline: Timeline, at: int) -> None:
    """The ribbons of all recordings, lowest frame accuracy first; a click opens one."""
    accuracy = np.array([each.values["frame_accuracy"] for each in timeline.scores])
    ranked = np.argsort(accuracy, kind="stable").tolist()[: charts.MOST_RIBBONS]
    said = [percent(accuracy[i], timeline.scores[i].rows) for i in ranked]
    by = f"{timeline.nouns.row[0]} accuracy"
    recordings = counted(len(timeline.scores), timeline.nouns.recording)
    heading(timeline, f"All {recordings}, lowest {by} first" if len(timeline.scores) > 1 else recordings)
    key = ("courses", timeline.background, timeline.phrases.seconds)
    courses = timeline.view.cached(key, lambda: [timeline.course(i) for i in ranked])
    picture = charts.all_ribbons(courses, said, ranked.index(at) if at in ranked else -1, timeline.looks, ranked)
    pictures.show(
        picture,
        f"All {timeline.nouns.recording[1]}",
        alt=charts.all_ribbons_alt(courses, timeline.nouns.recording[1]),
        key=widgets.key(CHART),
        on_select=lambda: open_clicked(timeline, CHART),
        selection_mode="points",
    )
    one, every = timeline.nouns.recording[0], len(timeline.scores)
    cut = "" if len(ranked) == every else f" The {len(ranked)} lowest of {whole(every)} are drawn."
    st.caption(f"Upper ribbon: true class; lower: model; at the left: {by}. A click opens the {one}.{cut}")
