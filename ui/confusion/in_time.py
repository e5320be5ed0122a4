"""Errors of phases and stages: how long they last, in which recordings, and the segments of the chosen cell."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from charts.html.cell_marks import mark, ticks_mark
from metrics import Estimate
from metrics.danger import errors_between_neighbours, leading_error
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.recordings.errors_in_time import segments_of_cell
from predictions.slices.row_duration import row_edges
from reviews.frames import amounts_of
from ui.confusion import matrix_cell
from ui.parts.page import PAGES
from ui.state import widgets
from ui.tables.cells import spread_said
from ui.tables.downloads import download
from ui.tables.layout import ROW, list_height
from ui.timeline.open_recording import open_at
from ui.timeline.phase_download import policy
from ui.timeline.timeline import Timeline
from words import NBSP, counted, of, percent, whole
from words.findings.confusion import Cell, confusion, in_recordings, neighbours
from words.findings.confusion import marks_said as confusion_marks
from words.findings.finding import Finding, sentences
from words.text.numbers import FEW, interval
from words.text.times import COARSE, HOUR, clock

MOST = 200  # segments
LIST, OPENS = "cell_segments", "opens_timeline"
ERRORS = "errors"  # the anchor of the table
ERROR = f"[Error](#{ERRORS})"  # a link makes a table that scrolls sideways reachable by keyboard


def finding(timeline: Timeline) -> Finding:
    """The most frequent error, in how many recordings it occurs, and how many errors lie between neighbours."""
    view, nouns = timeline.view, timeline.nouns
    matrix, amounts = view.evaluation.matrix, amounts_of(view)
    found = confusion(view.evaluation, view.voice, amounts)
    where = in_recordings(timeline.scores, leading_error(matrix, (), None, view.interest), nouns)
    if timeline.has_stages or len(matrix.labels) < 3:
        return Finding(found.headline, sentences(found.detail, where))
    between = errors_between_neighbours(matrix, view.voice.order)
    return Finding(found.headline, sentences(found.detail, where, neighbours(*between, amounts, nouns)))


def title(timeline: Timeline) -> str:
    """What stands over the matrix: in which unit its cells are."""
    seconds, cells = timeline.phrases.seconds, timeline.view.evaluation.matrix.cells
    has_hours = seconds < COARSE and cells.max() * seconds >= HOUR
    return f"Matrix, {'h:min:s' if has_hours else 'minutes'}"


# ------------------------------------------------------------------ the segments of a cell


def show_segments(timeline: Timeline, height: int) -> None:
    """The segments of the chosen cell, longest first; a click opens their recording."""
    (truth, predicted), voice = matrix_cell.chosen(), timeline.view.voice
    frame, places = segment_frame(timeline, (truth, predicted))
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        number = counted(len(frame), ("segment", "segments"))
        st.subheader(f"{number}: {voice.brief(truth)} → {voice.brief(predicted)}", anchor=False, width="content")
        if len(frame):
            one = timeline.nouns.recording[0]
            download(frame, "segments", "Every segment of this cell", policy(timeline, one.capitalize()))
    matrix_cell.pick(timeline.view)
    if not len(frame):
        st.caption(f"No {timeline.nouns.row[0]} is in this cell.")
        return
    st.dataframe(
        frame[:MOST],
        hide_index=True,
        height=list_height(min(len(frame), MOST), height),
        row_height=ROW,
        key=widgets.key(LIST),
        on_select=lambda: _take_click(timeline, places),
        selection_mode="single-row",
    )
    if widgets.state.pop(OPENS, False):
        st.switch_page(PAGES / "timeline.py")
    cut = f" The first {MOST} of {whole(len(frame))}." if len(frame) > MOST else ""
    st.caption(f"Longest first. A click opens the {timeline.nouns.recording[0]} in Timeline.{cut}")


def segment_frame(timeline: Timeline, cell: Cell) -> tuple[pd.DataFrame, list[int]]:
    """Plain text, longest first: recording, from, to and how long; then the position of each recording."""
    seconds, minutes = timeline.phrases.seconds, timeline.phrases.seconds >= COARSE
    rows = []
    for at, recording in enumerate(timeline.recordings):
        found = segments_of_cell(recording.truth, recording.predicted, *cell)
        times = row_edges(recording, timeline.pace.step) * seconds
        for start, stop in zip(found.starts.tolist(), found.stops.tolist(), strict=True):
            rows.append((at, float(times[start]), float(times[stop]), (stop - start) * seconds))
    rows.sort(key=lambda row: -row[3])
    fine = timeline.phrases.fine
    shown = {
        timeline.nouns.recording[0].capitalize(): [timeline.names[at] for at, *_ in rows],
        "From": [clock(start, fine) for _, start, _, _ in rows],
        "To": [clock(stop, fine) for _, _, stop, _ in rows],
        "Minutes" if minutes else "Seconds": [round(lasts / 60 if minutes else lasts, 3) for *_, lasts in rows],
    }
    return pd.DataFrame(shown), [at for at, *_ in rows]


def _take_click(timeline: Timeline, places: list[int]) -> None:
    for row in widgets.selected(LIST, "rows"):
        if row < len(places):
            open_at(timeline, places[row])
            widgets.state[OPENS] = True


# ------------------------------------------------------------------ the table of errors


def error_row(timeline: Timeline, cell: Cell) -> dict[str, str]:
    """Markdown: what part of the true class and of the predictions an error is, and how many recordings have it."""
    voice, amounts, (truth, predicted) = timeline.view.voice, amounts_of(timeline.view), cell
    cells = timeline.cells
    error, support = cells[:, truth, predicted], cells[:, truth].sum(1)
    totals = int(support.sum()), int(cells[:, :, predicted].sum())
    number, estimates = int(error.sum()), timeline.view.evaluation.part_of_cell(*cell)
    of_class, of_predictions = (
        _part(number, total, amounts.part(number, total)) + _interval(estimate)
        for total, estimate in zip(totals, estimates, strict=True)
    )
    row = {ERROR: f"**{voice.numbered(truth)}**  \n→{NBSP}{voice.numbered(predicted)}", "Of the true class": of_class}
    if 1 < len(cells) < FEWEST_UNITS:
        each = error[support > 0] / support[support > 0]
        spread = spread_said(each * 100, 0)
        row["Of the true class"] += f"  \n{ticks_mark(each, error.sum() / totals[0], spread)} :small[{spread}]"
    row["Of the predictions"] = of_predictions
    if len(cells) > 1:
        row[timeline.nouns.recording[1].capitalize()] = of(int((error > 0).sum()), int((support > 0).sum()))
    return row


def _interval(estimate: Estimate) -> str:
    """The mark and the bounds below a value; "" without a CI."""
    found = "" if (estimate.trials or 0) < FEW else interval(estimate)
    return f"  \n{mark(estimate)} :small[{found}]" if found else ""


def _part(number: int, total: int, said: str) -> str:
    """ "21.6 % (2:36 of 12:03 min)", tied; below ten rows without a percentage."""
    said = said.replace(" ", NBSP)
    return f"**{percent(number / total, total)}**{NBSP}({said})" if total >= FEW else f"**{said}**"


def marks_said(timeline: Timeline) -> str:
    """What stands below each value; "" where nothing does."""
    one, many = timeline.nouns.recording
    if not 1 < len(timeline.scores) < FEWEST_UNITS:
        return confusion_marks(timeline.view.evaluation)
    return f"Below each value: one tick per {one}, scale 0–100{NBSP}%, square: all {many} together."
