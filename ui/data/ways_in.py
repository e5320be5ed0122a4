"""The ways into a study: upload, matrix, example; and what every page says while a file is read."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from predictions.demo import EXAMPLES, Example
from predictions.sources.engines import servers
from ui.data import loading, start_files
from ui.data.inbox import Way, inbox
from ui.data.matrix_form import matrix_form
from ui.data.problem import show_problem
from ui.data.samples import sample_csv, template_csv
from ui.data.table_form import table_form
from ui.parts.page import PAGES
from ui.state import session
from words import markdown
from words.findings.review_file import waiting
from words.reading.read_as import WHERE_FILES_STAY
from words.text.names import listed

GLANCE = 0.4  # seconds of each half one in which the end of the reading is seen at once


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
            label = "The file was read. Answer its question on the Data page"
            st.page_link(PAGES / "data.py", label=label, icon=":material/arrow_forward:")
    else:
        box.forget_what_was_told()


@st.fragment(run_every=0.5)
def _watch() -> None:
    box = inbox()
    if box.loading is None or box.loading.wait(GLANCE):
        st.rerun()
    elif loading.show_loading(box.loading):
        box.cancel()
        st.rerun()


# ------------------------------------------------------------------ the ways in


def ways_to_open() -> None:
    """Upload with a sample and a template, a matrix, the examples; beside a question the upload alone."""
    with st.container(border=True):
        _upload()
    if inbox().is_typing:
        matrix_form()
    if servers.SERVERS:
        table_form(servers.SERVERS)
    if inbox().pending is None:
        _examples()


def _examples() -> None:
    st.subheader("Examples", anchor=False)
    with st.grid(4, min_column_width=220):
        for example in EXAMPLES:
            _card(example)
    st.caption(WHERE_FILES_STAY)


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
    if left or st.session_state[key]:  # the browser had it before this session knew of the uploader: no callback ran
        take()
        st.rerun()
    show_problem(Way.UPLOAD)
    if review := inbox().review:
        st.markdown(waiting([name for name, _ in review.files]))
    st.caption(
        "CSV, Excel, Parquet, Feather, JSON, NPZ, also zipped; or a saved review. Several files become several models."
    )
    with st.container(horizontal=True, gap="small"):
        _begin_with("Sample file", "rounds-sample.csv", sample_csv)
        _begin_with("Empty template", "rounds-template.csv", template_csv)
        if st.button("Enter a confusion matrix", icon=":material/grid_on:", type="tertiary"):
            inbox().is_typing = True
        _start_files_again()


def _begin_with(label: str, name: str, make: Callable[[], bytes]) -> None:
    """Made when it is asked for: a page that is left at once has nothing for its browser to look for."""
    st.download_button(
        label,
        make,
        name,
        "text/csv",
        key=f"open_{name}",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )


def _start_files_again() -> None:
    """The way back to the files of the start command, and to read them again, as they may have changed on the disk."""
    box, files, mapping, again = inbox(), start_files.files(), None, ""
    if isinstance(box.files, start_files.StartFiles):
        files, mapping, again = box.files, box.mapping, " again"
    if files and (not again or session.opened()):
        name = markdown(listed([name for name, _ in files], 2), 200)
        label = f"Open {name} of the start command{again}"
        st.button(label, icon=":material/replay:", type="tertiary", on_click=box.open, args=(files, mapping))


def _card(example: Example) -> None:
    with st.container(border=True, height="stretch"):
        st.subheader(example.title, anchor=False)
        st.markdown(example.text)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.badge(example.badge, color="gray")
            st.caption(example.size, width="content")
        st.space("stretch")
        asked = st.button(
            "Open",
            icon=":material/arrow_forward:",
            width="stretch",
            key=f"open_{example.key}",
            on_click=inbox().open_bundled,
            args=(example.key,),
            help=f"Open the example {example.title}",
        )
    if asked:  # after a run that left for Overview, Streamlit knows the button no more: no callback ran
        inbox().open_bundled(example.key)
        st.rerun()
