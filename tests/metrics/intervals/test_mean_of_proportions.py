"""The mean sensitivity of the classes: the delta method worked out, its guard for perfect classes, its coverage."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metrics import ConfusionMatrix, Evaluation, clopper_pearson
from metrics.interval_methods import DELTA, MOVER
from metrics.intervals.mean_of_proportions import mean_of_proportions
from metrics.requirements import Requirement, judged
from tests.support.effort import repeats

Groups = list[tuple[int, int]]
groups = st.lists(
    st.integers(1, 400).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))),
    min_size=1,
    max_size=9,
)


def bounds(value: float, error: float, quantile: float) -> list[float]:
    middle, reach = math.log(value / (1 - value)), quantile * error / (value * (1 - value))
    return [1 / (1 + math.exp(-(middle + side * reach))) for side in (-1, 1)]


def test_it_is_the_delta_method_on_the_logit_scale() -> None:
    """Sensitivities of 0.5, where half a case more adds nothing: SE = sqrt(0.25/100 + 0.25/50 + 0.25/20) / 3."""
    found, parts = mean_of_proportions([50, 25, 10], [100, 50, 20]), [0.25 / 100, 0.25 / 50, 0.25 / 20]
    freedom = sum(parts) ** 2 / sum((part / n) ** 2 for part, n in zip(parts, (100, 50, 20), strict=True))
    expected = bounds(0.5, math.sqrt(sum(parts)) / 3, stats.t.ppf(0.975, freedom))
    assert [found.low, found.high] == pytest.approx(expected, abs=1e-12)
    assert (found.value, found.method) == (pytest.approx(0.5), DELTA)


def test_one_small_class_that_decides_has_few_degrees_of_freedom_and_its_exact_bounds_at_most() -> None:
    """9 of 10 beside 450 of 500: p(1 − p)/n, half a case of either kind more, and t of some 8."""
    found, variances = mean_of_proportions([9, 450], [10, 500]), [0.09 / 10, 0.09 / 500]
    moved = [9.5 * 1.5 / 11**2 / 10, 450.5 * 50.5 / 501**2 / 500]
    error = math.sqrt(sum(variances) + math.hypot(*np.subtract(moved, variances))) / 2
    shrunk = [(11 / 14, 10), (452 / 504, 500)]
    spread = [p * (1 - p) / n for p, n in shrunk]
    erring = [((1 - 2 * p) ** 2 * v + 2 * v**2) / n**2 for (p, n), v in zip(shrunk, spread, strict=True)]
    freedom = 2 * sum(spread) ** 2 / sum(erring)
    assert 6 < freedom < 10
    low, high = bounds(0.9, error, stats.t.ppf(0.975, freedom))
    exact = [clopper_pearson(k, n) for k, n in ((9, 10), (450, 500))]
    assert found.low == pytest.approx(max(low, np.mean([each.low for each in exact])), abs=1e-9)
    assert found.high == pytest.approx(min(high, np.mean([each.high for each in exact])), abs=1e-9)


def test_many_cases_bring_the_plain_delta_method() -> None:
    hits, cases = np.array([9_000, 40_000, 5_000]), np.array([10_000, 50_000, 10_000])
    found, p = mean_of_proportions(hits, cases), hits / cases
    expected = bounds(float(p.mean()), math.sqrt((p * (1 - p) / cases).sum()) / 3, 1.959963984540054)
    assert [found.low, found.high] == pytest.approx(expected, abs=5e-5)


def test_where_all_are_correct_it_sums_up_the_arms_of_each_class() -> None:
    found, each = mean_of_proportions([12, 30], [12, 30]), [clopper_pearson(12, 12), clopper_pearson(30, 30)]
    assert (found.value, found.high, found.method) == (1, 1, MOVER)
    assert found.low == pytest.approx(1 - math.hypot(*(1 - of.low for of in each)) / 2)


@given(groups)
def test_it_lies_around_its_value_within_0_and_1_and_mirrors(of: Groups) -> None:
    hits, cases = np.array(of).T
    found, mirrored = mean_of_proportions(hits, cases), mean_of_proportions(cases - hits, cases)
    assert found.value == pytest.approx(np.mean(hits / cases))
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - found.high, 1 - found.low), abs=1e-9)


def test_a_small_class_that_is_all_correct_still_adds_its_uncertainty() -> None:
    certain, beside = mean_of_proportions([480], [500]), mean_of_proportions([480, 10], [500, 10])
    assert beside.high - beside.low > 2 * (certain.high - certain.low)


def test_a_class_without_cases_that_counts_as_0_divides_the_sum() -> None:
    usual, zeros = mean_of_proportions([8, 15], [10, 20]), mean_of_proportions([8, 15], [10, 20], over=3)
    assert zeros.value == pytest.approx(usual.value * 2 / 3)
    assert zeros.low < zeros.value < zeros.high


@pytest.mark.parametrize(
    ("cases", "truth"),
    [
        ([20] * 10, [0.97] * 10),
        ([10] * 5, [0.9] * 5),
        ([10, 500], [0.97, 0.97]),
        ([1000, 200, 50, 10], [0.9] * 4),
        ([10, 500], [0.8, 0.8]),
        ([20, 1000], [0.9, 0.9]),
        ([10, 500, 500], [0.8] * 3),
        ([10, 500], [0.3, 0.95]),
    ],
)
def test_it_covers_the_true_mean(cases: list[int], truth: list[float]) -> None:
    """Sums of Wilson arms cover 87 % of the first; normal quantiles, with no guard but for perfect classes, 84 to 90 %
    of the last four; without any guard 32 % of the third."""
    drawn = np.random.default_rng(3).binomial(cases, truth, (repeats(2001), len(cases)))
    found = [mean_of_proportions(hits, cases) for hits in drawn]
    assert 0.94 < np.mean([each.low <= np.mean(truth) <= each.high for each in found]) < 0.99


@pytest.mark.thorough
def test_a_requirement_at_the_true_value_is_rarely_judged_as_not_met() -> None:
    """Ten classes of 20 cases, sensitivity 0.97: 12 % of studies failed it by the sum of Wilson arms; 2.5 % should."""
    drawn, required = (
        np.random.default_rng(7).binomial(20, 0.97, (1000, 10)),
        Requirement(None, "balanced_accuracy", 0.97),
    )
    found = [mean_of_proportions(hits, [20] * 10) for hits in drawn]
    verdicts = [judged(required, each).state for each in found]
    assert np.mean([each.low <= 0.97 <= each.high for each in found]) == pytest.approx(0.96, abs=0.02)
    assert verdicts.count("not met") < 0.06 * 1000
    assert verdicts.count("met") < 0.06 * 1000
    cells = np.diag(drawn[0]) + np.roll(np.diag(20 - drawn[0]), 1, axis=1)
    of_study = Evaluation(ConfusionMatrix(tuple("abcdefghij"), cells)).overall["balanced_accuracy"]
    assert (of_study.low, of_study.high) == pytest.approx((found[0].low, found[0].high))


@pytest.mark.parametrize(
    ("hits", "cases"), [((10, 499), (10, 500)), ((30, 55), (30, 56)), ((12, 999), (12, 1000)), ((1, 0), (500, 10))]
)
def test_near_its_ends_it_reaches_no_farther_than_the_exact_bounds_of_each(
    hits: tuple[int, ...], cases: tuple[int, ...]
) -> None:
    found, each = mean_of_proportions(hits, cases), [clopper_pearson(k, n) for k, n in zip(hits, cases, strict=True)]
    assert found.low >= np.mean([of.low for of in each])
    assert found.high <= np.mean([of.high for of in each])
    assert found.high - found.low < 0.35


def test_one_error_fewer_does_not_widen_it_much() -> None:
    wide = [mean_of_proportions((30, k), (30, 56)) for k in (54, 55, 56)]
    assert [each.high - each.low for each in wide] == pytest.approx([0.08] * 3, abs=0.05)
