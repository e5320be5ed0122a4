"""The flexible curve against rms, and what must hold of any curve."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import special

from metrics.calibration.curve import fitted_curve, line
from metrics.calibration.splines import basis
from metrics.intervals.linearised import with_scores
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.measures.calibration import log_odds
from tests.metrics.calibration.reference import (
    AT,
    COEFFICIENTS,
    E50,
    E90,
    ERRORS,
    ICI,
    KNOTS,
    LOG_ODDS,
    PATIENTS,
    RISKS,
    ROBUST_ERRORS,
    TRUE,
    independent,
    of_patients,
)
from tests.support.effort import repeats


def half_width(bounds: tuple[np.ndarray, np.ndarray], quantile: float) -> np.ndarray:
    low, high = (special.logit(each) for each in bounds)
    return (high - low) / 2 / quantile


def test_knots_curve_and_band_are_those_of_rms() -> None:
    found = fitted_curve(independent())
    assert_allclose(found.knots, KNOTS, rtol=1e-11)
    assert_allclose(found.coefficients, COEFFICIENTS, rtol=1e-9)
    assert_allclose(found.at(AT), special.expit(LOG_ODDS), rtol=1e-10)
    assert_allclose(half_width(found.band(AT), special.ndtri(0.975)), ERRORS, rtol=1e-9)


def test_the_linearised_error_of_patients_is_that_of_robcov_with_its_correction_and_the_band_is_near() -> None:
    """The bootstrap of 100 patients beside the sandwich, which is narrower where the curve bends at few cases."""
    found, robust = fitted_curve(of_patients()), np.array(ROBUST_ERRORS) * math.sqrt(100 / 99)
    linearised = replace(found, of_band=found.covariance).band(AT, 0.9)
    assert_allclose(half_width(linearised, special.stdtrit(99, 0.95)), robust, rtol=1e-7)
    assert_allclose(half_width(found.band(AT, 0.9), special.stdtrit(99, 0.95))[1:], robust[1:], rtol=0.08)
    assert_allclose(found.at(AT), fitted_curve(independent()).at(AT), rtol=1e-12)


def test_the_band_is_as_wide_as_the_spread_of_curves_of_patients_drawn_again() -> None:
    """Rows of 400 draws, each fitted by itself with the knots of all."""
    found, generator = fitted_curve(of_patients()), np.random.default_rng(4)
    log_odds = special.logit(RISKS)
    columns = np.vstack([np.ones(len(RISKS)), basis(log_odds, found.knots)])
    at = np.vstack([np.ones(len(AT)), basis(special.logit(AT), found.knots)])
    curves = []
    for _ in range(400):
        times = np.bincount(generator.integers(0, 100, 100), minlength=100)[np.unique(PATIENTS, return_inverse=True)[1]]
        own = found.coefficients
        for _ in range(8):  # Newton's method
            chance = special.expit(own @ columns)
            information = (columns * (times * chance * (1 - chance))) @ columns.T
            own = own + np.linalg.solve(information, columns @ (times * (TRUE - chance)))
        curves.append(own @ at)
    width = half_width(found.band(AT), special.stdtrit(99, 0.975))
    assert_allclose(width, np.std(curves, axis=0) * math.sqrt(100 / 99), rtol=0.12)


def test_where_three_patients_bend_the_curve_it_has_a_band_or_none_and_no_warning() -> None:
    """Three patients of 40 lie beyond the second knot: without them the curve could bend anywhere."""
    patients, generator = np.arange(120) // 3, np.random.default_rng(1)
    risks = np.where(patients < 37, special.expit(generator.normal(-3, 0.1, 120)), generator.uniform(0.2, 0.9, 120))
    found = fitted_curve(of_patients(risks, generator.random(120) < np.sqrt(risks), patients))
    assert found is not None
    low, high = found.band([0.05, 0.5])
    assert (np.isnan(low) | (low < high)).all()


def test_the_distances_are_those_of_the_fitted_curve() -> None:
    found = fitted_curve(independent()).distances()
    assert_allclose([found[key].value for key in ("ici", "e50", "e90")], [ICI, E50, E90], rtol=1e-9)
    for each in found.values():
        assert each.low < each.value < each.high
    wider = fitted_curve(independent()).distances(0.99)
    assert all(wider[key].low <= found[key].low and wider[key].high > found[key].high for key in found)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "patients",
    [
        pytest.param(None, id="single cases"),
        pytest.param(np.arange(300) // 3, id="patients", marks=pytest.mark.thorough),
    ],
)
def test_the_interval_of_a_distance_contains_0_where_risks_are_correct(patients: np.ndarray | None) -> None:
    """A distance is above 0 in every sample; 95 % of the intervals should begin at 0."""
    generator, begins, studies = np.random.default_rng(7), 0, repeats(102)
    for _ in range(studies):
        risks = special.expit(generator.normal(-0.8, 1.2, 300))
        truth = generator.random(300) < risks
        cases = independent(risks, truth) if patients is None else of_patients(risks, truth, patients)
        found = fitted_curve(cases).distances()["ici"]
        begins += found.low == 0 < found.value
    assert begins >= 0.9 * studies
    far = fitted_curve(independent(risks**3, truth)).distances()["ici"]
    assert far.low > 0.05


@pytest.mark.parametrize(("freedom", "quantile"), [(math.inf, 5.991464547), (20.0, 7.414974158)])
def test_a_distance_begins_at_0_up_to_the_quantile_of_chi_squared_or_hotelling(freedom: float, quantile: float) -> None:
    """Of two coefficients: 5.99 is chi squared's, 2 x 20 / 19 times 3.52 that of F(2, 19)."""
    begins = {}
    for part in (0.99, 1.01):
        far = np.array([math.sqrt(part * quantile) * 0.1, 1.0])
        found = replace(line(independent()), coefficients=far, covariance=np.eye(2) * 0.01, freedom=freedom)
        begins[part] = found.distances()["ici"].low == 0
    assert begins == {0.99: True, 1.01: False}


