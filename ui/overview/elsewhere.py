"""The last lines of the Overview: what other pages found, each the way to its page."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import streamlit as st

from metrics import MetricChoice
from predictions.study import Capability
from reviews import View
from ui.parts.page import PAGES
from words.findings.elsewhere import area, misclassified, most_frequent_error, over_folds

TITLES = {
    "confusion": "Confusion",
    "curves": "Curves",
    "cross_validation": "Cross-validation",
    "cases": "Cases",
}


def show_elsewhere(view: View) -> None:
    """One short finding per page that has one."""
    with st.container(horizontal=True, gap="small"):
        for page, finding in _found(view):
            st.page_link(
                str(PAGES / f"{page}.py"),
                label=f"**{TITLES[page]}**: {finding}",
                icon=":material/arrow_forward:",
                width="content",
            )


def _found(view: View) -> Iterator[tuple[str, str]]:
    evaluation, voice = view.evaluation, view.voice
    said = {
        "confusion": most_frequent_error(evaluation, voice),
        "curves": area(evaluation, voice),
        "cross_validation": over_folds(_sensitivities(view), voice),
        "cases": misclassified(evaluation, voice) if Capability.CASES in view.study.capabilities else "",
    }
    yield from ((page, finding) for page, finding in said.items() if finding)


def _sensitivities(view: View) -> np.ndarray:
    """(F,) of the class of interest in each fold."""
    if view.folds is None:
        return np.empty(0)
    return np.asarray(view.folds.each.values(MetricChoice("sensitivity", view.interest)), np.float64)
