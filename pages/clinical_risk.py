"""One panel per disease: what is missed, where it went, what its predictions are worth; then the reader's setting."""

import streamlit as st

from ui.clinical_risk import disease_panel
from ui.clinical_risk.your_setting import your_setting
from ui.parts import my_prevalence, page
from ui.parts.help import column_helps
from ui.tables import naive_intervals
from ui.tables.downloads import numbers_heading
from words.findings.clinical_risk import clinical_risk, not_a_disease
from words.findings.methods import PROPORTIONS
from words.findings.prevalence import ASSUMED

view = page.view_or_stop("For each disease: missed cases, cases classified as Normal, and incorrect predictions.")
study, evaluation, voice = view.study, view.evaluation, view.voice
page.finding(clinical_risk(evaluation, voice))

panels = disease_panel.with_panel(evaluation.matrix, voice.diseases)
for disease in panels:
    disease_panel.show_disease(view, disease)
if rest := [i for i in voice.diseases if i not in panels]:
    st.subheader("One more class" if len(rest) == 1 else f"{len(rest)} more classes", anchor=False)
    others = disease_panel.without_panel(evaluation, view.plain_voice, rest)
    st.dataframe(others, hide_index=True, column_config=column_helps(others.columns))
your_setting(view)

apart = [i for i in voice.order if i not in voice.diseases]
title = "Classes that are not a disease" if apart else "In numbers"
everything = disease_panel.risk_frame(evaluation, view.plain_voice)
numbers_heading(everything, "risk", "Missed cases, incorrect predictions and false reassurance by disease", title)
for label in apart:
    st.markdown(not_a_disease(evaluation, label, voice))
if voice.normal is not None:
    both = {"False reassurance": "risk_score", "Disease classified as Normal": "missed_as_normal"}
    if beside := naive_intervals.key_line(evaluation, both, study.unit):
        st.caption(beside)
page.meanings(("fnr", "ppv", "class_risk_score", "class_missed_as_normal"), ("False reassurance",))
page.footnote(view, ASSUMED, methods=(PROPORTIONS, my_prevalence.METHOD))
