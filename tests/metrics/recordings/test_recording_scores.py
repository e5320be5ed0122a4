"""What is kept of one recording, against the measures it is made of."""

import numpy as np
import pytest

from metrics.measures.segments import edit_score, overlap_score, segmental_f1
from metrics.recordings.recording_scores import IOUS, SEQUENCE_METRICS, over_course, score_recording

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


def test_the_course_of_a_recording_is_parted_evenly() -> None:
    """Five rows in two parts: the middle row belongs to both by half."""
    assert over_course([1, 1, 0, 0, 0], 2).tolist() == [2 / 2.5, 0]
    assert over_course([0, 0, 1], 3).tolist() == pytest.approx([0, 0, 1])
    assert over_course([0, 1, 1, 1], 2).tolist() == [0.5, 1]
