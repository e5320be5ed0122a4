"""The mean over readers: a published study, simulated studies of known accuracy, and what has no interval."""

import math

import numpy as np
import pytest

from metrics import ThresholdTable, auc
from metrics.interval_methods import STYLES
from metrics.notes import Code
from metrics.paired.covariance import covariance
from metrics.paired.paired_auc import paired_auc_of_patients
from metrics.paired.reader_mean import (
    Reading,
    area_read,
    difference_of_readers,
    mean_over_readers,
    over_readers,
    proportion_read,
)
from tests.support.declared import is_declared

# Van Dyke 1993, 5 readers, 114 cases, trapezoidal areas: output of OR-DBM MRMC 2.51 with jackknife covariances.
CINE = [0.91964573, 0.85877617, 0.90386473, 0.97310789, 0.82979066]
SPIN_ECHO = [0.94782609, 0.90531401, 0.92173913, 0.99935588, 0.92995169]


@pytest.mark.parametrize(
    ("areas", "shared", "low", "high", "freedom"),
    [(CINE, 0.00048396180, 0.82522360, 0.96885048, 12.7), (SPIN_ECHO, 0.00020418785, 0.89413783, 0.98753689, 12.7)],
)
def test_a_published_mean_of_one_modality(
    areas: list[float], shared: float, low: float, high: float, freedom: float
) -> None:
    found = mean_over_readers(areas, np.full((5, 5), shared), style="conventional")
    assert (found.low, found.high) == pytest.approx((low, high), abs=2e-8)
    assert found.method == f"Obuchowski-Rockette, t({freedom})"


def test_a_published_difference_of_two_modalities() -> None:
    """The covariance of two differences is twice Cov2 − Cov3, of which five figures are published."""
    apart = np.array(CINE) - np.array(SPIN_ECHO)
    found = mean_over_readers(apart, np.full((5, 5), 2 * (0.00034407 - 0.00023903)), lowest=-1.0)
    assert (found.value, found.low, found.high) == pytest.approx((-0.04380032, -0.087959, 0.000359), abs=1e-6)
    assert found.method == "Obuchowski-Rockette, t(15.3)"


def reader_scores(rng: np.random.Generator, readers: int, truth: np.ndarray, spread: float) -> np.ndarray:
    """(readers, n): a case is as hard for all, and a reader better or worse at all of them."""
    skill = 1.6 + spread * rng.standard_normal(readers)[:, None]
    return skill * truth + 0.7 * rng.standard_normal(len(truth)) + 0.7 * rng.standard_normal((readers, len(truth)))


@pytest.mark.thorough
def test_the_interval_holds_the_mean_of_all_readers_on_all_cases() -> None:
    rng, truth, studies = np.random.default_rng(4), np.arange(120) < 50, 500
    many = reader_scores(rng, 400, np.arange(4000) < 2000, 0.3)
    true_mean = float(np.mean([auc(ThresholdTable.from_scores(each, np.arange(4000) < 2000)) for each in many]))
    hit = 0
    for _ in range(studies):
        found = over_readers([area_read(each, truth) for each in reader_scores(rng, 5, truth, 0.3)])
        assert found.low is not None
        assert found.high is not None
        hit += found.low <= true_mean <= found.high
    assert 0.92 <= hit / studies <= 0.98


