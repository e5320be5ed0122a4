"""The order of classes by danger, its ties included."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import ConfusionMatrix, by_danger
from metrics.danger import errors_between_neighbours, errors_by_danger, leading_error
from tests.metrics.laws.strategies import matrices


def test_the_most_dangerous_class_leads_by_what_its_misses_prove() -> None:
    """One miss of two proves less than thirty of a hundred; a class without cases is not listed."""
    cells = [[90, 0, 0, 0], [1, 1, 0, 0], [30, 0, 70, 0], [0, 0, 0, 0]]
    matrix = ConfusionMatrix(("Normal", "rare", "common", "absent"), cells)
    assert by_danger(matrix, 0) == [2, 1]
    assert by_danger(matrix, None) == [2, 1, 0]


def test_of_classes_missed_alike_the_one_predicted_normal_leads() -> None:
    cells = [[90, 0, 0, 0], [0, 20, 10, 0], [10, 0, 20, 0], [5, 0, 5, 20]]
    assert by_danger(ConfusionMatrix(("Normal", "a", "b", "c"), cells), 0) == [2, 3, 1]


def test_of_classes_never_missed_the_larger_leads() -> None:
    cells = [[90, 0, 0, 0], [0, 20, 0, 0], [0, 0, 40, 0], [0, 0, 0, 30]]
    matrix = ConfusionMatrix(("Normal", "a", "b", "c"), cells)
    assert by_danger(matrix, 0) == [2, 3, 1]
    assert by_danger(matrix, None) == [0, 2, 3, 1]


def test_classes_alike_in_everything_stay_in_the_order_of_the_matrix() -> None:
    cells = [[90, 0, 0, 0], [5, 20, 0, 0], [5, 0, 20, 0], [5, 0, 0, 20]]
    assert by_danger(ConfusionMatrix(("Normal", "a", "b", "c"), cells), 0) == [1, 2, 3]


@given(matrices(smallest=2, largest=10**6), st.randoms())
def test_errors_between_neighbours_are_those_one_place_apart(cells, random) -> None:
    order, classes = list(range(len(cells))), range(len(cells))
    random.shuffle(order)
    found = errors_between_neighbours(ConfusionMatrix(tuple(map(str, classes)), cells), order)
    errors = {(i, j): int(cells[i, j]) for i in classes for j in classes if i != j}
    near = sum(n for (i, j), n in errors.items() if abs(order.index(i) - order.index(j)) == 1)
    assert found == (near, sum(errors.values()))


@pytest.mark.parametrize(
    ("cells", "normal", "cell"),
    [
        ([[90, 9, 0], [1, 20, 5], [3, 0, 30]], 0, (2, 0)),  # the class of interest as Normal, however few
        ([[90, 9, 0], [1, 20, 5], [0, 3, 30]], 0, (1, 0)),  # else another disease as Normal
        ([[90, 9, 0], [0, 20, 5], [0, 3, 30]], 0, (0, 1)),  # else the largest error
        ([[90, 4, 0], [1, 20, 5], [3, 0, 30]], None, (1, 2)),
        ([[30, 0, 0], [0, 90, 0], [0, 0, 20]], 0, (1, 1)),  # without an error the largest cell
    ],
)
def test_the_leading_error_is_the_one_that_sends_a_patient_home(
    cells: list[list[int]], normal: int | None, cell: tuple[int, int]
) -> None:
    diseases = [i for i in (1, 2, 0) if i != normal]
    assert leading_error(ConfusionMatrix(("Normal", "a", "b"), cells), diseases, normal, interest=2) == cell


def test_errors_stand_by_class_as_normal_first_and_then_in_order() -> None:
    matrix = ConfusionMatrix(("Normal", "a", "b"), [[90, 7, 2], [1, 20, 5], [0, 3, 30]])
    assert errors_by_danger(matrix, [2, 1, 0], 0) == [(2, 1), (1, 0), (1, 2), (0, 2), (0, 1)]
    assert errors_by_danger(matrix, [2, 1, 0], None) == [(2, 1), (1, 2), (1, 0), (0, 2), (0, 1)]
