"""Every case of a model, narrowed and sorted worst first; one of them opened whole."""

import streamlit as st

from ui.cases import case_table, choices, one_case
from ui.parts import page

view = page.view_or_stop("The cases page lists the cases behind the numbers, the worst mistakes first.")
page.cases_or_stop(view)
if view.study.without_cases:
    page.nothing_to_show(
        "This study has no cases to list.",
        "A confusion matrix holds counts and no single cases. Open the file of predictions behind it, with one row "
        "per case, and every case can be read here.",
    )
cases, voice = choices.case_list(view), view.voice
now = choices.asked(cases, view.normal)
found = case_table.find(cases, now)
page.finding(case_table.finding(cases, now, found, voice))

choices.show(cases, now, voice)
if len(found.rows):
    left, right = st.columns([3, 2], gap="medium")
    with left:
        place = case_table.show(cases, now, found)
    with right:
        one_case.show(cases, now, found.rows, place, voice)
else:
    st.markdown("No case is like this. Take a filter away to see more.")
