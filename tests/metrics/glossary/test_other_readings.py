"""Other numbers that go by the same name: each is computed, and differs where it is said to."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from metrics import Counts, ThresholdTable
from metrics.glossary import GLOSSARY

RHYTHM_EXAMPLE = np.array([[900, 60, 40], [20, 70, 10], [5, 5, 40]])  # sensitivities 0.9, 0.7 and 0.8


def reading(key: str, by: str) -> Callable[..., Any]:
    of = next(each.of for each in GLOSSARY[key].readings if by in each.by and each.of)
    assert of is not None
    return of


def test_overall_accuracy_as_the_mean_of_the_classes_flatters() -> None:
    assert float(GLOSSARY["overall_accuracy"].rule(RHYTHM_EXAMPLE)) == pytest.approx(1010 / 1150)
    assert float(reading("overall_accuracy", "3-Class")(RHYTHM_EXAMPLE)) == pytest.approx(1 - 2 / 3 * 140 / 1150)


def test_macro_f1_from_the_means_is_another_number() -> None:
    cells = np.array([[8, 2], [1, 1]])
    sensitivity, ppv = (0.8 + 0.5) / 2, (8 / 9 + 1 / 3) / 2
    assert float(GLOSSARY["macro_f1"].rule(cells)) == pytest.approx((16 / 19 + 2 / 5) / 2)
    assert float(reading("macro_f1", "Surgical")(cells)) == pytest.approx(2 * sensitivity * ppv / (sensitivity + ppv))


def test_a_swap_of_two_phases_is_perfect_for_the_literal_overlap_score() -> None:
    swapped = [([0, 0, 1, 1], [1, 1, 0, 0])]
    assert GLOSSARY["overlap_score"].rule(swapped) == 0
    assert reading("overlap_score", "Surgical")(swapped) == 1


def test_ungrouped_ties_make_the_area_depend_on_the_order_of_the_rows() -> None:
    tied = ThresholdTable.from_scores(np.full(4, 0.5), np.array([True, False, True, False]))
    assert GLOSSARY["auc"].rule(tied) == 0.5
    assert reading("auc", "Performance metrics")(tied) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("key", "by", "given_", "expected"),
    [
        ("fpr", "Performance", (Counts(4, 1, 1, 9),), 0.9),
        ("accuracy", "torchmetrics", (Counts(4, 1, 1, 9),), 0.8),
        ("ppv", "scikit-learn", (Counts(0, 0, 3, 9),), 0.0),
        ("f1", "heartbeat", (Counts(0, 0, 3, 9),), math.nan),
        ("f1", "Surgical Phase", (Counts(4, 4, 1, 9),), 2 * 0.5 * 0.8 / 1.3),
        ("mcc", "Surgical", (RHYTHM_EXAMPLE,), float(GLOSSARY["mcc"].rule(RHYTHM_EXAMPLE))),
        ("mcc", "scikit-learn", (np.array([[3, 0], [2, 0]]),), 0.0),
        ("balanced_accuracy", "macro recall", (np.array([[3, 1], [0, 0]]),), 0.375),
        ("macro_sensitivity", "scikit-learn", (np.array([[3, 1], [0, 0]]),), 0.375),
        ("risk_score", "heartbeat", (np.array([[8, 2], [1, 4]]), 0), 0.2),
        ("missed_as_normal", "heartbeat", (np.array([[8, 2], [1, 4]]), 0), 1 / 9),
        ("frame_accuracy", "Surgical", ([([0], [0]), ([0, 0, 0], [1, 1, 1])],), 0.25),
        ("segmental_f1_50", "published", ([([0], [0]), ([0, 1], [1, 0])],), 0.5),
        ("fold_sd", "NumPy", ([1.0, 3.0],), 1.0),
        ("average_precision", "scikit-learn", (ThresholdTable.from_scores(np.array([0.5]), np.array([False])),), 0.0),
    ],
)
def test_other_readings_give_their_number(key: str, by: str, given_: tuple[Any, ...], expected: float) -> None:
    assert float(reading(key, by)(*given_)) == pytest.approx(expected, nan_ok=True)


def test_the_arithmetic_mean_of_ppv_and_sensitivity_is_not_f1() -> None:
    averages = (
        float(each.of(Counts(4, 4, 1, 9))) for each in GLOSSARY["f1"].readings if each.of and "average" in each.says
    )
    assert list(averages) == [pytest.approx(0.65)]


def test_the_trapezoid_under_precision_and_recall_is_not_the_average_precision() -> None:
    table = ThresholdTable.from_scores(np.array([0.9, 0.8, 0.7]), np.array([True, False, True]))
    assert GLOSSARY["average_precision"].rule(table) == pytest.approx((1 + 2 / 3) / 2)
    assert reading("average_precision", "trapezoid")(table) == pytest.approx((1 + (1 / 2 + 2 / 3) / 2) / 2)
