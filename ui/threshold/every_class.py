"""What a threshold does to every class: known at once, or asked of an engine when the reader wants it."""

from __future__ import annotations

import streamlit as st

from predictions.problems import Problem
from predictions.slices.at_threshold import Changes, can_ask_changes, changes, changes_in
from reviews import View
from ui.state import widgets
from words import markdown

WANTED = "threshold_every_class"
CHANGES = "What changes for every class"
HELP = "Counts the rows once more for each class of interest."
TOO_MANY = "The scores of this class take too many different values by true and predicted class to be counted."


def changes_of(view: View, label: int) -> Changes | None:
    """None where it is not known, not wanted yet, or cannot be counted."""
    known = _known(view, label)
    if known is not None or not widgets.remembered(WANTED, False) or not _can_ask(view):
        return known
    try:
        return _asked(view, label)
    except Problem:
        return None


def show_wish(view: View, label: int) -> None:
    """A switch where an engine must count for it, and why it could not."""
    if _known(view, label) is not None or not _can_ask(view):
        return
    if st.toggle(CHANGES, help=HELP, **widgets.keeping(WANTED, False)):
        try:
            found = _asked(view, label)
        except Problem as problem:
            st.error(markdown(str(problem), 300))
        else:
            if found is None:
                st.caption(TOO_MANY)


def _can_ask(view: View) -> bool:
    return can_ask_changes(view.study, view.model, view.split)


def _known(view: View, label: int) -> Changes | None:
    return view.cached(("changes", label), lambda: changes(view.evaluation, label))


def _asked(view: View, label: int) -> Changes | None:
    """Raises Problem where the rows cannot be asked any more."""
    return view.cached(
        ("changes that were asked for", label), lambda: changes_in(view.study, view.model, view.split, label)
    )
