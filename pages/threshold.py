"""Where to draw the line for one class: what a rule finds, misses and alarms."""

import math

import streamlit as st

from ui.parts import my_prevalence, naive_intervals, page
from ui.threshold import choice, per_class_thresholds, rule, two_thresholds
from ui.threshold.at_threshold import Line
from ui.threshold.component import threshold_picker
from words.findings.methods import SHARES

study, evaluation = page.evaluation_or_stop(
    "The threshold page says, for any line drawn through a score, what is found, missed and falsely alarmed."
)
if not evaluation.has_scores:
    page.nothing_to_show(
        "A threshold needs scores, and this study has only labels.",
        "With labels alone the line has been drawn already. Open a file with a score for each class "
        "(for example columns `score_Normal`, `score_VT`) to move it.",
    )
if not rule.classes_with_scores(study, evaluation):
    page.nothing_to_show(
        "None of these cases has a score.",
        "A line needs scores to cut through. Choose another split or model at the top of the page.",
    )
voice = page.voice(study)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    label, table = rule.pick_class(study, evaluation, voice)
    choice.pick_mode()
chosen = choice.chosen(study, evaluation, label, table)
if math.isnan(chosen.at):
    page.finding(choice.impossible(chosen, voice))
    choice.pick(study, label, table, voice)
    st.stop()
line = Line(study, evaluation, label, table, chosen)
threshold_picker(line)
if beside := naive_intervals.rule_line(evaluation, label, line.at, study.unit):
    st.caption(beside)
rule.show_matrix(study, label, line.at, voice)
more = (
    *two_thresholds.show(study, evaluation, label, table, voice),
    *per_class_thresholds.show(study, evaluation, voice),
)
page.meanings(("sensitivity", "fpr", "ppv", "npv", *(["optimism"] if line.corrected else []), *more))
page.footnote(study, "The rule is everywhere: score ≥ threshold.", methods=(SHARES, my_prevalence.METHOD))
