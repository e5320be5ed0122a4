"""What is said of missed time: how much, where in the phase, in which recording, and what is predicted too long."""

import numpy as np

from metrics.recordings.errors_in_time import errors_in_time
from metrics.recordings.recording_scores import score_recording
from tests.support.text import plain
from words import Voice
from words.findings.recordings.missed_time import between_neighbours, missed_time, not_recognised_where, where_most
from words.findings.recordings.timeline import Phrases
from words.text.voice import Nouns

NAMES = ("Preparation", "Clipping", "Cleaning")
VIDEOS = Nouns(("video", "videos"), ("frame", "frames"), ("phase", "phases"))
NIGHTS = Nouns(("night", "nights"), ("epoch", "epochs"), ("stage", "stages"))
LATE = ("0" * 10 + "1" * 20 + "2" * 10, "0" * 14 + "1" * 10 + "0" * 2 + "1" * 3 + "2" * 11)
LOST = ("0" * 10 + "1" * 70 + "2" * 10, "0" * 80 + "2" * 10)
RIGHT = ("0" * 10 + "1" * 20, "0" * 10 + "1" * 20)


def study(*pairs: tuple[str, str]):
    given = [tuple(np.array([int(each) for each in text]) for text in pair) for pair in pairs]
    return [score_recording(*pair, 3) for pair in given], [errors_in_time(*pair, 3) for pair in given]


def phrases(nouns: Nouns = VIDEOS, seconds: float = 1.0) -> Phrases:
    return Phrases(Voice(NAMES, nouns.row), nouns, seconds)


def found(*pairs: tuple[str, str], label: int = 1, said: Phrases | None = None) -> tuple[str, str]:
    names = [f"V{i}" for i in range(len(pairs))]
    finding = missed_time(*study(*pairs), names, label, said or phrases())
    return plain(finding.headline), plain(finding.detail)


def test_missed_time_is_said_with_its_parts_and_the_video_that_lacks_the_phase() -> None:
    headline, detail = found(LATE, LOST, RIGHT)
    assert headline == "1:17 of 1:50 min of Clipping are missed, 1:10 in one video."
    assert detail == (
        "0:04 at its start, 0:02 inside, 0:01 at its end, 1:10 in V1, where it is not recognised. "
        "All 0:33 min predicted are correct."
    )


def test_time_predicted_but_of_another_phase_is_said() -> None:
    assert found(LATE, label=0)[1] == "Of 0:16 min predicted, 0:06 belong to another phase."
    assert found(LOST, label=1)[1].endswith("The model never predicted Clipping.")


def test_where_all_is_missed_in_one_of_several_videos_that_is_said_and_of_one_video_nothing() -> None:
    assert found(LOST, RIGHT)[0] == "1:10 of 1:30 min of Clipping are missed, all in one video."
    headline, detail = found(LOST)
    assert headline == "1:10 of 1:10 min of Clipping are missed."
    assert detail.startswith("1:10 because it is not recognised.")


def test_nothing_missed_and_nothing_to_miss_are_said() -> None:
    assert found(RIGHT) == ("None of 0:20 min of Clipping is missed.", "All 0:20 min predicted are correct.")
    assert found(RIGHT, label=2) == ("No video has Cleaning.", "The model never predicted Cleaning.")


def test_stages_that_recur_are_told_in_minutes_and_by_segments() -> None:
    night = ("0011001111", "0000001100")
    headline, detail = found(night, night, said=phrases(NIGHTS, 30.0))
    assert headline == "4 of 6 min of Clipping are missed, 2 min in one night."
    assert detail == (
        "2 min at the end of segments, 2 min in segments that are not recognised at all. "
        "All 2 min predicted are correct."
    )


def test_several_videos_that_lack_the_phase_are_counted() -> None:
    assert "2:20 in 2 videos, where it is not recognised." in found(LOST, LOST, RIGHT)[1]
    scores, _ = study(LOST, LOST, RIGHT)
    assert plain(not_recognised_where(scores, "abc", 1, phrases())) == "Clipping not recognised in 2 videos"
    assert plain(not_recognised_where(scores[1:], "bc", 1, phrases())) == "Clipping not recognised in b"
    assert not_recognised_where(scores[2:], "c", 1, phrases()) == ""


def test_the_part_where_most_is_missed_is_found() -> None:
    _, (late, lost, right) = study(LATE, LOST, RIGHT)
    assert plain(where_most(late, range(3), phrases())) == "0:04 of 0:07 min missed at the start"
    assert (
        plain(where_most(late + lost, range(3), phrases()))
        == "1:10 of 1:17 min missed in segments not recognised at all"
    )
    assert where_most(right, range(3), phrases()) == ""


def test_errors_between_neighbours_are_time() -> None:
    assert plain(between_neighbours(908, 995, phrases())) == "15:08 of 16:35 min of error between neighbours (91.3 %)"
    assert between_neighbours(0, 0, phrases()) == ""
