"""Observed to expected: its value, its interval against known true values, and where it has none."""

import math

import numpy as np
import pytest
from scipy import special

from metrics.calibration.calibration import calibration
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.observed_to_expected import observed_to_expected
from metrics.measures.calibration import recalibration
from metrics.notes import Code, note
from metrics.thresholds import ThresholdTable
from tests.support.declared import is_declared


def drawn(patients: int, each: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Outcomes, risks that are a quarter too high, and patients whose rows resemble each other."""
    rng = np.random.default_rng(seed)
    risk = np.clip(rng.beta(2, 5, patients), 0.01, 0.79).repeat(each)
    shift = rng.choice([-0.15, 0.15], patients).repeat(each) * risk
    return rng.random(len(risk)) < risk + shift, 1.25 * risk, np.arange(patients).repeat(each)


def test_the_value_is_that_of_the_recalibration() -> None:
    truth, risks, _ = drawn(80, 1)
    found = observed_to_expected(truth, risks)
    assert found.value == pytest.approx(recalibration(ThresholdTable.from_scores(risks, truth)).oe_ratio)
    assert found.low < found.value < found.high
    assert is_declared(found.method)


@pytest.mark.parametrize("each", [1, 6])
@pytest.mark.thorough
def test_the_interval_holds_the_true_ratio(each: int) -> None:
    held = 0
    for seed in range(400):
        truth, risks, patients = drawn(150, each, seed)
        found = observed_to_expected(truth, risks, patients)
        held += found.low <= 0.8 <= found.high
    assert 0.92 <= held / 400 <= 0.98


def test_the_same_rows_again_tell_nothing_new() -> None:
    truth, risks, patients = drawn(60, 1)
    once = observed_to_expected(truth, risks, weights=np.ones(60))
    again = observed_to_expected(truth.repeat(4), risks.repeat(4), patients.repeat(4))
    assert (again.low, again.high) == pytest.approx((once.low, once.high))
    assert (once.method, again.method) == (
        f"bootstrap SE, log scale, t({truth.sum() - 1})", f"patient bootstrap SE, log scale, t({truth.sum() - 1})"
    )  # fmt: skip


def test_patients_of_one_row_each_are_independent_cases() -> None:
    truth, risks, patients = drawn(80, 1)
    assert observed_to_expected(truth, risks, patients) == observed_to_expected(truth, risks)


def test_of_independent_cases_the_bounds_lie_on_the_logit_scale_between_none_and_all() -> None:
    """Where all have one risk, O:E is a proportion by that constant, and so are its bounds."""
    found = observed_to_expected([1] * 40 + [0] * 60, [0.5] * 100)
    error = math.sqrt(0.4 * 0.6 / 99) / (0.4 * 0.6)
    reach = special.stdtrit(39, 0.975) * error
    assert (found.low, found.high) == pytest.approx(
        tuple(special.expit(special.logit(0.4) + d * reach) / 0.5 for d in (-1, 1))
    )
    assert found.method == "Wald, logit scale, t(39)"
    few = observed_to_expected([1] * 97 + [0] * 3, [0.9] * 100)
    assert few.high < 1 / 0.9
    assert observed_to_expected([1] * 30, [0.9] * 30).method == "exact Poisson"


@pytest.mark.parametrize(("each", "weighted"), [(5, False), (1, True)])
def test_patients_and_weighted_cases_are_drawn_again(each: int, weighted: bool) -> None:
    truth, risks, patients = drawn(150, each)
    weights = 1.0 + patients % 3 if weighted else np.ones(len(truth))
    found = observed_to_expected(truth, risks, None if weighted else patients, weights=weights if weighted else None)
    rng, logs = np.random.default_rng(1), []
    for _ in range(3000):
        often = np.bincount(rng.integers(0, 150, 150), minlength=150)[patients] * weights
        logs.append(math.log(often @ truth / (often @ risks)))
    with_class = len(np.unique(patients[truth]))
    reach = special.stdtrit(with_class - 1, 0.975) * math.sqrt(with_class / (with_class - 1)) * np.std(logs)
    assert math.log(found.high / found.value) == pytest.approx(reach, rel=0.06)
    assert found.method == f"{'' if weighted else 'patient '}bootstrap SE, log scale, t({with_class - 1})"


def test_what_has_no_value_or_no_interval_says_why() -> None:
    for risks in ([1.5, 0.2], [-0.1, 0.2], [0.0, 0.0]):
        assert math.isnan(observed_to_expected([1, 0], risks).value)
    assert math.isnan(observed_to_expected([], []).value)
    few = observed_to_expected([1] * 9 + [0] * 40, [0.2] * 49, weights=[2.0] * 49)
    assert few.note == note(Code.FEW_CASES_OF_CLASS, cases=9, needed=10)
    assert observed_to_expected([1] * 10 + [0] * 40, [0.2] * 50, weights=[2.0] * 50).low is not None
    patients = observed_to_expected([1] * 20 + [0] * 40, [0.2] * 60, np.arange(60) // 6)
    assert patients.note == note(Code.FEW_PATIENTS, patients=10, needed=15)


@pytest.mark.parametrize(
    ("observed", "low", "high"),
    [(0, 0.0, 3.6889), (1, 0.0253, 5.5716), (5, 1.6235, 11.6683), (9, 4.1154, 17.0848), (19, 11.4392, 29.6709)],
)
def test_of_few_cases_the_interval_is_the_published_one_of_a_poisson_count(
    observed: int, low: float, high: float
) -> None:
    """Garwood 1936: the bounds of the expectation, here of 4 cases that are expected."""
    truth, risks = [1] * observed + [0] * (40 - observed), [0.1] * 40
    found = observed_to_expected(truth, risks)
    assert found.method == "exact Poisson"
    assert (found.value, found.low, found.high) == pytest.approx((observed / 4, low / 4, high / 4), abs=1e-4)
    of_table = calibration(ScoredCases(ThresholdTable.from_scores(risks, truth)))
    assert of_table is not None
    both = of_table.oe_ratio, found
    assert both[0].method == both[1].method
    assert [(each.value, each.low, each.high) for each in both[:1]] == [
        pytest.approx((found.value, found.low, found.high))
    ]


@pytest.mark.parametrize(("observed", "total"), [(5, 6), (18, 20), (30, 30)])
def test_few_cases_are_at_most_all_there_are(observed: int, total: int) -> None:
    truth, risks = [1] * observed + [0] * (total - observed), [0.9] * total
    of_table = calibration(ScoredCases(ThresholdTable.from_scores(risks, truth)))
    assert of_table is not None
    for found in (observed_to_expected(truth, risks), of_table.oe_ratio):
        assert found.method == "exact Poisson"
        assert found.high == pytest.approx(1 / 0.9)


def test_few_cases_are_held_more_often_than_95_percent() -> None:
    rng, held = np.random.default_rng(3), 0
    for _ in range(600):
        risks = np.clip(rng.beta(0.3, 5.7, 90), 1e-4, 0.99)
        found = observed_to_expected(rng.random(90) < risks, risks)
        held += found.low <= 1 <= found.high
    assert held / 600 >= 0.95


def test_risks_that_are_the_outcomes_have_no_interval_without_width() -> None:
    truth = np.repeat([1, 0], 30)
    found = observed_to_expected(truth, truth.astype(float))
    assert (found.value, found.low) == (1, None)
    assert found.note is not None
    assert found.note.code is Code.ALL_REPLICATES_EQUAL
