"""The definitions behind the page, in the study's own word for a phase."""

from __future__ import annotations

from metrics.recordings.recording_scores import SEQUENCE_METRICS
from ui.parts import page
from ui.timeline.timeline import Timeline

OF_PHASES = ("start_error", "missed_phases", "segments_ratio")
OF_STAGES = ("kappa", "sensitivity", "ppv")


def show_meanings(timeline: Timeline) -> None:
    """One closed expander with what this page counts."""
    keys = OF_STAGES if timeline.has_stages else (*OF_PHASES, *SEQUENCE_METRICS)
    page.meanings(keys, phase=timeline.nouns.phase[0])
