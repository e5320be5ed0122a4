"""How long a row lasts: how that is known, and the widgets to say otherwise."""

from __future__ import annotations

import streamlit as st

from ui.state import widgets
from ui.state.row_seconds import PER_ROW, PER_SECOND, RATE, WAY
from ui.timeline.timeline import Timeline
from words import markdown
from words.text.times import per_row

SHORTEST, LONGEST = 1e-4, 86_400.0


def show_settings(timeline: Timeline) -> None:
    """How long a row lasts and how that is known, with a button that opens the widgets."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(duration_said(timeline), width="content")
        key = widgets.key("timeline_settings")
        with st.popover(f"{timeline.nouns.row[0].capitalize()} duration", type="tertiary", key=key):
            _pick_duration(timeline)


def duration_said(timeline: Timeline) -> str:
    """How it is known how long a row lasts, in Markdown."""
    if timeline.view.row_seconds:
        return f"{per_row(timeline.phrases.seconds, timeline.nouns.row)}, as set here."
    return markdown(timeline.pace.because, 300)


def _pick_duration(timeline: Timeline) -> None:
    one, many = timeline.nouns.row
    ways = {PER_ROW: f"seconds per {one}", PER_SECOND: f"{many} per second"}
    st.number_input(
        f"{one.capitalize()} duration",
        SHORTEST,
        LONGEST,
        value=None,
        placeholder=f"{timeline.pace.seconds:g}",
        format="%g",
        **widgets.keeping(RATE, None),
    )
    st.segmented_control(
        "Counted in",
        list(ways),
        format_func=ways.__getitem__,
        required=True,
        label_visibility="collapsed",
        wrap=True,
        **widgets.keeping(WAY, PER_ROW),
    )
