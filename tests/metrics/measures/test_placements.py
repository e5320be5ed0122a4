"""Sums over patients of where their rows are placed have the error of Obuchowski, and of DeLong for one row each."""

import math

import numpy as np
import pytest

from metrics import PlacedSums, ThresholdTable
from metrics.intervals.analytic import delong
from metrics.measures.placements import placements, proportions_placed
from metrics.paired.covariance import covariance


def placed_sums(scores: np.ndarray, is_class: np.ndarray, patients: np.ndarray) -> PlacedSums:
    """Of rows that are held."""
    placed = placements(scores, is_class)
    added = [is_class, ~is_class, placed * is_class, placed * ~is_class]
    each = np.array([[int(part[patients == who].sum()) for part in added] for who in np.unique(patients)], object)
    with_it, without = (int(np.count_nonzero(each[:, part])) for part in (0, 1))
    return PlacedSums(tuple(each.sum(0)), tuple(map(tuple, each.T @ each)), with_it, without, len(each))


def rows(patients: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores with ties, true classes and patients of 1 to 50 rows that resemble each other."""
    generator = np.random.default_rng(seed)
    who = np.repeat(np.arange(patients), generator.integers(1, 51, patients))
    is_class = generator.random(len(who)) < 0.3
    return (generator.random(len(who)) + generator.random(patients)[who] + is_class).round(1), is_class, who


def test_the_error_is_that_of_obuchowski_from_held_rows() -> None:
    scores, is_class, who = rows(40)
    (held,) = covariance(proportions_placed(scores, is_class)[None], np.array([is_class, ~is_class]), who)[0]
    assert placed_sums(scores, is_class, who).error() == pytest.approx(math.sqrt(held), rel=1e-12)


def test_of_one_row_each_it_is_that_of_delong_and_smaller() -> None:
    scores, is_class, who = rows(40)
    alone = placed_sums(scores, is_class, np.arange(len(who)))
    given = delong(ThresholdTable.from_scores(scores, is_class), 0.95)
    assert given.low is not None
    assert alone.error() == pytest.approx((given.value - given.low) / 1.959963984540054, rel=1e-9)
    assert placed_sums(scores, is_class, who).error() > 1.2 * alone.error()


def test_whole_numbers_of_any_size_are_not_rounded() -> None:
    scores, is_class, who = rows(40)
    few, many = placed_sums(scores, is_class, who), 10**9
    added = (many, many, many**2, many**2)
    grown = PlacedSums(
        tuple(each * times for each, times in zip(few.sums, added, strict=True)),
        tuple(
            tuple(each * one * other for each, other in zip(row, added, strict=True))
            for row, one in zip(few.products, added, strict=True)
        ),
        few.with_it, few.without, few.count,
    )  # fmt: skip
    assert grown.error() == few.error()


def test_fewer_than_two_patients_of_a_group_have_no_error() -> None:
    scores, is_class = np.array([0.1, 0.2, 0.3, 0.4]), np.array([False, True, False, True])
    assert math.isnan(placed_sums(scores, is_class, np.array([0, 1, 2, 1])).error())
