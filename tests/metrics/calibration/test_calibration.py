"""The numbers of calibration against rms and known true values, and what is said where there are none."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import special

from metrics import ThresholdTable, brier, recalibration
from metrics.calibration.calibration import Calibration, calibration
from metrics.calibration.ranges import equal_groups, risk_ranges
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.observed_to_expected import observed_to_expected
from metrics.measures.calibration import scaled_brier
from metrics.notes import Code, Note, note
from tests.metrics.calibration.reference import (
    BRIER,
    IN_THE_LARGE,
    IN_THE_LARGE_ERROR,
    LINE,
    LINE_ERRORS,
    LINE_ROBUST_ERRORS,
    PATIENTS,
    RISKS,
    TRUE,
    independent,
    of_patients,
)
from tests.support.declared import is_declared
from tests.support.effort import repeats

NUMBERS = ("oe_ratio", "citl", "brier", "scaled_brier")


def error(found: object, quantile: float = special.ndtri(0.975)) -> float:
    return (found.high - found.low) / 2 / quantile  # type: ignore[attr-defined]


def every(found: Calibration) -> dict[str, object]:
    return {key: getattr(found, key) for key in NUMBERS} | dict(zip(("intercept", "slope"), found.line, strict=True))


def test_slope_and_both_intercepts_are_those_of_r_and_never_swapped() -> None:
    found = calibration(independent())
    assert_allclose([each.value for each in found.line], LINE, rtol=1e-10)
    assert_allclose([error(each) for each in found.line], LINE_ERRORS, rtol=1e-8)
    assert found.citl.value == pytest.approx(IN_THE_LARGE, rel=1e-10)
    assert error(found.citl) == pytest.approx(IN_THE_LARGE_ERROR, rel=1e-7)
    assert found.brier.value == pytest.approx(BRIER, rel=1e-10)


def test_errors_of_patients_are_near_those_of_robcov_with_its_correction_for_their_number() -> None:
    """The bootstrap of 100 patients beside the sandwich: by 2,000 draws, and as both are of large samples."""
    found = calibration(of_patients())
    quantile = special.stdtrit(99, 0.975)
    wanted = np.array(LINE_ROBUST_ERRORS) * math.sqrt(100 / 99)
    assert_allclose([error(each, quantile) for each in found.line], wanted, rtol=0.05)
    assert [each.method for each in (*found.line, found.citl)] == ["patient bootstrap SE, t(99)"] * 3
    assert found.oe_ratio.method.startswith("patient bootstrap SE, log scale, t(")
    assert found.brier.method == "patient bootstrap SE, logit scale, t(99)"


def test_every_interval_follows_the_level() -> None:
    """CalibrationCurves #22: the bands of 80 and 99 % were the same."""
    cases, levels = independent(), (0.8, 0.95, 0.99)
    found = [calibration(cases, level) for level in levels]
    quantiles = [float(special.ndtri((1 + level) / 2)) for level in levels]
    for key in ("citl", "intercept", "slope"):
        widths = [every(each)[key].high - every(each)[key].low for each in found]
        assert_allclose(np.divide(widths, quantiles), widths[0] / quantiles[0])
    for key in ("oe_ratio", "brier", "scaled_brier"):
        widths = [every(each)[key].high - every(each)[key].low for each in found]
        assert widths == sorted(widths)
        assert widths[0] < widths[1] < widths[2]
    bands = [np.subtract(*map(special.logit, each.curve.band([0.05, 0.2, 0.6], each.level))) for each in found]
    assert_allclose(np.divide(bands, np.reshape(quantiles, (3, 1))), np.tile(bands[0] / quantiles[0], (3, 1)))
    ici = [each.distances["ici"] for each in found]
    assert ici[0].high < ici[1].high < ici[2].high


def test_what_is_made_ready_is_there_before_it_is_asked_for() -> None:
    found = calibration(independent())
    assert not {"distances", "line"} & set(found._once.done)
    found.make_ready()
    assert {"distances", "line"} <= set(found._once.done)


