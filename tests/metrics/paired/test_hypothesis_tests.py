import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import special

from metrics import Estimate, auc, difference, mcnemar, paired_auc, paired_difference, wilson
from metrics.notes import Code, Note
from metrics.thresholds import ThresholdTable
from tests.metrics.laws.strategies import counts

small = st.integers(0, 60)
four_cells = st.tuples(small, small, small, small).filter(any)
score = st.integers(0, 6).map(lambda i: i / 4) | st.floats(-3, 3)
triples = st.lists(st.tuples(st.booleans(), score, score), min_size=1, max_size=25)


def rounded(found: Estimate) -> tuple[float, float]:
    return round(found.low, 4) + 0.0, round(found.high, 4)


@pytest.mark.parametrize(
    ("given_", "low", "high"),
    [  # Newcombe 1998, Statistics in Medicine 17:873, table II, method 10
        ((56, 70, 48, 80), 0.0524, 0.3339),
        ((9, 10, 3, 10), 0.1705, 0.8090),
        ((6, 7, 2, 7), 0.0582, 0.8062),
        ((5, 56, 0, 29), -0.0381, 0.1926),
        ((0, 10, 0, 20), -0.1611, 0.2775),
        ((0, 10, 0, 10), -0.2775, 0.2775),
        ((10, 10, 0, 20), 0.6791, 1.0),
        ((10, 10, 0, 10), 0.6075, 1.0),
    ],
)
def test_published_intervals_of_two_groups_are_met(given_: tuple[int, ...], low: float, high: float) -> None:
    assert rounded(difference(*given_)) == (low, high)


@pytest.mark.parametrize(
    ("given_", "low", "high"),
    [  # Newcombe 1998, Statistics in Medicine 17:2635, method 10
        ((36, 12, 2, 0), 0.0569, 0.3404),
        ((53, 0, 0, 1), -0.0729, 0.0729),
        ((54, 0, 0, 0), -0.0664, 0.0664),
    ],
)
def test_published_intervals_of_pairs_are_met(given_: tuple[int, ...], low: float, high: float) -> None:
    assert rounded(paired_difference(*given_)) == (low, high)


@given(st.tuples(small, small), st.tuples(small, small), st.sampled_from([0.5, 0.95, 0.999]))
def test_a_difference_swaps_with_its_groups_and_holds_its_value(
    one: tuple[int, int], other: tuple[int, int], level: float
) -> None:
    first, second = (min(one), max(one)), (min(other), max(other))
    found, back = difference(*first, *second, level), difference(*second, *first, level)
    if not (first[1] and second[1]):
        assert math.isnan(found.value)
        assert (found.low, found.high, back.low) == (None, None, None)
        assert found.note
        return
    assert found.value == pytest.approx(first[0] / first[1] - second[0] / second[1])
    assert -1 <= found.low <= found.value <= found.high <= 1
    assert (back.value, back.low, back.high) == pytest.approx((-found.value, -found.high, -found.low))


@given(four_cells, st.sampled_from([0.5, 0.95, 0.999]))
def test_a_paired_difference_turns_with_its_models_and_with_correct_and_incorrect(
    cells: tuple[int, int, int, int], level: float
) -> None:
    both, first, second, neither = cells
    found = paired_difference(*cells, level)
    assert found.value == pytest.approx((first - second) / sum(cells))
    assert -1 <= found.low <= found.value <= found.high <= 1
    for swapped in ((both, second, first, neither), (neither, second, first, both)):
        back = paired_difference(*swapped, level)
        assert (back.low, back.high) == pytest.approx((-found.high, -found.low), abs=1e-9)


def test_agreeing_models_make_the_paired_interval_narrower_and_opposed_ones_wider() -> None:
    separate = difference(60, 100, 50, 100)
    alike, opposed = paired_difference(50, 10, 0, 40), paired_difference(10, 50, 40, 0)
    assert alike.value == pytest.approx(separate.value) == pytest.approx(opposed.value)
    widths = [found.high - found.low for found in (alike, separate, opposed)]
    assert widths == sorted(widths)


