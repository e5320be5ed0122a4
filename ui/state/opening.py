"""A study takes the place of the one before, or leaves it empty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from predictions.study import Study
from ui.state import choices, session, widgets
from ui.state.session import OpenStudy


def open_study(study: Study, example: str | None = None) -> OpenStudy:
    """Begin anew with a study. `example` names a bundled one, so that links can open it.

    The address speaks for the first study of a session only.
    """
    from_link = session.reader().is_new
    opened = session.start(study, example)
    if from_link:
        choices.follow_link(opened)
    return opened


@dataclass(frozen=True)
class Closed:
    """What was open; memory: what was set on single pages, by name."""

    opened: OpenStudy
    memory: dict[str, Any]

    def open_again(self) -> None:
        """As it was left."""
        st.session_state[session.OPEN] = replace(self.opened, reader=session.reader())
        widgets.take_up(st.session_state[widgets.OPENED], self.memory)


def close() -> Closed | None:
    """Forget the study and everything that was decided about it or computed from it; whoever keeps it has it again."""
    opened, memory = session.opened(), widgets.memory()
    session.end()
    st.query_params.clear()
    return None if opened is None else Closed(opened, memory)
