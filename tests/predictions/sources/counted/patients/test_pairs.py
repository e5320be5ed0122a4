"""Patients of the cases that two models have in common: of an engine those of the same cases held."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from metrics import PatientCounts, PatientProducts
from metrics.paired.counted_pairs import OUTCOMES
from predictions.mapping import Mapping
from predictions.problems import Problem
from predictions.slices.paired_models import Pair, join
from predictions.sources.counted.groups import GroupCounter
from predictions.sources.counted.patients import counts
from tests.predictions.sources.counted.conftest import Opened

pytestmark = pytest.mark.thorough

ROWS = 400
LABELS = np.array(["Normal", "VT", "AF", "", None], object)
NORMAL, VT = 1, 2  # of AF, Normal, VT
Histogram = Counter[tuple[int, ...]]


def in_columns(classes: int = 5, seed: int = 0) -> dict[str, Any]:
    """Two models beside each other, of patients with several rows; classes: 5 for blank true ones, too."""
    generator = np.random.default_rng(seed)
    truth, (one, other) = LABELS[generator.integers(0, classes, ROWS)], LABELS[generator.integers(0, 3, (2, ROWS))]
    who = generator.integers(0, 70, ROWS)
    ids: list[str | None] = [f"p{each}" for each in who]
    ids = [*(f" {each}\t" for each in ids[:30]), *ids[30:-12], *["", None, " ", "unknown"] * 3]  # type: ignore[list-item]
    return {"patient_id": ids, "y_true": truth, "pred_A": one, "pred_B": other}


MISSING = Mapping(missing=("unknown",))


def held_histogram(pair: Pair, label: int | None, normal: int | None) -> Histogram:
    """How often patients have exactly these (true class is the class, what the two say) among their cases."""
    own: dict[int, Counter[tuple[int, int, int]]] = {}
    codes = pair.patients if pair.patients is not None else np.arange(len(pair.truth))
    for patient, truth, *said in zip(codes, pair.truth, *pair.predicted, strict=True):
        of = truth if label is None else label
        says = [
            1 if each == of else 2 if normal is not None and truth == label and each == normal else 0 for each in said
        ]
        own.setdefault(patient, Counter())[int(truth == of), says[0], says[1]] += 1
    return Counter(tuple(sorted(each.items())) for each in own.values())  # type: ignore[misc]


def told_histogram(found: Any) -> Histogram:
    assert isinstance(found, PatientCounts)
    told = Histogram()
    for vector, patients in zip(found.vectors.tolist(), found.patients.tolist(), strict=True):
        cells = {
            (place // OUTCOMES, place % OUTCOMES // 3, place % 3): number
            for place, number in zip(found.cells.tolist(), vector, strict=True)
            if number
        }
        told[tuple(sorted(cells.items()))] += patients  # type: ignore[index]
    return told


ASKED = [(None, None), (VT, NORMAL), (NORMAL, None), (0, NORMAL)]


def assert_same_patients(held: Pair, told: Pair) -> None:
    for asked in ASKED:
        assert told_histogram(told.counted_patients(*asked)) == held_histogram(held, *asked)
        assert held.counted_patients(*asked) is None


@pytest.mark.parametrize("more", [{}, {"split": np.where(np.arange(ROWS) % 3, "test", "train")}], ids=["", "splits"])
@pytest.mark.parametrize("ids", ["texts", "integers"])
def test_patients_of_models_in_columns_are_those_of_rows_that_are_held(
    opened: Opened, ids: str, more: dict[str, Any]
) -> None:
    given = in_columns() | more
    if ids == "integers":
        given["patient_id"] = np.arange(ROWS) // 5
    held, told = opened(MISSING, **given)
    assert len(held.slices) == (4 if more else 2)
    for model, split in held.slices:
        assert_same_patients(join(held, model, 1 - model, split), join(told, model, 1 - model, split))


def test_a_frequency_is_as_many_cases_of_a_patient(opened: Opened) -> None:
    given, often = in_columns(), np.random.default_rng(3).integers(0, 4, ROWS)
    held = opened(MISSING, **{name: np.repeat(np.array(each, object), often) for name, each in given.items()})[0]
    told = opened(Mapping(missing=("unknown",), weight="frequency"), **given, frequency=often)[1]
    assert_same_patients(join(held, 0, 1), join(told, 0, 1))


def test_patients_too_unlike_have_the_sums_of_their_products(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    studies = opened(MISSING, **in_columns())
    told = join(studies[1], 0, 1)
    alike = told.counted_patients(VT, NORMAL)
    assert isinstance(alike, PatientCounts)
    monkeypatch.setattr(counts, "MOST_CELLS", 2)
    found = told.counted_patients(VT, NORMAL)
    assert isinstance(found, PatientProducts)
    each = np.repeat(alike.vectors, alike.patients, axis=0)
    assert (found.sums.tolist(), found.products.tolist()) == (each.sum(0).tolist(), (each.T @ each).tolist())
    assert (found.count, found.repeated) == (alike.count, alike.repeated)


@pytest.mark.parametrize(
    "change",
    [{"patient_id": [f"p{each}" for each in range(ROWS)]}, {"patient_id": None}, {"weight": np.arange(ROWS) / 7 + 1}],
    ids=["unique", "none", "weights"],
)
def test_nobody_is_told_where_rows_are_independent_or_weighted(opened: Opened, change: dict[str, Any]) -> None:
    given = {name: each for name, each in (in_columns() | change).items() if each is not None}
    told = opened(Mapping(missing=("unknown",), weight="weight" if "weight" in change else None), **given)[1]
    assert join(told, 0, 1).counter is None


def test_nobody_is_told_by_rows_nor_of_a_file_that_is_gone(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    told = opened(MISSING, **in_columns())[1]
    assert join(told.by_rows, 0, 1).counter is None
    pair = join(told, 0, 1)

    def gone(*_: Any) -> None:
        raise Problem("gone")

    monkeypatch.setattr(GroupCounter, "_open", gone)
    assert pair.counted_patients(VT, NORMAL) is None
