"""What is kept of one recording, against the measures it is made of."""

import numpy as np
import pytest

from metrics.measures.agreement import kappa
from metrics.measures.segments import edit_score, overlap_score, segmental_f1
from metrics.recordings.recording_scores import (
    IOUS,
    SEQUENCE_METRICS,
    are_stages,
    recurring,
    score_recording,
)

TRUTH, CALLED = np.repeat([0, 1, 2], [5, 3, 4]), np.repeat([1, 0, 2, 1], [5, 2, 4, 1])


@pytest.mark.parametrize("background", [(), (0,)])
def test_every_number_of_a_recording_is_that_of_its_measure(background: tuple[int, ...]) -> None:
    found = score_recording(TRUTH, CALLED, 3, background=background)
    assert found.overlap == overlap_score(TRUTH, CALLED, background)
    assert found.overlap_any == overlap_score(TRUTH, CALLED, background, same_class=False) > found.overlap
    assert found.edit == edit_score(TRUTH, CALLED, background)
    f1 = [segmental_f1([(TRUTH, CALLED)], iou, background) for iou in IOUS]
    assert list(found.values) == list(SEQUENCE_METRICS)
    assert list(found.values.values()) == [3 / 12, found.overlap, found.edit, *f1]
    assert found.rows == 12
    assert found.kappa == kappa(found.cells)


def scored(*courses: str, background: tuple[int, ...] = ()):
    """One recording per course of true classes, predicted as they are."""
    codes = [["ABCD".index(letter) for letter in course] for course in courses]
    return [score_recording(each, each, 4, background=background) for each in codes]


def test_a_class_recurs_where_most_recordings_with_it_enter_it_again() -> None:
    assert recurring(scored("AABBA", "ABAC", "ABBC")) == {0}
    assert recurring(scored("ABA", "AB")) == set(), "one of two is not most"
    assert recurring(scored("ABAB", "CCC", "CCD")) == {0, 1}, "where a class does not occur does not count"
    assert recurring([]) == set()


def test_stages_are_told_from_phases_by_whether_most_classes_recur() -> None:
    assert are_stages(scored("ABCBCABA"))
    assert not are_stages(scored("AABBCC", "AABCBC"))
    assert not are_stages(scored("ABAC", "ABAC")), "one phase that is entered again makes no stages"
    assert not are_stages(scored("DADBDC", background=(3,)))


def test_a_phase_is_found_by_its_class_and_one_that_is_nowhere_is_none() -> None:
    (found,) = scored("AABC")
    assert [found.phase(label) for label in range(3)] == list(found.phases)
    assert found.phase(3) is None
