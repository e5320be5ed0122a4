"""What the reader chooses on the Subgroups page: columns, where numbers are cut, and two columns crossed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import streamlit as st

from predictions.groups.by import By
from predictions.groups.typed_cuts import cuts_of, cuts_said
from predictions.problems import Problem
from reviews import View
from reviews.groups.page import at_first, offered
from ui.parts import inputs
from ui.state import widgets
from words import distinct, markdown

KEPT = "subgroups"
COLUMNS, FIRST, SECOND = "subgroups_columns", "subgroups_first", "subgroups_second"
NONE = ""
Ways = tuple[tuple[By, ...], ...]


def ways(view: View) -> Ways:
    """The ways to tell groups apart as they were left."""
    every = every_way(view)
    kept = _kept()
    found: list[tuple[By, ...]] = [(by,) for name, by in every.items() if name in kept.get(COLUMNS, _usual(view))]
    pair = [every[name] for name in (kept[FIRST], kept[SECOND]) if name in every]
    if len(pair) == 2 and pair[0] != pair[1]:
        found.append((pair[0], pair[1]))
    return tuple(found) or tuple((by,) for by in at_first(view))


def controls(view: View, show_more: Callable[[], None]) -> None:
    """Pills of the columns, a menu for ranges and crossing, and at their end what else there is to press."""
    kept, every = _kept(), every_way(view)
    names = list(every)
    ranges = [name for name, by in every.items() if by.cuts]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        inputs.pills("Columns", kept, COLUMNS, names, _usual(view))
        if ranges or len(names) > 1:
            with st.popover("Ranges and combinations", icon=":material/tune:", key=widgets.key("subgroups_more")):
                for name in ranges:
                    _cuts(kept, name, every[name])
                if len(names) > 1:
                    _cross(kept, names, distinct(names, 40))
        show_more()


def _cuts(kept: inputs.Kept, name: str, by: By) -> None:
    key = f"subgroups_cuts_{name}"
    text = kept.get(("cuts", name), cuts_said(by.cuts))
    widgets.state[key] = text
    st.text_input(
        f"Ranges of {markdown(name, 40)} begin at", key=widgets.key(key), on_change=_cut, args=(kept, name, key),
        placeholder="18, 65",
    )  # fmt: skip
    try:
        cuts_of(text)
    except Problem as problem:
        st.error(markdown(str(problem), 300))


def _cut(kept: inputs.Kept, name: str, key: str) -> None:
    kept["cuts", name] = widgets.state.get(key) or ""


def _cross(kept: inputs.Kept, names: Sequence[str], said: Sequence[str]) -> None:
    options = {NONE: "none"} | dict(zip(names, said, strict=True))
    for label, key in (("Cross", FIRST), ("with", SECOND)):
        inputs.select(label, kept, key, options)


def every_way(view: View) -> dict[str, By]:
    """By column, each with the ranges that the reader typed."""
    kept, found = _kept(), {}
    for by in offered(view):
        typed = kept.get(("cuts", by.column))
        found[by.column] = by if typed is None or not by.cuts else _with_cuts(by, typed)
    return found


def _with_cuts(by: By, typed: str) -> By:
    try:
        return replace(by, cuts=cuts_of(typed))
    except Problem:
        return by


def _usual(view: View) -> list[str]:
    return [by.column for by in at_first(view)]


def _kept() -> inputs.Kept:
    return inputs.kept(KEPT, {FIRST: NONE, SECOND: NONE})
