"""A confusion matrix that is pasted or typed."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from predictions.opening_matrix import MOST_PASTED
from ui.data.inbox import Way, inbox
from ui.data.problem import show_problem
from words import distinct


def matrix_form() -> None:
    """Both ways to enter one; errors are shown below."""
    with st.container(border=True):
        st.subheader("Confusion matrix", anchor=False)
        st.markdown("Rows: true class. Columns: predicted class.")
        paste, type_in = st.tabs(["Paste", "Type"])
        with paste:
            _pasted()
        with type_in:
            _typed()
        show_problem(Way.MATRIX)


def _pasted() -> None:
    text = st.text_area(
        "Cells from a spreadsheet, class names in the first row and column",
        key="matrix_text",
        height=180,
        max_chars=MOST_PASTED,
        placeholder="          Normal   VT\nNormal    908      30\nVT        5        40",
    )
    st.button(
        "Read the pasted matrix",
        icon=":material/arrow_forward:",
        disabled=not text,
        on_click=lambda: inbox().open_matrix(st.session_state["matrix_text"]),
    )


def _typed() -> None:
    names = st.text_input("Class names, separated by commas", "Normal, Disease", key="matrix_names")
    labels = list(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if not 2 <= len(labels) <= 60:
        st.markdown("Give 2 to 60 different class names.")
        return
    key = f"matrix_grid_{'|'.join(labels)}"
    st.data_editor(
        pd.DataFrame(0, index=labels, columns=[str(i) for i in range(len(labels))]),
        key=key,
        column_config={
            str(i): st.column_config.NumberColumn(f"→ {name}", min_value=0, step=1, format="%d")
            for i, name in enumerate(distinct(labels, 30))
        },
    )
    st.button(
        "Read the typed matrix",
        icon=":material/arrow_forward:",
        on_click=lambda: inbox().open_matrix(_typed_cells(key, len(labels)), labels),
    )


def _typed_cells(key: str, size: int) -> list[list[object]]:
    """What stands in the grid now, also what was typed just before the button was pressed."""
    cells: list[list[object]] = [[0] * size for _ in range(size)]
    for row, typed in st.session_state[key]["edited_rows"].items():
        for column, value in typed.items():
            cells[int(row)][int(column)] = value
    return cells
