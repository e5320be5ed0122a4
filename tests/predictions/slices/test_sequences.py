"""Rows become recordings in the order of time; what is odd about that order is counted and said."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from predictions.mapping import Mapping
from predictions.problems import Problem
from predictions.slices.row_duration import nouns_of, row_duration_of, row_edges
from predictions.slices.sequences import Recording, recording_notices, recordings
from tests.predictions.helpers import opened
from words.notices import worded

AB = {"y_true": list("ABABAB"), "y_pred": list("AABBAB")}


def said(study) -> str:
    return "\n".join(f"{notice.level}: {worded(notice)}" for notice in recording_notices(study)).replace("\xa0", " ")


def text(recording: Recording) -> tuple[str, list[int], list[int]]:
    return recording.name, recording.truth.tolist(), recording.predicted.tolist()


def test_rows_are_sorted_by_order_inside_each_recording_and_recordings_stand_as_in_the_study() -> None:
    study = opened(AB | {"video_id": list("bbbaaa"), "frame": [2, 1, 0, 0, 2, 1]})
    assert [text(each) for each in recordings(study)] == [("a", [1, 1, 0], [1, 1, 0]), ("b", [0, 1, 0], [1, 0, 0])]
    assert recordings(study)[0].order.tolist() == [0, 1, 2]
    assert "info: 3 rows after a row with a higher “frame”" in said(study)


def test_equal_positions_keep_the_order_of_the_file_and_are_counted() -> None:
    study = opened(AB | {"video_id": ["a"] * 6, "frame": [0, 1, 1, 1, 2, 3]})
    assert text(recordings(study)[0]) == ("a", [0, 1, 0, 1, 0, 1], [0, 0, 1, 1, 0, 1])
    assert said(study) == "warning: 2 rows with the same “frame” as the row before: both are counted."


def test_missing_rows_are_counted_and_nothing_is_filled_in() -> None:
    study = opened(AB | {"video_id": ["a"] * 6, "frame": [0, 25, 50, 125, 150, 250]})
    assert "info: 5 frames missing in 2 gaps of “frame”" in said(study)
    assert len(recordings(study)[0]) == 6


def test_rows_without_a_recording_or_a_position_are_counted() -> None:
    study = opened(AB | {"video_id": ["a", "a", "a", "", "a", "a"], "frame": ["1", "", "0", "3", "2", "4"]})
    assert text(recordings(study)[0]) == ("a", [0, 0, 0, 1, 1], [1, 0, 0, 1, 0])
    assert "warning: 1 row with a blank “video_id”: excluded from every recording" in said(study)
    assert "warning: 1 row without a value in “frame”: placed at the end" in said(study)


def test_without_an_order_rows_stand_as_in_the_file_and_that_is_said() -> None:
    study = opened(AB | {"video_id": list("abab") + ["a", "b"]})
    assert [text(each)[1] for each in recordings(study)] == [[0, 0, 0], [1, 1, 1]]
    assert recordings(study)[0].order is None
    assert "warning: No column gives the order of the rows" in said(study)


def test_a_study_without_sequences_has_no_recording() -> None:
    assert recordings(opened(AB)) == ()
    assert recording_notices(opened(AB)) == ()


def test_a_split_has_only_its_own_rows() -> None:
    study = opened(AB | {"video_id": list("aabbab"), "frame": range(6), "split": ["test"] * 4 + ["train"] * 2})
    assert [(each.name, len(each)) for each in recordings(study, 0, "test")] == [("a", 2), ("b", 2)]
    assert [(each.name, len(each)) for each in recordings(study, 0, "train")] == [("a", 1), ("b", 1)]
    with pytest.raises(Problem):
        recordings(study, 0, "valid")


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9), st.booleans(), st.booleans()), min_size=4, max_size=40))
def test_recordings_are_a_stable_sort_of_the_rows(rows) -> None:
    table = {
        "video_id": [f"v{row[0]}" for row in rows],
        "frame": [row[1] for row in rows],
        "y_true": ["A", "B", *("AB"[row[2]] for row in rows[2:])],
        "y_pred": ["A", "B", *("AB"[row[3]] for row in rows[2:])],
    }
    by_video: dict[str, list[tuple[int, str, str]]] = {}
    for video, *rest in zip(*table.values(), strict=True):
        by_video.setdefault(video, []).append(tuple(rest))
    expected = [(video, sorted(by_video[video], key=lambda row: row[0])) for video in sorted(by_video)]
    for recording, (video, sorted_rows) in zip(recordings(opened(table)), expected, strict=True):
        assert recording.name == video
        assert recording.order.tolist() == [row[0] for row in sorted_rows]
        assert ["AB"[code] for code in recording.truth] == [row[1] for row in sorted_rows]
        assert ["AB"[code] for code in recording.predicted] == [row[2] for row in sorted_rows]


# ------------------------------------------------------------------ time


@pytest.mark.parametrize(
    ("column", "values", "seconds", "because"),
    [
        ("frame", range(6), 1, "Frame duration not given; 1 s assumed."),
        ("frame", range(0, 150, 25), 1, "Frame duration not given; 1 s assumed."),
        ("epoch", range(6), 30, "Epoch duration not given; 30 s assumed."),
        ("second", range(0, 12, 2), 2, "“second” is read as seconds, in steps of 2"),
        ("time", ["00:00", "00:05", "00:10", "00:15", "00:20", "00:25"], 5, "“time” is read as seconds"),
        ("timestamp", [f"2024-01-02 10:00:0{i}" for i in range(6)], 1, "“timestamp” is read as seconds"),
    ],
)
def test_how_long_a_row_lasts_comes_with_its_reason(column: str, values, seconds: float, because: str) -> None:
    study = opened(AB | {"video_id": ["a"] * 6, column: values})
    pace = row_duration_of(study, recordings(study))
    assert pace.seconds == seconds
    assert because in pace.because


@pytest.mark.parametrize(
    ("sequence", "order", "recording", "row", "phase"),
    [
        ("video_id", "frame", "video", "frame", "phase"),
        ("night", "epoch", "night", "epoch", "stage"),
        ("record", "time", "recording", "row", "phase"),
    ],
)
def test_a_study_is_spoken_of_in_its_own_words(sequence: str, order: str, recording: str, row: str, phase: str) -> None:
    nouns = nouns_of(opened(AB | {sequence: ["a"] * 6, order: range(6)}))
    assert (nouns.recording[0], nouns.row[0], nouns.phase[0]) == (recording, row, phase)


def test_a_gap_may_be_that_of_excluded_rows() -> None:
    columns = {"y_true": list("aabbaabb"), "y_pred": list("aabbaabb"), "video": ["v"] * 8, "frame": list("01234567")}
    columns |= {"y_true": ["a", "a", "-1", "b", "b", "a", "a", "b"]}
    study = opened(columns, Mapping(ignore_truth=("-1",)))
    assert "info: 1 frame excluded in 1 gap of “frame”" in said(study)
    study = opened(columns | {"frame": list("01234569")}, Mapping(ignore_truth=("-1",)))
    assert "info: 3 frames excluded or missing in 2 gaps of “frame”" in said(study)


def test_gaps_stay_in_time_and_unclear_orders_are_counted_in_rows() -> None:
    row = Recording("a", np.zeros(4, int), np.zeros(4, int), np.array([50.0, 75, 150, 175]), np.arange(4))
    assert row_edges(row, 25).tolist() == [0, 1, 4, 5, 6]
    for order in (None, np.array([0.0, 1, 1, 2]), np.array([0, 1, 2, np.nan])):
        assert row_edges(replace(row, order=order), 1).tolist() == [0, 1, 2, 3, 4]


def test_the_mapping_may_name_the_recording_and_the_order() -> None:
    study = opened(AB | {"who": list("aaabbb"), "when": [2, 1, 0, 0, 1, 2]}, Mapping(sequence="who", order="when"))
    assert [text(each)[1] for each in recordings(study)] == [[0, 1, 0], [1, 0, 1]]
