"""The ways into a study: upload, example, matrix; and what can be done with an open one."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import streamlit as st

from predictions.demo import EXAMPLES
from predictions.study import Study
from ui.data import loading, start_files
from ui.data.inbox import Way, inbox
from ui.data.mapping_form import mapping_form
from ui.state import widgets
from words import markdown, short
from words.text.names import listed

PAGES = Path(__file__).parents[2] / "pages"
OVERVIEW, DATA = str(PAGES / "overview.py"), str(PAGES / "data.py")
GLANCE = 0.4  # seconds of each half one in which the end of the reading is seen at once


def show_problem(*ways: Way) -> None:
    """Why the last file could not be opened, where one of these ways was taken; without any, whichever it was."""
    if inbox().problem and (not ways or inbox().way in ways):
        st.error(markdown(inbox().problem, 1200), icon=":material/block:")


def show_loading(on_data_page: bool) -> None:
    """On every page: what is being read, and on those that would not say it, that it was refused or asks something."""
    box = inbox()
    if box.loading is not None:
        _watch()
    if on_data_page:
        box.is_late = False
    elif box.is_late:
        show_problem()
        if box.pending is not None:
            label = "The file was read. Name its columns on the Data page"
            st.page_link(DATA, label=label, icon=":material/arrow_forward:")


@st.fragment(run_every=0.5)
def _watch() -> None:
    box = inbox()
    if box.loading is None or box.loading.wait(GLANCE):
        st.rerun()
    elif loading.show_loading(box.loading):
        box.cancel()
        st.rerun()


def _start_files_again() -> None:
    """The way back to the files of the start command, once something else is open or nothing is."""
    files = start_files.files()
    if files and not isinstance(inbox().files, start_files.StartFiles):
        name = markdown(listed([name for name, _ in files], 2), 200)
        st.button(f"Open {name} of the start command", icon=":material/replay:", on_click=inbox().open, args=(files,))


# ------------------------------------------------------------------ the ways in


def ways_to_open() -> None:
    """Upload, matrix, examples."""
    file, matrix = st.columns([3, 2], gap="small")
    with file, st.container(border=True, height="stretch"):
        _upload()
    with matrix, st.container(border=True, height="stretch"):
        _matrix_invitation()
    if inbox().is_typing:
        _matrix_form()
    st.subheader("Or start from an example", anchor=False)
    with st.grid(4, min_column_width=220):
        for example in EXAMPLES:
            _card(example.key, example.title, example.text, example.badge, example.size)
    st.caption(
        "Files stay in this session on the computer that runs Rounds. Nothing is sent to another host, "
        "and nothing is kept after you close the page."
    )


def _upload() -> None:
    st.subheader("Your predictions", anchor=False)
    key = f"upload_{inbox().uploads}"

    def take() -> None:
        if uploaded := st.session_state[key]:
            inbox().take_upload(uploaded)

    left = st.file_uploader(
        "Files of predictions",
        accept_multiple_files=True,
        key=key,
        label_visibility="collapsed",
        on_change=take,
    )
    if left:  # the browser had it before this session knew of the uploader, whose callback was not called
        take()
        st.rerun()
    show_problem(Way.UPLOAD)
    st.caption(
        "CSV or other text, Excel, Parquet, Feather, JSON or NPZ, also in a zip or gzip. "
        "Several files, or several prediction columns, become several models."
    )
    _start_files_again()


def _matrix_invitation() -> None:
    st.subheader("Only a confusion matrix?", anchor=False)
    st.markdown("Paste it from a spreadsheet or type it. Everything that needs no scores works: risk, classes, matrix.")
    st.space("stretch")
    if st.button("Enter a matrix", icon=":material/grid_on:"):
        inbox().is_typing = True


def _card(key: str, title: str, text: str, badge: str, size: str) -> None:
    with st.container(border=True, height="stretch"):
        st.subheader(title, anchor=False)
        st.markdown(text)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.badge(badge, color="gray")
            st.caption(size, width="content")
        st.space("stretch")
        st.button(
            "Open",
            icon=":material/arrow_forward:",
            width="stretch",
            key=f"open_{key}",
            on_click=inbox().open_bundled,
            args=(key,),
            help=f"Open the example {title}",
        )


# ------------------------------------------------------------------ a matrix


def _matrix_form() -> None:
    with st.container(border=True):
        st.subheader("A confusion matrix", anchor=False)
        st.markdown("Rows are the truth, columns are what the model said.")
        paste, type_in = st.tabs(["Paste", "Type"])
        with paste:
            text = st.text_area(
                "Cells from a spreadsheet, with the class names in the first row and the first column",
                key="matrix_text",
                height=180,
                placeholder="          Normal   VT\nNormal    908      30\nVT        5        40",
            )
            st.button(
                "Read the pasted matrix",
                icon=":material/arrow_forward:",
                disabled=not text,
                on_click=lambda: inbox().open_matrix(st.session_state["matrix_text"]),
            )
        with type_in:
            _typed_matrix()
        show_problem(Way.MATRIX)


def _typed_matrix() -> None:
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
            str(i): st.column_config.NumberColumn(f"called {short(label, 30)}", min_value=0, step=1, format="%d")
            for i, label in enumerate(labels)
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


# ------------------------------------------------------------------ an open study


def actions(study: Study) -> None:
    """The next step, a correction, or the end of this study."""
    if isinstance(inbox().files, start_files.StartFiles):
        st.caption("Given with the start command: read where it lies, not uploaded and not copied.")
    with st.container(horizontal=True):
        if st.button("Open the overview", icon=":material/arrow_forward:"):
            st.switch_page(OVERVIEW)
        st.button("Remove from this session", type="tertiary", on_click=inbox().remove)
    if study.columns and inbox().files:
        with st.expander("Correct how the columns were read", key=widgets.key("correct_columns")):
            samples = {role.column: role.examples for role in study.columns}
            mapping_form(samples, study.mapping, study, inbox().read_again)
            show_problem(Way.COLUMNS)