def test_huge_counts_are_exact() -> None:
    found = paired_difference(*np.array([10**17, 3 * 10**16, 10**16, 10**17], np.int64))
    assert found.value == pytest.approx(2 / 24)
    assert found.low < found.value < found.high
    assert found.high - found.low < 1e-8
    assert mcnemar(5 * 10**17 + 10**9, 5 * 10**17 - 10**9).exact == pytest.approx(2 * special.ndtr(-2), rel=1e-6)


def test_negative_counts_and_proportions_above_1_are_refused() -> None:
    for refused in (lambda: paired_difference(1, -1, 0, 0), lambda: mcnemar(-1, 2), lambda: mcnemar(2, -1)):
        with pytest.raises(ValueError, match="negative"):
            refused()
    for refused in (lambda: paired_difference(1, 1.5, 0, 0), lambda: mcnemar(1.5, 2)):  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="whole"):
            refused()
    with pytest.raises(ValueError, match="cannot exceed"):
        difference(5, 4, 1, 2)
    with pytest.raises(ValueError, match="level"):
        difference(1, 2, 1, 2, 95)


def test_no_pairs_are_undefined() -> None:
    found = paired_difference(0, 0, 0, 0)
    assert math.isnan(found.value)
    assert found.note


@pytest.mark.parametrize(
    ("cells", "exact", "mid_p", "p"),
    [  # Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13:91, their first two examples
        ((1, 7), 0.0703, 0.0391, 0.0339),
        ((6, 16), 0.0525, 0.0347, 0.0330),
    ],
)
def test_published_p_values_are_met(cells: tuple[int, int], exact: float, mid_p: float, p: float) -> None:
    found = mcnemar(*cells)
    assert (round(found.exact, 4), round(found.mid_p, 4), round(found.p, 4)) == (exact, mid_p, p)


@given(st.integers(0, 120), st.integers(0, 120))
def test_p_values_are_those_of_a_fair_coin(first: int, second: int) -> None:
    found, differ = mcnemar(first, second), first + second
    chances = [Fraction(math.comb(differ, k), 2**differ) for k in range(min(first, second) + 1)]
    exact = min(Fraction(1), 2 * sum(chances))
    mid_p = 1 - chances[-1] / 2 if first == second else exact - chances[-1]
    assert found.exact == pytest.approx(float(exact), rel=1e-9)
    assert found.mid_p == pytest.approx(float(mid_p) if differ else 1, rel=1e-9)
    assert mcnemar(second, first) == found or math.isnan(found.chi2)
    if differ:
        assert found.p == pytest.approx(special.chdtrc(1, (first - second) ** 2 / differ), rel=1e-9)


def test_models_that_never_differ_are_equal() -> None:
    found = mcnemar(0, 0)
    assert (found.exact, found.mid_p, found.p) == (1, 1, 1)
    assert math.isnan(found.chi2)


@given(counts(10**18), counts(10**18))
@example(6_824_972_240_940_161, 6_824_972_240_940_202)
def test_p_values_stay_between_0_and_1(first: int, second: int) -> None:
    found = mcnemar(first, second)
    assert all(0 <= value <= 1 for value in (found.exact, found.mid_p, found.p))


def slow_paired_error(truth: np.ndarray, first: np.ndarray, second: np.ndarray) -> float:
    """From the covariance matrices of the placements, pair by pair of cases (DeLong, DeLong and Clarke-Pearson)."""
    kernels = [(s[truth][:, None] > s[~truth]) + (s[truth][:, None] == s[~truth]) / 2.0 for s in (first, second)]
    of_positives, of_negatives = (np.cov([kernel.mean(axis) for kernel in kernels]) for axis in (1, 0))
    spread = of_positives / truth.sum() + of_negatives / (~truth).sum()
    return math.sqrt(max(0.0, spread[0, 0] + spread[1, 1] - 2 * spread[0, 1]))


