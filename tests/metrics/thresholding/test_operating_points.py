import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import (
    METRICS,
    ThresholdTable,
    cost_threshold,
    estimate,
    lowest_cost,
    target_sensitivity,
    target_specificity,
    youden,
)
from metrics.evaluation import Figures
from metrics.thresholding.operating_points import bounded_target
from tests.metrics.laws.strategies import Cases, cases, columns
from tests.metrics.test_weighted_evaluation import plain, rows, weighted

proportions = st.sampled_from([0.0, 0.5, 0.9, 0.95, 1.0]) | st.floats(0, 1)
costs = st.sampled_from([0.1, 0.3, 1, 2.5, 10]) | st.integers(0, 20) | st.floats(0, 5)
SEPARATED = ThresholdTable.from_scores([0.1, 0.2, 0.7, 0.9], [0, 0, 1, 1])
REVERSED = ThresholdTable.from_scores([0.1, 0.2, 0.7, 0.9], [1, 1, 0, 0])
TIED = ThresholdTable.from_scores([0.5] * 4, [0, 1, 0, 1])


def table_of(given_: Cases) -> ThresholdTable:
    return ThresholdTable.from_scores(*columns(given_))


def rates(table: ThresholdTable, threshold: float) -> tuple[float, float]:
    counts = table.at(threshold)
    return float(METRICS["sensitivity"](counts)), float(METRICS["specificity"](counts))


def has_both(table: ThresholdTable) -> bool:
    return bool(table.n_positive and table.n_negative)


@given(cases())
def test_youden_has_the_largest_sum_and_is_the_most_sensitive_of_these(given_: Cases) -> None:
    table = table_of(given_)
    found = youden(table)
    if not has_both(table):
        assert math.isnan(found)
        return
    sums = [sum(rates(table, score)) for score in table.scores]
    assert sum(rates(table, found)) == pytest.approx(max(sums))
    assert found in table.scores
    assert not any(value > max(sums) - 1e-12 for value, score in zip(sums, table.scores, strict=True) if score < found)


@given(cases(), proportions)
def test_a_target_sensitivity_is_reached_by_the_largest_score(given_: Cases, minimum: float) -> None:
    table = table_of(given_)
    found = target_sensitivity(table, minimum)
    reaching = [score for score in table.scores if rates(table, score)[0] >= minimum]
    assert found == pytest.approx(max(reaching) if table.n_positive else math.nan, rel=0, nan_ok=True)


@given(cases(), proportions)
def test_a_target_specificity_is_reached_by_the_smallest_score_or_by_flagging_nobody(
    given_: Cases, minimum: float
) -> None:
    table = table_of(given_)
    found = target_specificity(table, minimum)
    reaching = [score for score in table.scores if rates(table, score)[1] >= minimum]
    assert found == pytest.approx(min(reaching, default=math.inf) if table.n_negative else math.nan, rel=0, nan_ok=True)


@given(cases(), costs, costs)
def test_no_threshold_costs_less_and_no_more_sensitive_one_as_little(given_: Cases, fn: float, fp: float) -> None:
    table = table_of(given_)
    found = lowest_cost(table, fn, fp)
    if not given_:
        assert math.isnan(found)
        return

    def cost(threshold: float) -> float:
        counts = table.at(threshold)
        return counts.fn * fn + counts.fp * fp

    assert cost(found) == pytest.approx(min(map(cost, table.thresholds)), abs=1e-9)
    assert found in table.thresholds
    if fn == int(fn) and fp == int(fp):
        assert all(cost(score) > cost(found) for score in table.scores if score < found)


@given(cases(), proportions, st.sampled_from([0.9, 0.95, 0.99]))
def test_a_bound_reaches_the_target_and_no_better_threshold_does(given_: Cases, minimum: float, level: float) -> None:
    table = table_of(given_)

    def proven(key: str, score: float) -> bool:
        low = estimate(key, table.at(score), level).low
        return low is not None and low >= minimum

    found = [score for score in table.scores if proven("sensitivity", score)]
    assert target_sensitivity(table, minimum, level) == pytest.approx(max(found, default=math.nan), rel=0, nan_ok=True)
    if not table.n_negative:
        assert math.isnan(target_specificity(table, minimum, level))
        return
    nobody = math.inf if proven("specificity", math.inf) else math.nan
    cleared = min((score for score in table.scores if proven("specificity", score)), default=nobody)
    assert target_specificity(table, minimum, level) == pytest.approx(cleared, rel=0, nan_ok=True)


