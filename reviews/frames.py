"""Rows that are frames of recordings: how long one lasts, how cases are told by their time, and each recording's
numbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from metrics.recordings.recording_scores import RecordingScores, are_stages, recurring, score_recording
from predictions.slices.row_duration import RowDuration, nouns_of, row_duration_of, row_edges
from predictions.slices.sequences import Recording, recordings
from predictions.study import Capability
from reviews.view import View
from words import Voice, counted
from words.findings.recordings.timeline import Phrases
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.times import per_row


def recordings_of(view: View) -> tuple[Recording, ...]:
    """The recordings of the model on the split; none where no column names them."""
    return view.cached(("recordings",), lambda: recordings(view.study, view.model, view.split))


def recordings_of_phases(view: View) -> tuple[Recording, ...]:
    """The recordings of a study without a Normal class; none where rows are no frames."""
    if view.normal is not None or Capability.RECORDINGS not in view.study.capabilities:
        return ()
    return recordings_of(view)


def pace_of(view: View, found: tuple[Recording, ...]) -> RowDuration:
    """How long a row lasts as the file has it."""
    return view.cached(("pace",), lambda: row_duration_of(view.study, found))


def seconds_of(view: View, found: tuple[Recording, ...]) -> float:
    """How long a row lasts: what the reader said, else what the file suggests."""
    return view.row_seconds or pace_of(view, found).seconds


def amounts_of(view: View) -> Amounts:
    """How rows are told: frames of phases and stages by their time, cases by their number."""
    found = recordings_of_phases(view)
    return Amounts(seconds_of(view, found)) if found else ONE_BY_ONE


def phrases_of(view: View, found: tuple[Recording, ...], voice: Voice) -> Phrases:
    """How the recordings and their phases are spoken of."""
    return Phrases(voice, nouns_of(view.study), seconds_of(view, found))


def starts_of(view: View, rows: NDArray[np.int64]) -> NDArray[np.float64] | None:
    """(m,) when each of these rows begins in its recording, seconds, nan outside all; None where rows are no frames."""
    found = recordings_of_phases(view)
    if not found:
        return None
    step, starts = pace_of(view, found).step, np.full(len(view.study.cases_of(view.model)), np.nan)
    for each in found:
        starts[each.rows] = row_edges(each, step)[:-1]
    return starts[rows] * seconds_of(view, found)


def time_said(view: View) -> tuple[str, str]:
    """("12 videos", "1 s per frame (assumed)"): "" for a length that the file gives, and where rows are no frames."""
    found = recordings_of_phases(view)
    if not found:
        return "", ""
    pace, nouns = pace_of(view, found), nouns_of(view.study)
    row = per_row(seconds_of(view, found), nouns.row)
    length = row if view.row_seconds else f"{row} (assumed)" if pace.is_assumed else ""
    return counted(len(found), nouns.recording), length


def scores_of(view: View, found: tuple[Recording, ...]) -> tuple[RecordingScores, ...]:
    """The numbers of each recording."""
    classes, background, step = len(view.study.labels), view.review.not_diseases, pace_of(view, found).step
    return view.cached(
        ("scores", background),
        lambda: tuple(
            score_recording(each.truth, each.predicted, classes, row_edges(each, step), background) for each in found
        ),
    )


def recurrence(view: View, found: tuple[Recording, ...]) -> tuple[frozenset[int], bool]:
    """Classes whose true segments come again in most recordings; whether most classes do, as stages of sleep."""
    scores = scores_of(view, found)
    return view.cached(("recurring", view.review.not_diseases), lambda: (recurring(scores), are_stages(scores)))