def test_values_are_those_of_the_plain_functions() -> None:
    table = ThresholdTable.from_scores(RISKS, TRUE)
    for cases in (independent(), of_patients()):
        found = calibration(cases)
        plain, values = recalibration(table), every(found)
        for key in ("intercept", "slope", "citl", "oe_ratio"):
            assert values[key].value == pytest.approx(getattr(plain, key))
        assert (found.brier.value, found.scaled_brier.value) == (brier(table), scaled_brier(table))
        assert all(is_declared(each.method) for each in (*every(found).values(), *found.distances.values()))
    rows = observed_to_expected(TRUE, RISKS, PATIENTS)
    assert (rows.value, rows.low, rows.high) == pytest.approx(
        (found.oe_ratio.value, found.oe_ratio.low, found.oe_ratio.high)
    )
    assert found.prevalence == TRUE.mean()
    assert found.mean_risk == pytest.approx(RISKS.mean())


@pytest.mark.parametrize("each", [1, pytest.param(5, marks=pytest.mark.thorough)])
@pytest.mark.thorough
def test_intervals_hold_the_true_values(each: int) -> None:
    """The log odds are 1.6 times too far apart, and 0.4 too high; the rows of a patient resemble each other."""
    generator, rounds = np.random.default_rng(8), 200 if each == 1 else repeats(201)
    held = dict.fromkeys(("slope", "intercept", "brier", "scaled_brier"), 0)
    units = 300 if each == 1 else 120
    x = generator.normal(-0.5, 1, 10**5)
    chance = special.expit(x)
    risks = special.expit(0.4 + 1.6 * x)
    score = float((chance * (1 - risks) ** 2 + (1 - chance) * risks**2).mean())
    share = float(chance.mean())
    true = {"slope": 1 / 1.6, "intercept": -0.4 / 1.6, "brier": score, "scaled_brier": 1 - score / share / (1 - share)}
    for _ in range(rounds):
        own = generator.choice(x, units).repeat(each)
        truth = generator.random(units).repeat(each) < special.expit(own)  # alike within a patient
        given = special.expit(0.4 + 1.6 * own)
        cases = independent(given, truth) if each == 1 else of_patients(given, truth, np.arange(units).repeat(each))
        found = every(calibration(cases))
        for key in held:
            held[key] += found[key].low <= true[key] <= found[key].high
    assert all(0.91 <= count / rounds <= 0.985 for count in held.values()), held


@pytest.mark.thorough
def test_the_interval_is_as_wide_as_the_spread_of_patients_drawn_again() -> None:
    """Each draw fitted anew from its rows; 150 draws are known to 6 %."""
    found, generator = calibration(of_patients()), np.random.default_rng(4)
    rows = [np.flatnonzero(each == PATIENTS) for each in range(100)]
    drawn = []
    for _ in range(150):
        own = np.concatenate([rows[each] for each in generator.integers(0, 100, 100)])
        again = calibration(independent(RISKS[own], TRUE[own]))
        drawn.append([again.line[1].value, again.citl.value, again.brier.value, again.scaled_brier.value])
    quantile = special.stdtrit(99, 0.975)
    own = [error(each, quantile) for each in (found.line[1], found.citl, found.scaled_brier)]
    spread = np.std(drawn, axis=0, ddof=1)
    assert_allclose(own, spread[[0, 1, 3]], rtol=0.2)
    low, high = special.logit([found.brier.low, found.brier.high])
    score = found.brier.value
    assert (high - low) / 2 / quantile * score * (1 - score) == pytest.approx(spread[2], rel=0.2)


def test_below_20_cases_on_either_side_only_the_ratio_is_given() -> None:
    risks = np.random.default_rng(1).uniform(0.1, 0.9, 60)
    for cases in (19, 41):
        found = calibration(independent(risks, np.arange(60) < cases))
        few = note(Code.FEW_FOR_CALIBRATION, cases=19, needed=20)
        assert found.too_few == few
        assert found.curve is None
        assert {each.note for each in (*found.line, found.citl, *found.distances.values())} == {few}
        assert found.brier.value == pytest.approx(np.mean((risks - (np.arange(60) < cases)) ** 2))
        assert found.brier.low is None
        assert found.oe_ratio.low is not None
    assert calibration(independent(risks, np.arange(60) < 20)).curve is not None


def test_separated_cases_have_no_slope_and_say_so() -> None:
    risks = np.linspace(0.01, 0.99, 80)
    found = calibration(independent(risks, np.arange(80) >= 40))
    assert found.line[1].note.code is Code.SEPARATED_OR_CONSTANT
    assert found.curve is None
    assert found.distances["ici"].note.code is Code.SEPARATED_OR_CONSTANT
    assert math.isfinite(found.citl.value)


