"""A curve through few values is that through all which they stand for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import special

from metrics import ThresholdTable
from metrics.calibration.calibration import Calibration
from metrics.intervals.linearised import ScoredCases
from metrics.measures import condensed
from metrics.measures.logistic import Groups, logistic_fit
from tests.metrics.laws.strategies import columns

ROWS = 60_000


def risks_of(shape: str) -> tuple[np.ndarray, np.ndarray]:
    """Predicted risks, and how often the class occurs at each."""
    generator = np.random.default_rng(3)
    x = generator.normal(-3, 2, ROWS)
    apart = np.where(x > -3, 5, -6) + generator.normal(0, 0.5, ROWS)
    ends = generator.beta(0.1, 0.1, ROWS)
    narrow = 0.5 + 0.001 * generator.standard_normal(ROWS)
    return {
        "usual": (special.expit(x), special.expit(0.3 + 0.7 * x + 0.05 * x**2)),
        "two hills": (special.expit(apart), special.expit(apart)),
        "many of exactly 0 and 1": (np.where((ends > 0.01) & (ends < 0.99), ends, ends.round()), 0.1 + 0.8 * ends),
        "narrow": (narrow, special.expit(1200 * (narrow - 0.5))),
        "rare": (special.expit(x - 6), special.expit(x - 5)),
        "steep": (special.expit(x), special.expit(40 * (x + 3))),
    }[shape]


def told(shape: str) -> Calibration:
    risks, chance = risks_of(shape)
    return Calibration(ScoredCases(ThresholdTable.from_scores(risks, np.random.default_rng(4).random(ROWS) < chance)))


@pytest.mark.thorough
@pytest.mark.parametrize("shape", ["usual", "two hills", "many of exactly 0 and 1", "narrow", "rare", "steep"])
def test_curve_line_and_shift_are_those_of_all_values(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = told(shape)
    few, curve, line, shift = found.cases.condensed, found.curve, found.line, found.citl
    assert len(few.x) <= 4 * condensed.RANGES < ROWS
    monkeypatch.setattr(condensed, "MANY", 10**9)
    plain = told(shape)
    assert curve is not None
    assert plain.curve is not None
    at = plain.cases.table.scores[::100]
    assert_allclose(curve.at(at), plain.curve.at(at), rtol=1e-9)
    assert_allclose(curve.covariance, plain.curve.covariance, rtol=1e-8)
    for one, other in zip((*line, shift), (*plain.line, plain.citl), strict=True):
        assert_allclose([one.value, one.low, one.high], [other.value, other.low, other.high], rtol=1e-9, atol=1e-12)


def test_few_values_have_the_number_and_moments_of_all() -> None:
    risks, chance = risks_of("usual")
    table = ThresholdTable.from_scores(risks.round(6), np.random.default_rng(5).random(ROWS) < chance)
    few, x = condensed.condensed(table, special.logit), special.logit(table.scores)
    for power in range(4):
        for own, all_of_them in zip(few.groups, (table.positives, table.negatives), strict=True):
            assert_allclose(own @ few.x**power, all_of_them @ x**power, rtol=1e-11)


@pytest.mark.thorough
def test_a_curve_too_steep_for_the_ranges_is_fitted_to_all_values() -> None:
    asked = []

    def of(scores: np.ndarray) -> np.ndarray:
        asked.append(len(scores))
        return scores

    scores = np.linspace(30.0, -30.0, ROWS)
    truth = np.random.default_rng(6).random(ROWS) < special.expit(8 * scores)
    found = condensed.condensed(ThresholdTable.from_scores(scores, truth), of).fitted()
    assert asked[-1] == ROWS
    plain = logistic_fit(scores[None], Groups(truth.astype(int), 1 - truth.astype(int)))
    assert found is not None
    assert_allclose(found.coefficients, plain.coefficients)


@given(st.lists(st.tuples(st.sampled_from([0.1, 0.2, 0.2, 0.7]) | st.floats(0, 1), st.booleans()), max_size=8))
def test_cases_overlap_where_neither_group_lies_above_the_other(given_: list[tuple[float, bool]]) -> None:
    ill, well = ([risk for risk, is_ill in given_ if is_ill is kind] for kind in (True, False))
    found = condensed.condensed(ThresholdTable.from_scores(*columns(given_)), np.asarray).overlap
    assert found == bool(ill and well and min(ill) < max(well) and min(well) < max(ill))
