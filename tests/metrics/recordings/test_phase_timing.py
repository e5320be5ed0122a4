"""Phases in time: starts, ends, missed phases, steps against the order, and how the model differs row by row."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.measures.segments import edit_score, overlap_score, segmental_f1, segments
from metrics.recordings.phase_timing import differences, order_violations, phase_timing
from metrics.recordings.recording_scores import IOUS, mean_over_recordings, phase_jaccard, score_recording

PAIRS = st.integers(1, 40).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 3), min_size=n, max_size=n).map(np.array)] * 2)
)
BACKGROUNDS = st.sets(st.integers(0, 3), max_size=2)


def codes(text: str) -> np.ndarray:
    return np.array(["ABCD".index(letter) for letter in text])


def differing(truth: str, predicted: str, background: tuple[int, ...] = ()) -> list[tuple[int, int]]:
    return list(zip(*map(np.ndarray.tolist, differences(codes(truth), codes(predicted), background)), strict=True))


def test_two_background_classes_do_not_differ() -> None:
    assert differing("CCAACC", "DDAADD", background=(2, 3)) == []
    assert differing("CCAACC", "DAAACC", background=(2, 3)) == [(1, 2)]
    assert differing("CCAACC", "DAAACC") == [(0, 2)]


def test_starts_and_ends_with_a_stray_segment_that_moves_neither() -> None:
    truth, predicted = codes("AAAABBBBCC"), codes("BAAAAABBBC")
    a, b, c = phase_timing(truth, predicted)
    assert (a.label, a.true_start, a.true_stop, a.start, a.stop, a.start_error, a.stop_error) == (0, 0, 4, 1, 6, 1, 2)
    assert (b.start, b.stop, b.start_error, b.stop_error, b.pieces, b.stray) == (6, 9, 2, 1, 2, 1)
    assert (b.true_length, b.length, b.length_error) == (4, 4, 0)
    assert b.overlap == pytest.approx(2 / 5)
    assert (c.start_error, c.stop_error, c.length_error) == (1, 0, -0.5)
    assert not a.missed


def test_a_phase_is_missed_where_no_row_of_it_is_recognised_even_if_it_is_predicted_elsewhere() -> None:
    timing = {each.label: each for each in phase_timing(codes("AABBCC"), codes("BAAACD"))}
    assert timing[1].missed
    assert np.isnan([timing[1].start, timing[1].start_error, timing[1].stop_error]).all()
    assert (timing[1].overlap, timing[1].pieces, timing[1].stray, timing[1].length) == (0, 1, 1, 1)
    assert not timing[3].occurs
    assert not timing[3].missed
    assert np.isnan([timing[3].true_start, timing[3].overlap, timing[3].length_error]).all()


def test_edges_give_times_of_any_unit_and_gaps_belong_to_the_row_before() -> None:
    edges = np.array([0.0, 2, 10, 12, 14])  # a gap after the second row
    a, b = phase_timing(codes("AABB"), codes("AAAB"), edges)
    assert (a.true_length, a.length, b.start_error, b.true_stop) == (10, 12, 2, 14)
    with pytest.raises(ValueError, match="one value more"):
        phase_timing(codes("AABB"), codes("AAAB"), edges[1:])


@pytest.mark.parametrize(
    ("truth", "predicted", "violations"),
    [
        ("AABBCC", "AABBCC", 0),
        ("AABBCC", "AACCCC", 0),  # a phase not predicted
        ("AABBCC", "AABABC", 1),  # B -> A
        ("AABBCC", "CCBBAA", 2),
        ("ABAB", "BABA", 0),  # both orders are true
        ("AABB", "AADB", 0),  # a phase that does not occur
        ("AABB", "DADA", 0),
    ],
)
def test_a_step_against_the_order_is_one_the_true_order_only_makes_the_other_way(
    truth: str, predicted: str, violations: int
) -> None:
    assert order_violations(codes(truth), codes(predicted)) == violations


def test_a_step_over_background_counts() -> None:
    assert order_violations(codes("AACBB"), codes("BBCAA"), background=(2,)) == 1


@given(PAIRS, BACKGROUNDS)
def test_a_recording_scores_what_its_parts_score(pair, background) -> None:
    scores = score_recording(*pair, 4, background=background)
    true, output = (segments(each, background) for each in pair)
    assert (scores.true_segments, scores.segments) == (len(true), len(output))
    assert scores.rows == len(pair[0])
    assert scores.values["frame_accuracy"] == pytest.approx(np.mean(pair[0] == pair[1]))
    for value, reference in (
        (scores.overlap, overlap_score(*pair, background)),
        (scores.edit, edit_score(*pair, background)),
        (scores.values["segmental_f1_50"], segmental_f1([pair], IOUS[2], background)),
    ):
        assert value == pytest.approx(reference, nan_ok=True)
    pieces = sum(phase.true_pieces * phase.overlap for phase in scores.phases if phase.occurs)
    if len(true):
        assert pieces / len(true) == pytest.approx(scores.overlap)
    for phase in scores.phases:
        assert phase.missed == (phase.occurs and not ((pair[0] == phase.label) & (pair[1] == phase.label)).any())
        assert phase.true_length == (pair[0] == phase.label).sum()
        assert phase.length == (pair[1] == phase.label).sum()


@given(PAIRS, BACKGROUNDS)
def test_a_perfect_recording_has_no_error_of_any_kind(pair, background) -> None:
    scores = score_recording(pair[0], pair[0], 4, background=background)
    assert scores.violations == 0
    assert scores.missed == ()
    assert [(p.start_error, p.stop_error, p.length_error) for p in scores.phases] == [(0, 0, 0)] * len(scores.phases)
    assert len(differences(pair[0], pair[0])[0]) == 0


@given(st.lists(PAIRS, min_size=1, max_size=4))
def test_jaccard_of_phases_is_that_of_their_sets_of_frames_recording_by_recording(pairs) -> None:
    each = phase_jaccard([score_recording(*pair, 4) for pair in pairs])
    for values, (truth, predicted) in zip(each, pairs, strict=True):
        for phase, value in enumerate(values):
            true, output = ({i for i, code in enumerate(codes) if code == phase} for codes in (truth, predicted))
            known = len(true & output) / len(true | output) if true | output else np.nan
            assert value == pytest.approx(known, nan_ok=True)
    means = mean_over_recordings(each)
    for column, mean in zip(each.T, means, strict=True):
        used = column[~np.isnan(column)]
        assert mean == pytest.approx(used.mean() if len(used) else np.nan, nan_ok=True)


@given(PAIRS, BACKGROUNDS)
def test_segments_that_differ_are_whole_and_hold_every_row_that_differs(pair, background) -> None:
    truth, predicted = (np.where(np.isin(part, list(background)), -1, part) for part in pair)
    starts, stops = differences(*pair, background)
    covered = np.zeros(len(truth), bool)
    for start, stop in zip(starts, stops, strict=True):
        covered[start:stop] = True
    np.testing.assert_array_equal(covered, truth != predicted)
    assert (starts[1:] > stops[:-1]).all(), "neighbours are one stretch"
