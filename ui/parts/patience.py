"""Questions to a file that take long: said at the top of the page, and ended by Cancel or by any other click."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from predictions.progress import ticking, told_part
from predictions.sources.kept_open import staying_open
from ui.state import session, widgets
from words import markdown
from words.reading.counting import AGAIN, CANCELLED, WHY_CANCELLED, asking_said

AFTER, EVERY = 1.0, 0.5  # seconds until it is said, and between two looks
STOPPED = "cancelled_page"


@dataclass
class _Asking:
    """What one run of a page shows of its questions. Whatever is shown lets a waiting click end the run."""

    top: DeltaGenerator
    of: str
    source: str
    cancel: Callable[[], None] | None
    started: float = field(default_factory=time.monotonic)
    looked: float = 0.0
    slots: list[DeltaGenerator] = field(default_factory=list)

    def tick(self) -> None:
        now = time.monotonic()
        if now - self.started < AFTER or now - self.looked < EVERY:
            return
        self.looked = now
        if not self.slots:
            self.slots = [self.top.empty(), self.top.empty()]
            if self.cancel:
                self.slots[1].button("Cancel", icon=":material/close:", key=f"cancel_{self.of}", on_click=self.cancel)
        self.slots[0].caption(asking_said(markdown(self.source, 60), int(now - self.started), told_part()))

    def end(self) -> None:
        for slot in self.slots:
            slot.empty()


@contextmanager
def patiently(top: DeltaGenerator, of: Literal["group", "page"], cancel: Callable[[], None] | None) -> Iterator[None]:
    """Around what may ask the file of the study. of: what it asks for, each once in a run.

    cancel: what the button does before the page runs again; None: none.

    Questions that end are worked out anew when they are asked again; the study stays.
    """
    opened = session.opened()
    asking = _Asking(top, of, opened.study.name if opened else "", cancel)
    with ticking(asking.tick), staying_open():
        yield
    asking.end()


def stop(page: str) -> None:
    """Do not count what a page shows until the reader asks for it again."""
    widgets.state[STOPPED] = page


def said_if_stopped(page: str) -> bool:
    """Whether counting for this page was cancelled, with the way to count it; forgotten on any other page."""
    if widgets.state.get(STOPPED) != page:
        widgets.state.pop(STOPPED, None)
        return False
    st.header(CANCELLED, anchor=False)
    st.markdown(WHY_CANCELLED)
    st.button(AGAIN, icon=":material/refresh:", on_click=lambda: widgets.state.pop(STOPPED, None))
    return True
