"""Control limits of proportions over time, against published charts and by their laws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.notes import Code, note
from metrics.subgroups.control_limits import FEWEST_PERIODS, LANEY, P_CHART, control_limits
from tests.support.effort import repeats

# Montgomery, Introduction to Statistical Quality Control, example 7.1 (orange juice cans, 30 samples of 50), with the
# limits that R's qcc prints for it.
CANS = [12, 15, 8, 10, 4, 7, 16, 9, 14, 10, 5, 6, 17, 12, 22, 8, 10, 5, 13, 11, 20, 18, 24, 15, 9, 12, 7, 13, 9, 6]
# Mohammed and others, BMJ Quality and Safety 2013;22:362: attendances seen within 4 hours, 20 weeks; limits as the
# p and p′ charts of R's qicharts2 0.8.1 give them (R 4.2.2).
SEEN = [266501, 264225, 276532, 281461, 269071, 261215, 270409, 279778, 270483, 270320]
SEEN += [267923, 271478, 255353, 256820, 261835, 259144, 255910, 260863, 264465, 260989]
ATTENDED = [280443, 276823, 291681, 296155, 282343, 275888, 283867, 295251, 284468, 282529]
ATTENDED += [279618, 283932, 266629, 268091, 276803, 271578, 266005, 273520, 278574, 273772]
ALL_WEEKS, FIRST_12 = np.ones(20, bool), np.arange(20) < 12

counts = st.lists(
    st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=1, max_size=40
)


def test_the_p_chart_of_montgomery() -> None:
    samples = [50] * 30
    found = control_limits(CANS, samples, [True] * 30)
    assert found.centre == pytest.approx(0.2313333, abs=5e-8)
    assert found.sigma_z == pytest.approx(1.6609, abs=5e-5)
    ordinary = 3 * np.sqrt(found.centre * (1 - found.centre) / 50)
    assert (found.centre - ordinary, found.centre + ordinary) == pytest.approx((0.05242755, 0.4102391), abs=5e-8)
    assert np.flatnonzero(np.array(CANS) / 50 > found.centre + ordinary).tolist() == [14, 22]
    assert found.method == LANEY
    assert (found.low[0], found.high[0]) == pytest.approx((0, 0.528471998044), abs=1e-10)
    assert not found.sides.any()


@pytest.mark.parametrize(
    ("baseline", "centre", "low", "high"),
    [
        (
            ALL_WEEKS,
            0.952899711344,
            [0.940129644178, 0.940046418625, 0.940378065579, 0.940473007478],
            [0.965669778511, 0.965753004063, 0.965421357110, 0.965326415210],
        ),
        (
            FIRST_12,
            0.952065017325,
            [0.941094045482, 0.941022545060, 0.941307468337, 0.941389034463],
            [0.963035989168, 0.963107489590, 0.962822566313, 0.962741000187],
        ),
    ],
)
def test_laneys_limits_of_very_large_samples(
    baseline: np.ndarray, centre: float, low: list[float], high: list[float]
) -> None:
    found = control_limits(SEEN, ATTENDED, baseline)
    assert found.method == LANEY
    assert found.centre == pytest.approx(centre, abs=1e-11)
    assert found.low[:4].tolist() == pytest.approx(low, abs=1e-11)
    assert found.high[:4].tolist() == pytest.approx(high, abs=1e-11)
    assert (found.longest_run, found.longest_expected, found.has_shift) == (5, 7, False)


def test_limits_step_with_the_cases_of_each_period() -> None:
    found = control_limits([8, 12, 9, 11, 10, 10, 2], [100, 100, 100, 100, 100, 100, 20], [True] * 6 + [False])
    assert found.method == P_CHART
    assert found.high.tolist() == pytest.approx([0.19] * 6 + [0.1 + 0.3 * np.sqrt(0.09 / 0.09) * np.sqrt(0.45)])
    assert found.low.tolist() == pytest.approx([0.01] * 6 + [0.0])


@pytest.mark.parametrize("size", [1, 50, 343, 344, 1_000, 3_000_000])
def test_limits_are_there_for_samples_of_any_size(size: int) -> None:
    trials = np.full(9, size * 10)
    found = control_limits(trials // 10 * np.array([1, 1, 2, 1, 2, 1, 1, 2, 1]), trials, np.ones(9, bool))
    assert np.isfinite(found.low).all()
    assert np.isfinite(found.high).all()


def test_one_case_in_a_period_has_limits_of_one_case() -> None:
    found = control_limits([10, 11, 9, 10, 9, 11, 1], [50] * 6 + [1], [True] * 6 + [False])
    assert found.high[-1] == 1.0  # 0.2 + 3 · 0.4 is above
    assert found.sides[-1] == 0


@pytest.mark.parametrize("periods", [1, 2, 5, 6, 8, 9, 10, 12, 13])
def test_any_number_of_periods(periods: int) -> None:
    trials = np.full(periods, 80)
    found = control_limits(np.resize([3, 5, 4], periods), trials, np.ones(periods, bool))
    assert len(found.low) == len(found.high) == len(found.sides) == periods
    if periods < FEWEST_PERIODS:
        assert found.note == note(Code.FEW_BASELINE_PERIODS, periods=periods, needed=FEWEST_PERIODS)
        assert np.isnan(found.high).all()
        assert not found.sides.any()
        assert not found.has_shift
    else:
        assert found.note is None


def test_no_periods_at_all() -> None:
    found = control_limits([], [], [])
    assert np.isnan(found.centre)
    assert found.longest_run == found.longest_expected == 0


@pytest.mark.parametrize("proportion", [0, 1])
def test_a_baseline_where_all_cases_are_alike_gives_no_limits(proportion: int) -> None:
    found = control_limits([proportion * 80] * 8 + [1], [80] * 9, [True] * 8 + [False])
    assert found.note == note(Code.BASELINE_ALIKE)
    assert found.centre == proportion
    assert not found.sides.any()


def test_a_period_without_cases_has_no_limits_and_interrupts_nothing() -> None:
    counted, trials = [8, 12, 9, 11, 10, 10, 30], [100] * 7
    whole = control_limits(counted, trials, [True] * 6 + [False])
    with_gap = control_limits([*counted[:3], 0, *counted[3:]], [*trials[:3], 0, *trials[3:]], [True] * 7 + [False])
    assert np.isnan(with_gap.high[3])
    assert with_gap.sides[3] == 0
    assert with_gap.sigma_z == whole.sigma_z
    assert with_gap.longest_run == whole.longest_run
    assert np.delete(with_gap.high, 3).tolist() == whole.high.tolist()


def test_a_period_that_is_not_judged_is_in_no_baseline_no_run_and_never_outside() -> None:
    counted, trials = [90, 8, 12, 9, 11, 10, 10, 90], [100] * 8
    judged = [False, *[True] * 6, False]
    found = control_limits(counted, trials, [True] * 8, judged)
    assert found.centre == 0.1
    assert not found.sides.any()
    assert found.longest_run == control_limits(counted[1:-1], [100] * 6, [True] * 6).longest_run
    assert np.isfinite(found.high).all()
    assert control_limits(counted, trials, judged).sides.tolist() == [1, 0, 0, 0, 0, 0, 0, 1]


def test_a_lasting_shift_within_the_limits_is_found_by_its_run() -> None:
    counted = [10, 11, 9, 12, 8, 10, *[13] * 8]
    found = control_limits(counted, [100] * 14, [True] * 6 + [False] * 8)
    assert not found.sides.any()
    assert (found.longest_run, found.longest_expected) == (8, 7)  # 12 periods are off the centre
    assert found.has_shift


def test_periods_on_the_centre_belong_to_no_run() -> None:
    found = control_limits([20, 30, 20, 10, 20, 20], [100, 100, 100, 100, 100, 100], [True] * 6)
    assert (found.longest_run, found.longest_expected) == (1, 4)


@given(counts)
def test_limits_hold_the_centre_and_mirror_with_the_complement(drawn: list[tuple[int, int]]) -> None:
    counted, trials = np.array(drawn).T
    baseline = np.ones(len(trials), bool)
    found, mirrored = control_limits(counted, trials, baseline), control_limits(trials - counted, trials, baseline)
    assert found.method == mirrored.method
    if found.method is not None:
        assert ((found.low <= found.centre) & (found.centre <= found.high)).all()
        assert mirrored.low == pytest.approx(1 - found.high, abs=1e-9)
        assert (mirrored.sides == -found.sides).all()
    assert mirrored.longest_run == found.longest_run


@given(counts, st.integers(2, 50))
def test_limits_narrow_with_the_root_of_the_cases(drawn: list[tuple[int, int]], times: int) -> None:
    counted, trials = np.array(drawn).T
    more = np.where(np.arange(len(trials)) == len(trials) - 1, times, 1)
    baseline = np.arange(len(trials)) < len(trials) - 1
    found, larger = (control_limits(counted * each, trials * each, baseline) for each in (1, more))
    if found.method is not None and found.low[-1] > 0 and found.high[-1] < 1:
        assert found.high[-1] - found.centre == pytest.approx((larger.high[-1] - larger.centre) * np.sqrt(times))


@pytest.mark.parametrize(("successes", "trials"), [(-1, 5), (6, 5)])
def test_impossible_counts_are_refused(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="between 0 and the trials"):
        control_limits([successes], [trials], [True])


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "prevalence"), [(80, 0.05), (200, 0.02), (80, 0.3)])
def test_few_months_without_a_change_are_outside(size: int, prevalence: float) -> None:
    rng = np.random.default_rng(20261123)
    counted = rng.binomial(size, prevalence, (repeats(4_002), FEWEST_PERIODS + 1))
    baseline = np.arange(FEWEST_PERIODS + 1) < FEWEST_PERIODS
    outside = [control_limits(each, [size] * len(baseline), baseline).sides[-1] != 0 for each in counted]
    assert np.mean(outside) < 0.012  # 0.4 to 1.0 in 100, counted once with 40,000 draws


def test_without_a_change_a_short_baseline_rarely_gives_a_shift() -> None:
    drawn = np.random.default_rng(0).binomial(80, 0.05, (repeats(600), 18))
    shifts = [control_limits(counted, [80] * 18, np.arange(18) < 6).has_shift for counted in drawn]
    assert np.mean(shifts) < 0.05
