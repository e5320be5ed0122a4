"""What the numbers of the Timeline page mean, where a phase may be called a stage."""

from __future__ import annotations

from metrics.definition import Definition
from metrics.recordings.recording_scores import SEQUENCE_METRICS
from ui.parts import page
from ui.timeline.timeline import Timeline
from words import percent
from words.findings.definitions import tooltip
from words.findings.timeline import definition_with_noun

COUNTED_HERE = ("stretches", "missed_phases", "order_violations", "start_error", "stop_error", "length_error")
FOOTNOTE = (
    "A stretch is a longest run of rows with one name. A number of one recording has no interval. The mean over "
    "recordings has one from 15 on: {level}, whole recordings drawn anew (bootstrap, 2,000 resamples, seed 0)."
)


def footnote(timeline: Timeline) -> str:
    """How the intervals are made, at the chosen level."""
    return FOOTNOTE.format(level=percent(timeline.view.level, 0))


def show_meanings(timeline: Timeline) -> None:
    """The numbers of the catalog, then what is counted only here."""
    page.meanings(("jaccard",), (*SEQUENCE_METRICS, *_counted_here(timeline)), timeline.nouns.phase[0])


def help_by_name(timeline: Timeline) -> dict[str, str]:
    """The help of what is counted only here, by the name that the study gives it."""
    return {each.name: tooltip(each) for each in _counted_here(timeline)}


def _counted_here(timeline: Timeline) -> list[Definition]:
    return [definition_with_noun(key, timeline.nouns.phase[0]) for key in COUNTED_HERE]
