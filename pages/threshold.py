"""The threshold of one class: what it detects and misses, and what it changes for every other class."""

import math

import streamlit as st

from ui.parts import my_prevalence, page
from ui.threshold import criterion, one_class, per_class_thresholds, two_thresholds
from ui.threshold.content import RATES
from ui.threshold.operating_point import classes_with_scores, told_point
from words.findings.methods import PROPORTIONS

view = page.view_or_stop("For any threshold: detected, missed and false-positive cases.").delivered
page.scores_or_stop(
    view,
    "This study has predicted labels but no scores, so the threshold is fixed.",
    "Add a score for each class (for example columns `score_Normal`, `score_VT`).",
)
options = classes_with_scores(view)
label = view.interest_among(options)
point = told_point(view, label)
view = point.view
if math.isnan(point.at):
    page.finding(point.finding_without_threshold())
    criterion.pick_way(label, view.voice)
    one_class.show_choice(point)
    st.stop()
one_class.show_one_class(point)
one_class.show_choice(point)
more = (
    *two_thresholds.show_two_thresholds(view, label, point.table),
    *per_class_thresholds.show_per_class_thresholds(view),
)
one_class.show_prevalence(point)
page.meanings((*RATES, *(["optimism"] if point.corrected else []), *more))
page.footnote(view, "Positive: score ≥ threshold.", methods=(PROPORTIONS, my_prevalence.METHOD))
