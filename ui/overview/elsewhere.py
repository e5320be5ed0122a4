"""The last lines of the Overview: what other pages found, each the way to its page."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import streamlit as st

from metrics import MetricChoice
from predictions.study import Capability
from reviews import View
from ui.parts.page import PAGES
from ui.timeline.timeline import Timeline
from words.findings.overview import area, misclassified, most_frequent_error, over_folds, phase_changes

TITLES = {
    "confusion": "Confusion",
    "curves": "Curves",
    "cross_validation": "Cross-validation",
    "cases": "Cases",
    "timeline": "Timeline",
}


def show_elsewhere(view: View, timeline: Timeline | None) -> None:
    """One short finding per page that has one."""
    with st.container(horizontal=True, gap="small"):
        for page, finding in _found(view, timeline):
            st.page_link(
                str(PAGES / f"{page}.py"),
                label=f"**{TITLES[page]}**: {finding}",
                icon=":material/arrow_forward:",
                width="content",
            )


def _found(view: View, timeline: Timeline | None) -> Iterator[tuple[str, str]]:
    evaluation, voice = view.evaluation, view.voice
    said = {
        "timeline": _changes(timeline) if timeline else "",
        "confusion": most_frequent_error(evaluation, voice),
        "curves": area(evaluation, voice),
        "cross_validation": over_folds(_sensitivities(view), voice),
        "cases": misclassified(evaluation, voice) if Capability.CASES in view.study.capabilities else "",
    }
    yield from ((page, finding) for page, finding in said.items() if finding)


def _changes(timeline: Timeline) -> str:
    """From one phase to another, over all recordings."""
    model = sum(max(each.segments - 1, 0) for each in timeline.scores)
    true = sum(max(each.true_segments - 1, 0) for each in timeline.scores)
    return phase_changes(model, true, timeline.nouns.phase[0])


def _sensitivities(view: View) -> np.ndarray:
    """(F,) of the class of interest in each fold."""
    if view.folds is None:
        return np.empty(0)
    return np.asarray(view.folds.each.values(MetricChoice("sensitivity", view.interest)), np.float64)
