"""The cases of the chosen cell, most confident first, with the way to read them."""

from __future__ import annotations

import streamlit as st

from predictions.cases.filters import CaseFilter
from predictions.study import Capability
from reviews import View
from ui.cases.case_table import show_most_confident_of_cell
from ui.cases.selection import case_list, link
from ui.confusion import matrix_cell


def show_cases(view: View, height: int) -> None:
    """height: of the list in px; 0 for the way to it alone."""
    truth, predicted = matrix_cell.chosen()
    number = int(view.evaluation.matrix.cells[truth, predicted])
    group, names = view.voice.unit[number != 1], view.voice.beside_counts
    with st.container(horizontal=True, vertical_alignment="center", key="heading_of_cell"):  # page.css
        st.subheader(f"{number:,} {group}: {names[truth]} → {names[predicted]}", anchor=False, width="content")
    matrix_cell.pick(view)
    wanted = CaseFilter(truth=truth, predicted=predicted)
    if Capability.CASES not in view.study.capabilities:
        st.caption("Case list not available: only a confusion matrix was given.")
    elif not number:
        st.caption("No case is in this cell.")
    else:
        take = None
        if height and Capability.LOADED in view.study.capabilities:  # a click on a cell must not wait for an engine
            take = show_most_confident_of_cell(case_list(view), wanted, view.voice, height)
        with st.container(horizontal=True, horizontal_alignment="distribute"):
            link(f"Read the {number:,} {group}" if number > 1 else f"Read the {group}", wanted, "open_cell_in_cases")
            if take:
                take()
