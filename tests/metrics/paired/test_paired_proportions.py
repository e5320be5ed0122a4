"""Two models on the same cases: published values, laws of swapping, and patients with several rows."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import special

from metrics import Estimate, auc, mcnemar, paired_auc, paired_difference
from metrics.intervals.analytic import auc_interval
from metrics.intervals.resampling_units import drawn_sums
from metrics.notes import Code, Note, note
from metrics.paired.hypothesis_tests import difference
from metrics.paired.paired_auc import matching_threshold, paired_auc_of_patients
from metrics.paired.paired_proportions import non_inferior, paired_proportion, swapped_p
from metrics.paired.predictive_ratios import PredictiveRatio, predictive_ratio
from metrics.thresholds import ThresholdTable
from metrics.utility.paired_difference import net_benefit_difference

# Cases by true class, prediction of the first and of the second: data set Paired1 of the R package DTComPair 1.2.6.
PAIRED1 = {"111": 319, "110": 78, "101": 22, "100": 32, "011": 31, "010": 53, "001": 22, "000": 155}
Columns = tuple[np.ndarray, np.ndarray, np.ndarray]


def of_cells(cells: dict[str, int]) -> Columns:
    rows = np.array([[digit == "1" for digit in cell] for cell, count in cells.items() for _ in range(count)])
    return rows[:, 0], rows[:, 1], rows[:, 2]


def predictive_ratios(
    truth: np.ndarray, first: np.ndarray, second: np.ndarray, patients: np.ndarray | None = None
) -> tuple[PredictiveRatio, PredictiveRatio]:
    """Of the PPV and of the NPV."""
    asked = [np.asarray(each, bool) for each in (truth, first, second)]
    return predictive_ratio(*asked, patients), predictive_ratio(*(~each for each in asked), patients)


rows = st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans(), st.integers(0, 3)), min_size=1, max_size=30)
sides = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40)


def many_rows_each(patients: int, rows_each: int, seed: int = 0) -> Columns:
    """Right or wrong of two models, alike within a patient; and the patient of each row."""
    rng = np.random.default_rng(seed)
    first, second = rng.random((2, patients)) < [[0.8], [0.6]]
    return first.repeat(rows_each), second.repeat(rows_each), np.arange(patients).repeat(rows_each)


# ------------------------------------------------------------------ shares


def test_the_published_pairs_of_the_diseased_are_met() -> None:
    truth, first, second = of_cells(PAIRED1)
    found = paired_proportion(first[truth], second[truth])
    assert (found.both, found.first_only, found.second_only, found.neither) == (319, 78, 22, 32)
    assert found.p == pytest.approx(1.590533e-08, rel=1e-6)  # its test mcnemar.test, exact
    assert found.difference == found.naive == paired_difference(319, 78, 22, 32)
    assert found.verdict == "first"


@given(sides, st.sampled_from([0.9, 0.95]))
def test_the_models_in_the_other_order_turn_the_difference(given_: list[tuple[bool, bool]], level: float) -> None:
    first, second = np.array(given_).T
    patients = np.arange(len(first)) // 2
    for codes in (None, patients):
        found, back = paired_proportion(first, second, codes, level), paired_proportion(second, first, codes, level)
        assert found.difference.value == -back.difference.value
        assert (found.p, found.differing) == pytest.approx((back.p, back.differing), abs=1e-12)
        if found.difference.low is not None and (codes is None or found.difference.value):
            bounds = (-back.difference.high, -back.difference.low)
            assert (found.difference.low, found.difference.high) == pytest.approx(bounds, abs=1e-7)


def test_of_patients_the_other_order_turns_every_difference() -> None:
    first, second, patients = many_rows_each(40, 3)
    truth = np.random.default_rng(3).random(len(first)) < 0.5
    there, back = paired_proportion(first, second, patients), paired_proportion(second, first, patients)
    assert mirrored(there.difference) == pytest.approx(bounds_of(back.difference), abs=1e-12)
    for one, other in zip(
        predictive_ratios(truth, first, second, patients),
        predictive_ratios(truth, second, first, patients),
        strict=True,
    ):
        assert mirrored(one.difference) == pytest.approx(bounds_of(other.difference), abs=1e-12)
        assert bounds_of(one.ratio) == pytest.approx([1 / each for each in bounds_of(other.ratio)[::-1]], abs=1e-12)
    gains = [
        net_benefit_difference(truth, *each, 0.2, patients=patients) for each in ((first, second), (second, first))
    ]
    assert mirrored(gains[0]) == pytest.approx(bounds_of(gains[1]), abs=1e-12)


def bounds_of(found: Estimate) -> list[float]:
    assert found.low is not None
    assert found.high is not None
    return [found.low, found.high]


def mirrored(found: Estimate) -> list[float]:
    return [-each for each in bounds_of(found)[::-1]]


@given(sides)
def test_a_model_against_itself_is_no_difference(given_: list[tuple[bool, bool]]) -> None:
    first, _ = np.array(given_).T
    for patients in (None, np.zeros(len(first), int), np.arange(len(first)) // 2):
        found = paired_proportion(first, first, patients)
        assert (found.difference.value, found.p, found.differing, found.verdict) == (0, 1, 0, "too few")


@given(sides, st.integers(0, 10))
def test_one_row_per_patient_is_the_independent_comparison(given_: list[tuple[bool, bool]], step: int) -> None:
    first, second = np.array(given_).T
    patients = np.arange(len(first))[::-1] * (step + 1)
    assert paired_proportion(first, second, patients) == paired_proportion(first, second)


def test_the_same_rows_again_widen_the_interval_but_say_nothing_new() -> None:
    once, twelve = (paired_proportion(*many_rows_each(60, repeats)) for repeats in (1, 12))
    assert twelve.is_clustered
    assert not once.is_clustered
    assert twelve.p == pytest.approx(once.p)
    assert twelve.difference.method == "patient bootstrap, expanded percentiles, t(59)"
    assert once.difference.low == pytest.approx(twelve.difference.low, abs=0.03)
    widths = [each.high - each.low for each in (twelve.difference, twelve.naive)]
    assert widths[0] / widths[1] == pytest.approx(math.sqrt(12), rel=0.15)


def test_the_order_of_rows_and_the_numbers_of_patients_change_nothing() -> None:
    first, second, patients = many_rows_each(30, 4)
    mixed = np.random.default_rng(1).permutation(len(first))
    assert paired_proportion(first, second, patients) == paired_proportion(first[mixed], second[mixed], patients[mixed])


def test_few_patients_have_no_interval_and_no_verdict() -> None:
    found = paired_proportion(*many_rows_each(14, 5))
    assert found.difference.low is None
    assert found.difference.note == note(Code.FEW_PATIENTS, patients=14, needed=15)
    assert found.naive.low is not None
    assert found.verdict in ("too few", "not judged")


def test_very_many_patients_are_drawn_in_groups_and_vary_as_much() -> None:
    apart = np.column_stack([np.random.default_rng(0).integers(-1, 3, 6000), np.full(6000, 2)])
    top, bottom = drawn_sums(apart).T
    assert set(bottom) == {12_000}
    assert top.mean() == pytest.approx(apart[:, 0].sum(), abs=10)
    assert top.std() == pytest.approx(apart[:, 0].std() * math.sqrt(6000), rel=0.05)


@pytest.mark.parametrize(
    ("cells", "verdict"),
    [((50, 5, 0, 9), "too few"), ((50, 6, 6, 9), "neither"), ((50, 30, 3, 9), "first"), ((50, 3, 30, 9), "second")],
)
def test_a_verdict_needs_six_that_differ_and_an_interval_without_0(cells: tuple[int, ...], verdict: str) -> None:
    both, one, other, neither = cells
    first = np.repeat([1, 1, 0, 0], [both, one, other, neither])
    second = np.repeat([1, 0, 1, 0], [both, one, other, neither])
    assert paired_proportion(first, second).verdict == verdict


def test_no_cases_are_undefined_and_unequal_lengths_refused() -> None:
    for found in (paired_proportion([], []), paired_proportion([], [], [])):
        assert math.isnan(found.difference.value)
        assert math.isnan(found.p)
        assert found.verdict == "not judged"
    for wrong in (lambda: paired_proportion([1], [1, 0]), lambda: paired_proportion([1, 0], [1, 0], [1])):
        with pytest.raises(ValueError, match="case"):
            wrong()


def test_an_interval_widens_with_its_level_beyond_what_the_replicates_can_tell() -> None:
    first, second, patients = many_rows_each(60, 5)
    found = [
        paired_proportion(first, second, patients, level).difference for level in (0.9, 0.95, 0.99, 0.999, 0.99999)
    ]
    widths = [each.high - each.low for each in found]
    assert widths == sorted(widths)
    assert [each.method.split(", ")[1] for each in found] == ["expanded percentiles"] * 3 + ["t(59)"] * 2
    usual = special.stdtrit(59, 0.9995) / special.stdtrit(59, 0.975) * widths[1]
    assert widths[3] == pytest.approx(usual, rel=0.1)  # the two ways meet
    assert -1 <= found[-1].low < found[-1].high <= 1


# ------------------------------------------------------------------ p-values


@given(st.lists(st.integers(-5, 5), max_size=9))
def test_p_is_the_proportion_of_all_permutations_that_are_as_far_apart(ahead: list[int]) -> None:
    sums = [abs(sum(s * a for s, a in zip(signs, ahead, strict=True))) for signs in product((1, -1), repeat=len(ahead))]
    expected = sum(each >= abs(sum(ahead)) for each in sums) / len(sums)
    assert swapped_p(ahead) == pytest.approx(expected, abs=1e-12)
    assert swapped_p([-7 * each for each in ahead]) == pytest.approx(expected, abs=1e-12)


def test_with_one_row_each_it_is_mcnemar_and_many_patients_have_a_limit() -> None:
    assert swapped_p([1] * 78 + [-1] * 22) == mcnemar(78, 22).exact
    many = np.random.default_rng(0).integers(-40, 42, 400_000)
    spread = math.sqrt(float((many**2).sum()))
    assert swapped_p(many) == pytest.approx(math.erfc(abs(int(many.sum())) / spread / math.sqrt(2)), rel=0.01)


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-0.04, 0.1, "non-inferior"),
        (-0.06, 0.1, "inconclusive"),
        (-0.3, -0.051, "inferior"),
        (None, None, "not judged"),
    ],
)
def test_a_margin_is_judged_on_the_whole_interval(low: float | None, high: float | None, said: str) -> None:
    assert non_inferior(Estimate(0.0, low, high), 0.05) == said
    with pytest.raises(ValueError, match="margin"):
        non_inferior(Estimate(0.0, low, high), 5)


# ------------------------------------------------------------------ predictive values


def test_published_ratios_of_predictive_values_are_met() -> None:
    """Moskowitz and Pepe 2006, as pv.rpv of DTComPair prints them for Paired1: second / first."""
    truth, first, second = of_cells(PAIRED1)
    ppv, npv = predictive_ratios(truth, second, first)
    found = [(each.ratio.value, each.ratio.low, each.ratio.high, each.p) for each in (ppv, npv)]
    assert found[0] == pytest.approx((1.04860694, 1.0084705, 1.09034078, 0.01714612), rel=1e-6)
    assert found[1] == pytest.approx((0.8536403, 0.7926258, 0.9193516, 2.885568e-05), rel=1e-6)
    assert (ppv.second, npv.first) == ((397, 481), (208, 318))


@given(rows)
def test_ratios_turn_with_the_models_and_are_1_for_the_same(given_: list[tuple[bool, bool, bool, int]]) -> None:
    truth, first, second, patients = np.array(given_).T
    for codes in (None, patients):
        found, back = predictive_ratios(truth, first, second, codes), predictive_ratios(truth, second, first, codes)
        for one, other in zip(found, back, strict=True):
            _mirrored(one, other)
        for same in predictive_ratios(truth, first, first, codes):
            assert math.isnan(same.ratio.value) or same.ratio.value == 1
            assert math.isnan(same.difference.value) or same.difference.value == 0


def _mirrored(one: PredictiveRatio, other: PredictiveRatio) -> None:
    assert (one.first, one.second) == (other.second, other.first)
    if one.naive.low is not None and other.naive.high is not None:
        assert one.naive.value * other.naive.value == pytest.approx(1)
        assert one.naive.low * other.naive.high == pytest.approx(1)
        assert one.p == pytest.approx(other.p, nan_ok=True)
    turned = Estimate(-other.difference.value, *(None if end is None else -end for end in _ends(other.difference)))
    assert _ends(one.difference) == pytest.approx(_ends(turned)[::-1], abs=1e-12)
    assert one.difference.value == pytest.approx(turned.value, nan_ok=True)
    assert one.ratio.is_defined or one.ratio.note


def _ends(estimate: Estimate) -> tuple[float | None, float | None]:
    return estimate.low, estimate.high


def test_the_difference_of_ppv_uses_what_the_two_models_share() -> None:
    """Where no case is predicted by both, the two PPV are independent and Newcombe's interval is met exactly."""
    truth = np.repeat([1, 0, 1, 0, 1, 0], [40, 20, 30, 30, 5, 60])
    first, second = np.repeat([1, 0, 0], [60, 60, 65]), np.repeat([0, 1, 0], [60, 60, 65])
    apart, alone = predictive_ratios(truth, first, second)[0].difference, difference(40, 60, 30, 60)
    assert (apart.value, apart.low, apart.high) == pytest.approx((alone.value, alone.low, alone.high))
    shared = predictive_ratios(*of_cells(PAIRED1))[0]
    found, unshared = shared.difference, difference(*shared.first, *shared.second)
    assert found.value == pytest.approx(unshared.value)
    assert found.high - found.low < 0.75 * (unshared.high - unshared.low)


