import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import optimize, special

from metrics import Recalibration, ThresholdTable, brier, multiclass_brier, recalibration
from metrics.measures.calibration import log_loss, multiclass_brier_of_tables, scaled_brier
from tests.metrics.laws.strategies import Cases, cases, columns, counts

probability = st.sampled_from([0.0, 1e-9, 0.1, 0.29, 0.5, 1.0]) | st.floats(0, 1)
probabilities = cases(1, probability)
CONSTANT = ThresholdTable.from_scores([0.2] * 8, [1, 0] * 4)


def table_of(given_: Cases) -> ThresholdTable:
    return ThresholdTable.from_scores(*columns(given_))


def simulated(seed: int, size: int = 400) -> ThresholdTable:
    """Risks that are true, but for rounding."""
    generator = np.random.default_rng(seed)
    risk = np.round(special.expit(generator.normal(-1, 1.5, size)), 2).clip(0.01, 0.99)
    return ThresholdTable.from_scores(risk, generator.random(size) < risk)


def distorted(table: ThresholdTable, shift: float, stretch: float) -> ThresholdTable:
    changed = special.expit(shift + stretch * special.logit(table.scores))
    return ThresholdTable(changed, table.positives, table.negatives)


def test_the_brier_score_of_a_published_example() -> None:
    """scikit-learn's documentation of brier_score_loss."""
    found = brier(ThresholdTable.from_scores([0.1, 0.9, 0.8, 0.3], [False, True, True, False]))
    assert found == pytest.approx(0.0375, abs=1e-15)


@given(probabilities)
def test_the_brier_score_is_the_mean_squared_error(given_: Cases) -> None:
    scores, truth = columns(given_)
    found = brier(table_of(given_))
    assert found == pytest.approx(np.mean((scores - truth) ** 2), abs=1e-12)
    assert 0 <= found <= 1


@given(probabilities)
def test_the_brier_score_over_two_classes_is_twice_that_of_one(given_: Cases) -> None:
    scores, truth = columns(given_)
    both = multiclass_brier(truth.astype(int), np.column_stack([1 - scores, scores]))
    assert both == pytest.approx(2 * brier(table_of(given_)), abs=1e-12)


def test_the_multiclass_brier_score_is_the_sum_over_the_classes() -> None:
    generator = np.random.default_rng(3)
    truth, scores = generator.integers(0, 4, 60), generator.dirichlet(np.ones(5), 60)
    each = [brier(ThresholdTable.from_scores(scores[:, k], truth == k)) for k in range(5)]
    assert multiclass_brier(truth, scores) == pytest.approx(sum(each), abs=1e-12)
    assert multiclass_brier(truth, np.eye(5)[truth]) == 0
    assert multiclass_brier([0], [[0.0, 1.0]]) == 2


def test_saying_the_prevalence_scales_to_0_and_the_true_classes_to_1() -> None:
    assert scaled_brier(ThresholdTable.from_scores([0.25] * 4, [1, 0, 0, 0])) == pytest.approx(0, abs=1e-15)
    assert scaled_brier(ThresholdTable.from_scores([1, 0, 0, 0], [1, 0, 0, 0])) == 1
    assert scaled_brier(ThresholdTable.from_scores([0, 1], [1, 0])) == -3
    assert math.isnan(scaled_brier(ThresholdTable.from_scores([0.5], [1])))


def test_what_is_no_probability_has_no_brier_score_and_no_recalibration() -> None:
    for scores in ([-0.1, 0.5], [0.5, 1.0000001], [-3, 4]):
        table = ThresholdTable.from_scores(scores, [True, False])
        assert math.isnan(brier(table))
        assert all(math.isnan(value) for value in vars(recalibration(table)).values())
    assert math.isnan(multiclass_brier([0], [[1.5, -0.5]]))


