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

# With many classes the picture is several screens long: the numbers come first then.
few = len(evaluation.labels) <= tables.MOST_IN_A_TABLE
picture, numbers = (st.container(), st.container()) if few else reversed((st.container(), st.container()))
with picture:
    st.subheader("What becomes of each class", anchor=False)
    st.plotly_chart(
        charts.outcomes(evaluation.matrix, voice.normal, study.unit),
        config=charts.CONFIG,
        alt=charts.outcomes_alt(evaluation.matrix, voice.normal, study.unit),
        key="outcomes",
    )
last = "Macro AUC" if evaluation.has_scores else "Macro F1"
figures = {"Accuracy": "accuracy", "Balanced accuracy": "balanced_accuracy", "MCC": "mcc"}
figures[last] = last.lower().replace(" ", "_")
with numbers:
    page.numbers_heading(tables.class_frame(evaluation), "classes", "Every class with all its metrics and intervals")
    page.key_figures([(name, evaluation.overall[key], None) for name, key in figures.items()])
    tables.show_classes(evaluation, voice)

page.meanings((*tables.SHOWN, "f1"), (*figures, "AUC"))
page.footnote(
    study,
    "Intervals: 95 %, Wilson for shares, DeLong for AUC, bootstrap (2,000 resamples, seed 0) otherwise; "
    "the macro AUC carries none.",
)
