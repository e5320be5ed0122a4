import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, special

from metrics import Estimate, ThresholdTable, clopper_pearson, delong, wilson
from metrics.notes import Code, Note

Interval = Callable[..., Estimate]
both = pytest.mark.parametrize("interval", [wilson, clopper_pearson])
proportions = st.integers(1, 10**6).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials)))


@pytest.mark.parametrize(
    ("interval", "successes", "trials", "low", "high"),
    [  # Newcombe 1998, Statistics in Medicine 17:857, table I: methods 3 and 5
        (wilson, 81, 263, 0.2553, 0.3662),
        (wilson, 15, 148, 0.0624, 0.1605),
        (wilson, 0, 20, 0.0000, 0.1611),
        (wilson, 1, 29, 0.0061, 0.1718),
        (clopper_pearson, 81, 263, 0.2527, 0.3676),
        (clopper_pearson, 15, 148, 0.0578, 0.1617),
        (clopper_pearson, 0, 20, 0.0000, 0.1684),
        (clopper_pearson, 1, 29, 0.0009, 0.1776),
    ],
)
def test_published_intervals_are_met(interval: Interval, successes: int, trials: int, low: float, high: float) -> None:
    found = interval(successes, trials)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert (found.successes, found.trials) == (successes, trials)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("successes", "trials"), [(1, 3), (7, 50), (499, 500), (12, 10**6)])
def test_wilson_bounds_solve_the_score_equation(successes: int, trials: int, level: float) -> None:
    z, proportion = float(special.ndtri((1 + level) / 2)), successes / trials

    def score(p: float) -> float:
        return (proportion - p) ** 2 - z * z * p * (1 - p) / trials

    found = wilson(successes, trials, level)
    assert found.low == pytest.approx(optimize.brentq(score, 0, proportion, xtol=1e-15), rel=1e-9)
    assert found.high == pytest.approx(optimize.brentq(score, proportion, 1, xtol=1e-15), rel=1e-9)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("successes", "trials"), [(1, 3), (7, 50), (29, 30)])
def test_exact_bounds_leave_half_the_rest_in_each_tail(successes: int, trials: int, level: float) -> None:
    def tail(p: float, of: range) -> float:
        return sum(math.comb(trials, k) * p**k * (1 - p) ** (trials - k) for k in of)

    found = clopper_pearson(successes, trials, level)
    assert tail(found.low, range(successes, trials + 1)) == pytest.approx((1 - level) / 2)
    assert tail(found.high, range(successes + 1)) == pytest.approx((1 - level) / 2)


