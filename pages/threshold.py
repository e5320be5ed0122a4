"""Where to draw the line for one class: what a rule finds, misses and alarms."""

import math

import streamlit as st

from ui.parts import my_prevalence, naive_intervals, page
from ui.threshold import criterion, manual, one_class, per_class_thresholds, two_thresholds
from ui.threshold.operating_point import RATES, classes_with_scores, operating_point, validation
from words.findings.methods import SHARES

view = page.view_or_stop(
    "The threshold page says, for any line drawn through a score, what is found, missed and falsely alarmed."
)
if not view.evaluation.has_scores:
    page.nothing_to_show(
        "A threshold needs scores, and this study has only labels.",
        "With labels alone the line has been drawn already. Open a file with a score for each class "
        "(for example columns `score_Normal`, `score_VT`) to move it.",
    )
options = classes_with_scores(view)
if not options:
    page.nothing_to_show(
        "None of these cases has a score.",
        "A line needs scores to cut through. Choose another split or model at the top of the page.",
    )
study, evaluation, voice = view.study, view.evaluation, view.voice
label = view.interest_among(options)
criterion.pick_way()
point = operating_point(view, label)
if math.isnan(point.at):
    page.finding(point.finding_without_threshold())
split = point.shown_split() if validation(view, label) else None
criterion.pick_what_it_needs(label, voice, manual.is_probability(point.table), split)
if math.isnan(point.at):
    st.stop()
one_class.show_one_class(point)
if beside := naive_intervals.threshold_line(evaluation, label, point.at, RATES, study.unit):
    st.caption(beside)
one_class.show_other_classes(point)
more = (
    *two_thresholds.show_two_thresholds(view, label, point.table),
    *per_class_thresholds.show_per_class_thresholds(view),
)
page.meanings((*RATES, *(["optimism"] if point.corrected else []), *more))
page.footnote(view, "The rule is everywhere: score ≥ threshold.", methods=(SHARES, my_prevalence.METHOD))
