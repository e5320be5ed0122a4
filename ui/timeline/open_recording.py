"""Which of the two views is open, and which recording."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.elements.lib.mutable_tab_container import TabContainer

from ui.state import widgets
from ui.timeline.time_settings import show_settings
from ui.timeline.timeline import Timeline
from words import decimal, distinct, whole

NAME, TAB, BOX = "pick_timeline_name", "pick_timeline_tab", "pick_timeline_box"
MOST_LISTED = 1_000


def is_all_open(timeline: Timeline) -> bool:
    """Whether the view of all recordings is open; asked before its tab is drawn, as the finding stands above."""
    return bool(widgets.state.get(TAB) == _tab_names(timeline)[1])


def _tab_names(timeline: Timeline) -> tuple[str, str]:
    one, many = timeline.nouns.recording
    return f"One {one}", f"All {many}"


def tabs(timeline: Timeline) -> Sequence[TabContainer]:
    """The two views; only the one that is open is worked out."""
    return st.tabs(_tab_names(timeline), key=widgets.key(TAB), on_change="rerun")


def opened(timeline: Timeline) -> int:
    """The position of the chosen recording: the one chosen before if this slice has it, else the worst."""
    names = [each.name for each in timeline.recordings]
    chosen = widgets.state.get(NAME)
    return names.index(chosen) if chosen in names else timeline.ranked[0]


def pick_recording(timeline: Timeline) -> None:
    """A list, worst overlap first, and steps to the one before and after it."""
    listed, at = list(timeline.ranked[:MOST_LISTED]), opened(timeline)
    if at not in listed:
        listed.append(at)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", wrap=True):
        _pick_from_list(timeline, listed, at)
        _step(timeline, listed, at, "Previous", -1, "arrow_back")
        _step(timeline, listed, at, "Next", 1, "arrow_forward")
        show_settings(timeline)


def _pick_from_list(timeline: Timeline, listed: list[int], at: int) -> None:
    names = distinct((each.name for each in timeline.recordings), 24)
    more = f" (the {whole(MOST_LISTED)} worst)" if len(timeline.ranked) > MOST_LISTED else ""
    widgets.state[BOX] = at
    st.selectbox(
        f"{timeline.nouns.recording[0].capitalize()}, worst overlap first{more}",
        listed,
        key=widgets.key(BOX),
        width=340,
        format_func=lambda i: f"{names[i]} · overlap {decimal(timeline.scores[i].overlap, 2)}",
        on_change=lambda: _open(timeline, widgets.state.get(BOX)),
    )


def _step(timeline: Timeline, listed: list[int], at: int, label: str, step: int, icon: str) -> None:
    place = listed.index(at) + step
    is_there = 0 <= place < len(listed)
    st.button(
        label,
        icon=f":material/{icon}:",
        disabled=not is_there,
        key=widgets.key(f"timeline_{label}"),
        on_click=_open,
        args=(timeline, listed[place] if is_there else at),
    )


def _open(timeline: Timeline, position: int | str | None) -> None:
    """A list whose texts changed meanwhile sends the old text, which is no position."""
    if isinstance(position, int):
        widgets.state[NAME] = timeline.recordings[position].name
