"""Influences: a case more of a kind moves an area by what its influence says, and those of all cases add up to 0."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import ThresholdTable
from metrics.measures.influence import AREAS, INFLUENCES, AreaOf, MovedMean, Moves

MANY = 100_000  # copies of each case, beside which one more is next to nothing


@st.composite
def tables(draw: st.DrawFn) -> ThresholdTable:
    """Few and tied scores, with a case of each kind."""
    counts = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=8)
    kept = draw(counts.filter(lambda each: all(sum(part) for part in zip(*each, strict=True))))
    both = np.array([each for each in kept if sum(each)], np.int64)
    return ThresholdTable(np.arange(len(both), 0, -1) / 10, both[:, 0], both[:, 1])


@pytest.mark.parametrize("key", INFLUENCES)
@given(table=tables())
def test_influences_add_up_to_0(key: str, table: ThresholdTable) -> None:
    found = INFLUENCES[key](table)
    assert table.positives @ found.own + table.negatives @ found.others == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("key", INFLUENCES)
@given(table=tables(), place=st.integers(0, 7), of_class=st.booleans())
def test_an_influence_is_how_far_one_more_case_moves_the_area(
    key: str, table: ThresholdTable, place: int, of_class: bool
) -> None:
    at = place % len(table.scores)
    more = np.eye(len(table.scores), dtype=np.int64)[at]
    many = [MANY * table.positives + more * of_class, MANY * table.negatives + more * (not of_class)]
    moved = AREAS[key](ThresholdTable(table.scores, *many)) - AREAS[key](table)
    found = INFLUENCES[key](table)
    assert moved * MANY == pytest.approx((found.own if of_class else found.others)[at], abs=1e-4)


@given(table=tables())
def test_those_on_an_auc_are_the_placements_of_delong(table: ThresholdTable) -> None:
    """Within 2 of the scores: ties count half."""
    found, value = INFLUENCES["auc"](table), AREAS["auc"](table)
    for at, score in enumerate(table.scores):
        below = table.negatives[table.scores < score].sum() + table.negatives[at] / 2
        assert found.own[at] == pytest.approx((below / table.n_negative - value) / table.n_positive)


@pytest.mark.parametrize("key", INFLUENCES)
@given(first=tables(), second=tables(), by_cases=st.booleans())
def test_a_mean_moves_by_the_sum_of_what_moves_its_classes(
    key: str, first: ThresholdTable, second: ThresholdTable, by_cases: bool
) -> None:
    tables, at = {0: first, 4: second}, int(second.positives.argmax())
    moves = {label: Moves.of(table) for label, table in tables.items()}
    of = MovedMean.of(AreaOf(key, (0, 4), by_cases), [*tables.values()], [*moves.values()])

    def mean(more: int) -> float:
        own = MANY * second.positives + more * (np.arange(len(second.scores)) == at)
        both = [first, ThresholdTable(second.scores, own, MANY * second.negatives)]
        cases = [MANY * first.n_positive, int(own.sum())]
        return float(np.average([AREAS[key](each) for each in both], weights=cases if by_cases else None))

    found = of.step * (of.weights[4] * moves[4].own[of.area][at] + of.shifts[4])
    assert found == pytest.approx((mean(1) - mean(0)) * MANY, abs=1e-3)


@pytest.mark.parametrize("by_cases", [False, True])
@pytest.mark.parametrize("key", INFLUENCES)
def test_a_mean_moves_as_the_other_classes_do_where_one_is_told_apart_without_error(key: str, by_cases: bool) -> None:
    perfect, other = (
        ThresholdTable([0.9, 0.1], [20, 0], [0, 40]),
        ThresholdTable([0.9, 0.5, 0.1], [15, 4, 1], [2, 8, 30]),
    )
    of = MovedMean.of(AreaOf(key, (0, 1), by_cases), [perfect, other], [Moves.of(perfect), Moves.of(other)])
    alone = MovedMean.of(AreaOf(key, (1,)), [other], [Moves.of(other)])
    assert of.weights[1] * of.step == pytest.approx(alone.weights[1] * alone.step / 2, rel=1e-3)
    both = MovedMean.of(AreaOf(key, (0, 1), by_cases), [perfect] * 2, [Moves.of(perfect)] * 2)
    assert (both.weights, both.error(0, 60)) == ({0: 0, 1: 0}, 0)


@pytest.mark.parametrize("shift", [0.5, 1.5, 3])
@pytest.mark.parametrize("prevalence", [0.5, 0.05, 0.002])
def test_ranges_stand_for_many_scores(prevalence: float, shift: float) -> None:
    """The error from 64 ranges is that of 50,000 scores, also of a rare class of which few cases tell most."""
    rng = np.random.default_rng(0)
    truth = rng.random(50_000) < prevalence
    table = ThresholdTable.from_scores(rng.normal(size=50_000) + shift * truth, truth)
    moves = Moves.of(table)
    for key, find in INFLUENCES.items():
        exact, of = find(table), MovedMean.of(AreaOf(key, (1,)), [table], [moves])
        squares = float(table.positives @ exact.own**2 + table.negatives @ exact.others**2)
        ends = len(table.scores) - np.searchsorted(table.scores[::-1], moves.lowest)
        tp, fp = (np.diff(each, prepend=0) for each in table.flagged_at(ends))
        found = float(tp @ moves.own[of.area] ** 2 + fp @ moves.others[of.area] ** 2) * of.weights[1] ** 2
        assert of.step**2 * found == pytest.approx(squares, rel=0.02)
    assert len(moves.lowest) <= 64
    assert moves.lowest[-1] == table.scores[-1]


def test_a_class_without_others_moves_its_auc_nowhere() -> None:
    moves = Moves.of(ThresholdTable([0.9, 0.5], [2, 3], [0, 0]))
    assert not moves.own.any()
    assert not moves.others.any()


def test_what_only_rounding_moves_does_not_move() -> None:
    table = ThresholdTable([0.9, 0.5], [3, 2], [1, 4])
    of = MovedMean.of(AreaOf("auc", (0,)), [table], [Moves.of(table)])
    weight = of.weights[0]
    assert of.error(0, 10) == 0
    assert of.error(weight**2, 10) == 0, "a step of one case"
    assert of.error(1e9 * weight**2, 10) > 0
    assert of.error(1e9 * weight**2, 1) == 0