def test_the_reach_of_a_mean_distance_is_that_of_draws_at_every_case() -> None:
    generator = np.random.default_rng(4)
    risks = special.expit(generator.normal(-0.8, 1.2, 2_000))
    found = line(independent(risks**2, generator.random(2_000) < risks))
    ici = found.distances()["ici"]
    drawn = generator.multivariate_normal(found.coefficients, found.covariance, 2_000)
    x = special.logit(risks**2)
    means = np.abs(special.expit(drawn[:, :1] + drawn[:, 1:] * x) - risks**2).mean(1)
    assert ici.value - ici.low == pytest.approx(1.96 * math.sqrt(((means - ici.value) ** 2).mean()), rel=0.06)


@pytest.mark.parametrize("seed", range(4))
def test_a_curve_is_known_where_most_cases_are_or_has_fewer_knots(seed: int) -> None:
    """Almost separated cases; a band of ten on the log odds is twice the standard error of 5 that it is judged by."""
    generator = np.random.default_rng(seed)
    risks = generator.uniform(0.02, 0.98, 120)
    found = fitted_curve(independent(risks, generator.random(120) < special.expit(14 * (risks - 0.5))))
    width = half_width(found.band(np.quantile(risks, [0.05, 0.35, 0.65, 0.95])), special.ndtri(0.975))
    assert (width < 5.5).all()


def test_the_order_of_rows_changes_nothing() -> None:
    order = np.random.default_rng(0).permutation(len(RISKS))
    shuffled = fitted_curve(of_patients(RISKS[order], TRUE[order], PATIENTS[order]))
    usual = fitted_curve(of_patients())
    assert_allclose(shuffled.band(AT), usual.band(AT), rtol=1e-9)
    assert (shuffled.at(AT) == usual.at(AT)).all()


