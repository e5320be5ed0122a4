"""Every phase of every recording as a table to take along."""

from __future__ import annotations

import pandas as pd

from ui.tables.downloads import DownloadPolicy, identifying_columns, numbers_heading
from ui.timeline.timeline import Timeline
from words.findings.recordings.timeline import missed_rows

TIMES = {
    "true start": "true_start",
    "true end": "true_stop",
    "start": "start",
    "end": "stop",
    "start error": "start_error",
    "end error": "stop_error",
}
PARTS = ("late", "interrupted", "left early", "segment not recognised", "predicted early", "left late", "elsewhere")


def heading(timeline: Timeline, text: str) -> None:
    """A heading with the download at its right; names of recordings may tell who somebody is."""
    (one, many), phase = timeline.nouns.recording, timeline.nouns.phase[0]
    what = f"Every {phase} of all {many}, times in seconds"
    numbers_heading(phase_frame(timeline), f"{one}-{phase}s", what, text, policy(timeline, one))


def policy(timeline: Timeline, column: str) -> DownloadPolicy:
    """What may be downloaded of rows that name recordings in `column`."""
    names_patients = identifying_columns(timeline.study, (timeline.study.mapping.sequence or "",))
    return DownloadPolicy((column,), (column,) if names_patients else ())


def phase_frame(timeline: Timeline) -> pd.DataFrame:
    """A row per recording and phase, times in seconds; undefined cells are empty."""
    return timeline.view.cached(("phase frame", timeline.phrases), lambda: pd.DataFrame(_rows(timeline)).round(6))


def _rows(timeline: Timeline) -> list[dict[str, object]]:
    seconds, names = timeline.phrases.seconds, timeline.view.plain_voice.names
    one, phase_noun, order = timeline.nouns.recording[0], timeline.nouns.phase[0], timeline.looks.order
    rows: list[dict[str, object]] = []
    for recording, scores, errors in zip(timeline.recordings, timeline.scores, timeline.errors, strict=True):
        for phase in sorted(scores.phases, key=lambda phase: order.index(phase.label)):
            row: dict[str, object] = {one: recording.name, phase_noun: names[phase.label]}
            row |= {f"{name} (s)": getattr(phase, field) * seconds for name, field in TIMES.items()}
            row["true time (s)"] = int(scores.cells[phase.label].sum()) * seconds
            row["missed (s)"] = missed_rows(scores, phase.label) * seconds
            parts = (*errors.missed[:, phase.label], *errors.other[:, phase.label])
            row |= {f"{name} (s)": part * seconds for name, part in zip(PARTS, parts, strict=True)}
            rows.append(row | {"true segments": phase.true_pieces, "predicted segments": phase.pieces})
    return rows
