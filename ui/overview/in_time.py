"""The Overview where rows are frames of recordings: time in place of counts, recordings in place of intervals."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

import charts
from ui.parts.figures import figure_box
from ui.parts.help import help_for
from ui.tables.cells import spread_said
from ui.tables.class_table import classes_heading
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from ui.timeline.timeline import Timeline, rate_cells
from words import NBSP, bounds, decimal, markdown, of, percent_of
from words.findings.finding import Finding
from words.findings.recordings.overview import below_the_phases, overview_in_time
from words.text.times import late


def finding_in_time(timeline: Timeline) -> Finding:
    """How much of the class of interest is missed."""
    names = [markdown(name) for name in timeline.names]
    return overview_in_time(timeline.view.evaluation, timeline.scores, names, timeline.view.interest, timeline.phrases)


def show_time(timeline: Timeline) -> None:
    """Predictions by true class, in minutes."""
    st.subheader("Predictions by true class", anchor=False)
    view, lasts = timeline.view, timeline.phrases.brief
    st.html(charts.outcomes(view.evaluation.matrix, view.plain_voice, time=lasts, in_order=not timeline.has_stages))


def show_key_figures(timeline: Timeline) -> None:
    """Four numbers, two beside two, each with the lowest and highest recording or its interval."""
    overall, many = timeline.view.evaluation.overall, timeline.nouns.recording[1]
    balanced = [_balanced(each.cells) for each in timeline.scores]
    st.subheader(f"All {timeline.nouns.phase[1]}", anchor=False)
    with st.grid(2, min_column_width=130):
        value, each = overall["accuracy"], timeline.values_of("frame_accuracy")
        shown = f"{value.value * 100:.1f}{NBSP}%" if value.trials is None else percent_of(value)
        ends = bounds(value) if value.low is not None else _spread(each * 100, 0, many)
        _card(f"{timeline.nouns.row[0].capitalize()} accuracy", shown, ends)
        value = overall["balanced_accuracy"]
        ends = bounds(value, places=3) if value.low is not None else _spread(np.array(balanced), 2, many)
        _card("Balanced accuracy", decimal(value.value), ends)
        for name, key in (("Overlap score", "overlap_score"), ("Edit score", "edit_score")):
            each = timeline.values_of(key)
            _card(name, decimal(float(np.nanmean(each)), 2), _spread(each, 2, many))


def _spread(values: np.ndarray, places: int, recordings: str) -> str:
    """ "videos 77–94"; "" of a single one."""
    return f"{recordings}{NBSP}{spread_said(values, places)}" if len(values) > 1 else ""


def _card(name: str, value: str, chip: str) -> None:
    figure_box(name, value, chip or None, help_for(name))


def _balanced(cells: np.ndarray) -> float:
    """Mean sensitivity of the phases of one recording."""
    total = cells.sum(1)
    return float((cells.diagonal()[total > 0] / total[total > 0]).mean())


def show_phases(timeline: Timeline) -> None:
    """A row per phase: sensitivity and PPV, when it starts, and in how many recordings it is recognised."""
    view, phase = timeline.view, timeline.nouns.phase[0]
    classes_heading(view, f"Per {phase}")
    markdown_table(phase_table(timeline))
    few = view.evaluation.classes[view.interest]["sensitivity"].low is None
    st.caption(below_the_phases(few, timeline.phrases, len(timeline.scores)))


def phase_table(timeline: Timeline) -> pd.DataFrame:
    """Markdown: a row per phase in order."""
    return pd.DataFrame([_row(timeline, label) for label in timeline.phases])


def _row(timeline: Timeline, label: int) -> dict[str, str]:
    row = {
        header(timeline.nouns.phase[0].capitalize()): f"**{timeline.view.voice.numbered(label)}**",
        **rate_cells(timeline, label),
    }
    if not timeline.has_stages:
        row["Start, median"] = _start(timeline, label)
    found = [phase for each in timeline.scores if (phase := each.phase(label)) is not None and phase.occurs]
    return row | {"Recognised in": of(sum(not phase.missed for phase in found), len(found))}


def _start(timeline: Timeline, label: int) -> str:
    """The median start error where the phase has one start; "" where it recurs."""
    found = [phase for each in timeline.scores if (phase := each.phase(label)) is not None]
    errors = [phase.start_error for phase in found if phase.occurs and not phase.missed and phase.true_pieces == 1]
    if label in timeline.recurring or not errors:
        return ""
    return late(float(np.median(errors)) * timeline.phrases.seconds)
