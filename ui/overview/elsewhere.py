"""The last lines of the Overview: what other pages found, each the way to its page."""

from __future__ import annotations

import numpy as np

from metrics import MetricChoice
from metrics.danger import largest_error
from reviews import View
from reviews.groups.page import at_first, chosen, has_groups
from reviews.risks.calibration import calibration_of
from ui.compare import readers
from ui.missed_time.elsewhere import errors_said
from ui.parts.menu import ENTRIES, is_listed, show_links
from ui.state.choices import link_to_cell
from ui.timeline.timeline import Timeline
from words.findings.calibration.verdict import calibration_in_short
from words.findings.groups.apart import link
from words.findings.overview import area, misclassified, most_frequent_error, over_folds
from words.findings.recordings.missed_time import where_most
from words.findings.recordings.timeline import phase_changes


def show_elsewhere(view: View, timeline: Timeline | None) -> None:
    """One short finding per page that has one."""
    evaluation, voice = view.evaluation, view.voice
    said = {
        "timeline": phase_changes(timeline.scores, timeline.phrases) if timeline else "",
        "missed_time": where_most(timeline.total_errors, timeline.phases, timeline.phrases) if timeline else "",
        "confusion": errors_said(timeline) if timeline else most_frequent_error(evaluation, voice),
        "curves": area(evaluation, voice),
        "calibration": _calibration(view),
        "subgroups": _groups(view),
        "compare_models": readers.in_short(view),
        "cross_validation": over_folds(_sensitivities(view)),
        "cases": misclassified(evaluation, voice),
    }
    cell = link_to_cell(*largest_error(evaluation.matrix))
    show_links(((page, found) for page, found in said.items() if is_listed(ENTRIES[page], view)), {"confusion": cell})


def _calibration(view: View) -> str:
    found = calibration_of(view, view.interest)
    return "" if found is None else calibration_in_short(found, view.interest, view.voice)


def _groups(view: View) -> str:
    """The largest clear gap in the columns that the Subgroups page shows first; "" without one."""
    if not has_groups(view):
        return ""
    found = chosen(view, view.interest, [(by,) for by in at_first(view)])
    gap = found.gap("sensitivity")
    return link(gap, found.speaker) if gap else ""


def _sensitivities(view: View) -> np.ndarray:
    """(F,) of the class of interest in each fold."""
    if view.folds is None:
        return np.empty(0)
    return np.asarray(view.folds.each.values(MetricChoice("sensitivity", view.interest)), np.float64)
