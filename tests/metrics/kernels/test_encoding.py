from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import ConfusionMatrix
from metrics.kernels.encoding import joint_counts

NAN = float("nan")
hashable = st.integers(-3, 3) | st.sampled_from(["", "a", "b", "1", "é", " a"]) | st.booleans()


class Column:
    """Any column that can factorize itself, as data frames have them."""

    def __init__(self, codes: list[int], seen: list[Any]) -> None:
        self.codes, self.seen = codes, seen

    def factorize(self) -> tuple[list[int], list[Any]]:
        return self.codes, self.seen

    def __len__(self) -> int:
        return len(self.codes)


def as_column(values: list[Any]) -> Column:
    seen = list(dict.fromkeys(values))
    return Column([seen.index(value) for value in values], seen)


def as_objects(values: list[Any]) -> np.ndarray[Any, Any]:
    array = np.empty(len(values), object)
    array[:] = values
    return array


def counted(truth: list[Any], predicted: list[Any], labels: tuple[Any, ...]) -> list[list[int]]:
    seen = Counter(zip(truth, predicted, strict=True))
    return [[seen[i, j] for j in labels] for i in labels]


@pytest.mark.parametrize("kind", [list, as_column, as_objects, tuple])
@pytest.mark.parametrize(
    ("truth", "predicted", "labels"),
    [
        (["b", "a", "b"], ["b", "b", "a"], ("a", "b")),
        ([10, -2, 10], [10, 10, -2], (-2, 10)),
        ([10**6, 3, 3], [3, 10**6, 3], (3, 10**6)),
        ([2**70, 1], [1, 2**70], (1, 2**70)),
        ([True, False, True], [True, True, True], (False, True)),
        ([0.5, 2.5], [2.5, 2.5], (0.5, 2.5)),
        (["é", "e", "日本"], ["e", "e", "é"], ("e", "é", "日本")),
        ([1, "b", "1"], ["b", 1, 1], (1, "1", "b")),
        (["only"], ["only"], ("only",)),
        ([], [], ()),
    ],
)
def test_pairs_of_any_kind_of_value_are_counted(
    kind: Any, truth: list[Any], predicted: list[Any], labels: tuple[Any, ...]
) -> None:
    matrix = ConfusionMatrix.from_labels(kind(truth), kind(predicted))
    assert matrix.labels == labels
    assert matrix.cells.tolist() == counted(truth, predicted, labels)


@given(st.lists(st.tuples(hashable, hashable), max_size=20))
def test_columns_of_mixed_values_are_counted_one_by_one(pairs: list[tuple[Any, Any]]) -> None:
    truth, predicted = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    matrix = ConfusionMatrix.from_labels(as_column(truth), as_objects(predicted))
    assert matrix.cells.tolist() == counted(truth, predicted, matrix.labels)
    assert set(matrix.labels) == {*truth, *predicted}


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
@pytest.mark.parametrize("span", [5, 127])
def test_whole_numbers_of_every_width_are_counted(dtype: str, span: int) -> None:
    limits = np.iinfo(dtype)
    for low in (limits.min, limits.max - span, 0):
        values = [low, low + span, low, low + 1, low + span]
        truth, predicted = np.array(values, dtype), np.array(values[::-1], dtype)
        matrix = ConfusionMatrix.from_labels(truth, predicted)
        assert matrix.labels == (low, low + 1, low + span)
        assert matrix.cells.tolist() == counted(values, values[::-1], matrix.labels)


def test_whole_numbers_may_differ_in_width_and_in_sign() -> None:
    truth, predicted = np.array([0, 255, 200], np.uint8), np.array([-1, 10**9, 200], np.int64)
    matrix = ConfusionMatrix.from_labels(truth, predicted)
    assert matrix.labels == (-1, 0, 200, 255, 10**9)
    assert matrix.total == 3
    assert matrix.cells[2, 2] == matrix.cells[1, 0] == matrix.cells[3, 4] == 1


