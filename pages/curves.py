"""ROC and precision-recall curves, one class, one-vs-rest."""

import streamlit as st

from reviews.models.areas import has_curve
from ui.curves.class_table import each_of, how_read, show_classes
from ui.curves.drawn_curves import TOGETHER, show_curves
from ui.curves.league_table import show_models
from ui.curves.selective import show_selective
from ui.parts import page
from words.findings.curves import curves, lowest
from words.findings.methods import AREAS, OTHERS, PRECISION

view = page.view_or_stop("Discrimination across all thresholds: ROC and precision–recall curves.").delivered.asking
evaluation, voice = view.evaluation, view.voice
page.scores_or_stop(
    view,
    "No scores in this dataset.",
    "Predicted labels give a single operating point, not a curve. Open a file with a score for each class "
    "(for example columns `score_Normal`, `score_VT`).",
)
drawable = [label for label in voice.order if has_curve(evaluation, label)]
if not drawable:
    page.nothing_to_show("No class has a curve.", "A curve needs scored cases with and without the class.")
label = view.interest_among(drawable)
said = curves(evaluation, label, voice, each_of(view, label).get("auc"))
many = lowest(evaluation, drawable, voice) if len(drawable) > TOGETHER else ""
page.finding(said._replace(detail=f"{said.detail} {many}".strip()))

page.warnings(view)
show_curves(view, drawable, label)
show_classes(view)
st.caption(how_read(view))
models = show_models(view, label)
show_selective(view, label)
compared = ["auc_difference"] if models else []
page.meanings(("sensitivity", "fpr", "ppv", *compared, "risk_coverage"), ("AUC", "Average precision"))
page.footnote(view, models, methods=(AREAS, PRECISION, OTHERS) if evaluation.patients is None else (AREAS, PRECISION))
