"""ROC and precision-recall curves, one class against the rest."""

import streamlit as st

import charts
from ui.curves.curve_table import curve_frame, curve_table
from ui.curves.drawn_curves import HOW_DRAWN, about_bands, drawn_curves
from ui.curves.pick_curves import left_out, pick_curves, picked_curves
from ui.parts import page
from ui.parts.downloads import numbers_heading
from ui.parts.help import help_of
from words import markdown
from words.findings.curves import curves
from words.findings.methods import AREAS, OTHERS

view = page.view_or_stop("Curves show how well the scores order the cases, at every threshold.")
study, evaluation, voice = view.study, view.evaluation, view.voice
if not evaluation.has_scores:
    page.nothing_to_show(
        "A ROC curve needs scores, and this study has only labels.",
        "A label is one point: it says nothing about the other thresholds, so a curve through it would be invented. "
        "Open a file with a score for each class (for example columns `score_Normal`, `score_VT`) to see the curves.",
    )
drawable = [
    i for i in range(len(study.labels)) if (table := evaluation.table(i)) and table.n_positive and table.n_negative
]
if not drawable:
    page.nothing_to_show(
        "No class has both cases and scores, so there is no curve to draw.",
        "A curve needs cases of the class and cases of others, each with a score.",
    )
picked = picked_curves(view, drawable)
page.finding(curves(evaluation, picked.classes[0], voice))
pick_curves(picked)

if missing := left_out(picked):
    st.warning(
        f"Not drawn: {', '.join(markdown(name, 48) for name in missing)}. There are no cases of the chosen split, "
        "and splits are never laid over one another.",
        icon=":material/rule:",
    )
drawn_roc, drawn_pr, macro = drawn_curves(picked)
with st.grid(2, min_column_width=320, gap="medium"):
    with st.container():
        st.subheader("ROC", anchor=False, help=help_of("auc"))
        st.plotly_chart(charts.roc(drawn_roc, *macro), config=charts.CONFIG, alt=charts.roc_alt(drawn_roc), key="roc")
    with st.container():
        st.subheader("Precision and recall", anchor=False, help=help_of("average_precision"))
        st.plotly_chart(charts.pr(drawn_pr), config=charts.CONFIG, alt=charts.pr_alt(drawn_pr), key="pr")
st.caption(about_bands(picked))

numbers_heading(curve_frame(picked), "curves", "AUC and average precision by class and model")
st.table(curve_table(picked), border="horizontal", hide_index=True)
page.meanings(("sensitivity", "fpr", "ppv"), ("AUC", "Average precision"))
page.footnote(view, HOW_DRAWN, methods=(AREAS, OTHERS))
