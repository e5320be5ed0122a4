"""Missed time and time predicted but of another phase: two pictures with the same rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from charts.html.time_parts import MISSED_PARTS, OTHER_PARTS, TimeRow, TimeScale, time_parts
from ui.tables.layout import MOST_IN_A_TABLE, header
from ui.tables.shown import markdown_table
from ui.timeline.phase_download import heading
from ui.timeline.timeline import Timeline
from words import percent
from words.text.numbers import FEW

MISSED = ("at the start: late", "inside: interrupted", "at the end: left early")
OTHER = ("before: early", "after: left late", "elsewhere")
HEADS = ("Late", "Interrupted", "Left early", "Segment not recognised", "Predicted early", "Left late", "Elsewhere")


def show_parts(timeline: Timeline) -> None:
    """Both pictures on one scale, beside each other."""
    total, shown = timeline.total_errors, shown_phases(timeline)
    longest = int(max(total.missed.sum(0)[shown].max(), total.other.sum(0)[shown].max()))
    scale = TimeScale(timeline.phrases.seconds, longest, timeline.phrases.brief)
    cells = timeline.cells.sum(0)
    phase = timeline.nouns.phase[0]
    everything = f"whole {'segment' if timeline.recurs_anywhere else phase}"
    pictures = (
        ("Missed time", total.missed, cells.sum(1), MISSED_PARTS, (*MISSED, everything), "does not occur"),
        (f"Time predicted, but another {phase}", total.other, cells.sum(0), OTHER_PARTS, OTHER, "never predicted"),
    )
    with st.grid(2, min_column_width=300, gap=("small", "large")) as grid:
        for title, parts, whole, fills, said, without in pictures:
            with grid.cell():
                st.subheader(title, anchor=False)
                rows = [_row(timeline, label, parts[:, label], int(whole[label]), without) for label in shown]
                st.html(time_parts(title, rows, tuple(zip(fills, said, strict=True)), scale))
    if len(shown) < len(timeline.phases):
        st.caption(f"The {len(shown)} of {len(timeline.phases)} {timeline.nouns.phase[1]} with most of such time.")


def shown_phases(timeline: Timeline) -> list[int]:
    """Of many phases those with most errors, in their order."""
    total = timeline.total_errors
    errors = total.missed.sum(0) + total.other.sum(0)
    most = sorted(timeline.phases, key=lambda label: -errors[label])[:MOST_IN_A_TABLE]
    return [label for label in timeline.phases if label in most]


def _row(timeline: Timeline, label: int, parts: np.ndarray, whole: int, without: str) -> TimeRow:
    name, counts = timeline.view.plain_voice.numbered(label), tuple(parts.tolist())
    said = part_said(timeline, sum(counts), whole) if whole else without
    return TimeRow(name, said, counts, tuple(timeline.phrases.parts(counts)))


def part_said(timeline: Timeline, part: int, whole: int) -> str:
    """ "0:25 of 7:47 min (5.4 %)", of few rows without a percentage."""
    said = timeline.phrases.part(part, whole)
    return f"{said} ({percent(part / whole, whole)})" if whole >= FEW else said


def show_numbers(timeline: Timeline) -> None:
    """Every part of every phase in a table, where no phase has one start."""
    heading(timeline, f"In each {timeline.nouns.phase[0]}")
    markdown_table(part_table(timeline))


def part_table(timeline: Timeline) -> pd.DataFrame:
    """Markdown: a row per phase with the time of each part."""
    return pd.DataFrame([_part_row(timeline, label) for label in shown_phases(timeline)])


def _part_row(timeline: Timeline, label: int) -> dict[str, str]:
    total, phrases = timeline.total_errors, timeline.phrases
    groups = [part[:, label].tolist() for part in (total.missed, total.other)]
    said = [zip(rows, phrases.parts(rows), strict=True) for rows in groups]
    times = [time if rows else ":gray[–]" for group in said for rows, time in group]
    name = {header(timeline.nouns.phase[0].capitalize()): f"**{timeline.view.voice.numbered(label)}**"}
    return name | dict(zip(HEADS, times, strict=True))
