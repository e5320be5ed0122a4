"""The difference of two models' net benefit: single models as the oracle of its value, resamples of its error."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats

from metrics import Counts, PatientCounts, net_benefit
from metrics.notes import Code
from metrics.paired.counted_pairs import OUTCOMES, place_of
from metrics.utility.paired_difference import net_benefit_difference as difference
from metrics.utility.paired_difference import net_benefit_difference_of_counts
from tests.support.declared import is_declared

Arrays = tuple[np.ndarray, np.ndarray, np.ndarray]


def cases(n: int, seed: int = 0) -> Arrays:
    """(n,) of the class, and at or above the threshold by each of two models that often agree."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.3
    first, second = (rng.random(n) < np.where(truth, hit, 0.2) for hit in (0.8, 0.7))
    return truth, first, np.where(rng.random(n) < 0.6, first, second)


def alone(truth: np.ndarray, flagged: np.ndarray, risk: float) -> float:
    kinds = (truth & flagged, ~truth & flagged, truth & ~flagged, ~truth & ~flagged)
    return float(net_benefit(Counts(*(int(each.sum()) for each in kinds)), risk))


@given(st.integers(1, 80), st.integers(0, 1000), st.floats(0, 0.95))
def test_it_is_the_one_net_benefit_less_the_other_and_turns_round_with_them(n: int, seed: int, risk: float) -> None:
    truth, first, second = cases(n, seed)
    found, turned = difference(truth, first, second, risk), difference(truth, second, first, risk)
    assert_allclose(found.value, alone(truth, first, risk) - alone(truth, second, risk), atol=1e-12)
    assert_allclose(found.value, -turned.value, atol=1e-12)
    if found.low is not None and turned.high is not None:
        assert_allclose(found.low, -turned.high, atol=1e-12)
        assert is_declared(str(found.method))


def test_of_independent_cases_it_is_a_mean_whose_bootstrap_has_a_closed_form() -> None:
    truth, first, _ = cases(400, 2)
    gained = np.where(truth, 1.0, -0.25) * first  # over a model that flags nobody
    found = difference(truth, first, np.zeros(400, bool), 0.2)
    fewer = min(truth.sum(), 400 - truth.sum())
    reach = stats.t.ppf(0.975, fewer - 1) * stats.sem(gained)
    assert_allclose([found.low, found.value, found.high], gained.mean() + reach * np.array([-1, 0, 1]), rtol=1e-9)


@pytest.mark.parametrize("rows_each", [1, 4])
def test_its_interval_is_that_of_resampled_cases_or_patients(rows_each: int) -> None:
    truth, first, second = (np.repeat(each, rows_each) for each in cases(600, 3))
    patients = np.repeat(np.arange(600), rows_each)
    found = difference(truth, first, second, 0.2, patients=patients if rows_each > 1 else None)
    gained = np.bincount(patients, np.where(truth, 1.0, -0.25) * (first.astype(int) - second))
    drawn = np.random.default_rng(0).integers(0, 600, (2_000, 600))
    draws = gained[drawn].mean(1) / rows_each
    assert gained.mean() / rows_each == pytest.approx(found.value)
    assert found.low is not None
    assert found.high is not None
    assert_allclose((found.high - found.low) / 2, 1.973 * np.std(draws), rtol=0.06)


def test_patients_of_one_row_are_cases_and_copied_rows_teach_nothing() -> None:
    truth, first, second = cases(300, 5)
    single = difference(truth, first, second, 0.1)
    copied = [np.repeat(each, 3) for each in (truth, first, second)]
    clustered = difference(*copied, 0.1, patients=np.repeat(np.arange(300), 3))
    assert single.low is not None
    assert clustered.low is not None
    assert single.value == pytest.approx(clustered.value)
    assert clustered.value - clustered.low == pytest.approx(single.value - single.low, rel=0.06)
    assert single.method is not None
    assert clustered.method is not None
    assert single.method.startswith("bootstrap SE, t(")
    assert clustered.method.startswith("patient bootstrap SE, t(")


@pytest.mark.parametrize(
    ("patients", "method"),
    [(None, "bootstrap"), (np.arange(300), "bootstrap"), (np.arange(300) // 2, "patient bootstrap")],
)
def test_of_weighted_cases_it_says_whether_cases_or_patients_were_drawn(
    patients: np.ndarray | None, method: str
) -> None:
    found = difference(*cases(300, 5), 0.1, patients=patients, weights=1 + np.arange(300) % 3)
    assert str(found.method).startswith(f"{method} SE, t(")


def test_without_enough_cases_or_any_disagreement_there_is_no_interval() -> None:
    truth, first, second = cases(300, 1)
    few = difference(truth[:30], first[:30], second[:30], 0.1)
    assert (few.low, few.note and few.note.code) == (None, Code.FEW_CASES_OF_GROUP)
    same = difference(truth, first, first, 0.1)
    assert (same.value, same.low, same.note and same.note.code) == (0.0, None, Code.CONSTANT_DIFFERENCE)
    patients = np.arange(300) % 12
    assert difference(truth, first, second, 0.1, patients=patients).note
    assert math.isnan(difference([], [], [], 0.1).value)


def test_of_a_histogram_of_patients_it_is_that_of_their_rows() -> None:
    truth, first, second = (np.repeat(each, 4) for each in cases(300, 3))
    who, place = np.repeat(np.arange(300), 4), place_of(truth.astype(int), first.astype(int), second.astype(int))
    each = np.bincount(who * OUTCOMES**2 + place, minlength=300 * OUTCOMES**2).reshape(300, -1)
    places = np.flatnonzero(each.sum(0))
    vectors, patients = np.unique(each[:, places], axis=0, return_counts=True)
    told = net_benefit_difference_of_counts(each.sum(0), PatientCounts(OUTCOMES, places, vectors, patients), 0.2, 0.95)
    held = difference(truth, first, second, 0.2, patients=who)
    assert told.method == held.method
    assert_allclose([told.low, told.value, told.high], [held.low, held.value, held.high], rtol=0.05)
