"""Widgets that are drawn for the open study: their keys carry its number, so that none of them outlives it.

The browser sends the text that a list shows. Under a key that outlives its study that text reaches the next study,
where it means nothing, or something else.
"""

from __future__ import annotations

import copy
from collections.abc import Container, Iterator, MutableMapping
from dataclasses import replace
from typing import Any, Literal

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

OPENED, DRAWN = "studies_opened", "study_drawn"
MEMORY = "memory"


def key(name: str) -> str:
    """The key of a widget of the open study."""
    return f"{name}{_ending()}"


def _ending() -> str:
    return f"-{st.session_state.get(OPENED, 0)}"


def begin_anew() -> None:
    """Forget every widget of the study, and give those of the next one keys of their own."""
    _answer_no_more()
    for each in [each for each in st.session_state if str(each).endswith(_ending())]:
        del st.session_state[each]
    st.session_state[OPENED] = st.session_state.get(OPENED, 0) + 1


def _answer_no_more() -> None:
    """A click on the study before that comes with what takes its place, or while that is drawn, is not done to it."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is not None:
        told = context.session_state._state._new_widget_state.widget_metadata
        for each in [each for each in told if each.removesuffix("__events").endswith(_ending())]:
            told[each] = replace(told[each], callback=None, callbacks=None)


def are_first_of_study() -> bool:
    """Once for each study, and each time that none is left: whether another one's widgets were drawn before."""
    number, before = st.session_state.get(OPENED, 0), st.session_state.get(DRAWN, 0)
    st.session_state[DRAWN] = number
    return bool(number != before)


class _State(MutableMapping[str, Any]):
    """The part of the session state that is the open study's, by the names of its widgets."""

    def __getitem__(self, name: str) -> Any:
        return st.session_state[key(name)]

    def __setitem__(self, name: str, value: Any) -> None:
        st.session_state[key(name)] = value

    def __delitem__(self, name: str) -> None:
        del st.session_state[key(name)]

    def __iter__(self) -> Iterator[str]:
        return (str(each).removesuffix(_ending()) for each in st.session_state if str(each).endswith(_ending()))

    def __len__(self) -> int:
        return sum(1 for _ in self)


state = _State()


def selected(name: str, kind: Literal["rows", "points"]) -> list[Any]:
    """What was clicked last in a table or a picture of that name, one row or point; [] for nothing."""
    found: list[Any] = ((state.get(name) or {}).get("selection") or {}).get(kind) or []
    return found[:1]


def remember(name: str, value: Any) -> None:
    """Keep what is no widget's own value for the open study; it is found again after a reload."""
    state[name] = memory()[name] = value


def remembered(name: str, usual: Any) -> Any:
    """What was chosen last in the widget of that name, whether it is on the page or not."""
    return memory().get(name, usual)


def keeping(name: str, usual: Any, offered: Container[Any] | None = None) -> dict[str, Any]:
    """What a widget of Streamlit is given so that its choice is remembered; with `offered`, as far as it is there.

    usual: what it shows before anything is chosen, a list where several are.
    """
    chosen = remembered(name, usual)
    if offered is not None and isinstance(usual, list):
        chosen = [each for each in chosen if each in offered] or usual
    elif offered is not None and chosen not in offered:
        chosen = usual
    state[name] = chosen
    return {"key": key(name), "on_change": lambda: remember(name, state.get(name))}


def memory() -> dict[str, Any]:
    """What is remembered, by name."""
    found: dict[str, Any] = state.setdefault(MEMORY, {})
    return found


def take_up(number: int, remembered: dict[str, Any]) -> None:
    """Go on with the study that another session kept: its number there, and a copy of what it remembered."""
    st.session_state[OPENED] = number
    for name, value in remembered.items():
        remember(name, copy.deepcopy(value) if isinstance(value, dict) else value)