def test_no_cases_leave_everything_undefined() -> None:
    nobody = ThresholdTable.from_scores([], [])
    assert math.isnan(brier(nobody))
    assert math.isnan(scaled_brier(nobody))
    assert all(math.isnan(value) for value in vars(recalibration(nobody)).values())
    assert math.isnan(multiclass_brier([], np.empty((0, 3))))


@pytest.mark.parametrize("proportion", [0.001, 0.3, 0.9])
def test_true_risks_need_no_recalibration(proportion: float) -> None:
    scores = np.array([0.9, 0.6, 0.25, proportion])[np.argsort([-0.9, -0.6, -0.25, -proportion])]
    ill = np.round(1_000_000 * scores).astype(int)
    if len(set(scores)) == len(scores):
        found = recalibration(ThresholdTable(scores, ill, 1_000_000 - ill))
        assert_allclose(list(vars(found).values()), [1, 0, 0, 1], atol=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_the_fit_is_the_maximum_of_the_likelihood(seed: int) -> None:
    """A general optimiser finds the same: no step of ours is used."""
    table = distorted(simulated(seed), 0.5, 0.6)
    x = special.logit(table.scores)

    def loss(line: np.ndarray) -> float:
        risk = line[0] + line[1] * x
        return -(table.positives @ special.log_expit(risk) + table.negatives @ special.log_expit(-risk))

    found = recalibration(table)
    best = optimize.minimize(loss, [0, 1], method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-12})
    assert_allclose([found.intercept, found.slope], best.x, atol=1e-6)
    large = optimize.minimize_scalar(lambda shift: loss(np.array([shift, 1])), options={"xtol": 1e-12})
    assert found.citl == pytest.approx(large.x, abs=1e-6)
    assert found.oe_ratio == pytest.approx(table.n_positive / ((table.positives + table.negatives) @ table.scores))


@given(st.floats(-2, 2), st.floats(0.2, 3), st.integers(0, 20))
def test_a_distortion_of_the_log_odds_is_found_again(shift: float, stretch: float, seed: int) -> None:
    """logit p' = a + b logit p is undone by slope / b and intercept − a · slope / b."""
    usual, found = recalibration(simulated(seed)), recalibration(distorted(simulated(seed), shift, stretch))
    assert found.slope == pytest.approx(usual.slope / stretch, rel=1e-6)
    assert found.intercept == pytest.approx(usual.intercept - shift * usual.slope / stretch, rel=1e-6, abs=1e-6)


@given(st.lists(counts(10**14).filter(bool), min_size=4, max_size=4))
def test_two_scores_have_a_fit_in_closed_form(cells: list[int]) -> None:
    table = ThresholdTable([0.7, 0.4], cells[:2], cells[2:])
    rates, x = np.log(np.array(cells[:2]) / np.array(cells[2:])), special.logit([0.7, 0.4])
    found = recalibration(table)
    slope = (rates[0] - rates[1]) / (x[0] - x[1])
    assert found.slope == pytest.approx(slope, rel=1e-6, abs=1e-6)
    assert found.intercept == pytest.approx(rates[0] - slope * x[0], rel=1e-6, abs=1e-6)


@given(probability, counts(10**17).filter(bool), counts(10**17).filter(bool))
def test_one_score_can_only_be_shifted(score: float, ill: int, well: int) -> None:
    found = recalibration(ThresholdTable([score], [ill], [well]))
    near = min(max(score, 1e-8), 1 - 1e-8)
    assert found.citl == pytest.approx(math.log(ill / well) - special.logit(near), abs=1e-6)
    assert math.isnan(found.slope)
    assert math.isnan(found.intercept)


@pytest.mark.parametrize(
    ("scores", "truth"),
    [
        ([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]),
        ([0.1, 0.2, 0.8, 0.9], [1, 1, 0, 0]),
        ([0.1, 0.5, 0.5, 0.9], [0, 0, 1, 1]),
        ([0.0, 1e-12, 1.0, 1.0], [0, 1, 1, 1]),
    ],
    ids=["separated", "reversed", "separated but for a tie", "separated once clipped"],
)
def test_separated_cases_have_no_slope_but_a_shift(scores: list[float], truth: list[int]) -> None:
    found = recalibration(ThresholdTable.from_scores(scores, truth))
    assert math.isnan(found.slope)
    assert math.isnan(found.intercept)
    assert math.isfinite(found.citl)


