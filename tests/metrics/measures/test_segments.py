import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import METRICS, edit_score, overlap_score, segmental_f1
from metrics.measures.segments import segment_counts, segment_overlaps, segments

Runs = list[tuple[Any, int, int]]
frames = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=40)
runs_of_frames = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 6)), max_size=9)
backgrounds = st.sets(st.integers(0, 3), max_size=2)
ious = st.sampled_from([0.1, 0.25, 0.5, 1 / 3, 1.0])


@st.composite
def sequences(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """True and predicted sequence of one length: frames at random, or runs with nearby borders."""
    if draw(st.booleans()):
        pairs = draw(frames)
        return [truth for truth, _ in pairs], [output for _, output in pairs]
    truth, output = ([label for label, times in draw(runs_of_frames) for _ in range(times)] for _ in range(2))
    size = min(len(truth), len(output))
    return truth[:size], output[:size]


def runs(labels: list[Any], background: set[Any]) -> Runs:
    """(label, start, stop), frame by frame."""
    found: Runs = []
    for i, label in enumerate(labels):
        if found and found[-1][0] == label:
            found[-1] = (label, found[-1][1], i + 1)
        else:
            found.append((label, i, i + 1))
    return [run for run in found if run[0] not in background]


def iou(first: tuple[Any, int, int], second: tuple[Any, int, int]) -> float:
    one, other = set(range(*first[1:])), set(range(*second[1:]))
    return len(one & other) / len(one | other)


def slow_overlap(truth: Runs, output: Runs, same_class: bool) -> float:
    best = [max((iou(t, c) for c in output if not same_class or t[0] == c[0]), default=0.0) for t in truth]
    return sum(best) / len(best) if best else math.nan


def slow_edits(first: list[Any], second: list[Any]) -> int:
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        above, row = row, [i]
        for j, b in enumerate(second, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (a != b)))
    return row[-1]


def slow_counts(truth: Runs, output: Runs, threshold: float) -> tuple[int, int, int]:
    """One predicted segment after the other, each with the true segment of its class that it overlaps best."""
    used: set[int] = set()
    spurious = 0
    for segment in output:
        overlaps = [iou(t, segment) if t[0] == segment[0] else 0.0 for t in truth]
        best = overlaps.index(max(overlaps)) if overlaps else -1
        if best >= 0 and overlaps[best] >= threshold and best not in used:
            used.add(best)
        else:
            spurious += 1
    return len(used), spurious, len(truth) - len(used)


def equal(found: float, expected: float) -> bool:
    return found == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(sequences(), backgrounds)
def test_segments_are_the_runs_without_the_background(given_: tuple[list[int], list[int]], hidden: set[int]) -> None:
    found = segments(given_[0], hidden)
    assert list(zip(found.labels, found.starts, found.stops, strict=True)) == runs(given_[0], hidden)
    assert len(found) == len(found.labels)


@given(sequences(), backgrounds, st.booleans())
def test_the_overlap_score_is_the_mean_best_overlap(
    given_: tuple[list[int], list[int]], hidden: set[int], same_class: bool
) -> None:
    expected = slow_overlap(*(runs(labels, hidden) for labels in given_), same_class)
    assert equal(overlap_score(*given_, hidden, same_class), expected)


@given(sequences(), backgrounds)
def test_the_edit_score_is_the_edit_distance_of_the_runs(given_: tuple[list[int], list[int]], hidden: set[int]) -> None:
    truth, output = ([label for label, *_ in runs(labels, hidden)] for labels in given_)
    longest = max(len(truth), len(output))
    assert equal(edit_score(*given_, hidden), 1 - slow_edits(truth, output) / longest if longest else math.nan)


@given(sequences(), backgrounds, ious)
def test_segments_are_matched_one_after_the_other(
    given_: tuple[list[int], list[int]], hidden: set[int], threshold: float
) -> None:
    found = segment_counts(*given_, threshold, hidden)
    assert (found.tp, found.fp, found.fn) == slow_counts(*(runs(labels, hidden) for labels in given_), threshold)


@given(st.lists(sequences(), max_size=3), ious)
def test_segments_of_several_sequences_are_counted_together(
    given_: list[tuple[list[int], list[int]]], threshold: float
) -> None:
    each = [slow_counts(runs(truth, set()), runs(output, set()), threshold) for truth, output in given_]
    tp, fp, fn = (sum(part) for part in zip((0, 0, 0), *each, strict=True))
    assert equal(segmental_f1(given_, threshold), 2 * tp / (2 * tp + fp + fn) if tp + fp + fn else math.nan)


@given(sequences(), ious, st.integers(2, 5))
def test_every_frame_repeated_changes_no_score(
    given_: tuple[list[int], list[int]], threshold: float, times: int
) -> None:
    longer = tuple(np.repeat(labels, times) for labels in given_)
    for score in (overlap_score, edit_score):
        assert equal(score(*longer), score(*given_))
    assert equal(segmental_f1([longer], threshold), segmental_f1([given_], threshold))


@given(sequences(), backgrounds)
def test_time_running_backwards_keeps_overlap_and_edits(given_: tuple[list[int], list[int]], hidden: set[int]) -> None:
    back = tuple(labels[::-1] for labels in given_)
    for score in (overlap_score, edit_score):
        assert equal(score(*back, hidden), score(*given_, hidden))


