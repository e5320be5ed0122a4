"""One panel per disease, the most dangerous first: what is missed, where it went, what an alarm is worth."""

import streamlit as st

from metrics import by_danger
from ui.clinical_risk import disease_panel
from ui.parts import my_prevalence, naive_intervals, page
from ui.parts.downloads import numbers_heading
from ui.parts.figures import key_figures
from ui.parts.help import column_helps
from ui.requirements.panel import without_panel
from words.findings.clinical_risk import clinical_risk
from words.findings.methods import SHARES

MOST_PANELS = 6

view = page.view_or_stop(
    "Clinical risk says, for every disease, how much of it is missed, how much of that is called all clear, "
    "and how many of the alarms are false."
)
study, evaluation, voice = view.study, view.evaluation, view.voice
page.finding(clinical_risk(evaluation, voice))
if voice.normal is None:
    st.warning(
        "No class is chosen as the one that means all clear. Choose it at the top of the page, "
        "and the misses that are called all clear are counted apart.",
        icon=":material/rule:",
    )

order = by_danger(evaluation.matrix, voice.normal)
without_panel(evaluation, order[:MOST_PANELS], voice)
if len(order) > 1:
    st.caption("In the order of the share missed (its lower bound, so that a rare class must show its misses to lead).")
for disease in order[:MOST_PANELS]:
    disease_panel.show_disease(view, disease)
everything = (
    disease_panel.risk_frame(evaluation, order, voice.normal),
    "risk",
    "Misses, false alarms and risks by disease",
)
if len(order) > MOST_PANELS:
    rest = len(order) - MOST_PANELS
    numbers_heading(*everything, title="One more class" if rest == 1 else f"The other {rest} classes")
    others = disease_panel.risk_frame(evaluation, order[MOST_PANELS:], voice.normal)
    st.dataframe(others, hide_index=True, column_config=column_helps(others.columns))

if voice.normal is not None:
    if len(order) > MOST_PANELS:
        st.subheader("In numbers", anchor=False)
    else:
        numbers_heading(*everything)
    key_figures(disease_panel.reassurance_figures(evaluation, voice.normal, voice.names[voice.normal]))
    both = {"False reassurance": "risk_score", "Missed disease": "missed_as_normal"}
    if beside := naive_intervals.key_line(evaluation, both, study.unit):
        st.caption(beside)
    st.table(disease_panel.risk_table(evaluation, order, voice), border="horizontal", hide_index=True)
    st.caption(disease_panel.WHY_TWO_RATES)
my_prevalence.section(view)
page.meanings(("fnr", "ppv", "class_risk_score", "class_missed_as_normal"), ("False reassurance", "Missed disease"))
page.footnote(view, methods=(SHARES, my_prevalence.METHOD))
