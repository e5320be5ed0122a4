"""The picture and the numbers of one recording."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import streamlit as st

import charts
from metrics.measures.segments import segments
from metrics.recordings.phase_timing import PhaseTiming, errors
from predictions.slices.row_duration import row_edges
from ui.parts.help import header_of, help_for
from ui.parts.tables import MOST_IN_A_TABLE, header
from ui.timeline.meanings import help_by_name
from ui.timeline.timeline import Timeline, facts
from words import NBSP, counted, decimal, of, percent, whole
from words.findings.timeline import Phrases, signed_percent
from words.text.times import length, span


def ribbons(timeline: Timeline, at: int) -> charts.PhaseTimeline:
    """What is drawn of one recording."""
    recording = timeline.recordings[at]
    return charts.PhaseTimeline(
        labels=timeline.study.labels,
        styles=charts.class_styles(len(timeline.study.labels), timeline.view.normal),
        seconds=row_edges(recording, timeline.pace.step) * timeline.phrases.seconds,
        truth=segments(recording.truth),
        predicted=segments(recording.predicted),
        errors=errors(recording.truth, recording.predicted, timeline.background),
        background=timeline.background,
        phase=timeline.nouns.phase[0],
    )


def drawing_note(timeline: Timeline, at: int, drawn: charts.Drawn) -> str:
    """Where time begins, and what is too short to be seen."""
    recording, row = timeline.recordings[at], timeline.nouns.row[0]
    said = []
    if recording.order is not None and recording.order[:1].tolist() != [0.0]:
        said.append(f"0:00 is {row} {recording.order[0]:g}, the first that is used.")
    if drawn.joined:
        said.append(
            f"{counted(drawn.joined, ('stretch', 'stretches'))} of the model too short to be seen are drawn together "
            f"with their neighbours ({percent(drawn.hidden, len(recording))} of the time stands under another name); "
            "the numbers count each."
        )
    return " ".join([*said, facts(timeline)])


def tiles(timeline: Timeline, at: int) -> None:
    """The key figures of one recording: they are of this recording alone, so none has an interval."""
    scores, phase = timeline.scores[at], timeline.nouns.phase
    right, occurring = int(scores.cells.trace()), len(scores.occurring)
    steps = max(scores.segments - 1, 0)
    no_truth = None if scores.true_segments else f"no {phase[0]} truly occurs"
    neither = None if scores.true_segments or scores.segments else f"no {phase[0]} occurs or is called"
    stretches = counted(scores.true_segments, ("stretch", "stretches"))
    figures: list[tuple[str, str, str, str | None]] = [
        ("Frame accuracy", percent(right / scores.rows, scores.rows), of(right, scores.rows), None),
        ("Overlap score", decimal(scores.overlap), f"of {stretches}", no_truth),
        ("Edit score", decimal(scores.edit), "order of the stretches", neither),
        ("Stretches", _for(scores.segments, scores.true_segments), "called, for true ones", None),
        (f"Missed {phase[1]}", of(len(scores.missed), occurring), "never recognised", no_truth),
        ("Order violations", of(scores.violations, steps), "steps of the model", None if steps else "it makes no step"),
        *(
            (f"F1@{k}", decimal(scores.values[f"segmental_f1_{k}"]), f"overlap from {k}{NBSP}%", neither)
            for k in (10, 25, 50)
        ),
    ]
    with st.grid(5, min_column_width=150):
        for name, value, chip, undefined in figures:
            st.metric(
                name,
                "–" if undefined else value,
                undefined or chip,
                delta_color="off",
                delta_arrow="off",
                border=True,
                help=help_for(name) or help_by_name(timeline).get(name),
            )


def _for(called: int, true: int) -> str:
    """ "29 for 7"."""
    return f"{whole(called)}{NBSP}for{NBSP}{whole(true)}"


def show_phases(timeline: Timeline, at: int) -> None:
    """A row per phase: when it truly is and when it is called; many phases as a table to scroll."""
    total = row_edges(timeline.recordings[at], timeline.pace.step)[-1] * timeline.phrases.seconds
    rows = [_phase_row(timeline, each, total) for each in timeline.scores[at].phases]
    if not rows:
        st.markdown(f"No {timeline.nouns.phase[0]} occurs or is called.")
    elif len(rows) <= MOST_IN_A_TABLE:
        st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    else:
        st.dataframe(phase_frame(timeline, at), hide_index=True)


def _phase_row(timeline: Timeline, phase: PhaseTiming, total: float) -> dict[str, str]:
    phrases, said = timeline.phrases, _span_of(timeline, total)
    return {
        header(timeline.nouns.phase[0].capitalize()): f"**{phrases.voice.names[phase.label]}**",
        "**Truth**  \nfrom, to": said(phase.true_start, phase.true_stop) if phase.occurs else ":gray[does not occur]",
        "**Model**  \nfrom, to": _called(timeline, phase, said),
        header_of("start_error", name="Start"): _late(phrases, phase.start_error),
        header_of("stop_error", name="End"): _late(phrases, phase.stop_error),
        header_of("length_error", "called, for true", "Length"): _lengths(phrases, phase),
        header_of("overlap_score", "same name", "Overlap"): _overlap(phase),
        header_of("stretches", "called, for true"): _for(phase.pieces, phase.true_pieces),
    }


def _span_of(timeline: Timeline, total: float) -> Callable[[float, float], str]:
    phrases = timeline.phrases
    return lambda start, stop: span(start * phrases.seconds, stop * phrases.seconds, total, phrases.fine)


def _called(timeline: Timeline, phase: PhaseTiming, said: Callable[[float, float], str]) -> str:
    stray = f"  \n:small[{whole(phase.stray)}{NBSP}elsewhere]" if phase.stray and phase.occurs else ""
    if _known(phase.start):
        return said(phase.start, phase.stop) + stray
    return (":gray[never]" if phase.occurs else f":gray[{counted(phase.pieces, ('call', 'calls'))}]") + stray


def _overlap(phase: PhaseTiming) -> str:
    return f"**{decimal(phase.overlap, 2)}**" if phase.occurs else f":gray[not{NBSP}estimable]"


def _late(phrases: Phrases, rows: float) -> str:
    return phrases.late(rows).replace(" ", NBSP) if _known(rows) else f":gray[not{NBSP}estimable]"


def _lengths(phrases: Phrases, phase: PhaseTiming) -> str:
    both = f"{length(phase.length * phrases.seconds)} for {length(phase.true_length * phrases.seconds)}".replace(
        " ", NBSP
    )
    if not phase.occurs:
        return f"{both}  \n:gray[no true time]"
    return f"{signed_percent(phase.length_error)}  \n:small[{both}]"


def _known(value: float) -> bool:
    return not np.isnan(value)


def phase_frame(timeline: Timeline, at: int) -> pd.DataFrame:
    """A row per phase with its times in seconds, for a spreadsheet; undefined cells are empty."""
    seconds = timeline.phrases.seconds
    timed = ("true_start", "true_stop", "start", "stop", "start_error", "stop_error", "true_length", "length")
    rows = [
        {timeline.nouns.phase[0]: timeline.study.labels[each.label]}
        | {f"{name} (s)": _cell(getattr(each, name) * seconds) for name in timed}
        | {
            "length_error": _cell(each.length_error),
            "overlap": _cell(each.overlap),
            "true stretches": each.true_pieces,
            "called stretches": each.pieces,
            "elsewhere": each.stray,
        }
        for each in timeline.scores[at].phases
    ]
    return pd.DataFrame(rows)


def _cell(value: float) -> float | None:
    return None if np.isnan(value) else round(value, 6)
