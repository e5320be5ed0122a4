"""Which recording is open, and the ways to another."""

from __future__ import annotations

import streamlit as st

from ui.state import widgets
from ui.timeline.timeline import Timeline
from words.findings.recordings.timeline import missed_rows

NAME, BOX = "pick_timeline_name", "pick_timeline_box"
MOST_LISTED = 1_000


def opened(timeline: Timeline) -> int:
    """The position of the chosen recording: the one chosen before if this slice has it, else the first in rank."""
    names = [each.name for each in timeline.recordings]
    chosen = widgets.state.get(NAME)
    return names.index(chosen) if chosen in names else timeline.ranked[0]


def pick_recording(timeline: Timeline) -> None:
    """A list in the order of `ranked`, and steps to the one before and after it."""
    listed, at = list(timeline.ranked[:MOST_LISTED]), opened(timeline)
    if len(timeline.recordings) == 1:
        return
    if at not in listed:
        listed.append(at)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
        _pick_from_list(timeline, listed, at)
        _step(timeline, listed, at, "Previous", -1, "k")
        _step(timeline, listed, at, "Next", 1, "j")


def _pick_from_list(timeline: Timeline, listed: list[int], at: int) -> None:
    names = timeline.names
    widgets.state[BOX] = at
    st.selectbox(
        timeline.nouns.recording[0].capitalize(),
        listed,
        key=widgets.key(BOX),
        width=190,
        label_visibility="collapsed",
        format_func=lambda i: f"{names[i]} · {_beside(timeline, i)}",
        on_change=lambda: open_at(timeline, widgets.state.get(BOX)),
    )


def _beside(timeline: Timeline, at: int) -> str:
    """By what the recordings are ranked."""
    scores = timeline.scores[at]
    if not scores.cells[timeline.label].any():
        return "absent"
    missed = missed_rows(scores, timeline.label)
    return f"{timeline.phrases.brief(missed)} missed" if missed else "none missed"


def _step(timeline: Timeline, listed: list[int], at: int, label: str, step: int, shortcut: str) -> None:
    place = listed.index(at) + step
    is_there = 0 <= place < len(listed)
    st.button(
        label,
        type="tertiary",
        shortcut=shortcut,
        disabled=not is_there,
        key=widgets.key(f"timeline_{label}"),
        on_click=open_at,
        args=(timeline, listed[place] if is_there else at),
    )


def open_clicked(timeline: Timeline, chart: str) -> None:
    """The recording of the point that was clicked in a picture."""
    for point in widgets.selected(chart, "points"):
        at = point.get("customdata")
        open_at(timeline, at[0] if isinstance(at, list) else at)


def open_at(timeline: Timeline, position: object) -> None:
    """The recording at this position becomes the chosen one.

    A list whose texts changed meanwhile sends the old text, which is no position.
    """
    if isinstance(position, int) and 0 <= position < len(timeline.recordings):
        widgets.remember(NAME, timeline.recordings[position].name)
