"""Phases in time, as in surgery: ribbons of one recording, its phases, and the starts in all of them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

import charts
from charts.html.swatches import swatch
from metrics.recordings.phase_timing import PhaseTiming
from ui.parts import pictures
from ui.parts.legend import show_legend
from ui.tables.layout import MOST_IN_A_TABLE, header
from ui.tables.shown import markdown_table
from ui.timeline.open_recording import pick_recording
from ui.timeline.phase_download import heading
from ui.timeline.timeline import Timeline
from words import NBSP, counted, markdown, percent, whole
from words.findings.recordings.timeline import recording_headline
from words.text.numbers import FEW, tied
from words.text.times import span

ROWS_IN_SIGHT = 14
MOST_IN_LEGEND = 8  # colours that a reader can tell apart


def show_recording(timeline: Timeline, at: int) -> None:
    """The ribbons of one recording below its finding."""
    scores = timeline.scores[at]
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        said = recording_headline(markdown(timeline.names[at]), scores, timeline.label, timeline.phrases)
        st.subheader(said, anchor=False, width="content")
        pick_recording(timeline)
    course, looks = timeline.course(at), timeline.looks
    picture, drawn = charts.ribbons(course, looks, scores.missed)
    shown = _shown(timeline, at)
    legend = [(looks.color(i), f"{looks.number(i)} {looks.names[i]}") for i in shown]
    name = timeline.nouns.named(timeline.names[at])
    pictures.show(picture, name, legend, alt=charts.ribbons_alt(course, looks), key="ribbons")
    if note := drawing_note(timeline, at, drawn):
        st.caption(note)
    names = timeline.phrases.voice.names
    if len(shown) <= MOST_IN_LEGEND:
        show_legend(f"{swatch(looks.color(i))} {looks.number(i)} {names[i]}" for i in shown)


def drawing_note(timeline: Timeline, at: int, drawn: charts.Drawn) -> str:
    """Where time begins, and what is too short to be seen; "" where nothing is to be said."""
    recording, row = timeline.recordings[at], timeline.nouns.row[0]
    said = []
    if recording.order is not None and recording.order[:1].tolist() != [0.0] and np.isfinite(recording.order[:1]).all():
        said.append(f"0:00 is {row} {recording.order[0]:g}, the first that is used.")
    if drawn.joined:
        said.append(
            f"{counted(drawn.joined, ('predicted segment', 'predicted segments'))} too short to draw are merged in the "
            f"picture ({percent(drawn.hidden, len(recording))} of the time), not in the numbers."
        )
    return " ".join(said)


# ------------------------------------------------------------------ the phases of one recording


def show_phases(timeline: Timeline, at: int) -> None:
    """A row per phase; many phases as a table to scroll."""
    scores = timeline.scores[at]
    row, phases = timeline.nouns.row[0], timeline.nouns.phase[1]
    name, accuracy = markdown(timeline.names[at]), scores.values["frame_accuracy"]
    said = f"{phases.capitalize()} of {name}, {row} accuracy {percent(accuracy, scores.rows)}"
    if len(timeline.recordings) == 1:
        heading(timeline, said)
    else:
        st.subheader(said, anchor=False)
    frame = phase_table(timeline, at)
    if len(frame) > MOST_IN_A_TABLE:
        st.dataframe(frame, hide_index=True, height=ROWS_IN_SIGHT * 35)
        return
    names = [timeline.phrases.voice.names[label] for label in _shown(timeline, at)]
    frame["Phase"] = [tied(f"**{number} {name}**") for number, name in zip(frame["No."], names, strict=True)]
    head = {"Phase": header(timeline.nouns.phase[0].capitalize())}
    markdown_table(frame.drop(columns="No.").rename(columns=head))


def _shown(timeline: Timeline, at: int) -> list[int]:
    """The phases that occur or are predicted in a recording, in their order."""
    here = {phase.label for phase in timeline.scores[at].phases}
    return [label for label in timeline.phases if label in here]


def phase_table(timeline: Timeline, at: int) -> pd.DataFrame:
    """Plain text: true time of each phase, how late it starts, how much of it is recognised, its segments."""
    phases = {phase.label: phase for phase in timeline.scores[at].phases}
    total = timeline.course(at).total
    return pd.DataFrame([_row(timeline, at, phases[label], total) for label in _shown(timeline, at)])


def _row(timeline: Timeline, at: int, phase: PhaseTiming, total: float) -> dict[str, str]:
    phrases = timeline.phrases
    when = (phase.true_start * phrases.seconds, phase.true_stop * phrases.seconds)
    return {
        "No.": timeline.looks.number(phase.label),
        "Phase": timeline.looks.names[phase.label],
        "True class": span(*when, total, phrases.fine) if phase.occurs else "does not occur",
        "Start": tied(_start(timeline, phase)),
        "Recognised": _recognised(timeline, at, phase),
        "Segments": whole(phase.pieces) if phase.true_pieces <= 1 else _for(phase),
    }


def _for(phase: PhaseTiming) -> str:
    return f"{whole(phase.pieces)}{NBSP}(true:{NBSP}{whole(phase.true_pieces)})"


def _start(timeline: Timeline, phase: PhaseTiming) -> str:
    if not phase.occurs:
        return "predicted only"
    if phase.missed:
        return "not recognised"
    if phase.true_pieces > 1:
        return "recurs"
    return timeline.phrases.late(phase.start_error)


def _recognised(timeline: Timeline, at: int, phase: PhaseTiming) -> str:
    """ "60 % (0:24 of 0:40 min)", of few rows without a percentage."""
    cells = timeline.scores[at].cells[phase.label]
    right, total = int(cells[phase.label]), int(cells.sum())
    if not total:
        return "–"
    part = timeline.phrases.part(right, total)
    proportion = (
        "all" if right == total else "none" if not right else percent(right / total, total) if total >= FEW else ""
    )
    return tied(f"{proportion} ({part})") if proportion else part


# ------------------------------------------------------------------ starts in all recordings


def show_starts(timeline: Timeline, at: int) -> None:
    """One dot per recording and phase; without a phase that has one start, nothing."""
    rows = start_rows(timeline)
    if not rows:
        return
    one, many = timeline.nouns.recording
    number = len(timeline.recordings)
    of_all = f", {counted(number, (one, many))}" if number > 1 else ""
    st.subheader(f"Start of each {timeline.nouns.phase[0]}{of_all}", anchor=False)
    looks = timeline.looks
    picture = charts.phase_starts(rows, timeline.names, at, looks)
    pictures.show(
        picture, f"Start of each {timeline.nouns.phase[0]}", alt=charts.phase_starts_alt(rows, looks), key="starts"
    )
    if number > 1:
        st.caption(f"One dot per {one}; coloured: {markdown(timeline.names[at])}.")


def start_rows(timeline: Timeline) -> list[charts.PhaseStarts]:
    """The starts of each phase that occurs and is not entered again in most recordings."""
    rows = []
    for label in timeline.phases:
        found = [each.phase(label) for each in timeline.scores]
        if label in timeline.recurring or not any(phase and phase.occurs for phase in found):
            continue
        late = [_late(phase) * timeline.phrases.seconds for phase in found]
        missed = [bool(phase and phase.missed) for phase in found]
        rows.append(charts.PhaseStarts(label, np.array(late), np.array(missed)))
    return rows


def _late(phase: PhaseTiming | None) -> float:
    return phase.start_error if phase and phase.occurs and phase.true_pieces == 1 else np.nan
