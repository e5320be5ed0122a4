"""The recordings of a model on a split, laid out in time, with every number about them."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np
import streamlit as st

from metrics.recordings.recording_scores import RecordingScores, score_recording
from predictions.problems import Notice
from predictions.slices.row_duration import RowDuration, nouns_of, row_duration_of, row_edges
from predictions.slices.sequences import Recording, recording_notices, recordings
from predictions.study import Study
from reviews import View
from ui.parts import page
from ui.timeline.kept_settings import background_classes, seconds_of
from words import distinct, markdown, whole
from words.findings.finding import Finding
from words.findings.timeline import Phrases, cohort_finding
from words.notices import worded
from words.text.voice import Nouns

MANY = 1_000  # recordings take longer than a second


@dataclass(frozen=True, eq=False)
class Timeline:
    """The recordings of a view with their numbers; ranked: positions, worst overlap first."""

    view: View
    recordings: tuple[Recording, ...]
    scores: tuple[RecordingScores, ...]
    ranked: tuple[int, ...]
    pace: RowDuration
    phrases: Phrases
    background: frozenset[int]

    @property
    def study(self) -> Study:
        return self.view.study

    @property
    def nouns(self) -> Nouns:
        return self.phrases.nouns

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the recordings, no two alike, as plain text."""
        return distinct(each.name for each in self.recordings)


def timeline_or_stop(view: View) -> Timeline:
    """The recordings; without any the page says what it needs."""
    page.cases_or_stop(view)
    study = view.study
    found = view.cached(("recordings",), lambda: recordings(study, view.model, view.split))
    if not found:
        page.nothing_to_show(
            "This study has no recordings to lay out in time.",
            "A timeline needs one row per frame or epoch, a column that names the recording (for example `video_id` "
            "or `night`) and one that orders its rows (for example `frame`, `epoch` or `second`). If the file has "
            "them under other names, say so on the Data page.",
        )
    pace = view.cached(("pace",), lambda: row_duration_of(study, found))
    background = background_classes()
    scores = view.cached(("scores", background), lambda: _scores(study, found, pace, background))
    ranked = tuple(np.argsort([each.overlap for each in scores], kind="stable").tolist())
    phrases = Phrases(view.voice, nouns_of(study), seconds_of(pace))
    return Timeline(view, found, scores, ranked, pace, phrases, background)


def _scores(
    study: Study, found: tuple[Recording, ...], pace: RowDuration, background: frozenset[int]
) -> tuple[RecordingScores, ...]:
    classes = len(study.labels)
    with st.spinner(f"Counting {whole(len(found))} recordings.") if len(found) > MANY else nullcontext():
        return tuple(
            score_recording(each.truth, each.predicted, classes, row_edges(each, pace.step), background)
            for each in found
        )


def finding_of_all(timeline: Timeline) -> Finding:
    """What is said about all recordings; kept, as it goes through every one of them."""
    key = ("finding", timeline.background, timeline.phrases.seconds)
    return timeline.view.cached(key, lambda: cohort_finding(timeline.scores, timeline.phrases))


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