def test_ratios_of_repeated_patients_are_as_wide_as_of_one_row_each() -> None:
    truth, first, second = of_cells(PAIRED1)
    single = predictive_ratios(truth, first, second)
    copies = [np.repeat(each, 4) for each in (truth, first, second, np.arange(len(truth)))]
    for one, four in zip(single, predictive_ratios(*copies), strict=True):
        assert four.is_clustered
        assert (four.ratio.value, four.p) == pytest.approx((one.ratio.value, one.p))
        assert (four.ratio.low, four.ratio.high) == pytest.approx((one.ratio.low, one.ratio.high), abs=0.01)
        assert four.naive.high - four.naive.low < one.ratio.high - one.ratio.low


def test_a_model_that_never_predicts_has_no_ratio_and_one_never_correct_no_interval() -> None:
    never, _ = predictive_ratios([1, 1, 0], [0, 0, 0], [1, 1, 0])
    assert math.isnan(never.ratio.value)
    assert never.ratio.note == Note(Code.ONE_NEVER_PREDICTS)
    wrong, _ = predictive_ratios([1, 1, 0], [0, 0, 1], [1, 1, 0])
    assert (wrong.ratio.value, wrong.ratio.low) == (0, None)


# ------------------------------------------------------------------ areas


def two_scores(patients: int, each: int, seed: int = 0) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    codes = np.arange(patients).repeat(each)
    truth = rng.random(len(codes)) < 0.4
    shared = rng.normal(size=patients).repeat(each)
    return truth, truth + shared + rng.normal(size=len(codes)), truth * 0.5 + rng.normal(size=len(codes)), codes


