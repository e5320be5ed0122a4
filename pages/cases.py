"""Every case of a model, narrowed and sorted worst first; one of them opened whole."""

import streamlit as st

from ui import case_choices, case_list, case_view, page

study, _ = page.evaluation_or_stop("The cases page lists the cases behind the numbers, the worst mistakes first.")
page.rows_or_stop(study)
if not study.models:
    page.nothing_to_show(
        "This study has no cases to list.",
        "A confusion matrix holds counts and no single cases. Open the file of predictions behind it, with one row "
        "per case, and every case can be read here.",
    )
cases, voice = case_choices.case_list(study), page.voice(study)
now = case_choices.asked(cases)
found = case_list.find(cases, now)
page.finding(case_list.finding(cases, now, found, voice))

case_choices.show(cases, now, voice)
if len(found.rows):
    left, right = st.columns([3, 2], gap="medium")
    with left:
        place = case_list.show(cases, now, found)
    with right:
        case_view.show(cases, now, found.rows, place, voice)
else:
    st.markdown("No case is like this. Take a filter away to see more.")
