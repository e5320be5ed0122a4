"""Every case of a model, narrowed and sorted worst first; one of them opened whole."""

import streamlit as st

from ui.cases.case_table import find_cases, finding, show_case_table
from ui.cases.one_case import show_case
from ui.cases.pick_cases import pick_filters
from ui.cases.selection import case_list, current_selection
from ui.parts import page

view = page.view_or_stop("The single cases, the most harmful errors first.")
page.cases_or_stop(view)
if view.study.without_cases:
    page.nothing_to_show(
        "No individual cases: only a confusion matrix was given.",
        "A confusion matrix holds counts. Open the predictions file, with one row per case, to read cases here.",
    )
cases, voice = case_list(view), view.voice
selection = current_selection(cases, voice)
found = find_cases(cases, selection, view)
page.finding(finding(cases, selection, found, view))

pick_filters(cases, selection, voice)
if len(found.rows):
    left, right = st.columns([3, 2], gap="medium")
    with left:
        place = show_case_table(cases, selection, found, view)
    with right:
        show_case(cases, selection, found.rows, place, voice)
else:
    st.markdown("No case matches. Remove a filter to see more.")
