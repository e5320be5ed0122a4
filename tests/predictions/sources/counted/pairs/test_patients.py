"""Patients of the cases that two models have in common: of an engine those of the same cases held."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from metrics import PatientCounts, PatientProducts
from metrics.paired.counted_pairs import OUTCOMES
from predictions.mapping import Mapping
from predictions.problems import Problem, TooManyGroups
from predictions.slices.paired_models import Pair, join
from predictions.sources.counted.cases.columns import DIGITS
from predictions.sources.counted.groups import GroupCounter
from predictions.sources.counted.patients import counts
from predictions.sources.counted.table import CountedTable
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


def in_rows(seed: int = 0, **more: Any) -> dict[str, Any]:
    """A row for each case and model, in random order, some without one of the models; more: by the number of a case."""
    generator = np.random.default_rng(seed)
    case = np.tile(np.arange(ROWS), 2)
    model = np.repeat(["A", "B"], ROWS)
    truth = LABELS[generator.integers(0, 3, ROWS)][case]
    said = np.where(generator.random(len(case)) < 0.6, truth, LABELS[generator.integers(0, 5, len(case))])
    kept = generator.permutation(len(case))[: int(0.9 * len(case))]
    ids = np.array([f"p{each // 6}{'ab'[each % 2] if each % 5 == 0 else ''}" for each in range(ROWS)], object)
    ids[-9:] = ["", None, "unknown"] * 3
    columns = {"patient_id": ids, "recording": np.arange(ROWS) % 7} | {
        name: make(np.arange(ROWS)) for name, make in more.items()
    }
    return {name: each[case][kept] for name, each in columns.items() if each is not None} | {
        "model": model[kept], "y_true": truth[kept], "y_pred": said[kept]
    }  # fmt: skip


IN_ROWS: dict[str, dict[str, Any]] = {
    "told by a recording": in_rows(),
    "told by the fold": in_rows(fold=lambda case: case % 6, recording=lambda case: case * 0),
    "whole numbers": in_rows(patient_id=lambda case: case // 6),
    "frames of recordings": in_rows(
        patient_id=lambda _: None,
        recording=lambda _: None,
        video_id=lambda case: case // 9,
        frame=lambda case: case % 9,
    ),
    "true classes that differ": in_rows() | {"y_true": LABELS[np.random.default_rng(8).integers(0, 3, 720)]},
}


@pytest.mark.parametrize("name", IN_ROWS)
def test_patients_of_models_in_rows_of_their_own_are_those_of_rows_that_are_held(opened: Opened, name: str) -> None:
    held, told = (join(each, 0, 1) for each in opened(MISSING, **IN_ROWS[name]))
    assert held.by == told.by
    assert len(held) == len(told) > 50
    assert_same_patients(held, told)


def test_cases_that_do_not_fit_at_once_are_asked_for_in_parts(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, asked = CountedTable.answer, []

    def limited(table: CountedTable, question: Any) -> pa.Table:
        if counts.PATIENTS in question.collect_schema().names():
            asked.append(question)
            if len(asked) == 1:
                raise TooManyGroups("too many")
        return answer(table, question)

    held, told = (join(each, 0, 1) for each in opened(MISSING, **in_rows()))
    monkeypatch.setattr(CountedTable, "answer", limited)
    assert told_histogram(told.counted_patients(VT, NORMAL)) == held_histogram(held, VT, NORMAL)
    assert len(asked) == 1 + len(DIGITS) + 1


def test_nobody_is_told_where_cases_are_told_by_something_else_than_patients(opened: Opened) -> None:
    given = in_rows(patient_id=lambda _: None, row=lambda case: case)
    told = join(opened(None, **given)[1], 0, 1)
    assert told.by == ("row",)
    assert told.counted_patients(VT, NORMAL) is None


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
    assert join(told, 0, 1).counted_patients(VT, NORMAL) is None


def test_nobody_is_told_by_rows_nor_of_a_file_that_is_gone(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    told = opened(MISSING, **in_columns())[1]
    assert join(told.by_rows, 0, 1).counted_patients(VT, NORMAL) is None
    pair = join(told, 0, 1)

    def gone(*_: Any) -> None:
        raise Problem("gone")

    monkeypatch.setattr(GroupCounter, "_open", gone)
    assert pair.counted_patients(VT, NORMAL) is None