@given(sequences(), ious)
def test_names_do_not_matter_and_numbers_are_not_their_text(
    given_: tuple[list[int], list[int]], threshold: float
) -> None:
    names = ["Preparation", "1", 1, ("a", "tuple")][:3] + ["cut"]
    texts = tuple([names[code] for code in labels] for labels in given_)
    for score in (overlap_score, edit_score):
        assert equal(score(*texts), score(*given_))
    assert equal(segmental_f1([texts], threshold), segmental_f1([given_], threshold))


@given(sequences())
def test_every_score_lies_between_0_and_1_and_true_against_true_is_perfect(given_: tuple[list[int], list[int]]) -> None:
    truth, _ = given_
    for score in (overlap_score, edit_score, lambda t, c: segmental_f1([(t, c)], 0.5)):
        value = score(*given_)
        assert math.isnan(value) or 0 <= value <= 1
        assert equal(score(truth, truth), 1.0 if truth else math.nan)


def test_swapped_names_are_perfect_only_where_names_are_ignored() -> None:
    truth, output = [0] * 5 + [1] * 5, [1] * 5 + [0] * 5
    assert overlap_score(truth, output, same_class=False) == 1
    assert overlap_score(truth, output) == edit_score(truth, output) == segmental_f1([(truth, output)], 0.1) == 0


def test_one_long_segment_may_serve_several_true_ones_in_the_overlap_but_not_in_f1() -> None:
    truth, output = list("AAAABBAAAA"), list("AAAAAAAAAA")
    assert segment_overlaps(truth, output).tolist() == [0.4, 0.0, 0.4]
    found = segment_counts(truth, output, 0.25)
    assert (found.tp, found.fp, found.fn) == (1, 0, 2)


def test_runs_around_a_background_stay_two() -> None:
    assert segments(list("AAxxA"), {"x"}).labels.tolist() == ["A", "A"]
    assert edit_score(list("AAxxA"), list("AAAAA"), {"x"}) == 0.5
    assert segments(["idle", "cut"], "idle").labels.tolist() == ["cut"]


@pytest.mark.parametrize(
    ("truth", "output", "overlap", "edit", "f1"),
    [
        ([], [], math.nan, math.nan, math.nan),
        ([9, 9], [9, 9], math.nan, math.nan, math.nan),
        ([9, 9], [0, 0], math.nan, 0, 0),
        ([0, 0], [9, 9], 0, 0, 0),
    ],
    ids=["no frames", "background alone", "no true segment", "no predicted segment"],
)
def test_without_segments_there_is_nothing_to_score(
    truth: list[int], output: list[int], overlap: float, edit: float, f1: float
) -> None:
    assert equal(overlap_score(truth, output, [9]), overlap)
    assert equal(edit_score(truth, output, [9]), edit)
    assert equal(segmental_f1([(truth, output)], 0.5, [9]), f1)
    assert math.isnan(segmental_f1([], 0.5))


def test_counting_sequences_together_is_not_the_mean_of_each() -> None:
    """MS-TCN pools, Lea averages: the same predictions differ."""
    short, long = ([0, 1], [1, 0]), ([0, 1] * 4, [0, 1] * 4)
    assert segmental_f1([short, long], 0.5) == 0.8
    assert np.mean([segmental_f1([pair], 0.5) for pair in (short, long)]) == 0.5


def test_an_overlap_of_exactly_the_threshold_counts_as_found() -> None:
    truth, output = [0] * 10 + [1], [0] + [1] * 10
    assert segment_counts(truth, output, 0.1).tp == 2
    assert segment_counts(truth, output, 0.11).tp == 0


def test_counts_of_segments_have_a_precision_and_a_recall() -> None:
    found = segment_counts([0, 0, 1, 1, 2, 2], [0, 0, 1, 2, 1, 2], 0.5)
    assert METRICS["ppv"](found) == 3 / 5
    assert METRICS["sensitivity"](found) == 1


@pytest.mark.parametrize("labels", [[1.0, math.nan], ["a", None], np.array(["a", None], object)])
def test_missing_labels_are_refused(labels: Any) -> None:
    with pytest.raises(ValueError, match="missing"):
        segments(labels)


def test_one_label_may_be_the_background() -> None:
    assert overlap_score([0, 1, 1], [1, 1, 1], background=0) == overlap_score([0, 1, 1], [1, 1, 1], background=[0])
    assert overlap_score(["a", "bg"], ["a", "bg"], background="bg") == 1


def test_what_is_no_pair_of_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="differ in length: 2 and 1"):
        overlap_score([0, 1], [0])
    with pytest.raises(ValueError, match="one column"):
        segments([[0, 1]])
    for iou_ in (0, -0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="`iou`"):
            segmental_f1([([0], [0])], iou_)
        with pytest.raises(ValueError, match="`iou`"):
            segmental_f1([], iou_)
    with pytest.raises(ValueError, match="missing"):
        overlap_score(np.ma.masked_array([0, 1], mask=[0, 1]), [0, 1])


def test_segments_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        segments([0, 1]).starts[0] = 5
