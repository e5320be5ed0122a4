"""Patients of whom only a histogram is known have the intervals of patients whose rows are held."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from metrics import ConfusionMatrix, Evaluation, PatientCounts, PatientProducts, ResamplingUnits
from metrics.intervals.bootstrap import Stack
from metrics.intervals.patient_bootstrap import PatientResamples
from metrics.intervals.patient_counts import known_by, of_cell

LABELS = ("Normal", "VT", "AF")
Codes = NDArray[np.int64]


def rows(patients: int, seed: int = 0) -> tuple[Codes, Codes, Codes]:
    """(n,) patient, true and predicted class: some patients are harder than others."""
    generator = np.random.default_rng(seed)
    patient = np.repeat(np.arange(patients), generator.integers(1, 12, patients))
    truth = generator.integers(0, 3, len(patient))
    is_wrong = generator.random(len(patient)) < generator.beta(1, 4, patients)[patient]
    return patient, truth, np.where(is_wrong, generator.integers(0, 3, len(patient)), truth)


def counted(patient: Codes, truth: Codes, predicted: Codes) -> NDArray[np.int64]:
    """(patients, 9) rows of each in the cells of the matrix."""
    place = patient * 9 + truth * 3 + predicted
    return np.bincount(place, minlength=(int(patient.max()) + 1) * 9).reshape(-1, 9)


def histogram(each: NDArray[np.int64], seed: int | None = None) -> PatientCounts:
    vectors, patients = np.unique(each, axis=0, return_counts=True)
    order = np.arange(len(patients)) if seed is None else np.random.default_rng(seed).permutation(len(patients))
    cells = np.arange(9) if seed is None else np.random.default_rng(seed).permutation(9)
    return PatientCounts(3, cells, vectors[order][:, cells], patients[order])


def both(patients: int) -> tuple[Evaluation, Evaluation]:
    """The rows held, patients and rows in any order, and the histogram."""
    each = np.random.default_rng(1).permutation(counted(*rows(patients)))
    unit, cell = np.divmod(np.repeat(np.arange(each.size), each.ravel()), 9)
    truth, predicted = np.divmod(cell, 3)
    units = ResamplingUnits(truth, predicted, 3, patients, patients=unit)
    held = Evaluation(ConfusionMatrix.from_codes(truth, predicted, LABELS), clusters=patients, normal=0, units=units)
    return held, replace(held, units=None, patients=histogram(each))


@pytest.mark.parametrize("patients", [14, 400, 5000])
def test_every_number_of_the_matrix_has_the_interval_of_held_rows(patients: int) -> None:
    held, told = both(patients)
    for block in ("overall", "macro", "weighted", "micro"):
        assert {**getattr(held, block)} == {**getattr(told, block)}, block
    assert [{**each} for each in held.classes] == [{**each} for each in told.classes]
    assert held.predicted_normal == told.predicted_normal
    assert held.part_of_cell(1, 0) == told.part_of_cell(1, 0)
    assert {**held.naive.overall} == {**told.naive.overall} != {**told.overall}


def test_more_patients_than_are_drawn_are_dealt_to_groups_of_equal_size() -> None:
    units = histogram(counted(*rows(5000))).units
    assert (units.count, units.groups) == (5000, 2000)
    total = sum(part.sum() for part in units.counts)
    assert total == 3 * len(rows(5000)[0])


def test_the_order_of_an_answer_changes_nothing() -> None:
    each = counted(*rows(300))
    drawn = [PatientResamples.of_units(histogram(each, seed).units).drawn for seed in (None, 1, 2)]
    for other in drawn[1:]:
        assert drawn[0] is not None
        assert other is not None
        np.testing.assert_array_equal(drawn[0].counts.tp, other.counts.tp)


def test_how_many_patients_there_are_and_how_many_have_several_rows() -> None:
    found = PatientCounts(2, np.array([0, 3]), np.array([[1, 0], [1, 1], [0, 3]]), np.array([5, 2, 4]))
    assert (found.count, found.repeated) == (11, 6)


def test_nothing_is_drawn_for_independent_rows() -> None:
    units = ResamplingUnits(np.array([0, 1]), np.array([0, 1]), 2, 2)
    assert of_cell(None, 0, 0) is None
    assert of_cell(units, 0, 0) is None
    clustered = replace(units, patients=np.array([0, 0]), count=1)
    drawn = of_cell(clustered, 0, 1)
    assert isinstance(drawn, PatientResamples)
    assert isinstance(drawn.counts_per_patient, Stack)


def test_how_patients_are_known_has_a_name() -> None:
    each = counted(*rows(20))
    cells = np.flatnonzero(each.sum(0))
    summed = PatientProducts(3, cells, each.sum(0)[cells], (each.T @ each)[np.ix_(cells, cells)], 20, 20)
    assert [known_by(known) for known in (None, histogram(each), summed)] == ["rows", "counts", "sums"]
