"""How long a row lasts and which classes are no phase: what is assumed, and the widgets to say otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from ui.parts.tables import MOST_IN_A_TABLE
from ui.state import widgets
from ui.timeline.kept_settings import BACKGROUND, PER_ROW, PER_SECOND, RATE, WAY, is_typed
from ui.timeline.timeline import Timeline
from words import NBSP, counted, distinct, markdown

SHORTEST, LONGEST = 1e-4, 86_400.0


def show_settings(timeline: Timeline) -> None:
    """A button that says what is assumed, and opens the widgets."""
    key = widgets.key("timeline_settings")
    with st.popover(_label(timeline), icon=":material/schedule:", type="tertiary", key=key):
        _pick_duration(timeline)
        _pick_background(timeline)


def duration_said(timeline: Timeline) -> str:
    """How it is known how long a row lasts, in Markdown."""
    return f"You said: {_per_row(timeline)}." if is_typed() else markdown(timeline.pace.because, 300)


def _pick_duration(timeline: Timeline) -> None:
    one, many = timeline.nouns.row
    ways = {PER_ROW: f"seconds per {one}", PER_SECOND: f"{many} per second"}
    with st.container(horizontal=True, vertical_alignment="bottom", wrap=True):
        st.number_input(
            f"How long a {one} lasts",
            SHORTEST,
            LONGEST,
            value=None,
            key=widgets.key(RATE),
            persist_state="session",
            placeholder=f"{timeline.pace.seconds:g}",
            format="%g",
            width=180,
        )
        st.segmented_control(
            "Counted in",
            list(ways),
            format_func=ways.__getitem__,
            default=PER_ROW,
            key=widgets.key(WAY),
            required=True,
            label_visibility="collapsed",
            wrap=True,
            persist_state="session",
        )


def _pick_background(timeline: Timeline) -> None:
    """Buttons for a few classes, which take Markdown; a list for many, which takes plain text."""
    phase, few = timeline.nouns.phase[0], len(timeline.study.labels) <= MOST_IN_A_TABLE
    names = timeline.phrases.voice.names if few else distinct(timeline.study.labels)
    more = {"selection_mode": "multi", "wrap": True} if few else {}
    widget: Callable[..., Any] = st.pills if few else st.multiselect
    widget(
        f"Classes that are no {phase}",
        range(len(names)),
        key=widgets.key(BACKGROUND),
        help=f"Their time is no {phase}, as before an operation begins.",
        format_func=names.__getitem__,
        persist_state="session",
        **more,
    )


def _label(timeline: Timeline) -> str:
    hidden = counted(len(timeline.background), ("class", "classes")) + " in the background"
    every = f"every class is a {timeline.nouns.phase[0]}"
    return f"{_per_row(timeline)} · {hidden if timeline.background else every}"


def _per_row(timeline: Timeline) -> str:
    seconds, (one, many) = timeline.phrases.seconds, timeline.nouns.row
    if seconds < 1:
        return f"{1 / seconds:.4g}{NBSP}{many} per second"
    return f"{seconds:.4g}{NBSP}second{'s' if seconds != 1 else ''} per {one}"
