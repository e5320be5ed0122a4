"""How the open file was read, as the last line of Overview: what a row is, the notices, and the way to change it."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from predictions.mapping import Mapping
from predictions.problems import Notice, corrected
from predictions.study import Study
from reviews import View
from ui.data.inbox import inbox
from ui.data.problem import LONGEST
from ui.parts.page import PAGES
from ui.state import session, widgets
from ui.tables.shown import markdown_table
from words import markdown
from words.notices import by_weight, losses, worded
from words.reading.read_as import ACTIONS, columns_read, notices_counted
from words.reading.read_as import read_as as line


def show_losses(view: View) -> None:
    """In amber, below the finding: rows lost or numbers changed. Nothing where that is under one percent.

    Above it what came of a review file.
    """
    if (opened := session.opened()) and opened.review_said:
        st.caption(opened.review_said)
    found = losses(view.study.notices, view.study.rows)
    if found:
        text = "  \n".join(markdown(worded(each), LONGEST) for each in found)
        st.warning(text, icon=":material/rule:")
        for at, notice in enumerate(found):
            _action(notice, f"loss_{at}")


def read_as(view: View) -> None:
    """The line; its notices and columns are unfolded by a click."""
    study = view.study
    key = widgets.key("read_as_open")
    if st.session_state.get(key, False):
        _panel(study, key)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(_line(study), width="content")
        if has_columns_or_notices(study):
            _button(notices_counted(len(study.notices)), "expand_more", key, opens=True)
        _change()


def _line(study: Study) -> str:
    truth = study.mapping.truth if study.columns else None
    return line(study.unit[0], truth, sum(study.scored), len(study.model_names))


def _button(label: str, icon: str, key: str, opens: bool) -> None:
    def turn() -> None:
        st.session_state[key] = opens

    st.button(label, icon=f":material/{icon}:", type="tertiary", on_click=turn, key=f"{key}_{opens}")


def _change() -> None:
    st.page_link(PAGES / "data.py", label="Change", icon=":material/edit:", width="content")


def _panel(study: Study, key: str) -> None:
    with st.container(border=True):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.subheader(_line(study), anchor="columns", width="content")
            with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
                _change()
                _button("Close", "close", key, opens=False)
        columns_and_notices(study)


def has_columns_or_notices(study: Study) -> bool:
    """Whether there is more to say than the line: a matrix has no columns."""
    return bool(study.columns or study.notices)


def columns_and_notices(study: Study) -> None:
    """What each column was taken for, beside the notices in three weights."""
    with st.grid(3, min_column_width=300, gap=("small", "large")) as grid:
        with grid.cell(column_span=2):
            show_columns(study)
        with grid.cell():
            show_notices(study)


def show_columns(study: Study) -> None:
    """A row per column; those of scores and those without a role together."""
    mapping = study.mapping
    named = {mapping.truth, *(mapping.predicted or ()), *mapping.score_columns}
    named |= {mapping.case_id, mapping.model, mapping.split, mapping.fold, mapping.sequence, mapping.order}
    details = {each.column for each in study.columns} - named
    rows = columns_read(
        ((each.column, each.meaning, each.examples) for each in study.columns), mapping.score_columns, details
    )
    if rows:
        titles = ['[Column](#columns "Columns of the file")', "Meaning", "Examples"]
        markdown_table(pd.DataFrame(rows, columns=titles))


def show_notices(study: Study) -> None:
    """Under three headings, heaviest first, each with its action where there is one."""
    for weight, notices in by_weight(study.notices).items():
        st.markdown(f"**{weight}**")
        for at, notice in enumerate(notices):
            st.markdown(markdown(worded(notice), LONGEST))
            _action(notice, f"notice_{weight.name}_{at}")


def _action(notice: Notice, key: str) -> None:
    changed = corrected(inbox().mapping or Mapping(), notice)
    if changed is not None and inbox().files:
        label = ACTIONS[notice.code]
        st.button(label, icon=":material/arrow_forward:", type="tertiary", key=widgets.key(key),
                  on_click=inbox().read_again, args=(changed,))  # fmt: skip
