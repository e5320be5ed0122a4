"""What the model misses, how often it is right, and every class in numbers."""

import streamlit as st

import charts
from metrics import METRICS
from ui.data.read_as import read_as, show_losses
from ui.overview import class_intervals
from ui.parts import menu, naive_intervals, page, tables
from ui.parts.downloads import numbers_heading
from ui.parts.figures import key_figures
from ui.parts.html_picture import draw
from ui.requirements.panel import headline, panel
from words.findings.methods import AREAS, OTHERS, SHARES
from words.findings.overview import overview

view = page.view_or_stop(
    "The overview says what the model misses, what its all-clear is worth, and how it does on every class."
)
study, evaluation, voice = view.study, view.evaluation, view.voice
page.finding(overview(evaluation, voice))
show_losses(view)
headline(evaluation)

# With many classes the picture is several screens long: the numbers come first then.
few = len(evaluation.labels) <= tables.MOST_IN_A_TABLE
picture, numbers = (st.container(), st.container()) if few else reversed((st.container(), st.container()))
with picture:
    st.subheader("What becomes of each class", anchor=False)
    draw(charts.outcomes(evaluation.matrix, voice.normal, study.unit))
figures = {"Accuracy": "accuracy", "Balanced accuracy": "balanced_accuracy", "MCC": "mcc"}
figures |= {"Macro AUC": "macro_auc"} if evaluation.has_scores else {"Macro F1": "macro_f1"}
with numbers:
    numbers_heading(tables.class_frame(evaluation), "classes", "Every class with all its metrics and intervals")
    key_figures([(name, evaluation.overall[key], None) for name, key in figures.items()])
    if line := naive_intervals.key_line(evaluation, figures, study.unit):
        st.caption(line)
    tables.show_classes(evaluation, voice)
    if why := tables.no_intervals(evaluation, voice):
        st.caption(why)
    naive_intervals.show_classes(evaluation, voice)
class_intervals.show_class_intervals(view)
panel(evaluation, voice)

page.meanings([key for key in tables.NUMBERS if key in METRICS], (*figures, "AUC"))
page.footnote(view, methods=(SHARES, AREAS, OTHERS))
read_as(view)
menu.show_not_listed(view)
