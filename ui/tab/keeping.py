"""The study of a tab is found again by the next session of the same tab, and what cannot be found is said."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from predictions.demo import EXAMPLES
from ui.data.inbox import inbox
from ui.state import choices, session
from ui.state.browser import can_follow
from ui.state.shelf import SHELF, Kept, is_there
from ui.state.size import own_id
from ui.tab import cookie
from ui.tab.held import Held, held
from words.reading import missing_study
from words.reading.server import UNREACHABLE

TAB, COMPONENT = "tab", "tab_component"
PATIENCE, SELDOM = 3, 24 * 60 * 60  # seconds


_component = st.components.v2.component(
    "rounds_tab", html="<span></span>", js=Path(__file__).with_name("tab.js").read_text(encoding="utf-8")
)


@dataclass
class Tab:
    """What this session knows of its tab.

    token: of what it has open. asks: what the tab repeats in its answer, as an old page may send the answer that it
    gave another session. is_known: that answer came. has_drawn: a page was shown. is_lost: the tab had something open
    that is no longer kept. begun: when the session began, in seconds.
    """

    token: str = ""
    asks: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    is_known: bool = False
    has_drawn: bool = False
    is_lost: bool = False
    begun: float = field(default_factory=time.monotonic)


def find_again() -> bool:
    """Before anything else of a run: take up what the tab had open. Whether that is known: if not, the tab is asked.

    A browser with nothing on the shelf and nothing in its address has nothing to wait for.
    """
    choices.note_link()
    tab = _tab()
    if tab.is_known or not can_follow():
        return True
    had = _answer(tab)
    if had is None:
        return tab.has_drawn or not (SHELF.has_any(cookie.browser()) or choices.are_linked())
    tab.is_known = True
    if had and session.opened() is None:
        _take_up(tab, had)
    return True


def ask(top: DeltaGenerator) -> None:
    """What this tab had open; nothing else is drawn meanwhile, for a short time, and after a second that is said.

    Below `top`: there the words stay until the next run has drawn the title line, so that the page is never blank.
    """
    with top:
        _tell(_tab(), waits=True)
        _rerun_when_reconnected(PATIENCE)
    with st.container(key="asked_tab"):  # page.css
        st.caption(missing_study.ASKED)


def keep() -> None:
    """Once whatever a run opens is open: keep it for the tab, and tell the tab."""
    if not can_follow():
        return
    tab, has = _tab(), held()
    tab.has_drawn = True
    if has is not None:
        tab.is_known, tab.is_lost = True, False
        tab.token = tab.token or secrets.token_urlsafe(32)
        SHELF.put(tab.token, cookie.browser(), has, own_id(), has.size)
    elif tab.token:
        SHELF.drop(tab.token, cookie.browser())
        tab.token = ""
    _tell(tab, unsaved=has is not None and has.is_unsaved, question=inbox().asking)
    _rerun_when_reconnected(SELDOM)


def say_what_is_missing() -> None:
    """That the study of this tab is gone, or that the address speaks of a file that must be opened first."""
    if held() is not None:
        return
    if _tab().is_lost:
        st.info(missing_study.LOST, icon=":material/history:")
    elif choices.are_linked():
        st.info(missing_study.LINKED, icon=":material/link:")


def _tab() -> Tab:
    found: Tab = st.session_state.setdefault(TAB, Tab())
    return found


def _take_up(tab: Tab, token: str) -> None:
    kept: Kept[Held] | None = SHELF.find(token, cookie.browser())
    if kept is None:
        tab.is_lost = True
    elif _is_asked_for(kept):
        is_duplicate = is_there(kept.owner) and kept.owner != own_id()
        kept.what.take_up(is_shared=is_duplicate)
        tab.token = "" if is_duplicate else token


def _is_asked_for(kept: Kept[Held]) -> bool:
    """Whether the address does not name another study."""
    linked, opened = st.query_params.get("study"), kept.what.opened
    return linked not in {each.key for each in EXAMPLES} or (opened is not None and opened.example == linked)


def _answer(tab: Tab) -> str | None:
    """The token that the tab had, "" for none; None before it answered."""
    had = st.session_state.get(COMPONENT, {}).get("had") or {}
    return str(had.get("token", "")) if had.get("asked") == tab.asks else None


def _tell(tab: Tab, waits: bool = False, unsaved: bool = False, question: str = "") -> None:
    asks = "" if tab.is_known else tab.asks
    data = {
        "token": tab.token,
        "asks": asks,
        "waits": waits,
        "unsaved": unsaved,
        "question": question,  # which, as tab.js runs again only where something differs
        "unreachable": UNREACHABLE,
    }
    _component(key=COMPONENT, data=data, on_had_change=lambda: None)


def _rerun_when_reconnected(seconds: int) -> None:
    """Streamlit runs a page anew after a lost connection where something on it reruns by itself, however seldom."""
    st.fragment(_look_again, run_every=seconds)()


def _look_again() -> None:
    tab = _tab()
    if not tab.has_drawn and time.monotonic() - tab.begun >= PATIENCE:  # better without the study than a blank page
        tab.has_drawn = True
        st.rerun()
