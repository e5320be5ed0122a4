"""Every number of the product: definition, formula, value in the open study, other conventions."""

import streamlit as st

from metrics.definition import LEVELS
from ui.definitions import cards
from ui.definitions.values import StudyValues
from ui.parts import page
from ui.state import session
from words.findings.definitions import GROUPS, references
from words.findings.finding import Finding

SEARCH, LEVEL = "definitions_search", "definitions_level"


def show_all() -> None:
    st.query_params.pop(cards.LINKED, None)


opened = session.opened()
view = opened.view if opened else None
values = None
if view is None:
    detail = "Definition and formula. With an open study also its value there."
else:
    detail = "Definition, formula and value in this study."
page.finding(Finding("Definitions", detail))

with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    searched = st.text_input(
        "Find",
        placeholder="sensitivity, recall, TPR",
        key=SEARCH,
        on_change=show_all,
        type="search",
        width=320,
    )
    if view and view.evaluation.n:
        values = StudyValues(view, view.interest)
one, level = cards.linked(), None
if one:
    st.button("Show all definitions", icon=":material/arrow_back:", type="tertiary", on_click=show_all)
else:
    level = st.pills(
        "Group",
        LEVELS,
        format_func=GROUPS.__getitem__,
        default=LEVELS[0],
        key=LEVEL,
        label_visibility="collapsed",
        wrap=True,
    )
found = {one.level: [one]} if one else cards.grouped(searched or "", level)
if not found:
    st.markdown("No definition matches. Try another name, for example recall or false positive.")
cards.show_cards(found, values)
st.caption(references())