def test_risks_of_0_and_1_are_counted_and_named_where_they_move_the_slope() -> None:
    """Calibrated cases, and five with a risk of 0 of whom two are ill."""
    generator = np.random.default_rng(6)
    risks = special.expit(generator.normal(-1, 1.3, 2000))
    truth = generator.random(2000) < risks
    usual = calibration(independent(risks, truth))
    assert usual.at_ends == 0
    assert usual.slope_without_ends is None
    found = calibration(independent(np.append(risks, [0] * 5), np.append(truth, [1, 1, 0, 0, 0])))
    assert found.at_ends == 5
    assert found.slope_without_ends.value == pytest.approx(usual.line[1].value, rel=1e-9)
    assert found.line[1].value < usual.line[1].value - 0.05


def test_an_intercept_update_gives_the_risks_of_a_population_that_differs_in_prevalence_alone() -> None:
    """Scores drawn alike within each group, cases thinned out: the updated risk is met there."""
    generator = np.random.default_rng(7)
    x = generator.normal(-1, 1, 200_000)
    truth = generator.random(len(x)) < special.expit(x)
    kept = ~truth | (generator.random(len(x)) < 0.1)
    found, there = calibration(independent(special.expit(x + 0.5), truth)), truth[kept].mean()
    updated = found.updated(special.expit(x[kept] + 0.5), there)
    assert updated.mean() == pytest.approx(there, rel=0.02)
    assert_allclose(found.observed_after([0.3, 0.6], there), found.updated([0.3, 0.6], there), rtol=0.05)
    same = found.updated([0.3], found.prevalence)
    assert special.logit(same[0]) - special.logit(0.3) == pytest.approx(found.citl.value)


def test_the_expected_calibration_error_has_ten_bins_of_equal_width() -> None:
    found = calibration(independent(np.array([0.05, 0.06, 0.95, 1.0]), np.array([True, False, True, True])))
    assert found.expected_calibration_error == pytest.approx((abs(0.11 - 1) + abs(1.95 - 2)) / 4)


def test_scores_that_are_no_probabilities_have_no_calibration() -> None:
    assert calibration(independent(np.array([-1.0, 2.0]), np.array([True, False]))) is None
    assert calibration(independent(np.zeros(0), np.zeros(0, bool))) is None


def test_the_groups_are_ranges_of_the_risk_of_equal_size_at_its_level() -> None:
    found, cases = calibration(independent(), 0.9), independent()
    assert found.groups(10) == risk_ranges(cases, equal_groups(cases, 10), 0.9)
    assert found.groups(10) is found.groups(10)
    assert len(found.groups(4)) == 4


@pytest.mark.parametrize(("ill", "well"), [(0.5, 0.5), (0.8, 0.2)])
def test_a_brier_score_without_spread_has_no_interval_without_width(ill: float, well: float) -> None:
    table = ThresholdTable.from_scores([ill] * 30 + [well] * 30, [True] * 30 + [False] * 30)
    found = calibration(ScoredCases(table))
    assert found is not None
    assert found.brier.note == Note(Code.ALL_REPLICATES_EQUAL)
    assert found.brier.low is None


def test_risks_of_0_and_1_alone_tell_nothing_of_calibration_in_the_large() -> None:
    found = calibration(ScoredCases(ThresholdTable([1.0, 0.0], [30, 0], [0, 30])))
    assert found is not None
    assert math.isnan(found.citl.value)
    assert found.citl.note == Note(Code.SEPARATED_OR_CONSTANT)


def test_a_brier_score_of_0_has_no_interval_and_says_why() -> None:
    truth = np.repeat([1, 0], 30)
    found = calibration(ScoredCases(ThresholdTable.from_scores(truth.astype(float), truth)))
    assert found is not None
    assert (found.brier.value, found.brier.low, found.brier.note) == (0, None, Note(Code.ALL_REPLICATES_EQUAL))


def test_almost_separated_cases_have_a_slope_and_no_curve_and_say_so() -> None:
    risks = np.repeat([1e-8, 1e-6, 0.2, 0.7], [500, 250, 20, 30])
    found = calibration(independent(risks, np.isin(np.arange(800), [760, 768, *range(771, 798)])))
    assert found.line[1].is_defined
    assert found.curve is None
    assert found.distances["ici"].note == Note(Code.ALMOST_SEPARATED)
