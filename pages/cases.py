"""Every case of a model, narrowed and sorted worst first; one of them opened whole."""

import streamlit as st

from ui.cases.case_table import find_cases, finding, show_case_table
from ui.cases.one_case import show_case
from ui.cases.pick_cases import pick_filters
from ui.cases.selection import case_list, current_selection
from ui.parts import page

view = page.view_or_stop("The cases page lists the cases behind the numbers, the worst mistakes first.")
page.cases_or_stop(view)
if view.study.without_cases:
    page.nothing_to_show(
        "This study has no cases to list.",
        "A confusion matrix holds counts and no single cases. Open the file of predictions behind it, with one row "
        "per case, and every case can be read here.",
    )
cases, voice = case_list(view), view.voice
selection = current_selection(cases, view.normal)
found = find_cases(cases, selection)
page.finding(finding(cases, selection, found, voice))

pick_filters(cases, selection, voice)
if len(found.rows):
    left, right = st.columns([3, 2], gap="medium")
    with left:
        place = show_case_table(cases, selection, found)
    with right:
        show_case(cases, selection, found.rows, place, voice)
else:
    st.markdown("No case is like this. Take a filter away to see more.")
