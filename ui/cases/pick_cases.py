"""The filters of the list of cases, its order and its pages; a change begins the list anew."""

from __future__ import annotations

import streamlit as st

from predictions.cases.finding import Cases
from predictions.cases.kinds import CaseKind, CaseOrder
from ui.cases.selection import KEPT, PAGE_ROWS, Selection, bound, kinds_of, select
from ui.state import widgets
from words import Voice, distinct
from words.findings.cases.asked import kind_help, kind_name, least_asked
from words.findings.cases.listed import order_name

ANY = -1
ORDERS = (CaseOrder.WORST, CaseOrder.FILE)


def pick_filters(cases: Cases, selection: Selection, voice: Voice) -> None:
    """What became of the cases, their classes, a group of them and their id."""
    kinds, wanted = kinds_of(cases, voice.normal), selection.wanted
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom", wrap=True):
        st.pills(
            "Outcome",
            kinds,
            selection_mode="multi",
            wrap=True,
            help=kind_help(kinds, voice),
            format_func=lambda kind: kind_name(kind, voice),
            **bound(
                "kinds",
                [kind for kind in kinds if kind in wanted.kinds],
                selection,
                lambda chosen: {"kinds": frozenset(chosen), "against": None},
            ),
        )
        if CaseKind.CONFIDENT in wanted.kinds:
            lone = "" if cases.lone is None else voice.names[cases.lone]
            label, meaning = least_asked(lone, cases.has_probabilities)
            st.number_input(
                label,
                help=meaning or None,
                step=0.05,
                format="%.3f",
                width=200,
                **bound("least", wanted.least, selection, lambda least: {"least": least}),
            )
    with st.grid(5, min_column_width=150):
        _class_box("True class", "truth", wanted.truth, cases, selection)
        _class_box("Predicted class", "predicted", wanted.predicted, cases, selection)
        _group_boxes(cases, selection)
        if cases.has_ids:
            st.text_input(
                "Case ID",
                placeholder="whole ID, or its start",
                **bound("id", wanted.case_id, selection, lambda text: {"case_id": text.strip()}),
            )


def _class_box(label: str, name: str, chosen: int | None, cases: Cases, selection: Selection) -> None:
    names = (*cases.labels, "any class")
    st.selectbox(
        label,
        (ANY, *(cases.order or range(len(cases.labels)))),
        format_func=names.__getitem__,
        **bound(name, _or_any(chosen), selection, lambda i: {name: _or_none(i)}),
    )


def _group_boxes(cases: Cases, selection: Selection) -> None:
    """A column with few values, and one of them."""
    if not cases.groups:
        return
    columns, wanted = [group.name for group in cases.groups], selection.wanted
    names = ("any column", *distinct(columns))
    chosen = ANY if wanted.group is None else columns.index(wanted.group)
    st.selectbox(
        "Column",
        range(ANY, len(columns)),
        format_func=lambda i: names[i + 1],
        **bound("group", chosen, selection, lambda i: {"group": None if i == ANY else columns[i], "value": None}),
    )
    if wanted.group is not None and wanted.value is not None:
        values = cases.group(wanted.group).values
        st.selectbox(
            "Value",
            range(len(values)),
            format_func=distinct(values).__getitem__,
            **bound("value", values.index(wanted.value), selection, lambda i: {"value": values[i]}),
        )


def _or_any(chosen: int | None) -> int:
    return ANY if chosen is None else chosen


def _or_none(chosen: int) -> int | None:
    return None if chosen == ANY else chosen


def pick_order(cases: Cases, selection: Selection, voice: Voice) -> bool:
    """How the list is sorted, where there is a choice; whether there is one."""
    if not (cases.has_confidence and cases.has_order):
        return False
    st.segmented_control(
        "Order",
        ORDERS,
        format_func=lambda order: order_name(order, voice),
        required=True,
        label_visibility="collapsed",
        wrap=True,
        **bound("order", selection.order, selection, lambda order: {"order": order}),
    )
    return True


def pick_page(selection: Selection, number: int) -> None:
    """Previous, next and numbered pages of the list, where it has several."""
    pages, key = -(-number // PAGE_ROWS), f"{KEPT}_page_{selection.turn}"
    if pages > 1:
        turned = lambda: select(selection, page=widgets.state.get(key, 1), turn=selection.turn)  # noqa: E731
        st.pagination(pages, default=selection.page, key=widgets.key(key), on_change=turned)
