"""The line above every page: its name, the choices that apply to every page, and how much of the file is used."""

from __future__ import annotations

import streamlit as st

from reviews import View
from ui.state import choices, session, widgets
from ui.state.session import LEVELS, USUAL_LEVEL
from words import ci, counted, distinct, markdown, percent, whole


def title_line(title: str) -> None:
    """The title; without an open study that is said in place of the choices."""
    opened = session.opened()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.title(title, anchor=False, width="content")
        if opened is None:
            st.popover("No study open", icon=":material/tune:", type="tertiary", disabled=True)
            return
        label, key = _choices_said(opened.view), widgets.key("choices_of_all_pages")
        with st.popover(label, icon=":material/tune:", type="tertiary", key=key):
            _choices_of_all_pages(opened.view)
        st.caption(_rows_used(opened.view), width="content")


def _choices_of_all_pages(view: View) -> None:
    st.caption("These apply to every page.")
    study = view.study
    if len(study.model_names) > 1:
        names = choices.model_names(study)
        choices.pick("model", "Model", range(len(names)), names.__getitem__, st.selectbox)
    splits = study.splits_of(view.model)
    if len(splits) > 1:
        choices.pick("split", "Split", range(len(splits)), distinct(splits).__getitem__, st.selectbox)
    labels = distinct(study.labels)
    choices.pick(
        "normal",
        "Class that means all clear",
        range(choices.NO_NORMAL, len(study.labels)),
        lambda i: "none of them" if i == choices.NO_NORMAL else labels[i],
        st.selectbox,
        help="Usually Normal. Misses that are called this class count as the dangerous ones.",
    )
    choices.pick(
        "level",
        "Confidence level of the intervals",
        range(len(LEVELS)),
        lambda i: percent(LEVELS[i], 0),
        st.segmented_control,
        required=True,
        help="A higher level makes every interval wider.",
    )


def _choices_said(view: View) -> str:
    parts = []
    if view.study.model_names and (name := view.study.model_names[view.model]):
        parts.append(markdown(name, 32))
    if view.split:
        parts.append(markdown(view.split, 24))
    labels, normal = view.study.labels, view.normal
    parts.append("no all-clear class" if normal is None else f"all-clear is {markdown(labels[normal], 24)}")
    if view.level != LEVELS[USUAL_LEVEL]:
        parts.append(ci(view.level))
    return " · ".join(parts)


def _rows_used(view: View) -> str:
    text, left_out = counted(view.evaluation.n, view.study.unit), view.study.rows - view.study.used
    return f"{text} · {whole(left_out)} row{'s' if left_out != 1 else ''} of the file not used" if left_out else text