@pytest.mark.parametrize(("truth", "ratio"), [([0, 0], 0.0), ([1, 1], 4.0)])
def test_one_kind_of_case_leaves_only_observed_against_expected(truth: list[int], ratio: float) -> None:
    found = recalibration(ThresholdTable.from_scores([0.2, 0.3], truth))
    assert (found.slope, found.intercept, found.citl) == pytest.approx((math.nan,) * 3, nan_ok=True)
    assert found.oe_ratio == pytest.approx(ratio)


def test_nobody_expected_leaves_no_ratio() -> None:
    assert math.isnan(recalibration(ThresholdTable.from_scores([0.0, 0.0], [1, 0])).oe_ratio)


def test_one_case_of_each_group_among_the_others_is_overlap_enough() -> None:
    found = recalibration(ThresholdTable.from_scores([0.1] * 5 + [0.5, 0.6] + [0.9] * 5, [0] * 5 + [1, 0] + [1] * 5))
    assert 0 < found.slope < math.inf


def test_almost_separated_cases_are_fitted_or_undefined_but_never_incorrect() -> None:
    for hair in (1e-1, 1e-3, 1e-5, 1e-7, 1e-9):
        scores = np.concatenate([np.linspace(0.01, 0.4, 40), [0.5 + hair], [0.5], np.linspace(0.6, 0.99, 40)])
        truth = np.arange(82) >= 41
        found = recalibration(ThresholdTable.from_scores(scores, truth))
        assert math.isnan(found.slope) or found.slope > 5


def test_one_odd_case_does_not_hide_that_the_rest_is_certain() -> None:
    """Probabilities of exactly 0 and 1, one of them wrong: the logits are ±18.4."""
    table = ThresholdTable.from_scores([0.0] * 99 + [1.0] * 101, [0] * 99 + [0] + [1] * 100)
    found = recalibration(table)
    assert math.isnan(found.slope)  # a tie at 1.0 only
    table = ThresholdTable.from_scores([0.0] * 100 + [1.0] * 100, [1] + [0] * 99 + [0] + [1] * 99)
    found = recalibration(table)
    assert found.slope == pytest.approx(math.log(99) / special.logit(1 - 1e-8), rel=1e-6)
    assert found.citl == pytest.approx(0, abs=1e-6)


def test_results_cannot_be_changed() -> None:
    assert isinstance(recalibration(CONSTANT), Recalibration)
    with pytest.raises(AttributeError):
        recalibration(CONSTANT).slope = 1.0  # type: ignore[misc]


def test_the_log_loss_is_that_of_the_probability_of_the_true_class() -> None:
    rng = np.random.default_rng(2)
    truth, scores = rng.integers(0, 4, 500), rng.dirichlet(np.ones(4), 500)
    tables = [ThresholdTable.from_scores(scores[:, label], truth == label) for label in range(4)]
    assert log_loss(tables) == pytest.approx(-np.log(scores[np.arange(500), truth]).mean())
    assert multiclass_brier_of_tables(tables) == pytest.approx(multiclass_brier(truth, scores))


def test_the_log_loss_has_ends_and_is_undefined_without_probabilities() -> None:
    sure = ThresholdTable([1.0, 0.0], [3, 0], [0, 5])
    assert log_loss([sure]) == 0
    assert log_loss([ThresholdTable([0.0], [2], [1])]) == pytest.approx(-math.log(1e-8))
    assert math.isnan(log_loss([]))
    assert math.isnan(log_loss([sure, ThresholdTable([2.0], [1], [1])]))
