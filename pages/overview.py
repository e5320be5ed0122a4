"""What the model misses, how often it is right, and every class in numbers."""

import streamlit as st

import charts
from ui import page, tables
from words import overview

study, evaluation = page.evaluation_or_stop(
    "The overview says what the model misses, what its all-clear is worth, and how it does on every class."
)
voice = page.voice(study)
page.finding(overview(evaluation, voice))

st.subheader("What becomes of each class", anchor=False)
st.plotly_chart(
    charts.outcomes(evaluation.matrix, voice.normal, study.unit),
    config=charts.CONFIG,
    alt=charts.outcomes_alt(evaluation.matrix, voice.normal, study.unit),
    key="outcomes",
)

page.numbers_heading(tables.class_frame(evaluation), "classes", "Every class with all its metrics and intervals")
figures = evaluation.overall
page.key_figures(
    [
        ("Accuracy", figures["accuracy"], None),
        ("Balanced accuracy", figures["balanced_accuracy"], None),
        ("MCC", figures["mcc"], None),
        ("Macro AUC", figures["macro_auc"], None) if evaluation.has_scores else ("Macro F1", figures["macro_f1"], None),
    ]
)
tables.show_classes(evaluation, voice)

page.meanings((*tables.SHOWN, "f1"))
page.footnote(
    study, "Intervals: 95 %, Wilson for shares, DeLong for AUC, bootstrap (2,000 resamples, seed 0) otherwise."
)
