"""The open file on the Data page: how much of it is used, what each column is, and how to change that."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from predictions.study import Capability, Study
from ui.data import start_files
from ui.data.inbox import Way, inbox
from ui.data.mapping_form import mapping_form
from ui.data.problem import show_problem
from ui.data.read_as import columns_and_notices, has_columns_or_notices
from ui.parts.page import LONGEST_NAME, PAGES
from ui.state import widgets
from words import counted, markdown
from words.findings.finding import Finding, sentences
from words.findings.methods import rows_used


def summary(study: Study) -> Finding:
    """How much of the file is used."""
    if Capability.CASES not in study.capabilities:
        return Finding(f"A matrix of {counted(study.rows, study.unit)}.", "")
    said = rows_used(study.rows, study.used, [(markdown(part.reason, 200), part.rows) for part in study.excluded])
    name = f"{markdown(study.name, 120)}." if len(study.name) > LONGEST_NAME else ""
    return Finding(said.headline, sentences(said.detail, name))


def show(study: Study) -> None:
    """Columns and notices, the first rows, and the form that changes how the columns are read."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.page_link(PAGES / "overview.py", label="Open Overview", icon=":material/arrow_forward:", width="content")
        key, close = widgets.key("close_study"), inbox().remove
        st.button("Close study", type="tertiary", icon=":material/close:", key=key, on_click=close)
    if isinstance(inbox().files, start_files.StartFiles):
        st.caption("Opened from the command line; read in place, not copied.")
    with st.container(border=True):
        st.subheader("What was read", anchor="columns")
        if has_columns_or_notices(study):
            columns_and_notices(study)
        _matrix(study)
    show_problem(Way.COLUMNS)
    if study.columns and inbox().files:
        with st.expander("Change how the columns are read", key=widgets.key("correct_columns")):
            samples = {role.column: role.examples for role in study.columns}
            mapping_form(samples, study.mapping, study, inbox().read_again)
    _first_rows(study)


def _matrix(study: Study) -> None:
    """The cells, where nothing else was given."""
    if Capability.CASES in study.capabilities or study.preview.num_columns:
        return
    frame = pd.DataFrame(study.evaluate().matrix.cells, columns=[f"→ {label}" for label in study.labels])
    frame.insert(0, "true class", list(study.labels), allow_duplicates=True)
    st.dataframe(frame, hide_index=True)


def _first_rows(study: Study) -> None:
    if study.preview.num_columns:
        with st.expander("First rows"):
            st.dataframe(study.preview.to_pandas(), hide_index=True)
