"""The two figures side by side, and what stands in words below them."""

from __future__ import annotations

import streamlit as st

from predictions.groups.grouping import MOST_VALUES
from reviews import View
from reviews.groups.page import KEYS, Chosen, too_many
from reviews.groups.picture import pictures as drawn
from ui.parts import lens, pictures
from words import percent
from words.findings.groups import apart as said


def show_lens(found: Chosen) -> None:
    """One click makes the group that leads the finding the whole of what all pages show."""
    if (group := found.leading_group) is not None:
        lens.button(group, "look_at_group")


def show_figures(found: Chosen) -> None:
    """Sensitivity and false positive rate of the same groups in the same rows."""
    both = drawn(found)
    if both:
        with st.grid(2, min_column_width=340, gap=("small", "medium")):
            for each in both:
                pictures.show(each.figure, each.name, alt=each.alt, key=each.name)
    for key in KEYS:
        requirement = found.required(key)
        if requirement is not None:
            bound = f"{'at most' if requirement.at_most else 'at least'} {percent(requirement.bound, 0)}"
            st.markdown(said.required_said(key, bound, found.states(key)))
    _show_too_few(found)
    if without := said.without_group(found.without_group, found.view.study.unit):
        st.caption(without)
    show_too_many(found.view)


def _show_too_few(found: Chosen) -> None:
    """Which groups have no mark or no interval, and why."""
    for key in KEYS:
        if lacking := said.not_assessable(key, found.not_assessable(key), found.speaker):
            st.markdown(f":gray-badge[not assessable] {lacking}")
    for key in KEYS:
        if few := said.without_interval(key, found.without_interval(key), found.resampled):
            st.markdown(f":gray-badge[no CI] {few}")


def show_too_many(view: View) -> None:
    """Which columns the page could not take, where there are such."""
    if crowded := said.too_many(too_many(view), MOST_VALUES):
        st.caption(crowded)