@given(triples)
def test_the_difference_of_two_areas_has_the_error_of_delong(given_: list[tuple[bool, float, float]]) -> None:
    truth = np.array([positive for positive, *_ in given_])
    first, second = (np.array([row[i] for row in given_]) for i in (1, 2))
    found = paired_auc(truth, first, second, 0.9)
    areas = [auc(ThresholdTable.from_scores(scores, truth)) for scores in (first, second)]
    assert [found.first.value, found.second.value] == pytest.approx(areas, nan_ok=True)
    assert found.difference.value == pytest.approx(areas[0] - areas[1], nan_ok=True)
    if min(truth.sum(), (~truth).sum()) < 2:
        assert math.isnan(found.p)
        assert found.difference.low is None
        assert found.difference.note
        return
    error = slow_paired_error(truth, first, second)
    if error < 1e-9:
        assert found.difference.low is None
        assert found.p == 1 if found.difference.value == 0 else math.isnan(found.p)
        return
    assert found.z == pytest.approx((areas[0] - areas[1]) / error, rel=1e-6, abs=1e-9)
    assert found.p == pytest.approx(2 * special.ndtr(-abs(found.z)))
    reach = special.ndtri(0.95) * error
    bounds = max(-1, areas[0] - areas[1] - reach), min(1, areas[0] - areas[1] + reach)
    assert (found.difference.low, found.difference.high) == pytest.approx(bounds, abs=1e-9)


def test_two_models_change_sides_with_their_scores_and_only_order_matters() -> None:
    generator = np.random.default_rng(4)
    truth = generator.random(80) < 0.4
    first, second = generator.normal(truth, 1), generator.normal(truth, 1.5)
    found, back = paired_auc(truth, first, second), paired_auc(truth.tolist(), list(second), np.exp(first))
    assert (back.z, back.p) == pytest.approx((-found.z, found.p))
    assert back.difference.low == pytest.approx(-found.difference.high)
    assert found.first == back.second


@pytest.mark.parametrize("second", [[0.1, 0.4, 0.3, 0.9], [1, 4, 3, 9]], ids=["identical", "in the same order"])
def test_the_same_order_is_no_difference(second: list[float]) -> None:
    found = paired_auc([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.9], second)
    assert (found.z, found.p, found.difference.value) == (0, 1, 0)
    assert (found.difference.low, found.difference.high) == (None, None)
    assert found.difference.note == Note(Code.SAME_ORDER)


def test_perfect_against_reversed_is_a_difference_without_a_test() -> None:
    found = paired_auc([0, 0, 1, 1], [1, 2, 3, 4], [4, 3, 2, 1])
    assert found.difference.value == 1
    assert math.isnan(found.z)
    assert math.isnan(found.p)
    assert found.difference.low is None


def test_one_group_alone_cannot_be_compared() -> None:
    for truth in ([1, 1, 1], [0, 0, 0]):
        found = paired_auc(truth, [1, 2, 3], [3, 2, 1])
        assert math.isnan(found.difference.value)
        assert math.isnan(found.p)
        assert found.difference.note == found.first.note


def test_scores_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="length"):
        paired_auc([0, 1], [0.1, 0.2], [0.1, 0.2, 0.3])
    with pytest.raises(ValueError, match="finite"):
        paired_auc([0, 1], [0.1, 0.2], [0.1, math.nan])
    with pytest.raises(ValueError, match="missing"):
        paired_auc([0, None], [0.1, 0.2], [0.1, 0.2])


def test_a_group_against_itself_reaches_as_far_as_its_own_interval() -> None:
    """Both parts of the hybrid are the distances to the Wilson bounds."""
    proportion, found = wilson(7, 20), difference(7, 20, 7, 20)
    assert found.high == pytest.approx(
        math.hypot(proportion.high - proportion.value, proportion.value - proportion.low)
    )