@pytest.mark.parametrize(("successes", "trials"), [(10**17, 10**18), (10**17 // 2, 10**17), (1000, 10**12)])
def test_exact_bounds_of_huge_counts_are_those_of_the_score_interval(successes: int, trials: int) -> None:
    found, other = clopper_pearson(successes, trials), wilson(successes, trials)
    assert (found.low, found.high) == pytest.approx((other.low, other.high), rel=0.01)
    assert found.method == "Clopper–Pearson"


@pytest.mark.parametrize(
    ("successes", "trials", "bound", "exact"),
    [  # solved for the sum of the binomial tail, with 50 digits
        (50, 10**6, "low", 3.7111184347987e-05),
        (999, 10**7, "high", 0.00010629177539909808),
        (1000, 3 * 10**8, "low", 3.1299103744910246e-06),
        (999, 3 * 10**8, "high", 3.5430701266207657e-06),
        (1000, 10**12, "low", 9.38973018435877e-10),
        (999, 10**12, "high", 1.0629211511909162e-09),
    ],
)
def test_exact_bounds_of_few_among_very_many_are_exact(successes: int, trials: int, bound: str, exact: float) -> None:
    """Where a parameter is 1,000, the inverse of the incomplete beta function of SciPy is not."""
    assert getattr(clopper_pearson(successes, trials), bound) == pytest.approx(exact, rel=1e-12)
    other = {"low": "high", "high": "low"}[bound]
    assert getattr(clopper_pearson(trials - successes, trials), other) == pytest.approx(1 - exact, rel=1e-15)


@both
def test_a_level_that_is_none_is_refused_without_trials_too(interval: Interval) -> None:
    for level in (0, 1, 95, math.nan, None, "0.95"):
        with pytest.raises(ValueError, match="level"):
            interval(0, 0, level)


@both
@given(proportions, st.sampled_from([0.5, 0.95, 0.9999]))
def test_an_interval_holds_its_value_stays_in_range_and_mirrors(
    interval: Interval, proportion: tuple[int, int], level: float
) -> None:
    successes, trials = proportion
    found, mirrored = interval(successes, trials, level), interval(trials - successes, trials, level)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert (found.low == 0) == (successes == 0)
    assert (found.high == 1) == (successes == trials)
    np.testing.assert_allclose([mirrored.low, mirrored.high], [1 - found.high, 1 - found.low], atol=1e-9)


@both
@given(proportions)
def test_more_confidence_and_fewer_cases_make_it_wider(interval: Interval, proportion: tuple[int, int]) -> None:
    usual, surer = interval(*proportion), interval(*proportion, 0.99)
    assert surer.low <= usual.low < usual.high <= surer.high
    more = interval(proportion[0] * 4, proportion[1] * 4)
    assert more.high - more.low < usual.high - usual.low


def test_a_difference_excludes_0_only_by_an_interval_that_lies_to_one_side() -> None:
    bounds = [(0.1, 0.3), (-0.3, -0.1), (-0.1, 0.1), (0.0, 0.2), (None, None)]
    assert [Estimate(0.2, *each).excludes_0 for each in bounds] == [True, True, False, False, False]


@both
def test_no_trials_are_undefined_with_a_reason(interval: Interval) -> None:
    found = interval(0, 0)
    assert math.isnan(found.value)
    assert not found.is_defined
    assert (found.low, found.high, found.trials) == (None, None, 0)
    assert found.note


@both
def test_counts_of_8_bits_are_the_numbers_that_they_are(interval: Interval) -> None:
    assert interval(np.uint8(200), np.uint8(255)) == interval(200, 255)


@both
@pytest.mark.parametrize(
    "proportion",
    [(3, 2), (-1, 2), (0, -1), (1.5, 2), (math.nan, 2), (1, math.inf), (None, 2), ("1", "2"), ([1, 2], 3)],
)
def test_what_is_not_a_proportion_is_refused(interval: Interval, proportion: tuple[Any, Any]) -> None:
    with pytest.raises(ValueError, match=r"not a proportion|`trials`|`successes`"):
        interval(*proportion)


@both
@pytest.mark.parametrize("level", [0, 1, 1.5, 95, -0.5])
def test_a_level_that_is_no_probability_is_refused(interval: Interval, level: float) -> None:
    with pytest.raises(ValueError, match="level"):
        interval(3, 10, level)


def test_estimates_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        wilson(1, 2).low = 0.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("scores", "truth", "value"),
    [
        ([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1], 1.0),
        ([0.1, 0.2, 0.8, 0.9], [1, 1, 0, 0], 0.0),
        ([0.5, 0.5, 0.5, 0.5], [0, 1, 0, 1], 0.5),
        ([0.1, 0.2, 0.3], [0, 1, 0], 0.5),
        ([0.1, 0.2, 0.3], [1, 0, 1], 0.5),
    ],
)
def test_delong_gives_no_interval_where_nothing_varies(scores: list[float], truth: list[int], value: float) -> None:
    found = delong(ThresholdTable.from_scores(scores, truth))
    assert (found.value, found.low, found.high) == (value, None, None)
    says_separated = found.note.code is Code.SEPARATED
    assert found.note
    assert says_separated == (value in (0, 1)), found.note


@pytest.mark.parametrize(("truth", "code"), [([0, 0], Code.NO_TRUE_CASES), ([1, 1], Code.ONLY_TRUE_CASES)])
def test_delong_of_one_group_is_undefined_with_a_reason(truth: list[int], code: Code) -> None:
    found = delong(ThresholdTable.from_scores([0.1, 0.2], truth))
    assert math.isnan(found.value)
    assert found.note == Note(code)


def test_delong_bounds_never_leave_the_unit_interval() -> None:
    for seed in range(40):
        generator = np.random.default_rng(seed)
        truth = generator.permutation([True] * 3 + [False] * 4)
        found = delong(ThresholdTable.from_scores(truth + generator.normal(size=7), truth), 0.999)
        assert found.low is None or 0 <= found.low <= found.value <= found.high <= 1


@pytest.mark.parametrize(("above", "below"), [(5, 3), (7, 49), (50, 23)])
def test_complete_separation_has_no_interval(above: int, below: int) -> None:
    scores = np.linspace(1, 0, above + below)
    found = delong(ThresholdTable.from_scores(scores, np.arange(above + below) < above))
    assert (found.value, found.low, found.high) == (1.0, None, None)
    assert found.note == Note(Code.SEPARATED)
