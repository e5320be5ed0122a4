"""What a session has open, as it is kept for its tab and taken up by the next session of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from ui.data.inbox import INBOX, Inbox, inbox
from ui.data.start_files import StartFiles
from ui.state import choices, session, widgets
from ui.state.reviewed import is_saved
from ui.state.session import OPEN, READER, OpenStudy, Reader
from ui.state.size import held_size


@dataclass(frozen=True)
class Held:
    """As it stood: a run that its tab has left may go on, and changes nothing of it.

    opened: None while its columns are asked for or it is being read. number: of the study in its session.

    memory: what was set on single pages, by name.
    """

    opened: OpenStudy | None
    inbox: Inbox
    reader: Reader
    number: int
    memory: dict[str, Any]

    @property
    def size(self) -> int:
        """In bytes, roughly."""
        reading = self.inbox.loading.files if self.inbox.loading else ()
        files = {id(content): (name, content) for name, content in (*(self.inbox.files or ()), *reading)}
        return held_size(self._study.study if self._study else None, list(files.values()))

    @property
    def _study(self) -> OpenStudy | None:
        """What is open, or waits while a dropped file asks."""
        return self.inbox.before[0].opened if self.inbox.before else self.opened

    @property
    def is_unsaved(self) -> bool:
        """Whether leaving the page may lose something; examples and files of the start command open by themselves."""
        files = self.inbox.before[1] if self.inbox.before else self.inbox.files
        if self._study is None or self._study.example or isinstance(files, StartFiles):
            return False
        return not is_saved(self._study)

    def rest(self) -> None:
        """Let go of what was worked out, two thirds of the memory, until the tab is back. Examples share theirs."""
        if self.opened is not None and not self.opened.example:
            self.opened.cache.clear()

    def take_up(self, is_shared: bool) -> None:
        """Make it this session's own. is_shared: the session that kept it goes on."""
        reader = replace(self.reader)
        st.session_state[READER] = reader
        st.session_state[INBOX] = self.inbox.duplicate() if is_shared else self.inbox
        widgets.take_up(self.number, self.memory)
        if self.opened is not None:
            st.session_state[OPEN] = opened = replace(self.opened, reader=reader)
            choices.follow_link(opened)


def held() -> Held | None:
    """What this session has open; None where that is nothing."""
    opened, box = session.opened(), inbox()
    if opened is None and box.pending is None and box.loading is None:
        return None
    number = st.session_state.get(widgets.OPENED, 0)
    return Held(opened, replace(box), session.reader(), number, widgets.memory())
