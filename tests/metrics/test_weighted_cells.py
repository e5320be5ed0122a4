"""Weighted rows as a histogram: the rows that they stand for, drawn as rows that are held."""

from dataclasses import replace

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation, ResamplingUnits
from metrics import weighted_cells as module
from metrics.counted_weights import CountedWeightedEvaluation, counted_weighted_evaluation
from metrics.weighted_cells import WeightedCells, dealt_counts
from metrics.weighted_evaluation import weighted_evaluation

LABELS = ("Normal", "Ectopic", "VT")


def drawn(rows: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(n,) true and predicted class, (n,) one of four weights."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, rows, p=[0.6, 0.25, 0.15])
    predicted = np.where(rng.random(rows) < 0.7, truth, rng.integers(0, 3, rows))
    weights = rng.choice([0.0, 1 / 3, 2.0, 8.5], rows)
    return truth, predicted, weights


def tallied(truth: np.ndarray, predicted: np.ndarray, weights: np.ndarray, size: int = 3) -> WeightedCells:
    kinds, rows = np.unique(np.stack([truth, predicted, weights]), axis=1, return_counts=True)
    order = np.random.default_rng(1).permutation(len(rows))
    codes = kinds[:2, order].astype(np.int64)
    return WeightedCells(size, codes[0], codes[1], kinds[2, order], rows[order])


def both(rows: int) -> tuple[Evaluation, CountedWeightedEvaluation]:
    truth, predicted, weights = drawn(rows)
    matrix = ConfusionMatrix.from_codes(truth, predicted, LABELS)
    held = Evaluation(matrix, normal=0, units=ResamplingUnits(truth, predicted, 3, rows))
    counted = counted_weighted_evaluation(replace(held, units=None), tallied(truth, predicted, weights))
    return weighted_evaluation(held, weights), counted


@pytest.mark.parametrize("rows", [300, 9000])
def test_rows_in_any_order_have_the_same_numbers_and_intervals_as_their_histogram(rows: int) -> None:
    held, counted = both(rows)
    assert counted.effective_n == held.effective_n
    for own, other in zip((counted.overall, *counted.classes), (held.overall, *held.classes), strict=True):
        for key in own:
            assert (own[key].value, own[key].trials, own[key].method) == (
                other[key].value, other[key].trials, other[key].method,
            ), key  # fmt: skip
            assert (own[key].low, own[key].high) == pytest.approx((other[key].low, other[key].high)), key


def test_very_many_rows_are_dealt_by_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    one = both(9000)[1]
    assert one.weighed.units.are_groups
    monkeypatch.setattr(module, "MOST_DEALT", 0)
    other = both(9000)[1]
    assert other.weighed.units.count == one.weighed.units.count
    assert other.weighed.units.counts.tp.sum() == one.weighed.units.counts.tp.sum()
    for key in ("accuracy", "mcc", "macro_f1"):
        widths = [each.overall[key].high - each.overall[key].low for each in (one, other)]
        assert widths[0] / widths[1] == pytest.approx(1, abs=0.08), key
    assert other.overall["mcc"].low != one.overall["mcc"].low


def test_histograms_of_groups_of_rows_add_up() -> None:
    whole = drawn(400)
    parts = [tallied(*(each[at::2] for each in whole)) for at in (0, 1)]
    assert WeightedCells.pooled(parts).cells.tolist() == tallied(*whole).cells.tolist()
    assert WeightedCells.pooled(parts).effective_n == tallied(*whole).effective_n


def test_rows_that_all_weigh_nothing_have_no_numbers() -> None:
    truth, predicted, weights = drawn(60)
    found = tallied(truth, predicted, np.zeros_like(weights))
    assert found.effective_n == 0
    assert found.units.count == 60
    assert not found.cells.any()


@pytest.mark.parametrize("rows", [[3, 0, 5, 4], [900, 700, 2_500, 1], [10**9, 10**8, 1, 7]])
def test_what_is_dealt_to_units_adds_up_in_any_order(rows: list[int]) -> None:
    """Bins of one place and weight are one; those that weigh nothing are not drawn."""
    weights, places = np.array([2, 5, 2, 0]), np.array([1, 0, 1, 2])
    found = dealt_counts(np.array(rows), weights, places, 3)
    assert len(found) == min(sum(rows[:3]), 2_000)
    assert found.sum(0).tolist() == [5 * rows[1], 2 * (rows[0] + rows[2]), 0]
    again = dealt_counts(np.array(rows)[::-1], weights[::-1], places[::-1], 3)
    assert (again == found).all()
