"""The group of cases that every page shows: chosen here, and left by one click."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from predictions.groups.lens import Lens
from reviews import View
from ui.state import session, widgets
from words import distinct
from words.findings import lens as said
from words.findings.finding import Finding

PATIENTS = "pick_lens"


def look_at(lens: Lens | None) -> None:
    """Show only this group on every page; None: all cases."""
    if (opened := session.opened()) is not None:
        opened.look_at(lens)


def button(lens: Lens, key: str) -> None:
    """ "Show only women", on any page."""
    label, icon = said.look_at(lens.said), ":material/filter_alt:"
    st.button(label, icon=icon, key=widgets.key(key), on_click=look_at, args=(lens,))


def button_of_everybody(view: View, key: str) -> None:
    """ "All patients", where a group is looked at."""
    if view.lens is not None:
        label, icon = said.everybody(view.study.unit), ":material/filter_alt_off:"
        st.button(label, icon=icon, type="tertiary", key=widgets.key(key), on_click=look_at, args=(None,))


def say_without() -> None:
    """In amber, why the group that was chosen is not shown."""
    opened = session.opened()
    if opened is not None and opened.not_as_chosen:
        st.warning(opened.not_as_chosen, icon=":material/filter_alt_off:")


def pick(view: View) -> None:
    """In the panel of the title line: all patients, or one group of a kept column."""
    lens = view.lens
    options = [None, *view.lenses, *([lens] if lens and lens not in view.lenses else [])]
    if len(options) == 1:
        return
    everybody, *groups = options
    names = (said.everybody(view.study.unit), *distinct(each.plain for each in groups if each))
    widgets.state[PATIENTS] = options.index(lens)

    def take() -> None:
        chosen = widgets.state.get(PATIENTS)
        look_at(options[chosen] if isinstance(chosen, int) and chosen in range(len(options)) else everybody)

    st.selectbox(
        said.label(view.study.unit),
        range(len(options)),
        format_func=names.__getitem__,
        key=widgets.key(PATIENTS),
        on_change=take,
    )


def finding_within(view: View | None, found: Finding) -> Finding:
    """The finding, which names the group that it is about."""
    return found if view is None or view.lens is None else said.within(view.lens.said, found)


def nobody(view: View, lens: Lens) -> NoReturn:
    """What a page says of a group without a case on this model and split."""
    empty = said.nobody(lens.said, view.study.unit)
    st.header(empty.headline, anchor=False)
    st.markdown(empty.detail)
    button_of_everybody(view, "everybody_instead")
    st.stop()
