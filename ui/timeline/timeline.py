"""The recordings of a model on a split, laid out in time, with every number about them."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
import streamlit as st

import charts
from metrics.kernels.cached import cached_property
from metrics.measures.segments import segments
from metrics.recordings.errors_in_time import ErrorsInTime, errors_in_time
from metrics.recordings.phase_timing import differences
from metrics.recordings.recording_scores import RecordingScores
from predictions.problems import Notice
from predictions.slices.row_duration import RowDuration, nouns_of, row_edges
from predictions.slices.sequences import Recording, recording_notices
from predictions.study import Study
from reviews import View
from reviews.frames import pace_of, phrases_of, recordings_of, recordings_of_phases, recurrence, scores_of
from ui.parts import page
from ui.tables.cells import values_cell
from words import markdown, whole
from words.findings.recordings.timeline import Phrases, missed_rows
from words.notices import worded
from words.text.apart import briefest
from words.text.voice import Nouns

MANY = 1_000  # recordings take longer than a second


@dataclass(frozen=True, eq=False)
class Timeline:
    """The recordings of a view with their numbers.

    recurring: classes whose true segments come again in most recordings. has_stages: whether most classes are.
    label: the class that leads, never one of the background.
    """

    view: View
    recordings: tuple[Recording, ...]
    scores: tuple[RecordingScores, ...]
    pace: RowDuration
    phrases: Phrases
    label: int
    recurring: frozenset[int]
    has_stages: bool

    @property
    def study(self) -> Study:
        return self.view.study

    @property
    def nouns(self) -> Nouns:
        return self.phrases.nouns

    def values_of(self, key: str) -> np.ndarray:
        """(recordings,) one number of each."""
        return np.array([each.values[key] for each in self.scores])

    @cached_property
    def cells(self) -> np.ndarray:
        """(recordings, K, K) rows of each, by true and predicted class."""
        return np.stack([each.cells for each in self.scores])

    @property
    def background(self) -> frozenset[int]:
        """Classes that are no phase."""
        return self.view.review.not_diseases

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the recordings, no two alike, as plain text."""
        return briefest([each.name for each in self.recordings])

    @cached_property
    def phases(self) -> tuple[int, ...]:
        """Phases that occur or are predicted somewhere, in their order."""
        used = {phase.label for scores in self.scores for phase in scores.phases}
        return tuple(label for label in self.view.voice.order if label in used)

    @cached_property
    def ranked(self) -> tuple[int, ...]:
        """Positions as they are opened: the one that misses most of the class that leads first.

        Of equals, those with the class before those without it, then the lowest kappa of stages, or frame accuracy.
        """
        agreement = [each.kappa if self.has_stages else each.values["frame_accuracy"] for each in self.scores]
        missed = [missed_rows(each, self.label) for each in self.scores]
        occurs = [bool(each.cells[self.label].any()) for each in self.scores]
        keys = [
            (-rows, not has, np.nan_to_num(value, nan=2))
            for rows, has, value in zip(missed, occurs, agreement, strict=True)
        ]
        return tuple(sorted(range(len(keys)), key=keys.__getitem__))

    @property
    def recurs_anywhere(self) -> bool:
        """Whether a phase has several true segments in one recording."""
        return any(phase.true_pieces > 1 for scores in self.scores for phase in scores.phases)

    @property
    def errors(self) -> tuple[ErrorsInTime, ...]:
        """Where in its segments the errors of each recording lie."""
        classes = len(self.study.labels)
        return self.view.cached(
            ("errors in time",),
            lambda: tuple(errors_in_time(each.truth, each.predicted, classes) for each in self.recordings),
        )

    @cached_property
    def total_errors(self) -> ErrorsInTime:
        """The same of all recordings together."""
        return reduce(add, self.errors)

    @cached_property
    def looks(self) -> charts.ClassLooks:
        """How classes are named and coloured in every picture of the page."""
        voice = self.view.plain_voice
        styles = charts.styles_of(voice, self.view.is_in_time)
        return charts.ClassLooks(voice.names, styles, voice.order, self.background)

    def course(self, at: int) -> charts.Course:
        """One recording as it is drawn."""
        recording, seconds = self.recordings[at], self.phrases.seconds
        return charts.Course(
            name=self.names[at],
            seconds=row_edges(recording, self.pace.step) * seconds,
            truth=segments(recording.truth),
            predicted=segments(recording.predicted),
            differs=differences(recording.truth, recording.predicted, self.background),
            row=seconds,
        )


def timeline_or_stop(view: View) -> Timeline:
    """The recordings; without any the page says what it needs."""
    page.cases_or_stop(view)
    nouns, found = nouns_of(view.study), recordings_of(view)
    if not found:
        page.nothing_to_show(
            "No sequences in this dataset.",
            "A timeline needs one row per frame or epoch, a column that names the recording (for example `video_id` "
            "or `night`) and one that orders its rows (for example `frame`, `epoch` or `second`).",
        )
    phases = [label for label in view.voice.order if label not in view.review.not_diseases]
    if not phases:
        page.nothing_to_show(
            f"No class is a {nouns.phase[0]}.",
            f"Every class is marked as neither. Mark those that are {nouns.phase[1]} at the top of the page.",
        )
    return _timeline(view, found, phases)


def timeline_of(view: View) -> Timeline | None:
    """The recordings of a study whose classes are phases or stages; None where one is Normal, or without recordings."""
    found = recordings_of_phases(view)
    phases = [label for label in view.voice.order if label not in view.review.not_diseases]
    return _timeline(view, found, phases) if found and phases else None


def _timeline(view: View, found: tuple[Recording, ...], phases: list[int]) -> Timeline:
    with st.spinner(f"Counting {whole(len(found))} recordings.") if len(found) > MANY else nullcontext():
        scores = scores_of(view, found)
    phrases, label = phrases_of(view, found, view.voice), view.interest_among(phases)
    return Timeline(view, found, scores, pace_of(view, found), phrases, label, *recurrence(view, found))


def show_warnings(timeline: Timeline) -> None:
    """What is odd about the order of the rows and may change how a number is read."""
    said = [worded(notice) for notice in _notices(timeline) if notice.level == "warning"]
    if said:
        st.warning(" ".join(markdown(text, 400) for text in said), icon=":material/rule:")


def facts(timeline: Timeline) -> str:
    """What is odd about the order of the rows and changes nothing."""
    return " ".join(markdown(worded(notice), 400) for notice in _notices(timeline) if notice.level == "info")


def _notices(timeline: Timeline) -> tuple[Notice, ...]:
    view = timeline.view
    return view.cached(("recording notices",), lambda: recording_notices(view.study, view.model, view.split))


def rate_cells(timeline: Timeline, label: int) -> dict[str, str]:
    """Sensitivity and PPV of a phase, over all recordings and in each."""
    figures, cells = timeline.view.evaluation.classes[label], timeline.cells
    detected = cells[:, label, label]
    return {
        "Sensitivity": values_cell(figures["sensitivity"], detected, cells[:, label].sum(1)),
        "PPV": values_cell(figures["ppv"], detected, cells[:, :, label].sum(1)),
    }
