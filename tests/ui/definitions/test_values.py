"""Values of definitions are those of the other pages."""

from dataclasses import replace

import numpy as np
import pytest

from metrics.glossary import GLOSSARY
from metrics.measures.averages import macro
from metrics.recordings.recording_scores import RecordingScores, mean_over_recordings, phase_jaccard
from predictions.demo import open_example
from reviews import Review, View
from reviews.frames import recordings_of_phases, scores_of
from ui.definitions.values import StudyValues

STUDY = open_example("surgical-phases")


def on_timeline(scores: tuple[RecordingScores, ...], background: frozenset[int]) -> dict[str, float]:
    jaccard = np.delete(mean_over_recordings(phase_jaccard(scores)), list(background))
    return {
        "phase_jaccard": float(macro(jaccard)),
        "segments_ratio": sum(each.segments for each in scores) / sum(each.true_segments for each in scores),
        "missed_phases": sum(len(each.missed) for each in scores),
        "order_violations": sum(each.violations for each in scores),
        "frame_accuracy": float(np.mean([each.values["frame_accuracy"] for each in scores])),
        "overlap_score": float(np.mean([each.values["overlap_score"] for each in scores])),
    }


@pytest.mark.parametrize("background", [frozenset(), frozenset({0, 3})])
def test_numbers_of_phases_exclude_the_classes_that_the_timeline_excludes(background: frozenset[int]) -> None:
    view = View(STUDY, replace(Review.begin(STUDY), normal=None, not_diseases=background))
    values, scores = StudyValues(view, 1), scores_of(view, recordings_of_phases(view))
    for key, expected in on_timeline(scores, background).items():
        found = values.value(GLOSSARY[key])
        assert found is not None, key
        assert found.value == pytest.approx(expected), key


def test_another_reading_excludes_the_same_classes() -> None:
    view = View(STUDY, replace(Review.begin(STUDY), normal=None, not_diseases=frozenset({0, 3})))
    overlap, scores = GLOSSARY["overlap_score"], scores_of(view, recordings_of_phases(view))
    found = StudyValues(view, 1).other(overlap.readings[0], overlap)
    assert found == pytest.approx(np.mean([each.overlap_any for each in scores]))