def slow_error(truth: np.ndarray, first: np.ndarray, second: np.ndarray, codes: np.ndarray) -> float:
    """Obuchowski 1997, Biometrics 53:567, equations for S10, S01 and S11 of a difference, patient by patient."""
    placed = []
    for scores in (first, second):
        wins = (scores[truth][:, None] > scores[~truth]) + (scores[truth][:, None] == scores[~truth]) / 2
        placed.append((wins.mean(1), wins.mean(0)))
    apart = [placed[0][side] - placed[1][side] for side in (0, 1)]
    mean, m, n = apart[0].mean(), truth.sum(), (~truth).sum()
    of = [{p: each[codes[group] == p] for p in codes} for each, group in zip(apart, (truth, ~truth), strict=True)]
    sums = np.array([[of[side][p].sum() - len(of[side][p]) * mean for side in (0, 1)] for p in np.unique(codes)])
    units = [sum(len(each) > 0 for each in side.values()) for side in of]
    s10, s01 = (units[i] / (units[i] - 1) / (m, n)[i] * (sums[:, i] ** 2).sum() for i in (0, 1))
    s11 = len(sums) / (len(sums) - 1) * (sums[:, 0] * sums[:, 1]).sum()
    return math.sqrt(s10 / m + s01 / n + 2 * s11 / (m * n))


