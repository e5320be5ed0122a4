import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import special

from metrics import ThresholdTable, recalibration
from metrics.calibration.calibration import calibration
from metrics.calibration.recalibrated import cross_fitted, line_through
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.resampling_units import ResamplingUnits
from tests.metrics.calibration.reference import RISKS, TRUE


def units_of(scores: np.ndarray, truth: np.ndarray, patients: np.ndarray | None = None) -> ResamplingUnits:
    codes = truth.astype(np.int8)
    count = len(scores) if patients is None else len(np.unique(patients))
    ids = None if patients is None else patients.astype(int)
    return ResamplingUnits(codes, codes, 2, count, (None, scores), ids)


def drawn(seed: int, size: int = 3000) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    x = generator.normal(-1, 1.2, size)
    return special.expit(1 + 2 * x), generator.random(size) < special.expit(x)


def test_the_line_is_that_of_the_recalibration() -> None:
    line = line_through(ThresholdTable.from_scores(RISKS, TRUE), of_log_odds=True)
    found = recalibration(ThresholdTable.from_scores(RISKS, TRUE))
    assert_allclose([line.intercept, line.slope], [found.intercept, found.slope], rtol=1e-9)


def test_a_line_of_other_cases_mends_these() -> None:
    line = line_through(ThresholdTable.from_scores(*drawn(0)), of_log_odds=True)
    own = ThresholdTable.from_scores(*drawn(1))
    before = recalibration(own)
    after = calibration(ScoredCases(own).with_risks(line.risks))
    assert before.slope < 0.6
    assert after.line[1].low < 1 < after.line[1].high
    assert after.oe_ratio.low < 1 < after.oe_ratio.high
    assert after.cases.units is None


def test_rows_that_are_all_alone_are_judged_as_their_table() -> None:
    """Rounded, so that several rows share a score; and of scores that fall while risks rise."""
    scores, truth = drawn(4, 600)
    for own in (np.round(scores, 2) * 0.9 + 0.05, 1 - scores):
        table = ThresholdTable.from_scores(own, truth)
        line = line_through(table, of_log_odds=False)
        of_rows = ScoredCases(table, 1, units_of(own, truth, np.arange(600))).with_risks(line.risks)
        of_table = ScoredCases(table).with_risks(line.risks)
        assert_allclose(of_table.table.scores, of_rows.table.scores, rtol=1e-12)
        assert (of_table.table.positives == of_rows.table.positives).all()


@pytest.mark.parametrize("of_log_odds", [True, False])
def test_cross_fitting_judges_no_patient_by_a_line_of_its_own_rows(of_log_odds: bool) -> None:
    """A patient's own outcome moves the risks of others only."""
    scores, truth = drawn(2, 400)
    scores = scores if of_log_odds else special.logit(scores) * 3
    patients = np.arange(400) // 4
    usual = cross_fitted(units_of(scores, truth, patients), 1, of_log_odds, is_clustered=True)
    changed = truth.copy()
    changed[patients == 7] = ~truth[patients == 7]
    again = cross_fitted(units_of(scores, changed, patients), 1, of_log_odds, is_clustered=True)
    same, other = (each.units.scores[1] for each in (usual, again))
    assert (same[patients == 7] == other[patients == 7]).all()
    assert (same[patients != 7] != other[patients != 7]).mean() > 0.8
    assert calibration(usual).line[1].value == pytest.approx(1, abs=0.25)
    assert usual.units.patients is not None


def test_rows_without_a_score_stay_without() -> None:
    scores, truth = drawn(3, 300)
    scores[:30] = np.nan
    found = cross_fitted(units_of(scores, truth, np.arange(300)), 1, of_log_odds=True, is_clustered=True)
    assert found.total == 270
    assert np.isnan(found.units.scores[1][:30]).all()


def test_separated_cases_have_no_line() -> None:
    scores, truth = np.linspace(0.01, 0.99, 60), np.arange(60) >= 30
    assert line_through(ThresholdTable.from_scores(scores, truth), of_log_odds=True) is None
    assert cross_fitted(units_of(scores, truth), 1, of_log_odds=True, is_clustered=False) is None
