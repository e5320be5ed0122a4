import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from metrics import (
    accuracy,
    balanced_accuracy,
    kappa,
    kappa_interval,
    mcc,
    mean_class_accuracy,
    missed_as_normal,
    missed_as_normal_by_class,
    risk_score,
    risk_scores,
)

OF_MATRIX = [accuracy, balanced_accuracy, mean_class_accuracy, mcc, kappa, kappa_interval]
OF_NORMAL = [risk_score, risk_scores, missed_as_normal, missed_as_normal_by_class]
CELLS = np.array([[5, 1], [2, 3]])


@pytest.mark.parametrize(
    "cells",
    [
        np.zeros((2, 3)),
        [1, 2],
        5,
        None,
        [[1, -2], [3, 4]],
        [[1, math.inf], [3, 4]],
        [["1", "2"], ["3", "4"]],
        np.ma.masked_array(CELLS, mask=CELLS == 1),
        [[1, 2], [3]],
    ],
)
def test_what_is_no_matrix_of_counts_is_refused_by_name(cells: Any) -> None:
    for function in OF_MATRIX:
        with pytest.raises(ValueError, match="`cells`"):
            function(cells)
    for function in OF_NORMAL:
        with pytest.raises(ValueError, match="`cells`"):
            function(cells, 0)


@pytest.mark.parametrize("kind", [np.int8, np.uint64, np.float32, object, list])
def test_cells_of_any_kind_are_the_numbers_that_they_are(kind: Any) -> None:
    cells = CELLS.tolist() if kind is list else CELLS.astype(kind)
    assert accuracy(cells) == 8 / 11
    assert mcc(cells) == mcc(CELLS)
    assert kappa_interval(cells) == kappa_interval(CELLS)
    assert risk_score(cells, 0) == 2 / 7


def test_a_matrix_with_a_cell_that_is_not_known_has_no_number() -> None:
    stack = [CELLS, [[1, math.nan], [3, 4]]]
    for function in OF_MATRIX[:-1]:
        assert np.isnan(function(stack)).tolist() == [False, True]
    for function in (risk_score, missed_as_normal):
        assert np.isnan(function(stack, 0)).tolist() == [False, True]


def test_a_matrix_without_classes_or_cases_has_no_number() -> None:
    for function in OF_MATRIX[:-1]:
        assert math.isnan(function(np.zeros((0, 0))))
        assert math.isnan(function(np.zeros((2, 2))))
        assert function(np.zeros((0, 2, 2))).shape == (0,)


def test_kappa_of_parts_of_cases_has_the_interval_of_these_parts() -> None:
    whole, part = kappa_interval(CELLS * 4), kappa_interval(CELLS * 4.5)
    assert part.value == pytest.approx(whole.value)
    assert part.high - part.low == pytest.approx((whole.high - whole.low) * math.sqrt(4 / 4.5))
    with pytest.raises(ValueError, match="one matrix"):
        kappa_interval([CELLS, CELLS])


@pytest.mark.parametrize("normal", [-1, 2, None, 0.5, "a", math.nan, [0, 1]])
def test_a_position_that_is_none_is_refused_by_name(normal: Any) -> None:
    for function in OF_NORMAL:
        with pytest.raises(ValueError, match="`normal`"):
            function(CELLS, normal)
        with pytest.raises(ValueError, match="`not_diseases`"):
            function(CELLS, 0, [normal])


@pytest.mark.parametrize("statistic", [accuracy, balanced_accuracy, mean_class_accuracy, mcc, kappa])
def test_counts_beyond_64_bits_together_are_no_wrong_number(statistic: Callable[[Any], Any]) -> None:
    huge = np.array([[2**62, 2**60, 0], [0, 2**62, 2**61], [2**62, 0, 2**62]])
    assert statistic(huge) == pytest.approx(statistic(huge // 2**40))
    assert statistic(np.stack([huge, huge // 2]))[0] == statistic(huge)
