"""The AUC of patients with several rows in a file that is counted where it lies has the error of the same rows held."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from metrics import Evaluation
from metrics.measures.placements import proportions_placed
from metrics.paired.covariance import covariance
from predictions.groups.by import By, groups
from predictions.groups.lens import offered, within
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import TooManyGroups
from predictions.sandbox.client import Guard
from predictions.sources.counted import study
from predictions.sources.counted.cases import columns as case_columns
from predictions.sources.counted.patients import areas, evaluations
from predictions.sources.engines.folder import ParquetFolder
from predictions.study import Study
from reviews import Review, View
from reviews.groups.subgroups import Subgroups, subgroups
from tests.predictions.sources.counted.conftest import Opened
from tests.predictions.sources.counted.patients.test_counts import asked_twice

pytestmark = pytest.mark.thorough

PATIENTS = 80
LABELS = np.array(["Normal", "VT", "AF", "AVB", "PVC", "", None], object)


def made(classes: int, decimals: int = 2, seed: int = 0) -> dict[str, Any]:
    """Patients of 1 to 50 rows that resemble each other; classes: 7 with blank ones. `who` is theirs."""
    generator = np.random.default_rng(seed)
    who = np.repeat(np.arange(PATIENTS), generator.integers(1, 51, PATIENTS))
    truth = generator.integers(0, classes, len(who))
    scores = generator.random((len(who), 5)) + generator.random((PATIENTS, 5))[who] + np.eye(7)[truth, :5]
    scores = (scores / scores.sum(1, keepdims=True)).round(decimals)
    scores[generator.random(scores.shape) < 0.02] = np.nan
    columns = {f"score_{name}": scores[:, place] for place, name in enumerate(LABELS[: min(classes, 5)])}
    return {"y_true": LABELS[truth], "y_pred": LABELS[scores[:, :classes].argmax(1)], "who": who} | columns


def held_error(of: Evaluation, label: int) -> float:
    """Obuchowski's, of rows that are held."""
    assert of.units is not None
    scores = of.units.scores[label]
    assert scores is not None
    known = ~np.isnan(scores)
    own = of.units.truth[known] == label
    placed = proportions_placed(scores[known], own)[None]
    (found,) = covariance(placed, np.array([own, ~own]), of.units.unit[known].astype(np.intp))[0]
    return math.sqrt(found)


def assert_same_errors(held: Study, told: Study) -> None:
    for place in held.slices:
        one, other = held.evaluate(*place), told.evaluate(*place)
        assert other.patients is not None
        assert [*other.patients.areas] == [label for label, table in enumerate(one.tables) if table is not None]
        for label, known in other.patients.areas.items():
            error = held_error(one, label)
            assert known.error() == pytest.approx(error, rel=1e-12)
            shown, drawn = other.classes[label]["auc"], one.classes[label]["auc"]
            assert shown.value == drawn.value
            assert shown.note == drawn.note
            if not shown.note:
                assert shown.low == pytest.approx(drawn.low, abs=0.2 * error)
                assert shown.method == f"Newcombe score, Obuchowski variance, t({known.fewer - 1})"


def texts(who: np.ndarray) -> list[str | None]:
    """With outer blanks, and rows without an id."""
    named: list[str | None] = [f"p{each}" for each in who]
    return [*(f" {each}\t" for each in named[:40]), *named[40:-12], *["", None, " ", "unknown"] * 3]


@pytest.mark.parametrize(
    ("ids", "classes"),
    [(texts, 2), (np.asarray, 5), (lambda who: pa.array(texts(who)).dictionary_encode(), 7)],
    ids=["texts", "integers", "dictionary"],
)
def test_the_error_is_that_of_held_rows(opened: Opened, ids: Any, classes: int) -> None:
    columns = made(classes)
    who = columns.pop("who")
    assert_same_errors(*opened(Mapping(missing=("unknown",)), **columns, patient_id=ids(who)))