def test_rows_that_count_twice_are_rows_that_stand_there_twice() -> None:
    copies = np.random.default_rng(1).integers(1, 4, len(RISKS))
    weighted = fitted_curve(of_patients(weights=copies))
    again = [np.repeat(each, copies) for each in (RISKS, TRUE, PATIENTS)]
    repeated = fitted_curve(of_patients(*again))
    assert_allclose(weighted.at(AT), repeated.at(AT), rtol=1e-12)
    assert_allclose(weighted.band(AT), repeated.band(AT), rtol=1e-9)


@pytest.mark.thorough
@pytest.mark.parametrize(("intercept", "slope"), [(12, 2.4), (15, 2)])
def test_the_unit_of_the_weights_changes_neither_knots_nor_band(intercept: float, slope: float) -> None:
    """Hardly a case of the class has a low risk, so that four knots are too many, whatever a weight is counted in."""
    patients, generator = np.arange(1200) // 3, np.random.default_rng(0)
    x = generator.normal(-3.5, 1.6, 1200)
    codes = (generator.random(1200) < special.expit(intercept + slope * x)).astype(np.int8)
    found = []
    for unit in (1, 1 << 40):
        weights = (1 + patients % 2) * unit
        units = ResamplingUnits(codes, codes, 2, 400, (None, special.expit(x)), patients, weights)
        found.append(fitted_curve(with_scores(units, 1, special.expit(x))))
    assert len(found[0].knots) == len(found[1].knots) < 4
    assert np.isfinite(found[1].band(AT)).all()
    assert_allclose(found[1].band(AT), found[0].band(AT), rtol=1e-6)


@pytest.mark.thorough
def test_the_band_holds_the_true_curve() -> None:
    """A straight line in the log odds, of which a spline is capable."""
    held = np.zeros(len(AT))
    generator = np.random.default_rng(9)
    for _ in range(300):
        x = generator.normal(-0.8, 1.2, 400)
        truth = generator.random(400) < special.expit(-0.3 + 0.6 * x)
        low, high = fitted_curve(independent(special.expit(x), truth)).band(AT)
        true = special.expit(-0.3 + 0.6 * special.logit(AT))
        held += (low <= true) & (true <= high)
    assert (held / 300 > 0.91).all()
    assert (held / 300 < 0.98).all()


@given(st.integers(0, 1000), st.integers(1, 6))
def test_few_distinct_risks_leave_a_simpler_curve_that_meets_the_observed_total(seed: int, distinct: int) -> None:
    generator = np.random.default_rng(seed)
    risks = generator.choice(generator.uniform(0.05, 0.95, distinct), 60)
    cases = independent(risks, generator.random(60) < 0.4)
    found = fitted_curve(cases)
    if found is None:
        return
    assert len(found.coefficients) <= len(np.unique(risks))
    assert cases.table.cases @ found.at(cases.table.scores) == pytest.approx(cases.table.n_positive, rel=1e-6)


@pytest.mark.parametrize(
    ("risks", "truth"),
    [([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]), ([0.3] * 6, [0, 1] * 3), ([0.2, 0.6], [1, 1]), ([], [])],
    ids=["separated", "constant", "one kind", "none"],
)
def test_what_cannot_be_fitted_has_no_curve(risks: list[float], truth: list[int]) -> None:
    assert fitted_curve(independent(np.array(risks), np.array(truth, bool))) is None


def test_risks_of_exactly_0_and_1_are_moved_and_not_dropped() -> None:
    assert_allclose(log_odds([0.0, 1.0]), [special.logit(1e-8), special.logit(1 - 1e-8)])
    risks = np.concatenate([np.linspace(0.05, 0.95, 200), [0.0] * 20, [1.0] * 20])
    truth = np.random.default_rng(2).random(240) < risks * 0.8 + 0.1
    assert fitted_curve(independent(risks, truth)).at([0.0])[0] < 0.3
