"""The ways into a study: upload, example, matrix; and what can be done with an open one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from predictions.demo import EXAMPLES, FOLDER, open_example
from predictions.mapping import Mapping
from predictions.opening import Files
from predictions.opening_matrix import open_matrix
from predictions.problems import NeedsMapping, Problem, listed
from predictions.study import Study
from ui.data import loading, start_files
from ui.data.loading import Loading
from ui.data.mapping_form import mapping_form
from ui.state import opening, session
from words import markdown, short

__all__ = [
    "actions",
    "open_bundled",
    "pending",
    "read_as",
    "show_loading",
    "show_problem",
    "take_up",
    "ways_to_open",
]

FILES, PENDING, PROBLEM, ROUND, ENTER = "files", "pending", "problem", "upload_round", "enter_matrix"
LOADING, LATE, GIVEN = "loading", "answer_came_late", "opened_given"
PAGES = Path(__file__).parents[2] / "pages"
OVERVIEW, DATA = str(PAGES / "overview.py"), str(PAGES / "data.py")
AT_ONCE = 1.0  # seconds: what is read within them is simply there
GLANCE = 0.4  # seconds of each half one in which the end of the reading is seen at once


def pending() -> NeedsMapping | None:
    """The file that waits for a person to name its columns."""
    return st.session_state.get(PENDING)


def show_problem() -> None:
    """Why the last file could not be opened."""
    if message := st.session_state.get(PROBLEM):
        st.error(markdown(message, 1200), icon=":material/block:")


def _open(files: Files, mapping: Mapping | None = None) -> None:
    """Begin to open files as the study. What takes longer than a moment goes on while the pages stay usable."""
    _forget_loading()
    for key in (PROBLEM, LATE):
        st.session_state.pop(key, None)
    begun = Loading(files, mapping)
    st.session_state[LOADING] = begun
    if begun.wait_until(AT_ONCE):
        _take(begun)


def _take(begun: Loading) -> None:
    """What was read. A refused file changes nothing but the message; one that asks waits with its form."""
    del st.session_state[LOADING]
    try:
        study = begun.answer()
    except NeedsMapping as needed:
        opening.close()
        st.session_state[PENDING], st.session_state[FILES] = needed, begun.files
    except Problem as problem:
        st.session_state[PROBLEM] = str(problem)
    else:
        opening.open_study(study)
        st.session_state.pop(PENDING, None)
        st.session_state[FILES] = begun.files
        _fresh_uploader()


def _forget_loading() -> None:
    begun: Loading | None = st.session_state.pop(LOADING, None)
    if begun is not None:
        begun.cancel()


def take_up() -> None:
    """Whatever has been read since the last look, on any page; in a new session, begin with what was given."""
    if session.reader().is_new and st.query_params.get("study") not in {example.key for example in EXAMPLES}:
        _open_given()
    begun: Loading | None = st.session_state.get(LOADING)
    if begun is not None and begun.wait_until(AT_ONCE):  # the reader may have left the page of the upload at once
        st.session_state[LATE] = True
        _take(begun)


def show_loading(on_data_page: bool) -> None:
    """On every page: what is being read, and on those that would not say it, that it was refused or asks something."""
    if LOADING in st.session_state:
        _watch()
    if on_data_page:
        st.session_state.pop(LATE, None)
    elif LATE in st.session_state:
        show_problem()
        if pending() is not None:
            label = "The file was read. Name its columns on the Data page"
            st.page_link(DATA, label=label, icon=":material/arrow_forward:")


@st.fragment(run_every=0.5)
def _watch() -> None:
    begun: Loading | None = st.session_state.get(LOADING)
    if begun is None or begun.wait(GLANCE):
        st.rerun()
    if loading.show(begun):
        _forget_loading()
        _fresh_uploader()
        st.rerun()


def read_as(mapping: Mapping) -> None:
    """Read the same files again, with the columns as a person named them."""
    _open(st.session_state[FILES], mapping)


# ------------------------------------------------------------------ the ways in


def _open_given() -> None:
    """What the start command names, once for a new session; what is wrong with it is said on the Data page."""
    files = start_files.files()
    if files and GIVEN not in st.session_state:
        st.session_state[GIVEN] = True
        _open(files)


def _given_again() -> None:
    """The way back to the files of the start command, once something else is open or nothing is."""
    files = start_files.files()
    if files and not isinstance(st.session_state.get(FILES), start_files.Given):
        name = markdown(listed([name for name, _ in files], 2), 200)
        st.button(f"Open {name} of the start command", icon=":material/replay:", on_click=_open, args=(files,))


def ways_to_open() -> None:
    """Upload, matrix, examples."""
    file, matrix = st.columns([3, 2], gap="small")
    with file, st.container(border=True, height="stretch"):
        _upload()
    with matrix, st.container(border=True, height="stretch"):
        _matrix_invitation()
    if st.session_state.get(ENTER):
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
    key = f"upload_{st.session_state.get(ROUND, 0)}"

    def take() -> None:
        uploaded = st.session_state[key]
        if uploaded:
            _open([(each.name, each.getvalue()) for each in uploaded])

    st.file_uploader(
        "Files of predictions",
        accept_multiple_files=True,
        key=key,
        label_visibility="collapsed",
        on_change=take,
    )
    st.caption(
        "CSV or other text, Excel, Parquet, Feather, JSON or NPZ, also in a zip or gzip. "
        "Several files, or several prediction columns, become several models."
    )
    _given_again()


def _matrix_invitation() -> None:
    st.subheader("Only a confusion matrix?", anchor=False)
    st.markdown("Paste it from a spreadsheet or type it. Everything that needs no scores works: risk, classes, matrix.")
    st.space("stretch")
    if st.button("Enter a matrix", icon=":material/grid_on:"):
        st.session_state[ENTER] = True


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
            on_click=open_bundled,
            args=(key,),
            help=f"Open the example {title}",
        )


def open_bundled(key: str) -> None:
    """Open a bundled example, from its card or from a link."""
    example = next(each for each in EXAMPLES if each.key == key)
    _forget_loading()
    for name in (PROBLEM, PENDING):
        st.session_state.pop(name, None)
    st.session_state[FILES] = [(example.file, (FOLDER / example.file).read_bytes())]
    opening.open_study(open_example(key), key)
    _fresh_uploader()


def _fresh_uploader() -> None:
    """An uploader that still shows the last file would suggest that it is the one in use."""
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1


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
                on_click=lambda: _open_matrix(st.session_state["matrix_text"]),
            )
        with type_in:
            _typed_matrix()


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
        on_click=lambda: _open_matrix(_typed_cells(key, len(labels)), labels),
    )


def _typed_cells(key: str, size: int) -> list[list[object]]:
    """What stands in the grid now, also what was typed just before the button was pressed."""
    cells: list[list[object]] = [[0] * size for _ in range(size)]
    for row, typed in st.session_state[key]["edited_rows"].items():
        for column, value in typed.items():
            cells[int(row)][int(column)] = value
    return cells


def _open_matrix(source: str | Sequence[Sequence[object]], labels: Sequence[str] | None = None) -> None:
    _forget_loading()
    for key in (PROBLEM, PENDING, FILES):
        st.session_state.pop(key, None)
    try:
        opening.open_study(open_matrix(source, labels))
        st.session_state[ENTER] = False
        _fresh_uploader()
    except Problem as problem:
        st.session_state[PROBLEM] = str(problem)


# ------------------------------------------------------------------ an open study


def actions(study: Study) -> None:
    """The next step, a correction, or the end of this study."""
    if isinstance(st.session_state.get(FILES), start_files.Given):
        st.caption("Given with the start command: read where it lies, not uploaded and not copied.")
    with st.container(horizontal=True):
        if st.button("Open the overview", icon=":material/arrow_forward:"):
            st.switch_page(OVERVIEW)
        st.button("Remove from this session", type="tertiary", on_click=_remove)
    if study.columns and st.session_state.get(FILES):
        with st.expander("Correct how the columns were read", key="correct_columns"):
            samples = {role.column: role.examples for role in study.columns}
            mapping_form(samples, study.mapping, study, read_as)


def _remove() -> None:
    _forget_loading()
    opening.close()
    for key in (FILES, PENDING, PROBLEM):
        st.session_state.pop(key, None)
    _fresh_uploader()
