"""The last line of the Missed time page: what Timeline and Confusion found."""

from __future__ import annotations

from metrics.danger import errors_between_neighbours, largest_error
from ui.parts.menu import show_links
from ui.state.choices import link_to_cell
from ui.timeline.timeline import Timeline
from words import markdown
from words.findings.overview import most_frequent_error
from words.findings.recordings.missed_time import between_neighbours, not_recognised_where
from words.findings.recordings.timeline import phase_changes
from words.text.amounts import Amounts


def show_elsewhere(timeline: Timeline) -> None:
    """One short finding per page."""
    names = [markdown(name, 40) for name in timeline.names]
    lost = not_recognised_where(timeline.scores, names, timeline.label, timeline.phrases)
    show_links(
        [("timeline", lost or phase_changes(timeline.scores, timeline.phrases)), ("confusion", errors_said(timeline))],
        {"confusion": link_to_cell(*largest_error(timeline.view.evaluation.matrix))},
    )


def errors_said(timeline: Timeline) -> str:
    """Of phases how long errors between neighbours last; of stages the most frequent one, as time, too."""
    evaluation, voice = timeline.view.evaluation, timeline.view.voice
    if timeline.has_stages:
        return most_frequent_error(evaluation, voice, Amounts(timeline.phrases.seconds))
    return between_neighbours(*errors_between_neighbours(evaluation.matrix, voice.order), timeline.phrases)
