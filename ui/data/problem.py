"""Why a file or a matrix was refused, said where the click was."""

from __future__ import annotations

import streamlit as st

from ui.data.inbox import Way, inbox
from words import markdown

LONGEST = 1200


def show_problem(*ways: Way) -> None:
    """Why the last file could not be opened, where one of these ways was taken; without any, whichever it was."""
    if inbox().problem and (not ways or inbox().way in ways):
        st.error(markdown(inbox().problem, LONGEST), icon=":material/block:")
