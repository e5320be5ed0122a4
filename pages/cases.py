"""Every case of a model, narrowed and sorted worst first; one of them opened whole."""

import streamlit as st

from predictions.study import Capability
from ui.cases.case_table import find_cases, finding, page_shown, show_case_table
from ui.cases.one_case import show_case, show_heading
from ui.cases.pick_cases import pick_filters
from ui.cases.selection import PAGE_ROWS, case_list, current_selection
from ui.parts import page

view = page.view_or_stop("The single cases, the most harmful errors first.")
if Capability.CASES not in view.study.capabilities:
    page.nothing_to_show(
        "No individual cases: only a confusion matrix was given.",
        "A confusion matrix holds counts. Open the predictions file, with one row per case, to read cases here.",
    )
cases, voice = case_list(view), view.voice
with page.asking():
    selection = current_selection(cases, voice)
    found = find_cases(cases, selection, view)
    selection, listed = page_shown(selection, found)
page.finding(finding(cases, selection, found, view))

pick_filters(cases, selection, voice)
if listed is None:
    st.markdown("No case matches. Remove a filter to see more.")
    st.stop()
left, right = st.columns([3, 2], gap="medium")
with left:
    show_case_table(cases, selection, found, listed, view)
with right:
    show_heading(selection, (selection.page - 1) * PAGE_ROWS + selection.row, found.most)
    show_case(listed.cases, int(listed.rows[selection.row]), voice, cases.has_probabilities)