def test_areas_of_repeated_patients_have_the_error_of_obuchowski() -> None:
    truth, first, second, codes = two_scores(40, 5)
    found, naive = paired_auc_of_patients(truth, first, second, codes), paired_auc(truth, first, second)
    assert found.difference.value == naive.difference.value
    assert found.difference.method == "Obuchowski"
    assert found.z == pytest.approx(naive.difference.value / slow_error(truth, first, second, codes))
    assert (found.first.value, found.second.value) == (naive.first.value, naive.second.value)
    back = paired_auc_of_patients(truth, second, first, codes)
    assert (back.z, back.p, back.difference.low) == pytest.approx((-found.z, found.p, -found.difference.high))


def test_one_row_per_patient_is_delong_and_identical_scores_are_no_difference() -> None:
    truth, first, second, codes = two_scores(60, 1)
    single, plain = paired_auc_of_patients(truth, first, second, codes), paired_auc(truth, first, second)
    assert (single.difference, single.z, single.p) == (plain.difference, plain.z, plain.p)
    assert single.first == auc_interval(ThresholdTable.from_scores(first, truth))  # as on every page
    truth, first, _, codes = two_scores(30, 4)
    same = paired_auc_of_patients(truth, first, first * 2, codes)
    assert (same.difference.value, same.z, same.p, same.difference.low) == (0, 0, 1, None)
    few = paired_auc_of_patients(*two_scores(14, 6))
    assert few.difference.low is None
    assert few.difference.note == note(Code.FEW_PATIENTS, patients=12, needed=15)  # who have a case of a group
    assert math.isnan(few.p)


