"""The order of classes by danger, its ties included."""

from __future__ import annotations

from metrics import ConfusionMatrix, by_danger


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
