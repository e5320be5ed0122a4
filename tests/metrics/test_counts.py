import math
from typing import Any

import numpy as np
import pytest

from metrics import METRICS, ConfusionMatrix, Counts, Evaluation, ThresholdTable, micro
from metrics.measures.averages import defined, macro, weighted

NAN = math.nan


@pytest.mark.parametrize(
    ("labels", "cells"),
    [
        (("a", "b"), [[1, 2]]),
        (("a",), [[1, 2], [3, 4]]),
        (("a", "b"), [1, 2, 3, 4]),
        (("a", "b"), [[1, -1], [0, 0]]),
        (("a", "b"), [[1, 0.5], [0, 0]]),
        (("a", "b"), [[1, NAN], [0, 0]]),
        (("a", "b"), [[1, math.inf], [0, 0]]),
        (("a", "b"), [[2**63, 0], [0, 0]]),
        (("a", "b"), [[2**64, 0], [0, 0]]),
        (("a", "b"), [[2**62, 2**62], [0, 0]]),
    ],
)
def test_cells_that_are_no_counts_are_refused(labels: tuple[str, ...], cells: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        ConfusionMatrix(labels, cells)


def test_whole_floats_and_the_largest_counts_are_taken() -> None:
    assert ConfusionMatrix(("a",), np.array([[3.0]])).cells.dtype == np.int64
    assert ConfusionMatrix(("a",), [[2**63 - 1]]).total == 2**63 - 1


def test_a_matrix_is_a_copy_that_nobody_can_write_to() -> None:
    given = np.array([[1, 2], [3, 4]])
    matrix = ConfusionMatrix(["a", "b"], given)
    given[0, 0] = 99
    assert matrix.cells[0, 0] == 1
    assert matrix.labels == ("a", "b")
    for change in (lambda: matrix.cells.__setitem__((0, 0), 5), lambda: setattr(matrix, "cells", given)):
        with pytest.raises((ValueError, AttributeError)):
            change()


def test_matrices_of_other_labels_or_another_order_do_not_add_up() -> None:
    cells = np.eye(2, dtype=int)
    for labels in (("b", "a"), ("a", "c")):
        with pytest.raises(ValueError, match="same labels"):
            ConfusionMatrix(("a", "b"), cells) + ConfusionMatrix(labels, cells)


def test_counts_pool_slice_and_unpack() -> None:
    counts = Counts(np.array([1, 2]), np.array([3, 4]), np.array([5, 6]), np.array([7, 8]))
    assert tuple(counts.sum()) == (3, 7, 11, 15)
    assert tuple(counts[1]) == (2, 4, 6, 8)
    assert tuple((counts + counts)[0]) == (2, 6, 10, 14)
    with pytest.raises(AttributeError):
        counts.tp = 1  # type: ignore[misc]


def test_averages_run_over_the_defined_values() -> None:
    assert macro([0.5, NAN, 1.0]) == 0.75
    assert weighted([0.5, NAN, 1.0], [1, 100, 3]) == 0.875
    assert defined([0.5, NAN, 1.0]) == 2
    for nothing in ([], [NAN, NAN]):
        assert math.isnan(macro(nothing))
    assert math.isnan(weighted([0.5, 1.0], [0, 0]))
    np.testing.assert_array_equal(weighted([[0.5, 1.0], [NAN, NAN]], [1, 1]), [0.75, NAN])


def test_micro_of_many_large_classes_stays_a_proportion() -> None:
    """7 classes hold 4.9e18 cases, which fit; counted once per class they would not."""
    counts = ConfusionMatrix(tuple("abcdefg"), np.full((7, 7), 10**17)).one_vs_rest()
    assert micro("accuracy", counts) == pytest.approx(1 - 2 / 7 * 6 / 7)
    assert micro("specificity", counts) == pytest.approx(6 / 7)


def test_f1_of_the_largest_matrix_stays_a_proportion() -> None:
    counts = ConfusionMatrix(("a", "b"), [[5 * 10**18, 10**18], [10**18, 0]]).one_vs_rest()
    assert METRICS["f1"](counts)[0] == pytest.approx(10 / 12)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int32, list])
def test_cells_of_few_bits_or_in_lists_are_added_as_the_numbers_that_they_are(kind: Any) -> None:
    largest = 100 if kind is list else int(np.iinfo(kind).max)
    cells = [[largest, largest], [largest, 0], [0, largest], [largest, largest]]
    counts = Counts(*map(kind, cells))
    assert METRICS["accuracy"](counts).tolist() == [2 / 3, 2 / 3]
    assert METRICS["ppv"](counts).tolist() == [0.5, 1]
    assert METRICS["f1"](counts).tolist() == [2 / 3, 2 / 3]


@pytest.mark.parametrize("kind", [np.bool_, np.int8, np.uint8, list])
def test_two_groups_of_few_bits_or_in_lists_are_pooled_cell_by_cell(kind: Any) -> None:
    largest = 1 if kind in (np.bool_, list) else int(np.iinfo(kind).max)
    cells = [[largest, 0]] * 4 if kind is list else [np.array([largest, 0], kind)] * 4
    pooled = Counts(*cells) + Counts(*cells)
    assert [part.tolist() for part in pooled] == [[2 * largest, 0]] * 4


@pytest.mark.parametrize(
    "cell",
    [
        -1,
        NAN,
        math.inf,
        None,
        "1",
        [1, -1],
        np.array([1.0, NAN]),
        np.ma.masked_array([1, 2], mask=[0, 1]),
        [[1], [2, 3]],
    ],
)
@pytest.mark.parametrize("name", ["tp", "fp", "fn", "tn"])
def test_cells_of_one_class_that_are_no_counts_are_refused_by_name(cell: Any, name: str) -> None:
    with pytest.raises(ValueError, match=f"`{name}`"):
        Counts(**dict.fromkeys(("tp", "fp", "fn", "tn"), 1) | {name: cell})


def test_cells_of_several_shapes_are_of_one_where_they_fit() -> None:
    counts = Counts([1, 2], 1, (1, 2), np.array([5, 5], object))
    assert [part.tolist() for part in counts] == [[1, 2], [1, 1], [1, 2], [5, 5]]
    assert micro("specificity", counts) == 10 / 12
    with pytest.raises(ValueError, match="differ in shape"):
        Counts([1, 2], [1, 2, 3], 1, 1)


def test_an_evaluation_says_what_it_holds() -> None:
    matrix = ConfusionMatrix(("a", "b"), [[3, 1], [0, 2]])
    table = ThresholdTable.from_scores([0.1, 0.9], [True, False])
    with_scores = Evaluation(matrix, (None, table), clusters=2, model="m", split="test")
    assert (with_scores.n, with_scores.labels, with_scores.has_scores) == (6, ("a", "b"), True)
    assert with_scores.table(0) is None
    assert with_scores.table(1) is table
    assert tuple(with_scores.counts(0)) == (3, 0, 1, 2)
    assert not Evaluation(matrix).has_scores
    assert Evaluation(matrix).table(0) is None


def test_the_summary_of_a_matrix_brings_intervals_and_of_nothing_brings_reasons() -> None:
    figures = Evaluation(ConfusionMatrix(("a", "b"), [[30, 5], [4, 61]])).overall
    assert "macro_auc" not in figures
    assert all(figure.low <= figure.value <= figure.high for figure in figures.values())
    nothing = Evaluation(ConfusionMatrix(("a", "b"), np.zeros((2, 2), int))).overall
    assert all(math.isnan(figure.value) and figure.note and figure.low is None for figure in nothing.values())