def test_strided_and_read_only_columns_are_taken_as_they_are() -> None:
    both = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], np.int8)
    both.setflags(write=False)
    assert ConfusionMatrix.from_labels(both[:, 0], both[::-1, 1]).cells.tolist() == [[1, 1], [1, 1]]


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=30), st.integers(41, 300))
def test_codes_are_counted_whatever_the_number_of_classes(pairs: list[tuple[int, int]], size: int) -> None:
    codes = np.array(pairs, np.int16).reshape(-1, 2)
    matrix = ConfusionMatrix.from_codes(codes[:, 0], codes[:, 1], range(size))
    assert matrix.cells.sum() == len(pairs)
    assert all(matrix.cells[pair] == count for pair, count in Counter(pairs).items())


def test_more_cases_than_one_block_are_counted() -> None:
    codes = np.random.default_rng(0).integers(0, 12, (2, 200_001), np.int8)
    matrix = ConfusionMatrix.from_codes(codes[0], codes[1], tuple("abcdefghijkl"))
    assert (matrix.cells == np.histogram2d(*codes, bins=np.arange(13) - 0.5)[0]).all()


def test_labels_fix_the_order_and_may_hold_a_class_that_is_absent() -> None:
    matrix = ConfusionMatrix.from_labels(["b", "a"], ["b", "b"], labels=["c", "b", "a"])
    assert matrix.labels == ("c", "b", "a")
    assert matrix.cells.tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 0]]
    numbers = ConfusionMatrix.from_labels(np.array([3, 3, 1]), np.array([3, 1, 1]), labels=[5, 3, 1])
    assert numbers.cells.tolist() == [[0, 0, 0], [0, 1, 1], [0, 0, 1]]
    mixed = ConfusionMatrix.from_labels([1, "b"], ["b", 1], labels=[1, "b"])
    assert mixed.cells.tolist() == [[0, 1], [1, 0]]


@pytest.mark.parametrize(
    ("truth", "predicted", "labels", "message"),
    [
        (["a", "x"], ["a", "a"], ["a", "b"], "not among the labels"),
        (["a", "a"], ["a", "x"], ["a", "b"], "not among the labels"),
        (np.array([0, 7]), np.array([0, 1]), [0, 1], "not among the labels"),
        (["a"], ["a", "a"], None, "length"),
        (np.array([1]), np.array([1, 1]), None, "length"),
        (["a"], ["a"], ["a", "a"], "twice"),
        (["a", None], ["a", "a"], None, "missing"),
        (["a", NAN], ["a", "a"], None, "missing"),
        ([1.0, NAN], [1.0, 1.0], None, "missing"),
        (as_objects(["a", NAN]), ["a", "a"], None, "missing"),
        (Column([0, -1], ["a"]), as_column(["a", "a"]), None, "missing"),
        (Column([0, 1], ["a", NAN]), as_column(["a", "a"]), None, "missing"),
    ],
)
def test_what_cannot_be_counted_is_refused(truth: Any, predicted: Any, labels: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ConfusionMatrix.from_labels(truth, predicted, labels)


@pytest.mark.parametrize("codes", [[0, 2], [0, -1], [0.5, 1.0], [NAN, 1.0]])
def test_codes_that_stand_for_no_label_are_refused(codes: list[float]) -> None:
    for columns in ((codes, [0, 1]), ([0, 1], codes)):
        with pytest.raises(ValueError, match=r"."):
            ConfusionMatrix.from_codes(*columns, ("a", "b"))


@pytest.mark.parametrize("kind", [np.bool_, np.uint8, np.uint16, np.int8, np.int64])
def test_codes_of_any_whole_type_are_counted(kind: type) -> None:
    rows, columns = np.array([0, 1, 1, 0, 1], kind), np.array([0, 1, 0, 1, 1], kind)
    assert joint_counts(rows, columns, 2).tolist() == [[1, 1], [1, 2]]
