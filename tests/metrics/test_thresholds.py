import copy
import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import ThresholdTable
from tests.metrics.laws.strategies import cases, columns


@pytest.mark.parametrize(
    ("scores", "truth"),
    [
        ([0.1, math.nan], [True, False]),
        ([0.1, math.inf], [True, False]),
        ([0.1, -math.inf], [True, False]),
        ([0.1], [True, False]),
        ([[0.1, 0.2]], [[True, False]]),
        ([0.1, 0.2], [math.nan, 0.0]),
        ([0.1, 0.2], ["0", "1"]),
        ([0.1, 0.2], ["False", "True"]),
        ([0.1, 0.2], [1, 2]),
        ([0.1, 0.2], [0.5, 0.0]),
        (["0.1", "0.2"], [True, False]),
        ([0.1, None], [True, False]),
        ([0.1, 10**400], [True, False]),
        (np.ma.masked_array([0.1, 0.2], mask=[0, 1]), [True, False]),
        ([0.1, 0.2], np.ma.masked_array([True, False], mask=[0, 1])),
        ([0.1, 0.2], [True, None]),
        (np.array(["2024-01-01", "2024-01-02"], "M8[D]"), [True, False]),
    ],
)
def test_scores_or_true_classes_that_say_nothing_are_refused(scores: Any, truth: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        ThresholdTable.from_scores(scores, truth)


@pytest.mark.parametrize(
    ("scores", "positives", "negatives", "wrong"),
    [
        ([0.1, 0.9], [1, 1], [0, 1], "falling"),
        ([0.9, 0.9], [1, 1], [0, 1], "falling"),
        ([0.9, math.nan], [1, 1], [0, 1], "falling"),
        ([math.nan], [1], [0], "falling"),
        ([[0.9, 0.1]], [[1, 1]], [[0, 1]], "falling"),
        ([0.9, 0.1], [1, -1], [0, 1], "negative"),
        ([0.9, 0.1], [1], [0, 1], "each score"),
        ([0.9, 0.1], [1, 1], [0.5, 1], "whole"),
        ([math.inf, 0.1], [1, 1], [0, 1], "finite"),
        (["0.9", "0.1"], [1, 1], [0, 1], "`scores`"),
        ([0.9, 0.1], [1, math.nan], [0, 1], "`positives`"),
        ([0.9, 0.1], [1, 1], [0, math.inf], "`negatives`"),
        ([0.9, 0.1], [1, 1], [0, 1e30], "`negatives`"),
        ([0.9, 0.1], [1, None], [0, 1], "`positives`"),
        ([0.9, 0.1], np.ma.masked_array([1, 1], mask=[0, 1]), [0, 1], "`positives`"),
        ([0.9, 0.1], [2**62, 0], [2**62, 0], "add up"),
    ],
)
def test_a_table_that_is_none_is_refused(scores: Any, positives: Any, negatives: Any, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        ThresholdTable(scores, positives, negatives)


@pytest.mark.parametrize("kind", [list, np.uint8, np.float32, np.bool_, object])
def test_counts_at_each_score_may_be_of_any_kind(kind: Any) -> None:
    at_each = [[1, 0], [0, 1]] if kind is list else [np.array(each).astype(kind) for each in ([1, 0], [0, 1])]
    table = ThresholdTable([0.9, 0.1], *at_each)
    assert (table.at(0.5).tp, table.at(0.5).fp, table.n) == (1, 0, 2)


def test_every_hundredth_is_its_own_threshold() -> None:
    """int(0.29 * 100) is 28: a threshold must never pass through whole hundredths."""
    hundredths = [i / 100 for i in range(101)]
    table = ThresholdTable.from_scores(hundredths, [True] * 101)
    assert [table.at(threshold).tp for threshold in hundredths] == list(range(101, 0, -1))
    assert table.at(0.29).tp == table.at(0.28).tp - 1 == 72


def test_rules_between_below_and_above_the_scores() -> None:
    table = ThresholdTable.from_scores([0.2, 0.2, 0.7, 0.9], [False, True, False, True])
    assert tuple(table.at(-math.inf)) == tuple(table.at(0.1)) == tuple(table.at(0.2)) == (2, 2, 0, 0)
    assert tuple(table.at(np.nextafter(0.2, 1))) == tuple(table.at(0.5)) == tuple(table.at(0.7)) == (1, 1, 1, 1)
    assert tuple(table.at(0.9)) == (1, 0, 1, 2)
    assert tuple(table.at(np.nextafter(0.9, 1))) == tuple(table.at(math.inf)) == (0, 0, 2, 2)


@pytest.mark.parametrize("threshold", [math.nan, None, "0.5", [0.1, 0.5], np.ma.masked])
def test_a_threshold_that_is_no_number_is_refused(threshold: Any) -> None:
    table = ThresholdTable.from_scores([0.2, 0.7], [False, True])
    for ask in (table.at, table.lowest_at, lambda at: table.inside(0, at), lambda at: table.inside(at, 1)):
        with pytest.raises(ValueError, match=r"`threshold`|`low`|`high`"):
            ask(threshold)
    with pytest.raises(ValueError, match="above"):
        table.inside(0.7, 0.2)
    assert tuple(table.at(np.float32(0.5))) == (1, 0, 0, 1)
    assert tuple(table.inside(0.5, 0.5)) == (0, 0, 1, 1)


def test_both_zeros_are_one_score() -> None:
    table = ThresholdTable.from_scores([-0.0, 0.0, -5e-324, 5e-324], [True, False, True, False])
    assert table.scores.tolist() == [5e-324, 0.0, -5e-324]
    assert (table.positives.tolist(), table.negatives.tolist()) == ([0, 1, 1], [1, 1, 0])
    assert tuple(table.at(-0.0)) == tuple(table.at(0.0)) == (1, 2, 1, 0)


@pytest.mark.parametrize("levels", [3, 997, 10**6])
@pytest.mark.parametrize("shift", [0, -0.5, -2])
def test_tables_of_many_cases_are_exact(levels: int, shift: float) -> None:
    """More cases than are scanned at a time, with ties across those borders and on either side of zero."""
    generator = np.random.default_rng(levels)
    scores = generator.integers(0, levels, 100_003) / levels + shift
    truth = generator.random(len(scores)) < 0.3
    table = ThresholdTable.from_scores(scores, truth)
    distinct, place = np.unique(scores, return_inverse=True)
    assert (table.scores == distinct[::-1]).all()
    assert (table.positives == np.bincount(place, truth)[::-1]).all()
    assert (table.negatives == np.bincount(place, ~truth)[::-1]).all()


def test_a_strided_column_of_single_precision_is_taken_as_it_is() -> None:
    scores = np.array([[0.1, 9], [0.7, 9], [0.1, 9]], np.float32)
    table = ThresholdTable.from_scores(scores[:, 0], [0, 1, 1])
    assert table.scores.tolist() == [float(np.float32(0.7)), float(np.float32(0.1))]
    assert (table.n_positive, table.n_negative) == (2, 1)


def test_the_complement_turns_the_scores_and_the_classes_around() -> None:
    table = ThresholdTable.from_scores([0.25, 0.5, 1.0], [True, False, False]).complement()
    assert table.scores.tolist() == [-0.25, -0.5, -1.0]
    assert (table.positives.tolist(), table.negatives.tolist()) == ([0, 1, 1], [1, 0, 0])


def test_the_complement_of_a_tiny_score_is_not_tied_with_zero() -> None:
    table = ThresholdTable.from_scores([0.0, 1e-17, 1.0], [True, False, False]).complement()
    assert len(table.scores) == 3
    assert table.positives.tolist() == [0, 1, 1]


def test_the_cells_of_a_table_are_made_when_they_are_read_and_are_those_of_its_parts() -> None:
    table = ThresholdTable.from_scores([0.9, 0.4, 0.4, 0.1], [True, True, False, False])
    cells = table.counts
    assert cells.tp.tolist() == [0, 1, 2, 2]
    assert not {"fp", "fn", "tn"} & set(vars(cells))
    assert [part.tolist() for part in cells] == [[0, 1, 2, 2], [0, 0, 1, 2], [2, 1, 0, 0], [2, 2, 1, 0]]
    assert cells.tn is cells.tn
    again = copy.copy(cells)
    assert all((one == other).all() for one, other in zip(replace(cells), again, strict=True))
    with pytest.raises(AttributeError, match="tpr"):
        cells.tpr  # noqa: B018


@given(
    cases(0, st.sampled_from([0.1, 0.2, 0.2, 0.7]) | st.floats(-2, 2)),
    st.lists(st.sampled_from([0.1, 0.2, 0.5, 0.7]) | st.floats(-2, 2)),
)
def test_cases_between_borders_are_those_of_the_rows(given_: list[tuple[float, bool]], borders: list[float]) -> None:
    scores, truth = columns(given_)
    table, edges = ThresholdTable.from_scores(scores, truth), np.array(sorted(borders))
    for found, kind in zip(table.between(edges), (truth, ~truth), strict=True):
        assert found.tolist() == [((scores >= low) & (scores < high) & kind).sum() for low, high in pairwise(edges)]
    assert table.cases.tolist() == [(scores == score).sum() for score in table.scores]


def test_blocks_of_a_long_table_follow_one_another() -> None:
    generator = np.random.default_rng(0)
    table = ThresholdTable.from_scores(generator.random(30_000).round(5), generator.random(30_000) < 0.3)
    assert max(len(scores) for scores, *_ in table.blocks()) < 10_000
    for own, all_of_them in zip(
        zip(*table.blocks(), strict=True), (table.scores, table.positives, table.negatives), strict=True
    ):
        assert (np.concatenate(own) == all_of_them).all()
