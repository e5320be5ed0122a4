"""The confusion matrix; a cell lists its cases; every error with its part of the true class and of the predictions."""

import streamlit as st

import charts
from reviews.frames import amounts_of
from ui.confusion import cell_cases, errors, in_time, matrix_cell
from ui.confusion.legend import legend
from ui.parts import page, pictures
from ui.state import widgets
from ui.tables.downloads import download
from ui.timeline.timeline import timeline_of
from words.findings.confusion import confusion

LIST_TOP, LOW = 56, 250  # px: what the list has above it, less what stands below the matrix; its height above another

view = page.view_or_stop("The confusion matrix: true class by predicted class, and the cases of each cell.")
study, evaluation, voice = view.study, view.evaluation, view.voice
timeline, amounts = timeline_of(view), amounts_of(view)
page.finding(in_time.finding(timeline) if timeline else confusion(evaluation, voice))
matrix_cell.keep(view)
matrix, many = view.shown_matrix, len(voice.names) > charts.MOST_WITH_TEXT
grid = st.grid(2, min_column_width=300, gap=("small", "large")) if many else page.in_thirds()
matrix_place, list_place = grid.cell(column_span=1 if many else 2), grid.cell()
with matrix_place, st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    st.subheader(in_time.title(timeline) if timeline else "Matrix", anchor=False, width="content")
    mode = st.segmented_control(
        "Shade and percentage",
        list(charts.MODES),
        format_func=charts.MODES.__getitem__,
        label_visibility="collapsed",
        required=True,
        **widgets.keeping("matrix_mode", "truth"),
    )
    download(matrix_cell.frame(matrix), "matrix", "Rows are the true class, columns the predicted class")
place = matrix_cell.place_of(view, matrix_cell.chosen())
figure = charts.confusion(matrix, mode or "truth", place, study.unit, view.shown_healthy, amounts, view.shown_weighted)
with list_place:  # before the picture: a cell that stands alone is wider, and the matrix would be drawn twice
    height = int(figure.layout.height) - LIST_TOP
    if timeline:
        in_time.show_segments(timeline, LOW if many else height)
    else:
        cell_cases.show_cases(view, 0 if many else height)
    if many:
        errors.choose_from_list(view)
with matrix_place:
    pictures.show(
        figure,
        "Confusion matrix",
        alt=charts.confusion_alt(matrix, study.unit, amounts),
        key=widgets.key("matrix"),
        on_select=lambda: matrix_cell.take_click(view),
        selection_mode="points",
    )
    legend(view, mode or "truth")
if not many:
    errors.show_errors(view, timeline)
page.meanings(("sensitivity", "ppv"))
page.footnote(view, "Rows are the true class, columns the predicted class.")
