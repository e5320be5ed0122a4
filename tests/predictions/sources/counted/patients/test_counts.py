"""Patients with several rows in a file that is counted where it lies are those of the same file held in memory."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv

from metrics import ConfusionMatrix, Evaluation, PatientCounts, PatientProducts
from predictions.demo import EXAMPLES, FOLDER, Example
from predictions.groups.by import groups
from predictions.groups.lens import offered, within
from predictions.mapping import Mapping
from predictions.problems import Problem, TooManyGroups
from predictions.slices.at_threshold import at_threshold
from predictions.sources.counted import study
from predictions.sources.counted.cases.columns import DIGITS
from predictions.sources.counted.groups import GroupCounter
from predictions.sources.counted.patients import counts
from predictions.sources.counted.table import CountedTable
from predictions.study import Study
from tests.predictions.helpers import warnings
from tests.predictions.sources.counted.conftest import Opened

pytestmark = pytest.mark.thorough

ROWS = 300
LABELS = np.array(["Normal", "VT", "AF", "", None], object)


def columns(classes: int = 5, seed: int = 0) -> dict[str, Any]:
    """Made predictions; classes: 5 for blank ones, too."""
    generator = np.random.default_rng(seed)
    truth, said = LABELS[generator.integers(0, classes, (2, ROWS))]
    scores = generator.random((3, ROWS)).round(2)
    scores[generator.random((3, ROWS)) < 0.02] = np.nan
    return {"y_true": truth, "y_pred": said} | dict(zip(("score_Normal", "score_VT", "score_AF"), scores, strict=True))


def ids(kinds: int = 60, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, kinds, ROWS)


def texts() -> list[str | None]:
    """With blanks around and in place of an id, and a word for missing ones."""
    named: list[str | None] = [f"p{each}" for each in ids()]
    return [*named[:-20], *(f" {each} " for each in named[-20:-12]), *["", None, " ", "unknown"] * 3]


def held_histogram(evaluation: Evaluation) -> list[tuple[int, ...]]:
    """(rows in each cell) of every patient, sorted."""
    units, size = evaluation.units, len(evaluation.labels)
    assert units is not None
    place = units.unit * size**2 + units.truth.astype(np.int64) * size + units.predicted
    return sorted(map(tuple, np.bincount(place, minlength=units.count * size**2).reshape(-1, size**2).tolist()))


def told_histogram(evaluation: Evaluation) -> list[tuple[int, ...]]:
    found, size = evaluation.patients, len(evaluation.labels)
    assert isinstance(found, PatientCounts)
    cells = np.zeros((len(found.vectors), size**2), np.int64)
    cells[:, found.cells] = found.vectors
    return sorted(map(tuple, np.repeat(cells, found.patients, axis=0).tolist()))


def assert_same_patients(held: Study, told: Study) -> None:
    assert held.unit == told.unit
    for place in held.slices:
        one, other = held.evaluate(*place), told.evaluate(*place)
        assert (one.clusters, one.is_clustered) == (other.clusters, other.is_clustered)
        assert other.units is None
        if one.is_clustered:
            assert held_histogram(one) == told_histogram(other)
        else:
            assert other.patients is None


@pytest.mark.parametrize(
    "column",
    [
        {"patient_id": texts()},
        {"patient_id": ids()},
        {"patient_id": pa.array(texts()).dictionary_encode()},
        {"patient_id": [f"p{each}" for each in range(ROWS)]},
        {"patient_id": [None] * 3 + [""] * (ROWS - 3)},
        {"patient_id": [f"p{each}" for each in ids()], "site": ["a", "b"] * (ROWS // 2)},
        {"patient_id": ids(), "split": ["test", "train", "train"] * (ROWS // 3)},
        {"patient_id": ids(), "model": np.array(["A", "B"])[ids(2)]},
    ],
    ids=["texts", "integers", "categories", "unique", "blank", "with a site", "splits", "models"],
)
def test_patients_are_those_of_rows_that_are_held(opened: Opened, column: dict[str, Any]) -> None:
    held, told = opened(Mapping(missing=("unknown",)), **columns(), **column)
    assert_same_patients(held, told)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.key)
def test_patients_of_the_examples(opened: Opened, example: Example) -> None:
    table = csv.read_csv(FOLDER / example.file)
    assert_same_patients(*opened(None, **{name: table[name] for name in table.column_names}))


@pytest.mark.parametrize("scores", [("score_Normal", "score_VT", "score_AF"), ("score_VT",)])
def test_predictions_that_scores_make_are_counted_for_each_patient(opened: Opened, scores: tuple[str, ...]) -> None:
    found = columns(3 if len(scores) > 1 else 2)
    given = {name: found[name] for name in ("y_true", *scores)}
    assert_same_patients(*opened(None, **given, patient_id=ids()))


def test_a_patient_is_a_recording_where_there_are_no_ids(opened: Opened) -> None:
    held, told = opened(None, **columns(), video_id=texts(), frame=np.arange(ROWS))
    assert_same_patients(held, told)


def test_intervals_are_those_of_held_rows(opened: Opened) -> None:
    held, told = (study.evaluate() for study in opened(None, **columns(), patient_id=texts()))
    of_scores = {"auc", "average_precision", "macro_auc", "weighted_auc"}
    for block in ("overall", "macro", "weighted", "micro"):
        one, other = ({**getattr(each, block)} for each in (held, told))
        assert [one[key] for key in one if key not in of_scores] == [other[key] for key in one if key not in of_scores]
    for one, other in zip(held.classes, told.classes, strict=True):
        assert [one[key] for key in one if key not in of_scores] == [other[key] for key in one if key not in of_scores]
    assert held.part_of_cell(0, 1) == told.part_of_cell(0, 1)


def test_intervals_are_wider_than_those_of_independent_rows(opened: Opened) -> None:
    told = opened(None, **columns(3), patient_id=ids())[1]
    other = told.evaluate().overall["accuracy"]
    assert other.method != told.evaluate().naive.overall["accuracy"].method
    assert (
        "CIs of the confusion matrix, of groups, too, of a threshold, of AUCs, of calibration, of net benefit and of"
        in warnings(told)
    )


def test_a_lens_has_patients_of_its_own(opened: Opened) -> None:
    held, told = opened(None, **columns(), patient_id=ids(), site=np.array(["a", "b"])[ids(2, seed=3)])
    for lens in offered(groups(told)):
        assert_same_patients(within(held, lens), within(told, lens))


@pytest.mark.parametrize("many", ["MOST_CELLS", "MOST_PATIENTS"])
def test_patients_too_unlike_for_a_histogram_have_the_sums_of_their_products(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, many: str
) -> None:
    monkeypatch.setattr(counts, many, 2)
    held, told = opened(Mapping(missing=("unknown",)), **columns(), patient_id=texts())
    one, found = held.evaluate(), told.evaluate().patients
    each = np.array(held_histogram(one))
    assert isinstance(found, PatientProducts)
    assert (found.count, found.repeated) == (one.clusters, (each.sum(1) > 1).sum())
    each = each[:, found.cells]
    assert (found.sums.tolist(), found.products.tolist()) == (each.sum(0).tolist(), (each.T @ each).tolist())


def test_an_answer_that_is_too_long_is_said_not_to_be_drawn(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MOST_ROWS", 2)
    told = opened(None, **columns(), patient_id=ids())[1]
    assert (told.evaluate().clusters, told.evaluate().is_clustered) == (None, False)
    assert "too many different values to cluster by" in warnings(told)


def test_ids_of_another_type_than_text_and_whole_numbers_are_said_not_to_tell_patients_apart(opened: Opened) -> None:
    told = opened(None, **columns(), patient_id=np.arange(ROWS) // 2 % 20 + 0.5)[1]
    assert not told.evaluate().is_clustered
    assert "“patient_id” holds neither text nor whole numbers" in warnings(told)
    assert "too many different values" not in warnings(told)


def test_patients_too_many_for_an_engine_are_said_not_to_be_drawn(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = CountedTable.answer

    def limited(table: CountedTable, question: Any) -> pa.Table:
        if counts.PATIENTS in question.collect_schema().names():
            raise TooManyGroups("too many")
        return answer(table, question)

    monkeypatch.setattr(CountedTable, "answer", limited)
    told = opened(None, **columns(), patient_id=ids())[1]
    assert not told.evaluate().is_clustered
    assert "too many different values to cluster by" in warnings(told)


def of_two() -> dict[str, Any]:
    scores = np.random.default_rng(0).random(ROWS).round(2)
    return {"y_true": ["a", "b"] * (ROWS // 2), "score_b": scores, "patient_id": texts()}


def test_rows_can_be_taken_as_independent(opened: Opened) -> None:
    told = opened(None, **of_two())[1]
    assert told.evaluate().is_clustered
    assert (told.by_rows.evaluate().is_clustered, told.by_rows.evaluate().clusters) == (False, None)


@pytest.mark.parametrize("label", [0, 1])
def test_at_a_threshold_patients_are_those_of_held_rows(opened: Opened, label: int) -> None:
    studies = opened(Mapping(missing=("unknown",)), **of_two(), site=np.array(["x", "y"])[ids(2)])
    lens, *_ = offered(groups(studies[1]))
    thresholds = [threshold if label else -threshold for threshold in (-1.0, 0.3, 0.755, 2.0)]
    for threshold in thresholds:
        held, told = (at_threshold(each, 0, label, threshold) for each in studies)
        assert_same_patients(held, told)
        areas = [each.evaluate().classes[1]["auc"] for each in (studies[1], told)]
        assert areas[0] == areas[1]
    assert_same_patients(*(at_threshold(within(each, lens), 0, label, thresholds[1]) for each in studies))


def test_at_a_threshold_within_a_step_of_scores_patients_are_those_of_the_step(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study, "told_apart", lambda *_: 10)
    given = of_two()
    given["score_b"] += np.random.default_rng(1).random(ROWS) * 1e-6
    told = opened(Mapping(missing=("unknown",)), **given)[1]
    table = told.evaluate().tables[1]
    assert table is not None
    low = table.scores[50]
    within_step = np.nextafter(low, 0.0)
    made = at_threshold(told, 0, 1, within_step).evaluate()
    assert told_histogram(made) == told_histogram(at_threshold(told, 0, 1, low).evaluate())
    assert sum(map(sum, told_histogram(made))) == made.n
    assert not at_threshold(told, 0, 0, -low).evaluate().is_clustered  # of the complement other rows are in a step


def test_of_a_class_in_a_zone_patients_are_those_of_held_rows(opened: Opened) -> None:
    held, told = opened(Mapping(missing=("unknown",)), **columns(3), patient_id=texts())
    found = held.evaluate()
    units = found.units
    assert units is not None
    zones = [(0.1, math.inf), (0.505, math.inf), (2.0, math.inf), (0.2, 0.505), (-math.inf, 0.1)]
    for ends, (label, scores) in product(zones, enumerate(units.scores)):
        assert scores is not None
        known = ~np.isnan(scores)
        inside = (scores[known] >= ends[0]) & (scores[known] < ends[1])
        place = units.unit[known] * 4 + 2 * (units.truth[known] == label) + inside
        each = np.bincount(place, minlength=units.count * 4).reshape(-1, 4)
        alike = told.patients_of_class((0, None), label, ends)
        assert alike is not None
        one = replace(told.evaluate(), matrix=ConfusionMatrix(("a", "b"), np.zeros((2, 2), int)), patients=alike)
        assert told_histogram(one) == sorted(map(tuple, each[each.any(1)].tolist()))
        assert held.patients_of_class((0, None), label, ends) is None


def test_by_risk_patients_have_the_sums_of_held_rows(opened: Opened) -> None:
    held, told = opened(Mapping(missing=("unknown",)), **columns(3), patient_id=texts())
    units, risks = held.evaluate().units, [0.1, 0.3, 0.505]
    assert units is not None
    for label, scores in enumerate(units.scores):
        assert scores is not None
        known = ~np.isnan(scores)
        own, reaches = units.truth[known] == label, scores[known] >= np.array(risks)[:, None]
        parts = [own & reaches, ~own & reaches, own | (reaches & False), ~own | (reaches & False)]
        unit, every = units.unit[known], range(len(risks))
        each = np.array([[np.bincount(unit, part[at], units.count) for part in parts] for at in every], np.int64)
        found = told.patients_by_risk((0, None), label, risks)
        assert found is not None
        assert found.products.tolist() == np.einsum("gip,gjp->gij", each, each).tolist()
        assert [found.with_it, found.without] == np.count_nonzero(each[0, 2:], axis=1).tolist()
        assert found.count == len(np.unique(unit))
        assert held.patients_by_risk((0, None), label, risks) is None


def test_of_a_class_at_a_threshold_nobody_is_told_of_a_file_that_is_gone(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = opened(None, **of_two())[1]

    def gone(*_: Any) -> None:
        raise Problem("gone")

    assert told.patients_of_class((0, None), 1, (0.5, math.inf)) is not None
    assert told.by_rows.patients_of_class((0, None), 1, (0.5, math.inf)) is None
    monkeypatch.setattr(GroupCounter, "_open", gone)
    assert told.patients_of_class((0, None), 1, (0.5, math.inf)) is None
    assert told.patients_by_risk((0, None), 1, [0.5]) is None


def test_at_a_threshold_of_a_file_that_is_gone_rows_are_independent(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = opened(None, **of_two())[1]

    def gone(*_: Any) -> None:
        raise Problem("gone")

    monkeypatch.setattr(GroupCounter, "_open", gone)
    found = at_threshold(told, 0, 1, 0.5).evaluate()
    assert (found.is_clustered, found.clusters) == (False, None)


def test_one_row_of_each_patient_stays_so_at_a_threshold(opened: Opened) -> None:
    told = opened(None, **of_two() | {"patient_id": np.arange(ROWS)})[1]
    assert at_threshold(told, 0, 1, 0.5).evaluate().clusters == ROWS


def asked_twice(monkeypatch: pytest.MonkeyPatch, column: str) -> list[Any]:
    """The questions with a column in their answer, of which the first does not fit."""
    answer, asked = CountedTable.answer, []

    def limited(table: CountedTable, question: Any) -> pa.Table:
        if column in question.collect_schema().names():
            asked.append(question)
            if len(asked) == 1:
                raise TooManyGroups("too many")
        return answer(table, question)

    monkeypatch.setattr(CountedTable, "answer", limited)
    return asked


def endings() -> list[str | None]:
    """Ids that end in each digit, in other signs, and blank ones."""
    named = [f"{each}{'ab'[each % 2] if each % 5 == 0 else ''}" for each in ids()]
    return [*named[:-2], None, " "]


def test_patients_who_do_not_fit_at_once_are_asked_for_in_parts(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asked_twice(monkeypatch, counts.PATIENTS)
    assert_same_patients(*opened(None, **columns(), patient_id=endings()))
    assert len(asked) == 1 + len(DIGITS) + 1


def test_sums_of_patients_who_do_not_fit_at_once_are_asked_for_in_parts(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "MOST_CELLS", 2)
    asked = asked_twice(monkeypatch, "product")
    held, told = opened(None, **columns(), patient_id=endings())
    each, found = np.array(held_histogram(held.evaluate())), told.evaluate().patients
    assert isinstance(found, PatientProducts)
    each = each[:, found.cells]
    assert (found.sums.tolist(), found.products.tolist()) == (each.sum(0).tolist(), (each.T @ each).tolist())
    assert len(asked) == 1 + len(DIGITS) + 1


@pytest.mark.parametrize("has_repeated", [True, False])
def test_more_ids_than_an_engine_can_hold_are_told_by_a_tenth(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, has_repeated: bool
) -> None:
    numbers, asked = CountedTable.numbers, []

    def limited(table: CountedTable, rows: Any, about: Any) -> list[Any]:
        if rows.collect_schema().names() == [counts.PATIENT, counts.ROWS]:
            asked.append(rows)
            if len(asked) == 1:
                raise TooManyGroups("too many")
        return numbers(table, rows, about)

    monkeypatch.setattr(CountedTable, "numbers", limited)
    told = opened(None, **columns(), patient_id=np.arange(ROWS) // (2 if has_repeated else 1))[1]
    assert len(asked) == 2
    assert told.evaluate().is_clustered is has_repeated
    assert ("too many different values to cluster by" in warnings(told)) is not has_repeated
