"""Every number of the product: meaning, formula, value in the open study, other conventions."""

import streamlit as st

from metrics.definition import ALL_DOCUMENTS
from metrics.glossary import GLOSSARY
from reviews.assumed import waits_for_threshold
from ui.definitions.groups import Group, one_class, other_groups
from ui.definitions.planner import show_planner
from ui.definitions.table import show_details, show_table
from ui.definitions.values import StudyValues
from ui.parts import page
from ui.parts.help import MEANINGS
from ui.state import session
from words.findings.definitions import counts_said
from words.findings.finding import Finding
from words.findings.methods import WEIGHTED

LINKED, SEARCH = "metric", "definitions_search"


def show_all() -> None:
    st.query_params.pop(LINKED, None)


opened = session.opened()
view = opened.view if opened else None
is_counted = view is not None and bool(view.evaluation.n) and not waits_for_threshold(view)
values = StudyValues(view, view.interest) if view and is_counted else None
page.finding(Finding("Definitions", ""), is_of_cases=False)
st.html(f'<div id="{MEANINGS}"></div>')
searched = st.text_input(
    "Search", placeholder="e.g. recall, kappa, DeLong", key=SEARCH, on_change=show_all, type="search", width=300
)
if values and values.evaluation.is_weighted:
    st.caption(WEIGHTED)
linked = GLOSSARY.get(st.query_params.get(LINKED, ""))
first, others = one_class(), other_groups()
if linked:
    st.button("All definitions", icon=":material/arrow_back:", type="tertiary", on_click=show_all)
    first, others = (
        Group(first.title, tuple(e for e in first.definitions if e is linked)),
        tuple(Group(each.title, tuple(e for e in each.definitions if e is linked)) for each in others),
    )
is_search = bool(searched and searched.strip()) and not linked
if is_search:
    first, others = first.found(searched or ""), tuple(each.found(searched or "") for each in others)

if first.definitions:
    st.subheader(f"One class: {view.voice.names[view.interest]}" if view and values else "One class", anchor=False)
    if view and values:
        with st.container(horizontal=True, gap="small"):
            for said in counts_said(values.counts, view.interest in view.voice.diseases):
                st.markdown(f":small[{said}]", width="content")
    show_table(first.definitions, values)
    with st.expander("One class: range, interval, 0/0 and other conventions", expanded=bool(linked)):
        show_details(first.definitions, values)
for group in (each for each in others if each.definitions):
    key = f"definitions {group.title} {searched if is_search else linked.key if linked else ''}"
    with st.expander(group.label, expanded=is_search or bool(linked), key=key, on_change="rerun") as unfolded:
        if unfolded.open:
            show_table(group.definitions, values)
            show_details(group.definitions, values)
if not first.definitions and not any(each.definitions for each in others):
    st.markdown("No definition matches. Try another name, for example recall or false positive.")
if not is_search and not linked:
    show_planner(view)
    with st.expander("References"):
        st.markdown("\n".join(f"{i}. {title}" for i, title in enumerate(ALL_DOCUMENTS, 1)))
