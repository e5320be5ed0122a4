"""What a session has open, as it is kept for its tab and taken up by the next session of it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import streamlit as st

from predictions.study import Study
from ui.data.inbox import INBOX, Inbox, inbox
from ui.data.start_files import StartFiles
from ui.state import choices, session, widgets
from ui.state.session import OPEN, READER, OpenStudy, Reader
from ui.title_line.review_panel import is_saved

OF_TABLES = 5  # how many times as large as its rows a study becomes, once every page has been looked at


@dataclass(frozen=True)
class Held:
    """opened: None while its columns are asked for or it is being read. number: of the study in its session.

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
        files = sum(len(content) for _, content in self.inbox.files or () if isinstance(content, bytes))
        return files + OF_TABLES * (_rows_size(self.opened.study) if self.opened else 0)

    @property
    def is_unsaved(self) -> bool:
        """Whether leaving the page may lose something; examples and files of the start command open by themselves."""
        if self.opened is None or self.opened.example or isinstance(self.inbox.files, StartFiles):
            return False
        return not is_saved(self.opened)

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
    return Held(opened, box, session.reader(), number, widgets.memory())


def _rows_size(study: Study) -> int:
    """Of the arrays that its models hold; models of one file share some."""
    arrays: dict[int, int] = {}
    for model in range(len(study.model_names)):
        if (rows := study.predictions_of(model)) is not None:
            for each in fields(rows):
                value = getattr(rows, each.name)
                parts = value if isinstance(value, tuple) else (value,)
                arrays |= {id(part): part.nbytes for part in parts if hasattr(part, "nbytes")}
    return sum(arrays.values())