@pytest.mark.thorough
def test_few_cases_read_well_have_their_interval_on_the_logit_scale() -> None:
    """On the plain scale it lies above the true mean in one study of nine, and never below."""
    rng, truth, held = np.random.default_rng(4), np.arange(50) < 25, dict.fromkeys(STYLES, 0)
    own, of_many = (np.arange(n) < n // 2 for n in (50, 4000))
    scores = reader_scores(rng, 400, of_many, 0.2) + 0.8 * of_many
    true_mean = float(np.mean([auc(ThresholdTable.from_scores(each, of_many)) for each in scores]))
    for _ in range(500):
        readings = [area_read(each, truth) for each in reader_scores(rng, 5, truth, 0.2) + 0.8 * own]
        for style in STYLES:
            found = over_readers(readings, style=style)
            held[style] += found.low <= true_mean <= found.high
    assert held["default"] / 500 >= 0.92 > held["conventional"] / 500
    assert found.method.startswith("Obuchowski-Rockette, t(")
    assert is_declared(over_readers(readings).method)


def test_pooling_the_readers_would_claim_far_more() -> None:
    """Readers as independent rows: the interval of one reader's cases five times over is far too narrow."""
    rng, truth = np.random.default_rng(5), np.arange(100) < 40
    scores = reader_scores(rng, 5, truth, 0.5)
    found = over_readers([area_read(each, truth) for each in scores])
    pooled = paired_auc_of_patients(np.tile(truth, 5), scores.ravel(), np.zeros(500)).first
    assert found.high - found.low > 1.5 * (pooled.high - pooled.low)


def test_the_covariance_of_readers_is_that_of_delong() -> None:
    """One reader against another: the variance of their difference is that of the paired test."""
    rng, truth = np.random.default_rng(6), np.arange(90) < 40
    one, other = (area_read(each, truth) for each in reader_scores(rng, 2, truth, 0.4))
    spread = covariance(np.array([one.parts, other.parts]), one.groups)
    error = math.sqrt(spread[0, 0] + spread[1, 1] - 2 * spread[0, 1])
    rng = np.random.default_rng(6)
    scores = reader_scores(rng, 2, truth, 0.4)
    paired = paired_auc_of_patients(truth, *scores)
    assert (one.value - other.value) / error == pytest.approx(paired.z)


def test_a_proportion_has_the_variance_of_a_proportion() -> None:
    correct = np.arange(50) < 40
    read = proportion_read(correct, np.ones(50, bool))
    assert read.value == 0.8
    assert covariance(read.parts[None], read.groups)[0, 0] == pytest.approx(0.8 * 0.2 / 49)


def test_rows_of_one_patient_widen_the_interval() -> None:
    rng, truth = np.random.default_rng(7), np.arange(60) < 30
    scores = reader_scores(rng, 4, truth, 0.1)
    patients = np.repeat(np.arange(60), 3)
    once = over_readers([area_read(each, truth) for each in scores])
    thrice = [area_read(np.repeat(each, 3), np.repeat(truth, 3)) for each in scores]
    assert over_readers(thrice, patients).low == pytest.approx(once.low)
    assert over_readers(thrice).low > once.low


def test_a_difference_is_that_of_the_same_readers() -> None:
    rng, truth = np.random.default_rng(8), np.arange(80) < 40
    first, second = ([area_read(each, truth) for each in reader_scores(rng, 4, truth, spread)] for spread in (0.2, 0.3))
    found, back = difference_of_readers(first, second), difference_of_readers(second, first)
    assert found.value == pytest.approx(over_readers(first).value - over_readers(second).value)
    assert (found.low, found.high) == pytest.approx((-back.high, -back.low))
    same = difference_of_readers(first, first)
    assert (same.value, same.low, same.note.code) == (0, None, Code.READERS_ALIKE)


def reading(value: float = 0.8, cases: int = 40) -> Reading:
    return proportion_read(np.arange(cases) < value * cases, np.ones(cases, bool))


@pytest.mark.parametrize(
    ("readings", "patients", "code"),
    [
        ([], None, Code.UNDEFINED_FOR_READER),
        ([reading(), proportion_read([True], [False])], None, Code.UNDEFINED_FOR_READER),
        ([reading(0.8), reading(0.9)], None, Code.FEW_READERS),
        ([reading(0.8, 9), reading(0.7, 9), reading(0.6, 9)], None, Code.FEW_CASES_OF_GROUP),
        ([reading(0.8), reading(0.9), reading(0.7)], np.arange(40) % 14, Code.FEW_PATIENTS),
        ([reading(1.0), reading(1.0), reading(1.0)], None, Code.READERS_ALIKE),
    ],
)
def test_no_interval_says_why(readings: list[Reading], patients: np.ndarray | None, code: Code) -> None:
    found = over_readers(readings, patients)
    assert found.low is None
    assert found.note.code is code


def test_an_area_needs_cases_of_both_kinds() -> None:
    assert math.isnan(area_read([0.1, 0.2], [True, True]).value)


def test_ten_cases_and_fifteen_patients_are_enough() -> None:
    assert over_readers([reading(0.8, 10), reading(0.7, 10), reading(0.6, 10)]).low is not None
    assert over_readers([reading(0.8), reading(0.9), reading(0.7)], np.arange(40) % 15).low is not None
