"""Bounds of an area: each end solves its equation, and they cover where other intervals do not."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from metrics import Evaluation, ThresholdTable, delong
from metrics.counts import ConfusionMatrix
from metrics.intervals.analytic import auc_interval
from metrics.intervals.auc_bounds import auc_bounds, freedom_of, newcombe_variance
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.notes import Code

Z = 1.959963984540054
areas, errors, sizes = st.floats(0.01, 0.99), st.floats(1e-3, 0.3), st.integers(10, 3000)


def test_newcombes_variance_is_the_one_of_hanley_and_mcneil_for_groups_of_one_size() -> None:
    """A(1 − A) + (m − 1)(Q1 − A²) + (n − 1)(Q2 − A²), over mn: 51 and 51 cases, area 0.893 (Radiology 1982, 143:29)."""
    area, size = 0.893, 51
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    expected = (area * (1 - area) + (size - 1) * (q1 - area**2 + q2 - area**2)) / size**2
    assert newcombe_variance(area, size, size) == pytest.approx(expected)


@given(areas, errors, sizes, sizes, st.floats(6, 500))
def test_each_bound_solves_its_equation(
    value: float, error: float, positives: int, negatives: int, freedom: float
) -> None:
    low, high = auc_bounds(value, error, positives, negatives, freedom=freedom)
    assert 0 <= low < value < high <= 1
    ratio = error**2 / newcombe_variance(value, positives, negatives)
    ratio += max(0, 1 - ratio) / 2 / (0.5 + min(positives, negatives) * min(value, 1 - value))
    for end in (low, high):
        away = (value - end) ** 2 / (ratio * newcombe_variance(end, positives, negatives))
        assert math.sqrt(away) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-6)


def test_degrees_of_freedom_follow_from_how_much_the_variance_itself_would_vary() -> None:
    """Of normal influences those of Satterthwaite, of a group of 10 in which one is far out the fewest of all."""
    rng = np.random.default_rng(3)
    of_ill, of_well = rng.normal(0, 0.1, 4_000), rng.normal(0, 0.05, 6_000)
    both = [
        (len(d), float(d.var(ddof=1)) / len(d), float((((d - d.mean()) / len(d)) ** 4).sum()))
        for d in (of_ill, of_well)
    ]
    welch = sum(v for _, v, _ in both) ** 2 / sum(v**2 / (n - 1) for n, v, _ in both)
    assert freedom_of(both) == pytest.approx(welch, rel=0.1)
    assert freedom_of(both) < freedom_of([(n, v, 0.0) for n, v, _ in both]) == 9_998
    far = (np.arange(10) == 0) - 0.1
    assert freedom_of([(10, float(far.var(ddof=1)) / 10, float(((far / 10) ** 4).sum())), both[1]]) == 6


@given(areas, errors, sizes, sizes)
def test_bounds_mirror(value: float, error: float, positives: int, negatives: int) -> None:
    low, high = auc_bounds(value, error, positives, negatives)
    assert auc_bounds(1 - value, error, negatives, positives) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_many_cases_bring_the_interval_of_delong() -> None:
    rng = np.random.default_rng(2)
    truth = np.arange(40_000) < 12_000
    table = ThresholdTable.from_scores(rng.normal(0, 1, 40_000) + 1.3 * truth, truth)
    ours, plain = auc_interval(table), delong(table)
    assert (ours.low, ours.high) == pytest.approx((plain.low, plain.high), abs=2e-4)


@pytest.mark.parametrize("sign", [1, -1])
def test_complete_separation_has_a_bound(sign: int) -> None:
    """Newcombe's equation at an area of 1 is 1 − θ = z² θ (1 + N ((1 − θ)/(2 − θ) + θ/(1 + θ))) / mn, N = 49."""
    for positives in (12, 40):
        truth = np.arange(100) < positives
        found = auc_interval(ThresholdTable.from_scores(sign * truth, truth))
        assert (found.value, found.method, found.note) == (0.5 + sign / 2, "Newcombe score", None)
        outer, inner = (found.high, found.low) if sign == 1 else (1 - found.low, 1 - found.high)
        assert outer == 1
        sizes_of_groups = positives * (100 - positives)
        others = 1 + 49 * ((1 - inner) / (2 - inner) + inner / (1 + inner))
        assert 1 - inner == pytest.approx(Z**2 * inner * others / sizes_of_groups, rel=1e-6)
        assert 0.8 < inner < 0.97


def test_constant_scores_have_none() -> None:
    found = auc_interval(ThresholdTable.from_scores(np.ones(60), np.arange(60) < 20))
    assert (found.low, found.note.code) == (None, Code.CONSTANT_SCORES)


@pytest.mark.parametrize(
    ("area", "ill", "well", "spread"),
    [
        (0.99, 20, 1000, 1),
        (0.95, 10, 500, 1),
        (0.99, 40, 400, 2),
        (0.75, 50, 450, 1),
        (0.95, 40, 1960, 2),
        (0.9, 20, 1000, 2),
    ],
)
@pytest.mark.thorough
def test_it_covers_where_others_cover_65_to_92_percent(area: float, ill: int, well: int, spread: float) -> None:
    """On the logit scale the first three fell to 83, 89 and 72 %; with normal quantiles the last two to 90 and 91 %.

    spread: of the scores of the ill, those of the others have 1.
    """
    rng, truth = np.random.default_rng(6), np.arange(ill + well) < ill
    shift = math.sqrt(1 + spread**2) * special.ndtri(area)
    scores = rng.normal(size=(300, ill + well))
    scores[:, :ill] = shift + spread * scores[:, :ill]
    found = [auc_interval(ThresholdTable.from_scores(row, truth)) for row in scores]
    assert np.mean([each.low <= area <= each.high for each in found]) > 0.925


def test_the_area_of_patients_with_several_rows_has_a_bound_at_1_too() -> None:
    truth = np.arange(200) % 40 < 20
    units = ResamplingUnits(
        truth.astype(int), truth.astype(int), 2, 40, (None, truth.astype(float)), np.arange(200) % 40
    )
    tables = (None, ThresholdTable.from_scores(truth, truth))
    matrix = ConfusionMatrix.from_codes(units.truth, units.truth, ("a", "b"))
    found = Evaluation(matrix, tables, units=units).classes[1]["auc"]
    assert found.method == "Newcombe score"
    assert (found.low, found.high) == pytest.approx(auc_bounds(1.0, 0.0, 20, 20))


def test_very_many_patients_count_each_though_groups_of_them_are_drawn() -> None:
    rng = np.random.default_rng(1)
    truth = (rng.random(30_000) < 0.3).astype(int)
    score, patients = truth + rng.normal(size=30_000), np.arange(30_000) // 2
    units = ResamplingUnits(truth, truth, 2, 15_000, (None, score), patients)
    with_it, without = units.with_and_without(1)
    assert (with_it, without) == tuple(len(set(patients[truth == code].tolist())) for code in (1, 0))
    matrix, table = ConfusionMatrix.from_codes(truth, truth, ("a", "b")), ThresholdTable.from_scores(score, truth == 1)
    evaluation = Evaluation(matrix, (None, table), units=units)
    shown, plain = evaluation.classes[1]["auc"], delong(table)
    assert shown.high - shown.low == pytest.approx(plain.high - plain.low, rel=0.1)
