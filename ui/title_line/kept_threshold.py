"""The kept threshold of the model that is looked at: kept, used on every page or not, and forgotten."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from predictions.slices.at_threshold import obstacle
from reviews import KeptThreshold
from reviews.assumed import predictions_named, waits_for_threshold
from ui.state import session, widgets
from ui.state.session import OpenStudy
from words.findings.thresholds import kept as said

USED = "kept_threshold_used"
NONE, KEPT = "none", "at the kept threshold"


def keep(label: int, threshold: float) -> None:
    """Keep a threshold for a class of the model that is looked at; used as the one before was, or where no other
    predicts a class."""
    opened = _opened()
    before = opened.review.threshold_of(opened.model)
    applied = before.applied if before else waits_for_threshold(opened.view)
    kept = KeptThreshold(opened.model, label, threshold, applied)
    opened.review = opened.review.keeping(kept)


def use(applied: bool) -> None:
    """Show the predictions at the kept threshold on every page, or the delivered ones."""
    opened = _opened()
    if kept := opened.review.threshold_of(opened.model):
        opened.review, opened.not_as_chosen = opened.review.keeping(replace(kept, applied=applied)), ""


def forget() -> None:
    """Keep none for the model that is looked at."""
    opened = _opened()
    opened.review = opened.review.without_threshold(opened.model)


def why_not(opened: OpenStudy, kept: KeptThreshold) -> str:
    """Why the other pages cannot use it; "" where they can."""
    found = obstacle(opened.study, kept.model, kept.label)
    return said.WHY_NOT[found] if found else ""


def pick(opened: OpenStudy) -> None:
    """In the panel of the title line: which predictions the pages show, where a threshold is kept."""
    if kept := opened.review.threshold_of(opened.model):
        _pick(opened, kept, USED)


def show(label: int) -> None:
    """On the Threshold page of a class: the same; one of another class is named."""
    opened = _opened()
    if kept := opened.review.threshold_of(opened.model):
        if kept.label != label and not why_not(opened, kept):
            st.caption(f"Kept: {said.rule(kept.threshold, kept.label, opened.view.voice)}.")
        _pick(opened, kept, f"{USED}_here")


def _pick(opened: OpenStudy, kept: KeptThreshold, key: str) -> None:
    rule = said.rule(kept.threshold, kept.label, opened.view.voice)
    if why := why_not(opened, kept):
        st.caption(f"{rule}. {why}")
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        widgets.state[key] = int(kept.applied)
        names = predictions_named(opened.view) or NONE, KEPT
        st.segmented_control(
            "Predictions on all pages",
            range(len(names)),
            format_func=names.__getitem__,
            key=widgets.key(key),
            on_change=lambda: use(bool(widgets.state[key])),
            required=True,
            help=f"{rule}.",
        )
        st.button("Forget", on_click=forget, type="tertiary", icon=":material/undo:", key=widgets.key(f"{key}_forget"))


def _opened() -> OpenStudy:
    opened = session.opened()
    if opened is None:
        raise LookupError("no study is open")
    return opened
