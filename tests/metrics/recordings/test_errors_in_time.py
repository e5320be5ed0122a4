"""Where the errors of a recording lie, beside a count row by row."""

from itertools import groupby

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from metrics.kernels.encoding import joint_counts
from metrics.recordings.errors_in_time import errors_in_time, segments_of_cell

CLASSES = 4


def codes_of(values: list[int]) -> np.ndarray:
    return np.array(values, np.intp)


PAIRS = st.integers(0, 40).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, CLASSES - 1), min_size=n, max_size=n).map(codes_of)] * 2)
)


def codes(text: str) -> np.ndarray:
    return np.array(["ABCD".index(letter) for letter in text])


def runs(side: np.ndarray) -> list[list[int]]:
    """The rows of each segment."""
    return [[row for row, _ in group] for _, group in groupby(enumerate(side.tolist()), key=lambda each: each[1])]


def place_of(row: int, segment: list[int], right: np.ndarray) -> str:
    """Where in its segment an incorrect row lies."""
    if not right[segment].any():
        return "all"
    is_before, is_after = right[segment[0] : row].any(), right[row : segment[-1] + 1].any()
    return "start" if not is_before else "inside" if is_after else "end"


def test_a_late_start_an_interruption_an_early_end_and_a_lost_segment() -> None:
    truth = codes("AAAAABBBBBBBBBCCCBBB")
    output = codes("AAAAAAABBABBBCCCCAAA")
    found = errors_in_time(truth, output, CLASSES)
    assert found.missed[:, 1].tolist() == [2, 1, 1, 3]
    assert found.other[:, 0].tolist() == [0, 2, 4], "two rows too long, one row and three rows elsewhere"
    assert found.other[:, 2].tolist() == [1, 0, 0]
    assert found.missed.sum() == found.other.sum() == (truth != output).sum()


def test_what_is_predicted_on_between_two_true_segments_is_left_late() -> None:
    found = errors_in_time(codes("AABBAA"), codes("AAAAAA"), CLASSES)
    assert found.other[:, 0].tolist() == [0, 2, 0]
    assert found.missed[:, 1].tolist() == [0, 0, 0, 2]


@given(PAIRS)
@example((np.array([], int), np.array([], int)))
def test_every_error_lies_in_one_part_as_counted_row_by_row(pair) -> None:
    found, right = errors_in_time(*pair, CLASSES), pair[0] == pair[1]
    places = {"start": 0, "inside": 1, "end": 2, "all": 3}
    missed, other = np.zeros((4, CLASSES), int), np.zeros((3, CLASSES), int)
    for side, counted, at in ((0, missed, places), (1, other, {"start": 0, "inside": 1, "end": 1, "all": 2})):
        for segment in runs(pair[side]):
            for row in (row for row in segment if not right[row]):
                counted[at[place_of(row, segment, right)], pair[side][row]] += 1
    np.testing.assert_array_equal(found.missed, missed)
    np.testing.assert_array_equal(found.other, other)


@given(st.lists(PAIRS, min_size=1, max_size=3))
def test_the_parts_of_all_recordings_add_up_to_the_matrix(pairs) -> None:
    cells = sum(joint_counts(*pair, CLASSES) for pair in pairs)
    each = [errors_in_time(*pair, CLASSES) for pair in pairs]
    total = sum(each[1:], each[0])
    np.testing.assert_array_equal(total.missed.sum(0), cells.sum(1) - cells.diagonal())
    np.testing.assert_array_equal(total.other.sum(0), cells.sum(0) - cells.diagonal())


@given(PAIRS, st.integers(0, CLASSES - 1), st.integers(0, CLASSES - 1))
def test_the_segments_of_a_cell_hold_its_rows_and_no_other(pair, true_class, predicted_class) -> None:
    found = segments_of_cell(*pair, true_class, predicted_class)
    rows = [row for start, stop in zip(found.starts, found.stops, strict=True) for row in range(start, stop)]
    assert rows == np.flatnonzero((pair[0] == true_class) & (pair[1] == predicted_class)).tolist()
    assert (found.starts[1:] > found.stops[:-1]).all()
