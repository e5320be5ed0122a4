"""How late each phase is recognised: one tick per recording, the earliest, the latest, and where it is not at all."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import streamlit as st

import charts
from charts.figures.sequences.courses import some_of
from charts.html.cell_marks import ticks_mark
from ui.tables.cells import as_wide_as_a_mark
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from ui.timeline.phase_download import heading
from ui.timeline.phases import start_rows
from ui.timeline.timeline import Timeline
from words import NBSP, markdown, of
from words.findings.recordings.timeline import FEWEST_FOR_A_MEAN
from words.text.numbers import tied
from words.text.phrases import enumeration
from words.text.times import late, length

MOST_NAMED = 2


def show_lateness(timeline: Timeline) -> None:
    """A row per phase that has one start."""
    rows = start_rows(timeline)
    reach = _reach(rows)
    heading(timeline, f"How late each {timeline.nouns.phase[0]} is recognised")
    markdown_table(lateness_table(timeline, rows, reach))
    st.caption(_caption(timeline, reach))


def lateness_table(timeline: Timeline, rows: list[charts.PhaseStarts], reach: float) -> pd.DataFrame:
    """Markdown. Of a few recordings every value, of more the median and the range."""
    return pd.DataFrame([_row(timeline, row, reach) for row in rows])


def _row(timeline: Timeline, row: charts.PhaseStarts, reach: float) -> dict[str, str]:
    cells = {header(timeline.nouns.phase[0].capitalize()): f"**{timeline.view.voice.numbered(row.label)}**"}
    known = np.sort(row.seconds[~np.isnan(row.seconds)])
    if len(timeline.scores) < FEWEST_FOR_A_MEAN:
        cells["Start"] = ", ".join(tied(late(each)) for each in known.tolist()) or ":gray[–]"
    elif len(known):
        cells["Start, median"] = _median(row, known, reach)
        name = markdown(timeline.names[int(np.nanargmax(row.seconds))], 40)
        latest = tied(late(known[-1])) + (f" ({name})" if known[-1] > 0 else "")
        cells["Range"] = latest if known[0] == known[-1] else f"{tied(late(known[0]))} to{NBSP}{latest}"
    else:
        cells |= dict.fromkeys(("Start, median", "Range"), ":gray[–]")
    return cells | {"Not recognised": _not_recognised(timeline, row)}


def _median(row: charts.PhaseStarts, known: np.ndarray, reach: float) -> str:
    said = f"{late(known[0])} to {late(known[-1])}"
    median = float(np.median(known))
    picture = ticks_mark(row.seconds[some_of(row.seconds)].tolist(), median, said, (-reach, reach))
    return f"{as_wide_as_a_mark(late(median))}  \n{picture}"


def _not_recognised(timeline: Timeline, row: charts.PhaseStarts) -> str:
    """ "1 of 12 (SIM09)"."""
    lost = [markdown(timeline.names[i], 40) for i in np.flatnonzero(row.missed).tolist()]
    occurs = sum(row.label in each.occurring for each in timeline.scores)
    return of(len(lost), occurs) + (f" ({', '.join(lost)})" if 0 < len(lost) <= MOST_NAMED else "")


def _reach(rows: list[charts.PhaseStarts]) -> float:
    """Seconds at both ends of the scale: a round number."""
    known = np.concatenate([row.seconds for row in rows])
    most = float(np.abs(known[~np.isnan(known)]).max(initial=0.0))
    step = 1.0 if most < 10 else 10.0 if most < 120 else 60.0 if most < 3600 else 600.0
    return max(math.ceil(most / step), 1) * step


def _caption(timeline: Timeline, reach: float) -> str:
    """What the marks are, and which phases have no single start."""
    said = []
    if len(timeline.scores) >= FEWEST_FOR_A_MEAN:
        end = length(reach).replace(" ", NBSP)
        said.append(f"One tick per {timeline.nouns.recording[0]}, from {end} early to {end} late; square: median.")
    again = [timeline.view.voice.names[i] for i in timeline.phases if i in timeline.recurring]
    if again:
        said.append(f"{enumeration(again)} {'recurs' if len(again) == 1 else 'recur'}: no single start.")
    return " ".join(said)
