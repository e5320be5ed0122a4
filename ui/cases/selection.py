"""Which cases the list shows: kept over pages as positions, set by its filters or by a link of another page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from predictions.cases.filters import CaseFilter
from predictions.cases.finding import Cases, cases_of
from predictions.cases.harm import harm
from predictions.cases.kinds import CaseKind, CaseOrder
from predictions.study import Capability, Study
from reviews import View
from ui.parts.page import PAGES
from ui.state import widgets
from words import NBSP, Voice, whole

KEPT = "pick_cases"  # forgotten with the study
ROWS = "pick_cases_rows"
PAGE_ROWS = 50


@dataclass(frozen=True)
class Selection:
    """The filter, the order, the page of the list, and the place of the opened case on that page.

    turn: changes when the page is turned by anything but the page numbers, which then begin anew from it.
    least: from which score errors count as confident, as typed; None for the one that suits the scores of the model.
    """

    wanted: CaseFilter = field(default_factory=lambda: CaseFilter(frozenset({CaseKind.MISSED})))
    order: CaseOrder = CaseOrder.WORST
    page: int = 1
    row: int = 0
    turn: int = 0
    least: float | None = None


def case_list(view: View) -> Cases:
    """The cases of the chosen model and split, kept with the study."""
    decided = view.voice.order, view.normal, view.voice.not_diseases
    names, order = view.plain_voice.names, view.voice.order
    return view.cached(
        ("cases", *decided, names),
        lambda: cases_of(view.study, view.model, view.split, harm(*decided), names, order),
    )


def current_selection(cases: Cases, voice: Voice) -> Selection:
    """What was asked for last, as far as this model has it; to begin with, the missed cases."""
    kept: Selection = widgets.state.get(KEPT) or Selection()
    wanted = kept.wanted
    values = next((each.values for each in cases.groups if each.name == wanted.group), ())
    is_compared = wanted.against in {each.model for each in cases.elsewhere}
    fitting = replace(
        wanted,
        least=cases.confident_from if kept.least is None else kept.least,
        kinds=wanted.kinds & set(kinds_of(cases, voice.normal)),
        group=wanted.group if values else None,
        value=wanted.value if wanted.value in values else next(iter(values), None),
        normal=voice.normal,
        not_diseases=voice.not_diseases,
        against=wanted.against if is_compared else None,
        about=wanted.about if is_compared else None,
    )
    return replace(kept, wanted=fitting)


def select(selection: Selection, **changes: Any) -> None:
    """Ask for another filter, or another `order`, `page`, `row` or `least`: what is not named begins anew."""
    place = {name: changes.pop(name) for name in ("order", "page", "row", "turn", "least") if name in changes}
    begun: dict[str, Any] = {"page": 1, "row": 0, "turn": selection.turn + 1}
    widgets.remember(KEPT, replace(selection, **(begun | place), wanted=replace(selection.wanted, **changes)))


def link(label: str, wanted: CaseFilter, key: str) -> None:
    """A button on another page that opens the list with this filter."""
    if st.button(label, icon=":material/arrow_forward:", type="tertiary", key=widgets.key(key)):
        widgets.remember(KEPT, Selection(wanted))
        st.switch_page(PAGES / "cases.py")


def link_to_missed(study: Study, label: int, number: int) -> None:
    """A button on another page that lists the missed cases of one class, where the study has them."""
    if Capability.CASES in study.capabilities and number:
        them = f"{whole(number)}{NBSP}missed {study.unit[1]}" if number > 1 else f"missed {study.unit[0]}"
        link(f"Read the {them}", CaseFilter(frozenset({CaseKind.MISSED}), truth=label), f"see_missed_{label}")


def kinds_of(cases: Cases, normal: int | None) -> list[CaseKind]:
    """The filters that this study can answer; with two classes a miss can only be classified as Normal."""
    two_or_none = len(cases.study.labels) < 3 or normal is None
    absent = {CaseKind.REASSURED} if two_or_none else set()
    absent |= set() if cases.has_confidence else {CaseKind.CONFIDENT}
    absent |= set() if cases.elsewhere else {CaseKind.RESCUED, CaseKind.DIFFERENT}
    return [kind for kind in CaseKind if kind not in absent]


def bound(name: str, value: Any, selection: Selection, take: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """Key and callback of a widget that shows `value`, and asks for what it is changed to."""
    key = f"{KEPT}_{name}"
    widgets.state[key] = value

    def changed() -> None:
        chosen = widgets.state.get(key)
        if chosen is not None and not (isinstance(value, int) and isinstance(chosen, str)):  # an old text of a list
            select(selection, **take(chosen))

    return {"key": widgets.key(key), "on_change": changed}


def open_case(selection: Selection, place: int) -> None:
    """Open the case at this place of the whole list, and turn to its page."""
    page = place // PAGE_ROWS + 1
    select(selection, page=page, row=place % PAGE_ROWS, turn=selection.turn + (page != selection.page))


def row_selection(selection: Selection) -> dict[str, Any]:
    """Key and callback of the shown rows, of which one is always selected."""
    state = widgets.state.get(ROWS)
    if not state or state["selection"]["rows"] != [selection.row]:
        widgets.state[ROWS] = {"selection": {"rows": [selection.row], "columns": [], "cells": []}}
    return {"key": widgets.key(ROWS), "on_select": lambda: _select(selection), "selection_mode": "single-row-required"}


def _select(selection: Selection) -> None:
    rows = widgets.state.get(ROWS, {"selection": {"rows": []}})["selection"]["rows"]
    select(selection, page=selection.page, row=rows[0] if rows else 0, turn=selection.turn)
