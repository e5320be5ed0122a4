"""A strip per recording: where in its course the model differs, what is true, or what the model says."""

from __future__ import annotations

import numpy as np
import streamlit as st

import charts
from metrics.recordings.recording_scores import middles, over_course
from predictions.slices.sequences import Recording
from ui.state import widgets
from ui.timeline.timeline import Timeline

PARTS = 60
SHOW = "pick_timeline_strips"
DIFFERS, TRUTH, MODEL = range(3)
SHOWN = ("Differs", "Truth", "Model")


def show_strips(timeline: Timeline) -> None:
    """The strips of the recordings with the worst overlap, worst first."""
    shown = st.segmented_control(
        "Show",
        range(3),
        format_func=SHOWN.__getitem__,
        default=DIFFERS,
        key=widgets.key(SHOW),
        required=True,
        label_visibility="collapsed",
        wrap=True,
        persist_state="session",
    )
    ranked = timeline.ranked[: charts.MOST_STRIPS]
    drawn = [timeline.recordings[place] for place in ranked]
    names, labels = [timeline.names[place] for place in ranked], timeline.study.labels
    shares = timeline.view.cached(("strips", timeline.background), lambda: _differing(drawn))
    if shown == DIFFERS:
        picture = charts.error_strips(names, shares)
    else:
        codes = np.array([middles(each.truth if shown == TRUTH else each.predicted, PARTS) for each in drawn])
        picture = charts.phase_strips(names, codes, labels, charts.class_styles(len(labels), timeline.view.normal))
    st.plotly_chart(picture, config=charts.CONFIG, alt=charts.strips_alt(shares), key="strips")
    st.caption(_legend(timeline, shown == DIFFERS, len(ranked)))


def _differing(recordings: list[Recording]) -> np.ndarray:
    """(recordings, PARTS) the share of each part in which the model differs from the truth."""
    return np.array([over_course(each.truth != each.predicted, PARTS) for each in recordings])


def _legend(timeline: Timeline, differs: bool, drawn: int) -> str:
    colour = "Stronger: more of that part differs." if differs else "Colour: the class in the middle of a part."
    one, every = timeline.nouns.recording[0], len(timeline.ranked)
    cut = "" if drawn == every else f" The {drawn} worst of {every} are drawn."
    return f"A strip per {one}, worst overlap first, from beginning to end in {PARTS} parts. {colour}{cut}"
