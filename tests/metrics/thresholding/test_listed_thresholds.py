"""The short list of thresholds that a browser gets: exact at each, complete where short, and even where long."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from metrics import ThresholdTable
from metrics.thresholding.listed_thresholds import MOST, ListedThresholds, listed_thresholds
from tests.metrics.laws.strategies import cases, columns, scores

extra = st.lists(scores | st.sampled_from([math.inf, -math.inf]), max_size=3)


def table_of(size: int, proportion: float = 0.1, seed: int = 0, decimals: int = 12) -> ThresholdTable:
    rng = np.random.default_rng(seed)
    truth = rng.random(size) < proportion
    given_ = np.where(truth, rng.random(size), rng.random(size) ** 4)
    return ThresholdTable.from_scores(given_.round(decimals), truth)


def exact(rules: ListedThresholds, table: ThresholdTable) -> bool:
    listed = [tuple(rules.counts[row]) for row in range(len(rules.thresholds))]
    return listed == [tuple(table.at(threshold)) for threshold in rules.thresholds]


@given(cases(smallest=1), extra, st.integers(6, 12))
@example([(1e308, False)], [-1e308], 6)
def test_every_listed_threshold_is_exact_and_none_is_too_many(given_: list, also: list[float], most: int) -> None:
    table = ThresholdTable.from_scores(*columns(given_))
    rules = listed_thresholds(table, also, near=[0.1, 0.5], most=most)
    assert exact(rules, table)
    assert len(rules.thresholds) <= most
    assert (rules.thresholds[1:] < rules.thresholds[:-1]).all()
    assert rules.thresholds[0] == math.inf
    assert tuple(rules.counts[0])[:2] == (0, 0)
    assert set(also) <= set(rules.thresholds)
    assert table.scores[-1] in rules.thresholds


@given(cases(smallest=1))
def test_few_scores_are_all_listed(given_: list) -> None:
    table = ThresholdTable.from_scores(*columns(given_))
    assert listed_thresholds(table).thresholds.tolist() == table.thresholds.tolist()


def test_a_thousand_scores_are_all_listed_and_one_more_is_not() -> None:
    thousand = ThresholdTable.from_scores(np.arange(1000), np.arange(1000) % 7 == 0)
    assert len(listed_thresholds(thousand).thresholds) == MOST == 1001
    assert len(listed_thresholds(thousand, [0.5]).thresholds) <= MOST
    more = ThresholdTable.from_scores(np.arange(1001), np.arange(1001) % 7 == 0)
    assert 0.99 * MOST < len(listed_thresholds(more).thresholds) <= MOST


@pytest.mark.parametrize("proportion", [0.0005, 0.1, 0.5, 0.9995])
def test_many_scores_leave_no_wide_gap_on_either_axis(proportion: float) -> None:
    table = table_of(200_000, proportion)
    axis = np.linspace(0, 1, 400)
    rules = listed_thresholds(table, [0.18], axis)
    assert exact(rules, table)
    assert 0.9 * MOST < len(rules.thresholds) <= MOST
    for cases_, total in ((rules.counts.tp, table.n_positive), (rules.counts.fp, table.n_negative)):
        assert np.diff(cases_).max() <= max(1, 0.01 * total)
    assert np.diff(rules.counts.tp + rules.counts.fp).max() <= 0.01 * 200_000
    inner = rules.thresholds[1:]
    assert np.abs(inner[:, None] - axis).min(0).max() <= np.abs(table.scores[:, None][::50] - axis).min(0).max() + 0.01


def test_ties_are_one_threshold_and_a_steep_score_is_not_split() -> None:
    table = table_of(50_000, 0.2, decimals=2)
    assert listed_thresholds(table).thresholds.tolist() == table.thresholds.tolist()


def test_an_empty_table_has_the_threshold_that_flags_nobody() -> None:
    rules = listed_thresholds(ThresholdTable.from_scores([], []), [0.5])
    assert rules.thresholds.tolist() == [math.inf, 0.5]
    assert rules.counts.tp.tolist() == [0, 0]


def test_what_is_not_a_threshold_is_refused() -> None:
    table = table_of(10)
    with pytest.raises(ValueError, match="number"):
        listed_thresholds(table, [math.nan])
    with pytest.raises(ValueError, match="places"):
        listed_thresholds(table, [0.111, 0.222], most=3)
