"""All nights: sensitivity and PPV of each stage, and how many minutes more or fewer the model predicts per night."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from metrics.intervals.resampling_units import FEWEST_UNITS
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from ui.timeline.phase_download import heading
from ui.timeline.timeline import Timeline, rate_cells
from words import NBSP, ci, counted
from words.findings.recordings.timeline import FEWEST_FOR_A_MEAN
from words.text.numbers import tied
from words.text.times import signed_duration, without_unit

MINUTES = f"{NBSP}min"


def show_all_nights(timeline: Timeline) -> None:
    """The table of all nights below its heading and download."""
    nights = counted(len(timeline.recordings), timeline.nouns.recording)
    heading(timeline, f"All {nights}" if len(timeline.recordings) > 1 else nights)
    markdown_table(night_table(timeline))
    st.caption(_marks_said(timeline))


def _marks_said(timeline: Timeline) -> str:
    (one, many), clusters = timeline.nouns.recording, timeline.view.evaluation.clusters
    if clusters is None:
        return f"{ci(timeline.view.level)}, ignoring clustering; scale 0–100{NBSP}%."
    if clusters == 1:
        return f"A CI needs at least {FEWEST_UNITS} {many}."
    if clusters < FEWEST_UNITS:
        return f"Marks: one tick per {one}, square: all {many}; lowest and highest in brackets. Scale 0–100{NBSP}%."
    level = "patient-level" if timeline.study.mapping.case_id else f"{one}-level"
    return f"{ci(timeline.view.level)}: {level} (cluster) bootstrap; scale 0–100{NBSP}%."


def night_table(timeline: Timeline) -> pd.DataFrame:
    """Markdown: a row per stage, intervals as marks."""
    return pd.DataFrame([_row(timeline, label) for label in timeline.phases])


def _row(timeline: Timeline, label: int) -> dict[str, str]:
    return {
        header(timeline.nouns.phase[0].capitalize()): tied(f"**{timeline.phrases.voice.beside_counts[label]}**"),
        **rate_cells(timeline, label),
        f"Model − true class, per {timeline.nouns.recording[0]}": _bias(timeline, label),
    }


def _bias(timeline: Timeline, label: int) -> str:
    """ "−3.2 min (SD 18.4, −51 to +28.5)" over the nights, of a few every value."""
    cells, row = timeline.cells, timeline.phrases.seconds
    seconds = (cells[:, :, label].sum(1) - cells[:, label].sum(1)) * row
    if len(seconds) < FEWEST_FOR_A_MEAN:
        return ", ".join(signed_duration(each, row) for each in sorted(seconds.tolist()))
    mean, low, high = (signed_duration(float(each), row) for each in (seconds.mean(), seconds.min(), seconds.max()))
    sd = without_unit(float(seconds.std(ddof=1)), row)
    return tied(f"{mean} (SD {sd}, {low.removesuffix(MINUTES)} to {high.removesuffix(MINUTES)})")
