"""The confusion matrix; a cell lists its cases."""

import streamlit as st

import charts
from predictions import cases
from ui import cells, choices, page
from words import confusion, counted

study, evaluation = page.evaluation_or_stop("The confusion matrix shows what every true class was called.")
voice = page.voice(study)
page.finding(confusion(evaluation, voice))

mode = st.segmented_control(
    "Show", list(charts.MODES), format_func=charts.MODES.__getitem__, default="counts", key="matrix_mode",
    label_visibility="collapsed", required=True, persist_state="session", wrap=True,
)  # fmt: skip
cells.keep(evaluation)
many = len(evaluation.labels) > charts.MOST_WITH_TEXT
left, right = (st.container(), st.container()) if many else st.columns([3, 2], gap="medium")
with left:
    st.plotly_chart(
        charts.confusion(evaluation.matrix, mode or "counts", cells.chosen(), study.unit),
        config=charts.CONFIG,
        alt=charts.confusion_alt(evaluation.matrix, study.unit),
        key="matrix",
        on_select=cells.take_click,
        selection_mode="points",
    )
with right:
    truth, called = cells.chosen()
    number = int(evaluation.matrix.cells[truth, called])
    group = voice.group(number, truth)
    st.subheader(f"{group} called {voice.names[called]}", anchor=False)
    if not study.models:
        st.markdown("This study is a matrix of counts: there are no single cases to list.")
    elif number:
        listed = cases(study, choices.model(), choices.split(study), truth, called)
        listed = listed.drop(columns=["truth", "the model said"])  # the heading says them
        shown = f" The first {len(listed)} of {counted(number, study.unit)}." if number > len(listed) else ""
        if listed.columns.empty:
            shown = " The file holds nothing more about them."
        sure = "Sorted by how sure the model was, most sure first." if evaluation.has_scores else "In the file's order."
        st.markdown(sure + shown)
        if not listed.columns.empty:
            st.dataframe(listed, hide_index=True, height=min(440, 38 + 35 * len(listed)))
            hidden = cells.identifiers(study, listed.columns)
            page.download(listed, "cases", f"The listed {study.unit[1]}", cells.id_columns(study), hidden)
    else:
        st.markdown("No case is in this cell.")
    cells.pick(study.labels)
    share_of = {"calls": "calls", "all": "all cases"}.get(mode or "", "true class")
    st.caption(
        f"Click a cell, or choose one here. Blue: correct. Vermilion: wrong. Stronger: larger share of the {share_of}."
    )

page.numbers_heading(cells.frame(evaluation), "matrix", "The matrix, rows are the truth", "The whole matrix")
st.dataframe(cells.frame(evaluation), hide_index=True)
page.footnote(study, "Rows are the truth, columns are what the model said.")
