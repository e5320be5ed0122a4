"""The confusion matrix; a cell lists its cases; every error with its part of the true class and of the predictions."""

import streamlit as st

import charts
from predictions.cases.filters import CaseFilter
from predictions.study import WithoutCases
from ui.cases.case_table import show_most_confident_of_cell
from ui.cases.selection import case_list, link
from ui.confusion import errors, matrix_cell
from ui.confusion.legend import legend
from ui.parts import page, pictures
from ui.parts.downloads import download
from ui.state import widgets
from words.findings.confusion import confusion

LIST_TOP = 130  # px of the list's own heading and boxes

view = page.view_or_stop("The confusion matrix: true class by predicted class, and the cases of each cell.")
study, evaluation, voice = view.study, view.evaluation, view.voice
page.finding(confusion(evaluation, voice))
matrix_cell.keep(view)
matrix, many = view.shown_matrix, len(voice.names) > charts.MOST_WITH_TEXT
grid = st.grid(2 if many else 3, min_column_width=300, gap=("small", "large"))
with grid.cell(column_span=1 if many else 2):
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader("Matrix", anchor=False, width="content")
        mode = st.segmented_control(
            "Shade and percentage",
            list(charts.MODES),
            format_func=charts.MODES.__getitem__,
            default="truth",
            key=widgets.key("matrix_mode"),
            label_visibility="collapsed",
            required=True,
            persist_state="session",
        )
        download(matrix_cell.frame(matrix), "matrix", "Rows are the true class, columns the predicted class")
    place = matrix_cell.place_of(view, matrix_cell.chosen())
    figure = charts.confusion(matrix, mode or "truth", place, study.unit, view.shown_healthy)
    st.plotly_chart(
        figure,
        config=pictures.config("confusion-matrix"),
        alt=charts.confusion_alt(matrix, study.unit),
        key=widgets.key("matrix"),
        on_select=lambda: matrix_cell.take_click(view),
        selection_mode="points",
    )
    legend(view, mode or "truth")
with grid.cell():
    truth, predicted = matrix_cell.chosen()
    number = int(evaluation.matrix.cells[truth, predicted])
    group = voice.unit[number != 1]
    st.subheader(f"{number:,} {group}: {voice.names[truth]} → {voice.names[predicted]}", anchor=False)
    matrix_cell.pick(view)
    wanted = CaseFilter(truth=truth, predicted=predicted)
    if study.without_cases is WithoutCases.TOO_MANY_ROWS:
        st.caption("This file has too many rows to hold them: there are no single cases to list.")
    elif study.without_cases is WithoutCases.MATRIX:
        st.caption("This study is a matrix of counts: there are no single cases to list.")
    elif number and many:
        link(f"Read the {number:,} {group}" if number > 1 else f"Read the {group}", wanted, "open_cell_in_cases")
    elif number:
        show_most_confident_of_cell(case_list(view), wanted, voice, int(figure.layout.height) - LIST_TOP)
        link(f"Read the {number:,} {group}" if number > 1 else f"Read the {group}", wanted, "open_cell_in_cases")
    else:
        st.caption("No case is in this cell.")
    if many:
        errors.choose_from_list(view)
if not many:
    errors.show_errors(view)
page.footnote(view, "Rows are the true class, columns the predicted class.")