# ------------------------------------------------------------------ matched


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 6)), min_size=1, max_size=30))
@example([(False, False, 0), (True, False, 0)])  # nothing is found by the other: predicting nobody costs least
def test_the_moved_model_reaches_what_is_held_at_the_least_cost(given_: list[tuple[bool, bool, int]]) -> None:
    truth, flagged, scores = np.array(given_).T
    truth, flagged = truth.astype(bool), flagged.astype(bool)
    table = ThresholdTable.from_scores(scores, truth)
    for held, group in (("sensitivity", truth), ("specificity", ~truth)):
        found = matching_threshold(held, truth, flagged, table)
        if truth.all() or not truth.any():
            assert found is None
            continue
        right, target = (scores >= found) == truth, (flagged == truth)[group].mean()
        assert right[group].mean() >= target
        rules = [*set(scores.tolist()), math.inf]
        able = [rule for rule in rules if ((scores >= rule) == truth)[group].mean() >= target]
        assert right[~group].mean() == max(((scores >= rule) == truth)[~group].mean() for rule in able)


def test_areas_are_those_of_the_tables() -> None:
    truth, first, second, codes = two_scores(20, 3)
    found = paired_auc_of_patients(truth, first, second, codes)
    assert found.first.value == auc(ThresholdTable.from_scores(first, truth))
    assert found.second.value == auc(ThresholdTable.from_scores(second, truth))


def test_the_same_predictions_of_which_half_are_correct_claim_no_certainty() -> None:
    """Both Wilson bounds are then as far from the PPV, and their MOVER interval has no width."""
    flagged = np.repeat([True, False], [20, 30])
    found = predictive_ratio(np.arange(50) % 2, flagged, flagged).difference
    assert (found.value, found.low, found.note) == (0, None, Note(Code.SAME_PREDICTIONS))
