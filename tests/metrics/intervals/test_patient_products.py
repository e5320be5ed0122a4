"""Sums of products of patients' counts give the intervals that drawing the patients gives, without drawing."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from metrics import ConfusionMatrix, Estimate, Evaluation, PatientCounts, PatientProducts, PlacedSums
from metrics.definition import divided
from metrics.intervals.bootstrap import Stack
from metrics.intervals.patient_products import area_interval
from metrics.notes import Code
from tests.metrics.intervals.test_patient_counts import LABELS, counted, histogram, rows
from tests.metrics.measures.test_placements import placed_sums
from tests.metrics.measures.test_placements import rows as placed_rows

REPLICATES = 4000


def products(each: NDArray[np.int64]) -> PatientProducts:
    """Of (patients, 9) counts; cells without rows are not told."""
    cells = np.flatnonzero(each.sum(0))
    kept, repeated = each[:, cells], int((each.sum(1) > 1).sum())
    return PatientProducts(3, cells, kept.sum(0), kept.T @ kept, len(each), repeated)


def evaluated(each: NDArray[np.int64], patients: PatientCounts | PatientProducts) -> Evaluation:
    matrix = ConfusionMatrix(LABELS, each.sum(0).reshape(3, 3))
    return Evaluation(matrix, clusters=len(each), normal=0, patients=patients)


def sensitivity(stack: Stack) -> NDArray[np.float64]:
    return divided(stack.counts.tp[:, 1], (stack.counts.tp + stack.counts.fn)[:, 1])


def drawn_error(each: NDArray[np.int64]) -> float:
    generator = np.random.default_rng(1)
    drawn = generator.multinomial(len(each), np.full(len(each), 1 / len(each)), REPLICATES) @ each
    return float(np.std(drawn[:, 4] / drawn[:, 3:6].sum(1)))


def test_the_error_of_400_patients_is_that_of_drawing_them_and_larger_than_that_of_independent_rows() -> None:
    each = counted(*rows(400))
    known = products(each)
    found, drawn = known.resamples(0).error(sensitivity), drawn_error(each)
    hits, cases = int(each[:, 4].sum()), int(each[:, 3:6].sum())
    naive = math.sqrt(hits / cases * (1 - hits / cases) / cases)
    assert found == pytest.approx(drawn, rel=0.03)
    assert found > 1.05 * naive


def test_the_error_of_a_proportion_is_that_of_a_ratio_of_sums_over_patients() -> None:
    """Cochran 1977, Sampling Techniques, section 6.4."""
    each = counted(*rows(60, seed=3))
    hits, cases = each[:, 4], each[:, 3:6].sum(1)
    away = hits - hits.sum() / cases.sum() * cases
    expected = math.sqrt(60 / 59 * (away @ away)) / cases.sum()
    assert products(each).resamples(None).error(sensitivity) == pytest.approx(expected, rel=1e-7)


def widths(found: Estimate) -> float:
    assert found.low is not None
    assert found.high is not None
    return found.high - found.low


def test_every_number_has_nearly_the_interval_of_drawn_patients() -> None:
    each = counted(*rows(400))
    drawn, summed = evaluated(each, histogram(each)), evaluated(each, products(each))
    pairs = [
        (own[key], other[key])
        for own, other in (
            (drawn.overall, summed.overall),
            (drawn.macro, summed.macro),
            *zip(drawn.classes, summed.classes, strict=True),
        )
        for key in own
    ]
    pairs += zip(drawn.part_of_cell(1, 0), summed.part_of_cell(1, 0), strict=True)
    assert len(pairs) > 40
    for own, other in pairs:
        assert own.value == other.value
        if own.low is not None:
            assert widths(other) == pytest.approx(widths(own), rel=0.08)


def test_the_names_of_the_intervals() -> None:
    each = counted(*rows(400))
    found = evaluated(each, products(each))
    assert found.overall["kappa"].method == "cluster-robust SE, logit scale, t(399)"
    assert found.in_style("conventional").overall["kappa"].method == "cluster-robust SE, t(399)"


def test_none_or_all_of_a_class_is_bounded_by_its_patients() -> None:
    each = np.zeros((40, 9), np.int64)
    each[:, 0] = each[:, 4] = 2
    each[:, 8] = 3
    found = evaluated(each, products(each)).classes[1]["sensitivity"]
    assert (found.successes, found.trials, found.high) == (80, 80, 1.0)
    assert found.method == "Clopper–Pearson over patients"
    assert found.low == evaluated(each, histogram(each)).classes[1]["sensitivity"].low


def test_patients_of_one_row_each_are_independent() -> None:
    each = np.eye(9, dtype=np.int64).repeat(20, axis=0)
    found = evaluated(each, products(each))
    assert found.overall["accuracy"] == found.naive.overall["accuracy"]


def test_too_few_patients_have_no_interval() -> None:
    each = counted(*rows(12))
    found = evaluated(each, products(each)).overall
    for key in ("accuracy", "kappa", "balanced_accuracy"):
        note = found[key].note
        assert found[key].low is None
        assert note is not None
        assert note.code.value.startswith(Code.FEW_PATIENTS.value)


def test_one_patient_alone_stands_for_no_more() -> None:
    """As few patients as must tell something stand for those that do."""
    each = counted(*rows(400))
    each[0, 4] = 3000
    known = products(each)
    told = known.told(np.isin(known.cells, (3, 4, 5)).astype(np.float64))
    assert 1 <= told < 15
    assert replace(known, count=400).resamples(0).units == 400


def placed(count: int = 40, seed: int = 0) -> PlacedSums:
    return placed_sums(*placed_rows(count, seed))


def test_an_area_has_the_bounds_of_its_sums_in_both_styles() -> None:
    known = placed()
    found, conventional = area_interval(0.8, known), area_interval(0.8, known, style="conventional")
    assert found.method == f"Newcombe score, Obuchowski variance, t({known.fewer - 1})"
    assert conventional.method == "Obuchowski"
    assert conventional.low == pytest.approx(0.8 - 1.959963984540054 * known.error())
    assert found.low is not None
    assert conventional.low is not None
    assert found.low < conventional.low


@pytest.mark.parametrize(
    ("known", "value", "code"),
    [
        (None, 0.8, Code.PATIENTS_WITHOUT_SCORES),
        (placed(14), 0.8, Code.FEW_PATIENTS),
        (PlacedSums((40, 40, 1600, 1600), ((40, 0, 1600, 0),) * 4, 40, 40, 80), 0.5, Code.CONSTANT_SCORES),
    ],
)
def test_why_an_area_has_no_bounds(known: PlacedSums | None, value: float, code: Code) -> None:
    found = area_interval(value, known)
    assert (found.value, found.low, found.note and found.note.code) == (value, None, code)


def test_complete_separation_has_a_bound_but_not_in_the_conventional_style() -> None:
    scores = np.repeat([0.0, 1.0], 80)
    known = placed_sums(scores, scores > 0, np.arange(160) % 40)
    found, conventional = area_interval(1.0, known), area_interval(1.0, known, style="conventional")
    assert (known.error(), found.high) == (0.0, 1.0)
    assert found.low == pytest.approx(0.95, abs=0.03)
    assert (conventional.low, conventional.note and conventional.note.code) == (None, Code.SEPARATED)


def test_of_one_row_each_as_many_patients_tell_something_as_there_are_rows() -> None:
    each = np.eye(9, dtype=np.int64)[np.random.default_rng(3).choice(9, 200, p=np.arange(1, 10) / 45)]
    found, cells = products(each).resamples(None), each.sum(0).reshape(3, 3)
    assert found.n_per_class.tolist() == cells.sum(1).tolist()
    assert found.n_outside_largest == 200 - cells.sum(1).max()