def test_few_cases_prove_no_high_target() -> None:
    """Even 50 of 50 found leave a sensitivity of 92.9 % possible; 72 of 72 are needed for 95 %."""
    for ill, is_proven in ((50, False), (71, False), (72, True)):
        table = ThresholdTable.from_scores(np.arange(2.0 * ill), np.arange(2 * ill) >= ill)
        assert target_sensitivity(table, 0.95) == ill + ill // 20
        assert math.isnan(target_sensitivity(table, 0.95, 0.95)) is not is_proven


def test_the_threshold_of_costs_is_the_risk_where_both_ways_cost_the_same() -> None:
    """Elkan 2001: act from c_FP / (c_FP + c_FN) on; decimals are taken as written."""
    assert cost_threshold(9, 1) == 0.1
    assert cost_threshold(0.9, 0.1) == 0.1
    assert cost_threshold(0, 1) == 1
    assert cost_threshold(3, 0) == 0
    assert math.isnan(cost_threshold(0, 0))
    probabilities = np.linspace(0.005, 0.995, 100)
    table = ThresholdTable(probabilities[::-1], np.arange(1999, 0, -20), np.arange(1, 2000, 20))
    assert lowest_cost(table, 4, 1) == pytest.approx(cost_threshold(4, 1), abs=0.01)  # calibrated: no search needed


def test_separated_scores_are_split_at_the_lowest_case() -> None:
    points = youden(SEPARATED), lowest_cost(SEPARATED, 1, 1), target_sensitivity(SEPARATED, 1)
    assert points == (0.7, 0.7, 0.7)
    assert target_specificity(SEPARATED, 1) == 0.7
    assert target_sensitivity(SEPARATED, 0.5) == 0.9
    assert target_specificity(SEPARATED, 0.5) == 0.2


def test_scores_in_the_other_direction_flag_everybody_or_nobody() -> None:
    assert youden(REVERSED) == 0.1
    assert target_specificity(REVERSED, 0.9) == math.inf
    assert lowest_cost(REVERSED, 1, 10) == math.inf
    assert lowest_cost(REVERSED, 10, 1) == 0.1


def test_tied_scores_leave_one_threshold() -> None:
    assert youden(TIED) == target_sensitivity(TIED, 0.2) == target_specificity(TIED, 0) == 0.5
    assert target_specificity(TIED, 0.1) == math.inf
    assert lowest_cost(TIED, 1, 1) == 0.5


def test_costs_are_read_as_decimals_so_that_equal_costs_tie() -> None:
    """One miss at 0.3 is three false alarms at 0.1; in binary fractions it would be a little less."""
    table = ThresholdTable([3.0, 2.0, 1.0], [1, 0, 1], [0, 3, 0])
    assert 3 * 0.1 > 0.3
    assert lowest_cost(table, 0.3, 0.1) == lowest_cost(table, 3, 1) == 1.0
    assert lowest_cost(table, 0, 0) == 1.0


@pytest.mark.parametrize("many", [10**9, 4 * 10**9, 10**17])
def test_huge_counts_are_compared_exactly(many: int) -> None:
    """The sums differ by one case of each group, which is lost in floating point."""
    table = ThresholdTable([3.0, 2.0, 1.0], [many, 1, 1], [many, 1, 2])
    counts = [table.at(score) for score in table.scores]
    sums = [c.tp * table.n_negative - c.fp * table.n_positive for c in counts]
    assert youden(table) == min(score for score, value in zip(table.scores, sums, strict=True) if value == max(sums))
    paid = [c.fn * 7 + c.fp * 11 for c in (table.at(math.inf), *counts)]
    best = [score for score, value in zip(table.thresholds, paid, strict=True) if value == min(paid)]
    assert lowest_cost(table, 0.7, 1.1) == min(best)


