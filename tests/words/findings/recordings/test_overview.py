"""What the Overview says of frames: minutes that are missed, where they went, and recordings that lack a phase."""

import re

import numpy as np

from metrics import ConfusionMatrix, Evaluation
from metrics.recordings.recording_scores import RecordingScores, score_recording
from tests.support.text import plain
from words import Voice
from words.findings.recordings.overview import below_the_phases, not_recognised, overview_in_time
from words.findings.recordings.timeline import Phrases
from words.text.voice import Nouns

NAMES = ("Preparation", "Clipping", "Cleaning")
NOUNS = Nouns(("video", "videos"), ("frame", "frames"), ("phase", "phases"))
LATE, NEVER = ("0" * 9 + "1" * 30 + "2" * 9, "0" * 19 + "1" * 20 + "2" * 9), ("0" * 9 + "1" * 20, "0" * 29)


def scores(*pairs: tuple[str, str]) -> list[RecordingScores]:
    return [score_recording(*(np.array([int(each) for each in text]) for text in pair), 3) for pair in pairs]


def phrases(seconds: float = 1.0) -> Phrases:
    return Phrases(Voice(NAMES, NOUNS.row), NOUNS, seconds)


def found(*pairs: tuple[str, str], label: int = 1, seconds: float = 1.0) -> tuple[str, str]:
    given = scores(*pairs)
    matrix = ConfusionMatrix(NAMES, np.sum([each.cells for each in given], axis=0))
    names = [f"V{i}" for i in range(len(given))]
    said = overview_in_time(Evaluation(matrix), given, names, label, phrases(seconds))
    return plain(said.headline), plain(said.detail)


def test_missed_frames_are_minutes_with_where_they_went_and_which_video_lacks_the_phase() -> None:
    headline, detail = found(LATE, LATE, LATE, NEVER)
    assert headline == "The model missed 0:50 of 1:50 min of Clipping (45 %)."
    assert "All classified as Preparation." in detail
    assert detail.endswith("Not recognised at all in 1 of 4 videos (V3).")


def test_a_stage_whose_name_is_a_number_is_a_stage_wherever_it_stands() -> None:
    nouns = Nouns(("recording", "recordings"), ("epoch", "epochs"), ("stage", "stages"))
    given = score_recording(np.array([0, 1, 1]), np.array([0, 0, 1]), 3)
    matrix = ConfusionMatrix(("0", "1", "2"), given.cells)
    stages = Phrases(Voice(("0", "1", "2"), nouns.row, noun="stage"), nouns, 30.0)
    said = overview_in_time(Evaluation(matrix), [given], ["A"], 1, stages)
    assert "of stage 1" in plain(said.headline)
    assert "Classified as stage 0" in plain(said.detail)


def test_a_class_of_beats_is_a_class_where_some_class_is_normal() -> None:
    given = score_recording(np.array([0, 1, 1]), np.array([0, 0, 1]), 2)
    beats = Phrases(Voice(("0", "1"), NOUNS.row, normal=0), NOUNS, 1.0)
    said = overview_in_time(Evaluation(ConfusionMatrix(("0", "1"), given.cells)), [given], ["A"], 1, beats)
    assert plain(said.headline) == "The model missed 0:01 of 0:02 min of class 1."


def test_normal_time_is_misclassified_and_never_missed() -> None:
    given = score_recording(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)
    beats = Phrases(Voice(("Normal", "VT"), NOUNS.row, normal=0), NOUNS, 1.0)
    said = overview_in_time(Evaluation(ConfusionMatrix(("Normal", "VT"), given.cells)), [given], ["A"], 0, beats)
    assert plain(said.headline) == "The model misclassified 0:01 of 0:02 min of Normal."
    assert "Error rate CI " in plain(said.detail)


def test_bounds_of_a_miss_rate_have_their_unit() -> None:
    assert re.search(r"Miss rate CI \d+–\d+ %\.", found(LATE)[1])


def test_the_length_of_a_frame_changes_the_minutes_and_not_the_percentage() -> None:
    assert found(LATE, seconds=60.0)[0] == "The model missed 10 of 30 min of Clipping (33 %)."


def test_nothing_missed_and_nothing_to_miss_are_said() -> None:
    right = (LATE[0], LATE[0])
    assert found(right)[0] == "The model missed none of 0:30 min of Clipping."
    without = ("000222", "000222")
    assert found(without)[0] == "No video has Clipping: missed time of it cannot be assessed."


def test_many_videos_without_the_phase_are_counted_and_not_named() -> None:
    names = ["V0", "V1", "V2"]
    assert plain(not_recognised(scores(NEVER, NEVER, NEVER), names, 1, phrases())) == (
        "Not recognised at all in 3 of 3 videos."
    )
    assert not_recognised(scores(LATE), names, 1, phrases()) == ""


def test_too_few_videos_say_what_a_tick_is_and_how_many_a_ci_needs() -> None:
    assert below_the_phases(True, phrases(), 2).startswith("One tick per video")
    assert "at least 15 videos" in below_the_phases(True, phrases(), 2)
    assert "tick" not in below_the_phases(False, phrases(), 2)


def test_of_one_recording_there_are_no_ticks_to_explain() -> None:
    assert below_the_phases(True, phrases(), 1) == "A CI needs at least 15 videos."
