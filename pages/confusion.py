"""The confusion matrix; a cell lists its cases."""

import streamlit as st

import charts
from predictions.cases.filters import CaseFilter
from predictions.study import WithoutCases
from ui.cases.case_table import show_surest_of_cell
from ui.cases.selection import case_list, link
from ui.parts import matrix_cell, page
from ui.parts.downloads import numbers_heading
from ui.state import widgets
from words.findings.confusion import confusion

view = page.view_or_stop("The confusion matrix shows what every true class was called.")
study, evaluation, voice = view.study, view.evaluation, view.voice
page.finding(confusion(evaluation, voice))

mode = st.segmented_control(
    "Show",
    list(charts.MODES),
    format_func=charts.MODES.__getitem__,
    default="counts",
    key=widgets.key("matrix_mode"),
    label_visibility="collapsed",
    required=True,
    persist_state="session",
    wrap=True,
)
matrix_cell.keep(evaluation)
many = len(evaluation.labels) > charts.MOST_WITH_TEXT
left, right = (st.container(), st.container()) if many else st.columns([3, 2], gap="medium")
with left:
    st.plotly_chart(
        charts.confusion(evaluation.matrix, mode or "counts", matrix_cell.chosen(), study.unit),
        config=charts.CONFIG,
        alt=charts.confusion_alt(evaluation.matrix, study.unit),
        key=widgets.key("matrix"),
        on_select=matrix_cell.take_click,
        selection_mode="points",
    )
with right:
    truth, called = matrix_cell.chosen()
    number = int(evaluation.matrix.cells[truth, called])
    group = voice.group_phrase(number, truth)
    st.subheader(f"{group} called {voice.names[called]}", anchor=False)
    if study.without_cases is WithoutCases.TOO_MANY_ROWS:
        st.markdown("This file has too many rows to hold them: there are no single cases to list.")
    elif study.without_cases is WithoutCases.MATRIX:
        st.markdown("This study is a matrix of counts: there are no single cases to list.")
    elif number:
        wanted = CaseFilter(truth=truth, called=called)
        show_surest_of_cell(case_list(view), wanted)
        link("Open them in Cases", wanted, "open_cell_in_cases")
    else:
        st.markdown("No case is in this cell.")
    matrix_cell.pick(study.labels)
    share_of = {"calls": "calls", "all": "all cases"}.get(mode or "", "true class")
    st.caption(
        f"Click a cell, or choose one here. Blue: correct. Vermilion: wrong. Stronger: larger share of the {share_of}."
    )

numbers_heading(matrix_cell.frame(evaluation), "matrix", "The matrix, rows are the truth", "The whole matrix")
st.dataframe(matrix_cell.frame(evaluation), hide_index=True)
page.footnote(view, "Rows are the truth, columns are what the model said.")
