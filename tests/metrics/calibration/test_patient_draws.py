"""Logistic recalibration of drawn patients: the fit of their rows, from counts in ranges of the risk."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import special

from metrics import ThresholdTable
from metrics.calibration.patient_draws import RANGES, DrawnRisks
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.resampling_units import ResamplingUnits, weights
from metrics.measures.calibration import recalibration
from metrics.measures.case_weights import weighted_table


def cases(patients: int, seed: int = 0, digits: int = 9, weigh: bool = False) -> ScoredCases:
    """Three rows of each patient, which resemble each other; risks a half too extreme."""
    rng = np.random.default_rng(seed)
    owner, shared = np.repeat(np.arange(patients), 3), rng.normal(-1, 1, patients)
    true = shared[owner] + rng.normal(0, 0.5, 3 * patients)
    is_class, risks = rng.random(3 * patients) < special.expit(true), special.expit(1.5 * true).round(digits)
    many = 1 + owner % 3 if weigh else None
    units = ResamplingUnits(is_class.astype(int), is_class.astype(int), 2, patients, (None, risks), owner, many)
    table = ThresholdTable.from_scores(risks, is_class) if many is None else weighted_table(risks, is_class, many)
    return ScoredCases(table, 1, units)


def refitted(given: ScoredCases, draw: int) -> tuple[float, float, float]:
    """Intercept, slope and calibration in the large of the rows as often as a draw has them."""
    units = given.units
    assert units is not None
    own = 1 if units.case_weights is None else units.case_weights
    scores, often = units.scores[1], weights(units.count)[draw].astype(int)[units.unit] * own
    assert scores is not None
    found = recalibration(weighted_table(scores, units.truth == 1, often))
    return found.intercept, found.slope, found.citl


def fits(given: ScoredCases) -> np.ndarray:
    """(2000, 3) intercept, slope, and calibration in the large of each draw."""
    drawn, all_cases = DrawnRisks.of(given), recalibration(given.table)
    ones = np.ones((1, len(drawn.x)))
    line = drawn.fitted(np.vstack([ones, drawn.x]), np.array([all_cases.intercept, all_cases.slope]))
    return np.column_stack([line, drawn.fitted(ones, np.array([all_cases.citl]), drawn.x)])


@pytest.mark.parametrize("weigh", [False, True])
def test_of_few_different_risks_each_draw_has_the_fit_of_its_rows(weigh: bool) -> None:
    given = cases(60, weigh=weigh, digits=2)
    assert len(given.table.scores) <= 2 * RANGES
    found = fits(given)
    assert_allclose(found[:25], [refitted(given, draw) for draw in range(25)], rtol=1e-4, atol=1e-4)


@pytest.mark.thorough
def test_of_many_risks_it_is_that_of_the_ranges_to_a_hundredth_of_its_error() -> None:
    given = cases(700)
    assert len(given.table.scores) > 2 * RANGES
    found = fits(given)
    wanted = np.array([refitted(given, draw) for draw in range(25)])
    assert (np.abs(found[:25] - wanted).max(0) < 0.03 * found.std(0)).all()
    assert_allclose(found[:25].std(0), wanted.std(0), rtol=0.01)


def test_risks_of_exactly_0_and_1_leave_the_others_their_ranges() -> None:
    """Their log odds are 18 away, so that ranges of equal width alone would hold all others in a few."""
    given = cases(700)
    units = given.units
    assert units is not None
    risks = units.scores[1].copy()  # type: ignore[union-attr]
    risks[:2] = 0.0, 1.0
    truth = units.truth.copy()
    truth[:2] = 0, 1
    units = replace(units, scores=(None, risks), truth=truth)
    moved = ScoredCases(ThresholdTable.from_scores(risks, truth == 1), 1, units)
    wanted = np.array([refitted(moved, draw) for draw in range(10)])
    assert (np.abs(fits(moved)[:10] - wanted).max(0) < 0.05 * fits(moved).std(0)).all()


def test_a_draw_that_separates_the_groups_is_undefined() -> None:
    risks, is_class = np.array([0.1, 0.2, 0.3, 0.4] * 6), np.array([0, 0, 1, 1] * 6, bool)
    is_class[0] = True  # one patient alone keeps the groups from being apart
    patients = np.arange(24)
    units = ResamplingUnits(is_class.astype(int), is_class.astype(int), 2, 24, (None, risks), patients)
    given = ScoredCases(ThresholdTable.from_scores(risks, is_class), 1, units)
    found = fits(given)
    without = weights(24)[:, 0] == 0
    assert np.isnan(found[without, 1]).all()
    assert not np.isnan(found[:, 2]).any()
    assert np.isfinite(found[~without, 1]).mean() > 0.5
