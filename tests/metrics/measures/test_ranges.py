"""Ranges of a score with as many cases of each kind."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from metrics import ThresholdTable
from metrics.measures.ranges import ends_of_ranges, in_ranges


@given(st.integers(0, 2**32 - 1), st.integers(2, 60), st.sampled_from([0.1, 0.5, 0.9]), st.sampled_from([1, 12]))
def test_a_table_and_its_complement_are_parted_at_the_same_places(seed: int, n: int, part: float, digits: int) -> None:
    rng = np.random.default_rng(seed)
    truth = np.arange(2 * n) < max(1, round(part * 2 * n))
    table = ThresholdTable.from_scores(rng.normal(size=2 * n).round(digits), truth)
    ends, turned = (ends_of_ranges(each, 4) for each in (table, table.complement()))
    assert {*ends[:-1].tolist()} == {len(table.scores) - each for each in turned[:-1].tolist()}
    assert ends[-1] == turned[-1] == len(table.scores)


def test_each_range_has_as_many_cases_of_the_rarer_group() -> None:
    rng = np.random.default_rng(0)
    table = ThresholdTable.from_scores(rng.normal(size=400), np.arange(400) < 80)
    tp, _ = table.flagged_at(ends_of_ranges(table, 8))
    assert {*range(10, 81, 10)} <= {*np.asarray(tp).tolist()}


def test_a_table_in_ranges_holds_everybody_and_each_range_moves_neither_axis_far() -> None:
    truth = np.random.default_rng(0).random(20_000) < 0.3
    table = ThresholdTable.from_scores(np.arange(20_000.0), truth)
    found = in_ranges(table, 200)
    assert 390 < len(found.scores) <= 400
    assert (found.n_positive, found.n_negative) == (table.n_positive, table.n_negative)
    assert np.diff(found.counts.tp, prepend=0).max() <= table.n_positive / 200 + 1
    assert np.diff(found.counts.fp, prepend=0).max() <= table.n_negative / 200 + 1
    assert [found.at(score).tp for score in found.scores] == [table.at(score).tp for score in found.scores]
