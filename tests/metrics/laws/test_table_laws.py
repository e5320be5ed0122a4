"""What must hold for every threshold table, and for the areas and intervals that are read from it."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from metrics import METRICS, Counts, ThresholdTable, auc, average_precision, delong
from tests.metrics.laws.laws import same
from tests.metrics.laws.strategies import Cases, cases, columns

probabilities = st.integers(0, 64).map(lambda part: part / 64)  # 1 - p is exact
any_threshold = st.floats(allow_nan=False)


def table(given_: Cases) -> ThresholdTable:
    return ThresholdTable.from_scores(*columns(given_))


def rule(given_: Cases, threshold: float) -> tuple[int, int, int, int]:
    seen = Counter((score >= threshold, positive) for score, positive in given_)
    return seen[True, True], seen[True, False], seen[False, True], seen[False, False]


def same_table(first: ThresholdTable, second: ThresholdTable) -> None:
    for name in ("scores", "positives", "negatives"):
        assert_array_equal(getattr(first, name), getattr(second, name))


def split(given_: Cases) -> tuple[list[float], list[float]]:
    return [s for s, positive in given_ if positive], [s for s, positive in given_ if not positive]


def exact_auc(given_: Cases) -> float:
    above, below = split(given_)
    if not above or not below:
        return math.nan
    won = sum(2 * (p > n) + (p == n) for p in above for n in below)
    return float(Fraction(won, 2 * len(above) * len(below)))


def exact_average_precision(given_: Cases) -> float:
    found, total = [rule(given_, t) for t in sorted({s for s, _ in given_}, reverse=True)], Fraction(0)
    if not found or not found[-1][0]:
        return math.nan
    before = 0
    for tp, fp, _, _ in found:
        total += (tp - before) * Fraction(tp, tp + fp)
        before = tp
    return float(total / before)


@given(cases())
def test_a_table_is_what_a_dictionary_counts(given_: Cases) -> None:
    made, seen = table(given_), Counter((score, positive) for score, positive in given_)
    distinct = sorted({score for score, _ in given_}, reverse=True)
    assert made.scores.tolist() == distinct
    assert made.positives.tolist() == [seen[score, True] for score in distinct]
    assert made.negatives.tolist() == [seen[score, False] for score in distinct]
    assert made.positives.dtype == made.negatives.dtype == np.int64


@given(cases(), st.lists(any_threshold, max_size=5))
def test_every_threshold_flags_exactly_the_scores_at_or_above_it(given_: Cases, others: list[float]) -> None:
    made = table(given_)
    seen = [score for score, _ in given_]
    near = [math.nextafter(score, to) for score in seen for to in (-math.inf, math.inf)]
    for threshold in (*seen, *near, *others, -math.inf, math.inf, -0.0):
        assert tuple(made.at(threshold)) == rule(given_, threshold)


@given(cases())
def test_the_rows_of_the_counts_are_those_at_the_thresholds(given_: Cases) -> None:
    made = table(given_)
    assert made.thresholds[0] == math.inf
    assert len(made.thresholds) == len(made.counts.tp) == len(made.scores) + 1
    assert made.thresholds_at(np.arange(len(made.thresholds))).tolist() == made.thresholds.tolist()
    for i, threshold in enumerate(made.thresholds):
        assert tuple(made.counts[i]) == tuple(made.at(threshold)) == rule(given_, threshold)


@pytest.mark.parametrize("key", METRICS)
@given(cases())
def test_every_metric_over_all_thresholds_is_its_value_at_each(key: str, given_: Cases) -> None:
    made = table(given_)
    each = [METRICS[key](made.at(threshold)) for threshold in made.thresholds]
    assert_array_equal(METRICS[key](made.counts), each)


@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_the_cases_does_not_matter(given_: Cases, random: object) -> None:
    same_table(table(given_), table(random.sample(given_, len(given_))))  # type: ignore[attr-defined]


@given(cases(), cases())
def test_pooled_tables_are_the_table_of_all_cases(first: Cases, second: Cases) -> None:
    pooled = table(first) + table(second)
    same_table(pooled, table(first + second))
    same_table(pooled, table(second) + table(first))


@given(cases())
def test_auc_counts_pairs_and_average_precision_counts_steps(given_: Cases) -> None:
    same(auc(table(given_)), exact_auc(given_))
    same(average_precision(table(given_)), exact_average_precision(given_))


@given(cases(), st.integers(2, 9))
def test_every_case_repeated_changes_neither_area(given_: Cases, times: int) -> None:
    once, often = table(given_), table(given_ * times)
    same(auc(often), auc(once))
    same(average_precision(often), average_precision(once))


@given(cases(), st.lists(st.floats(-1e300, 1e300), min_size=30, max_size=30, unique=True))
def test_any_rising_transform_of_the_scores_changes_nothing_but_the_scores(given_: Cases, levels: list[float]) -> None:
    rising = dict(zip(sorted({s for s, _ in given_}), sorted(levels), strict=False))
    before, after = table(given_), table([(rising[score], positive) for score, positive in given_])
    for name in ("tp", "fp", "fn", "tn"):
        assert_array_equal(getattr(before.counts, name), getattr(after.counts, name))
    assert_array_equal(
        [auc(before), average_precision(before)],
        [auc(after), average_precision(after)],
    )


@given(cases())
def test_scores_turned_around_give_one_minus_the_auc(given_: Cases) -> None:
    same(auc(table([(-score, positive) for score, positive in given_])), 1 - auc(table(given_)))


@given(cases())
def test_areas_lie_between_zero_and_one_and_need_both_groups(given_: Cases) -> None:
    above, below = split(given_)
    area, precision = auc(table(given_)), average_precision(table(given_))
    assert 0 <= area <= 1 if above and below else math.isnan(area)
    assert 0 <= precision <= 1 if above else math.isnan(precision)


@given(cases(score=probabilities))
def test_the_complement_is_the_table_of_the_other_class(given_: Cases) -> None:
    same_table(table(given_).complement(), table([(-score, not positive) for score, positive in given_]))


@given(cases())
@example([(1e308, True), (-1e308, False)])
def test_the_complement_invents_no_tie_and_keeps_the_auc(given_: Cases) -> None:
    made, other = table(given_), table(given_).complement()
    assert len(other.scores) == len(made.scores)
    assert (other.scores[1:] < other.scores[:-1]).all()
    same(auc(other), auc(made))


@given(cases(score=probabilities), cases(score=probabilities))
def test_complements_pool_to_the_complement_of_the_pool(first: Cases, second: Cases) -> None:
    same_table(table(first).complement() + table(second).complement(), (table(first) + table(second)).complement())


def test_complements_of_very_confident_models_pool_on_one_scale() -> None:
    """Two folds of a softmax; in the second, one minus the score would round to a tie."""
    first, second = table([(0.3, True), (0.9, True)]), table([(1e-17, False), (2e-17, False)])
    assert auc(first + second) == 1
    assert auc(first.complement() + second.complement()) == 1


def placed(one: float, others: list[float]) -> float:
    return sum((one > other) + (one == other) / 2 for other in others) / len(others)


@given(cases(score=st.integers(0, 6).map(float)))
def test_delong_is_the_spread_of_the_placements(given_: Cases) -> None:
    above, below = split(given_)
    found = delong(table(given_))
    if min(len(above), len(below)) < 2:
        assert found.low is None
        return
    spread = np.var([placed(p, below) for p in above], ddof=1) / len(above)
    spread += np.var([placed(-n, [-p for p in above]) for n in below], ddof=1) / len(below)
    if spread < 1e-20:
        assert found.low is found.high is None
        return
    reach = 1.959963984540054 * math.sqrt(spread)
    same([found.low, found.high], [max(0, found.value - reach), min(1, found.value + reach)])


@given(cases(smallest=1))
def test_a_table_can_be_read_but_not_written(given_: Cases) -> None:
    made = table(given_)
    with pytest.raises(AttributeError):
        made.scores = made.scores  # type: ignore[misc]
    assert not made.scores.flags.writeable
    before = [part.tolist() for part in (made.positives, made.negatives, made.thresholds, *made.counts)]
    for anew in (made.positives, made.negatives, made.thresholds, *made.counts, *made.flagged(0, len(made.scores))):
        anew[...] = 7
    assert before == [part.tolist() for part in (made.positives, made.negatives, made.thresholds, *made.counts)]


@given(st.lists(st.tuples(*[st.integers(0, 10**15)] * 2), min_size=1, max_size=6))
def test_grouped_tables_of_huge_counts_keep_their_areas(at_score: list[tuple[int, int]]) -> None:
    positives, negatives = np.array(at_score, np.int64).T
    falling = np.arange(len(at_score), 0, -1, dtype=float)
    below = [sum(n for _, n in at_score[i + 1 :]) for i in range(len(at_score))]
    won = sum(p * (2 * under + n) for (p, n), under in zip(at_score, below, strict=True))
    pairs = 2 * sum(p for p, _ in at_score) * sum(n for _, n in at_score)
    expected = float(Fraction(won, pairs)) if pairs else math.nan
    same(auc(ThresholdTable(falling, positives, negatives)), expected)


def test_a_table_without_cases_has_one_threshold_that_flags_nobody() -> None:
    empty = ThresholdTable.from_scores([], [])
    assert tuple(empty.at(0.5)) == (0, 0, 0, 0)
    assert len(empty.counts.tp) == 1
    assert math.isnan(auc(empty))


def test_counts_of_a_threshold_are_plain_numbers() -> None:
    made = ThresholdTable.from_scores([0.2, 0.8], [False, True]).at(0.5)
    assert isinstance(made, Counts)
    assert all(type(part) is int for part in made)