@pytest.mark.parametrize("many", [3 * 2**30, 2**31, 3 * 2**31, 2**40])
def test_products_beyond_64_bits_do_not_wrap(many: int) -> None:
    """At 3 all cases of the class and none of the others are predicted; wrapped products would say otherwise."""
    table = ThresholdTable([3.0, 2.0, 1.0], [many, 0, 0], [0, many // 2, many // 2])
    assert youden(table) == 3.0
    assert youden(ThresholdTable([3.0, 2.0, 1.0], [many - 1, 1, 0], [0, many // 2, many // 2])) == 3.0
    assert lowest_cost(table, many, 1.0) == 3.0
    assert lowest_cost(table, 1.0, many) == 3.0


@pytest.mark.parametrize(
    ("point", "of_one_group", "of_the_other"),
    [
        (youden, math.nan, math.nan),
        (lambda table: target_sensitivity(table, 0.5), 0.2, math.nan),
        (lambda table: target_specificity(table, 0.5), math.nan, 0.2),
        (lambda table: lowest_cost(table, 1, 1), 0.1, math.inf),
    ],
    ids=["youden", "sensitivity", "specificity", "cost"],
)
def test_one_group_alone(point: Callable[[ThresholdTable], float], of_one_group: float, of_the_other: float) -> None:
    ill, well = (ThresholdTable.from_scores([0.1, 0.2], truth) for truth in ([1, 1], [0, 0]))
    assert point(ill) == pytest.approx(of_one_group, nan_ok=True)
    assert point(well) == pytest.approx(of_the_other, nan_ok=True)
    assert math.isnan(point(ThresholdTable.from_scores([], [])))


@pytest.mark.parametrize("minimum", [-0.1, 1.1, 95, math.nan])
def test_what_is_not_a_proportion_or_a_cost_is_refused(minimum: float) -> None:
    for target in (target_sensitivity, target_specificity):
        with pytest.raises(ValueError, match="between 0 and 1"):
            target(SEPARATED, minimum)
        with pytest.raises(ValueError, match="between 0 and 1"):
            target(SEPARATED, minimum, 0.95)
    for pair in ((-1, 1), (1, math.inf), (math.nan, 1)):
        with pytest.raises(ValueError, match="`cost_f"):
            lowest_cost(SEPARATED, *pair)
        with pytest.raises(ValueError, match="`cost_f"):
            cost_threshold(*pair)


def test_a_million_scores_are_searched_at_once() -> None:
    scores = np.random.default_rng(0).random(200_000)
    table = ThresholdTable.from_scores(scores, scores > 0.25)
    assert youden(table) == lowest_cost(table, 2.5, 1) == target_sensitivity(table, 1) == scores[scores > 0.25].min()


@pytest.fixture(scope="module")
def rates_of_weighted_cases() -> dict[float, Figures]:
    """Every rate at every threshold."""
    evaluation = weighted(plain(*rows(120, 1)), np.random.default_rng(1).exponential(1.0, 120))
    return {at: evaluation.at(0, at) for at in [*evaluation.table(0).scores.tolist(), math.inf]}


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["sensitivity", "specificity"])
def test_a_bound_of_weighted_cases_reaches_the_target_at_the_best_threshold(
    key: str, rates_of_weighted_cases: dict[float, Figures]
) -> None:
    best = max if key == "sensitivity" else min
    bounds = {at: found[key].low or 0.0 for at, found in rates_of_weighted_cases.items()}
    for minimum in (0.5, 0.8, 0.9, 0.99):
        found = bounded_target(key, np.array([*bounds][:-1]), bounds.__getitem__, minimum)
        wanted = best((at for at, low in bounds.items() if low >= minimum), default=math.nan)
        assert found == pytest.approx(wanted, nan_ok=True), minimum


def test_no_bound_of_few_weighted_cases_reaches_99_percent() -> None:
    evaluation = weighted(plain(*rows(60, 1)), np.random.default_rng(1).exponential(1.0, 60))
    scores = evaluation.table(0).scores
    assert math.isnan(bounded_target("sensitivity", scores, lambda at: evaluation.at(0, at)["sensitivity"].low, 0.99))
