"""Why a file or a matrix was refused, said where the click was."""

from __future__ import annotations

import streamlit as st

from ui.data.inbox import Way, inbox
from words import markdown

LONGEST = 1200  # letters of a sentence, with the names and values in it


def show_problem(*ways: Way) -> None:
    """Why the last file could not be opened, where one of these ways was taken; without any, whichever it was."""
    if inbox().problem and (not ways or inbox().way in ways):
        st.error(markdown(inbox().problem, LONGEST), icon=":material/block:")
        inbox().is_told = True
        if inbox().sheets:
            _choose_sheet(inbox().sheets)


def _choose_sheet(sheets: tuple[str, ...]) -> None:
    """The sheets of the refused workbook; a click reads one."""
    with st.container(horizontal=True, gap="small"):
        for number, sheet in enumerate(sheets):
            label = f"Read sheet {markdown(sheet, 40)}"
            st.button(label, key=f"sheet_{number}", on_click=inbox().read_sheet, args=(sheet,))