@pytest.mark.parametrize(
    "change",
    [
        lambda scores: scores.astype(np.float32),
        lambda scores: np.where(
            scores > 0.2, scores - 0.2, [0.0, -0.0] * (len(scores) // 2) + [0.0] * (len(scores) % 2)
        ),
        lambda scores: 1e5 * (scores - 0.2),
        lambda scores: scores.round(1),
    ],
    ids=["float32", "zeros with a sign", "no probabilities", "many ties"],
)
def test_scores_of_other_kinds(opened: Opened, change: Any) -> None:
    """Of so many digits that several distinct scores share a step."""
    columns = made(2, 12)
    who, score = columns.pop("who"), change(columns["score_VT"])
    assert_same_errors(*opened(None, y_true=columns["y_true"], score_VT=score, patient_id=who))


def test_splits_models_and_a_lens_have_sums_of_their_own(opened: Opened) -> None:
    columns = made(3)
    who = columns.pop("who")
    further = {"split": np.array(["test", "train"])[who % 2], "site": np.array(["a", "b"])[who % 3 % 2]}
    held, told = opened(None, **columns, patient_id=who, **further)
    assert_same_errors(held, told)
    for lens in offered(groups(told)):
        assert_same_errors(within(held, lens), within(told, lens))


@pytest.mark.parametrize("most", [10, 1000])
def test_scores_in_steps_are_placed_as_they_are_counted(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Of too many distinct scores each step is one: those of the steps, held, are placed alike."""
    columns = made(2, 9)
    who = columns.pop("who")
    monkeypatch.setattr(study, "told_apart", lambda tables, limit: most)
    told = opened(None, y_true=columns["y_true"], score_VT=columns["score_VT"], patient_id=who)[1].evaluate()
    known, table = told.patients.areas[1] if told.patients else None, told.table(1)
    assert known is not None
    assert table is not None
    place = np.searchsorted(table.scores[::-1], columns["score_VT"], "right") - 1
    steps = np.where(np.isnan(columns["score_VT"]), np.nan, table.scores[::-1][place])
    held = open_files([("a.csv", csv(columns["y_true"], steps, who))]).evaluate()
    assert len(table.scores) == len(np.unique(steps[~np.isnan(steps)]))
    assert known.error() == pytest.approx(held_error(held, 1), rel=1e-12)


def csv(truth: np.ndarray, scores: np.ndarray, who: np.ndarray) -> bytes:
    rows = (
        f"{one},{'' if np.isnan(score) else repr(float(score))},{of}"
        for one, score, of in zip(truth, scores, who, strict=True)
    )
    return "\n".join(["y_true,score_VT,patient_id", *rows]).encode()


def test_classes_are_asked_of_together_or_one_by_one(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the scores of one share steps, and where those of one are in steps: each as by itself."""
    columns = made(3)
    columns["patient_id"] = columns.pop("who")
    columns["score_VT"] += np.linspace(0, 1e-9, len(columns["y_true"]))
    columns["score_AF"] = columns["score_AF"].round(1) + 1e-7 * (np.arange(len(columns["y_true"])) % 2)
    monkeypatch.setattr(study, "told_apart", lambda tables, limit: 50)
    together = opened(None, **columns)[1].evaluate()
    monkeypatch.setattr(evaluations, "FEW", 0)
    by_themselves = opened(None, **columns)[1].evaluate()
    assert together.patients is not None
    assert by_themselves.patients is not None
    assert together.patients.areas == by_themselves.patients.areas
    assert len(together.patients.areas) == 3


def test_patients_who_do_not_fit_at_once_are_placed_in_parts(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asked_twice(monkeypatch, "asked 0")
    columns = made(2)
    named = [f"{each}{'ab'[each % 2] if each % 5 == 0 else ''}" for each in columns["who"].tolist()]
    given = {"y_true": columns["y_true"], "score_VT": columns["score_VT"], "patient_id": [*named[:-2], None, " "]}
    assert_same_errors(*opened(None, **given))
    assert len(asked) == 1 + len(case_columns.DIGITS) + 1 + 1


def of_groups(studies: tuple[Study, Study], by: By, label: int) -> list[Subgroups]:
    return [subgroups(View(study, Review.begin(study)), (by,), label) for study in studies]


@pytest.mark.parametrize(("column", "classes"), [("site", 2), ("site", 3), ("device", 3)])
def test_in_groups_the_error_is_that_of_held_rows(opened: Opened, classes: int, column: str) -> None:
    """Rows are placed among those of their group, also where a patient is in several; the rest where none is."""
    columns = made(classes)
    who = columns.pop("who")
    site, device = np.array(["a", "b", "c", None])[who % 4], np.array(["x", "y"])[np.arange(len(who)) % 2]
    given = columns | {"patient_id": texts(who), "site": site, "device": device}
    studies = opened(Mapping(missing=("unknown",)), **given)
    for label in range(classes):
        held, told = of_groups(studies, By(column), label)
        if held.view.evaluation.table(label) is None:
            continue
        for group in range(len(held.groups)):
            sides = [(held.members.group(group, label), told.members.group(group, label))]
            sides += [(held.members.rest(group, label), told.members.rest(group, label))] if column == "site" else []
            for one, other in sides:
                assert other.patients is not None
                assert other.patients.areas[label].error() == pytest.approx(held_error(one, label), rel=1e-12)
            figures = [of.figures(group)["auc"] for of in (held, told)]
            assert (figures[0].value, figures[0].note) == (figures[1].value, figures[1].note)
            assert [figures[0].low, figures[0].high] == pytest.approx([figures[1].low, figures[1].high], abs=0.03)


def test_a_difference_of_areas_is_from_the_intervals_of_both_sides(opened: Opened) -> None:
    columns = made(5)
    who = columns.pop("who")
    site, device = np.array(["a", "b", "c"])[who % 3], np.array(["x", "y", "z"])[np.arange(len(who)) % 3]
    studies = opened(None, **columns, patient_id=who, site=site, device=device)
    held, told = of_groups(studies, By("site"), 1)
    for group in range(3):
        apart = [of.difference(group, "auc") for of in (held, told)]
        assert apart[0].value == apart[1].value
        assert apart[0].method == apart[1].method
        assert [apart[0].low, apart[0].high] == pytest.approx([apart[1].low, apart[1].high], abs=0.03)
    _, told = of_groups(studies, By("device"), 1)
    by_rows = subgroups(told.view.by_rows, (By("device"),), 1)
    assert told.difference(0, "auc") == by_rows.difference(0, "auc")


def test_rows_of_groups_that_share_steps_of_scores_are_placed_by_score(opened: Opened) -> None:
    columns = made(2, 12)
    who = columns.pop("who")
    given = {"y_true": columns["y_true"], "score_VT": columns["score_VT"], "site": np.array(["a", "b"])[who % 2]}
    held, told = of_groups(opened(None, **given, patient_id=who), By("site"), 0)
    for group in range(2):
        one, other = (of.members.group(group, 0) for of in (held, told))
        assert other.patients is not None
        assert other.patients.areas[0].error() == pytest.approx(held_error(one, 0), rel=1e-12)


def test_in_groups_of_too_many_patients_an_area_has_no_interval(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = made(5)
    who = columns.pop("who")
    studies = opened(None, **columns, patient_id=who, site=np.array(["a", "b"])[who % 2])
    monkeypatch.setattr(areas, "_asked", too_many)
    found = of_groups(studies, By("site"), 1)[1].figures(0)
    assert (found["auc"].low, found["auc"].note and found["auc"].note.code.value) == (None, "patients_without_scores")
    assert found["sensitivity"].low is not None


def too_many(*_: Any) -> None:
    raise TooManyGroups("too many")


def test_where_patients_do_not_fit_the_area_says_so_and_the_matrix_keeps_them(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(areas, "_asked", too_many)
    columns = made(5)
    told = opened(None, patient_id=columns.pop("who"), **columns)[1].evaluate()
    found = told.classes[0]["auc"]
    assert (found.low, found.note and found.note.code.value) == (None, "patients_without_scores")
    assert told.is_clustered


def test_a_frequency_is_as_many_rows_of_a_patient(opened: Opened) -> None:
    columns = made(2)
    who, times = columns.pop("who"), np.random.default_rng(3).integers(0, 4, len(columns["y_true"]))
    ids = np.array(texts(who), object)
    apart = opened(
        None, **{name: np.repeat(each, times) for name, each in columns.items()}, patient_id=np.repeat(ids, times)
    )
    told = opened(Mapping(weight="frequency"), **columns, patient_id=ids, frequency=times)[1].evaluate()
    assert told.patients is not None
    assert told.patients.areas == apart[1].evaluate().patients.areas
    assert len(told.patients.areas) == 2


def test_a_folder_has_the_same_sums_as_a_file(opened: Opened, tmp_path: Path) -> None:
    columns = made(5)
    columns["patient_id"] = columns.pop("who")
    told = opened(None, **columns)[1].evaluate()
    table, folder = pa.table(columns), tmp_path / "folder"
    folder.mkdir()
    for part in range(3):
        parquet.write_table(table.slice(part * 700, 700 if part < 2 else None), folder / f"{part}.parquet")
    found = open_files(
        [("folder", ParquetFolder("folder", folder.resolve()))], None, Guard(limits=Limits(rows=1))
    ).evaluate()
    assert told.patients is not None
    assert found.patients is not None
    assert (found.patients.areas, len(found.patients.areas)) == (told.patients.areas, 5)
