"""Which cases the list is asked for: kept over pages as positions, set by its filters or by a link of another page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from predictions.cases.case_list import CaseList
from predictions.cases.filters import CaseFilter
from predictions.cases.kinds import CaseKind, CaseOrder
from predictions.study import Capability, Study
from reviews import View
from ui.state import widgets
from words import NBSP, Voice, distinct, whole
from words.findings.cases import kind_help, kind_name

__all__ = [
    "PAGE_ROWS",
    "Asked",
    "ask",
    "asked",
    "case_list",
    "link",
    "link_to_missed",
    "open_case",
    "selection",
    "show",
    "show_order",
    "show_pages",
]

CASES_PAGE = str(Path(__file__).parents[2] / "pages" / "cases.py")
KEPT = "pick_cases"  # forgotten with the study
ROWS = "pick_cases_rows"
PAGE_ROWS = 50
SURE = 0.9
ANY = -1
ORDERS = {CaseOrder.WORST: "Worst first", CaseOrder.FILE: "Order of the file"}


@dataclass(frozen=True)
class Asked:
    """The filter, the order, the page of the list, and the place of the opened case on that page.

    turn: changes when the page is turned by anything but the page numbers, which then begin anew from it.
    """

    wanted: CaseFilter = field(default_factory=lambda: CaseFilter(frozenset({CaseKind.MISSED})))
    order: CaseOrder = CaseOrder.WORST
    page: int = 1
    row: int = 0
    turn: int = 0


def case_list(view: View) -> CaseList:
    """The cases of the chosen model and split, kept with the study."""
    return view.cached(("cases",), lambda: CaseList(view.study, view.model, view.split))


# ------------------------------------------------------------------ what is asked for


def asked(cases: CaseList, normal: int | None) -> Asked:
    """What was asked for last, as far as this model has it; to begin with, the missed cases."""
    kept: Asked = widgets.state.get(KEPT) or Asked(replace(Asked().wanted, least=_sure_from(cases)))
    wanted = kept.wanted
    has_group = wanted.group is not None and wanted.group < len(cases.groups)
    has_value = has_group and wanted.value is not None and wanted.value < len(cases.groups[wanted.group or 0].values)
    fitting = replace(
        wanted,
        kinds=wanted.kinds & set(_kinds(cases, normal)),
        group=wanted.group if has_group else None,
        value=wanted.value if has_value else 0 if has_group else None,
        normal=normal,
    )
    return replace(kept, wanted=fitting)


def _sure_from(cases: CaseList) -> float:
    """0.9; of scores that are no probabilities what a tenth of the answers reach."""
    if cases.sure is None:
        return SURE
    known = cases.sure[~np.isnan(cases.sure)]
    if not len(known) or (known.min() >= 0 and known.max() <= 1):
        return SURE
    return float(f"{np.quantile(known, SURE):.3g}")


def ask(now: Asked, **changes: Any) -> None:
    """Ask for another filter, or another `order`, `page` or `row`: what is not named begins anew."""
    place = {name: changes.pop(name) for name in ("order", "page", "row", "turn") if name in changes}
    begun: dict[str, Any] = {"page": 1, "row": 0, "turn": now.turn + 1}
    widgets.state[KEPT] = replace(now, **(begun | place), wanted=replace(now.wanted, **changes))


def link(label: str, wanted: CaseFilter, key: str) -> None:
    """A button on another page that opens the list with this filter."""
    if st.button(label, icon=":material/arrow_forward:", type="tertiary", key=widgets.key(key)):
        widgets.state[KEPT] = Asked(wanted)
        st.switch_page(CASES_PAGE)


def link_to_missed(study: Study, label: int, number: int) -> None:
    """A button on another page that lists the missed cases of one class, where the study has them."""
    if Capability.CASES in study.capabilities and number:
        them = f"{whole(number)}{NBSP}missed {study.unit[1]}" if number > 1 else f"missed {study.unit[0]}"
        link(f"See the {them}", CaseFilter(frozenset({CaseKind.MISSED}), truth=label), f"see_missed_{label}")


# ------------------------------------------------------------------ the filters


def _kinds(cases: CaseList, normal: int | None) -> list[CaseKind]:
    """The filters that this study can answer; with two classes a miss can only be called the all-clear one."""
    two_or_none = len(cases.study.labels) < 3 or normal is None
    absent = {CaseKind.REASSURED} if two_or_none else set()
    absent |= {CaseKind.SURE} if cases.sure is None else set()
    absent |= set() if cases.elsewhere else {CaseKind.RESCUED, CaseKind.DIFFERENT}
    return [kind for kind in CaseKind if kind not in absent]


def _bound(name: str, value: Any, now: Asked, take: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """Key and callback of a widget that shows `value`, and asks for what it is changed to."""
    key = f"{KEPT}_{name}"
    widgets.state[key] = value

    def changed() -> None:
        chosen = widgets.state.get(key)
        if chosen is not None and not (isinstance(value, int) and isinstance(chosen, str)):  # an old text of a list
            ask(now, **take(chosen))

    return {"key": widgets.key(key), "on_change": changed}


def show(cases: CaseList, now: Asked, voice: Voice) -> None:
    """Every filter; a change begins the list anew."""
    kinds, wanted = _kinds(cases, voice.normal), now.wanted
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom", wrap=True):
        st.pills(
            "Only cases that were",
            kinds,
            selection_mode="multi",
            wrap=True,
            help=kind_help(kinds, voice),
            format_func=lambda kind: kind_name(kind, voice),
            **_bound(
                "kinds",
                [kind for kind in kinds if kind in wanted.kinds],
                now,
                lambda chosen: {
                    "kinds": frozenset(chosen),
                },
            ),
        )
        if CaseKind.SURE in wanted.kinds:
            st.number_input(
                "Sure: a score of at least",
                step=0.05,
                format="%.3f",
                width=200,
                **_bound("least", wanted.least, now, lambda least: {"least": least}),
            )
    with st.grid(5, min_column_width=150):
        _class_box("True class", "truth", wanted.truth, cases, now)
        _class_box("Called", "called", wanted.called, cases, now)
        _group_boxes(cases, now)
        if cases.predictions.case_ids is not None:
            st.text_input(
                "Case id",
                placeholder="all of it, or how it begins",
                **_bound("id", wanted.case_id, now, lambda text: {"case_id": text.strip()}),
            )


def _class_box(label: str, name: str, chosen: int | None, cases: CaseList, now: Asked) -> None:
    labels = ("any class", *distinct(cases.study.labels))
    st.selectbox(
        label,
        range(ANY, len(cases.study.labels)),
        format_func=lambda i: labels[i + 1],
        **_bound(name, _or_any(chosen), now, lambda i: {name: _or_none(i)}),
    )


def _group_boxes(cases: CaseList, now: Asked) -> None:
    """A column with few values, and one of them."""
    if not cases.groups:
        return
    names = ("any column", *distinct(group.name for group in cases.groups))
    st.selectbox(
        "Only where",
        range(ANY, len(cases.groups)),
        format_func=lambda i: names[i + 1],
        **_bound("group", _or_any(now.wanted.group), now, lambda i: {"group": _or_none(i), "value": 0}),
    )
    if now.wanted.group is not None:
        values = distinct(cases.groups[now.wanted.group].values)
        st.selectbox(
            "is",
            range(len(values)),
            format_func=values.__getitem__,
            **_bound("value", now.wanted.value, now, lambda i: {"value": i}),
        )


def _or_any(chosen: int | None) -> int:
    return ANY if chosen is None else chosen


def _or_none(chosen: int) -> int | None:
    return None if chosen == ANY else chosen


# ------------------------------------------------------------------ order, page and opened case


def show_order(now: Asked) -> None:
    """How the list is sorted."""
    st.segmented_control(
        "Order",
        list(ORDERS),
        format_func=ORDERS.__getitem__,
        required=True,
        label_visibility="collapsed",
        wrap=True,
        **_bound("order", now.order, now, lambda order: {"order": order}),
    )


def show_pages(now: Asked, number: int) -> None:
    """Previous, next and numbered pages of the list, where it has several."""
    pages, key = -(-number // PAGE_ROWS), f"{KEPT}_page_{now.turn}"
    if pages > 1:
        turned = lambda: ask(now, page=widgets.state.get(key, 1), turn=now.turn)  # noqa: E731
        st.pagination(pages, default=now.page, key=widgets.key(key), on_change=turned)


def open_case(now: Asked, place: int) -> None:
    """Open the case at this place of the whole list, and turn to its page."""
    page = place // PAGE_ROWS + 1
    ask(now, page=page, row=place % PAGE_ROWS, turn=now.turn + (page != now.page))


def selection(now: Asked) -> dict[str, Any]:
    """Key and callback of the shown rows, of which one is always selected."""
    state = widgets.state.get(ROWS)
    if not state or state["selection"]["rows"] != [now.row]:
        widgets.state[ROWS] = {"selection": {"rows": [now.row], "columns": [], "cells": []}}
    return {"key": widgets.key(ROWS), "on_select": lambda: _select(now), "selection_mode": "single-row-required"}


def _select(now: Asked) -> None:
    rows = widgets.state.get(ROWS, {"selection": {"rows": []}})["selection"]["rows"]
    ask(now, page=now.page, row=rows[0] if rows else 0, turn=now.turn)
