"""The folds of a file that is counted where it lies are those of the same file held in memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pyarrow import csv

from metrics import Evaluation
from predictions.demo import EXAMPLES, FOLDER
from predictions.groups.by import By
from predictions.groups.lens import Lens, within
from predictions.mapping import Mapping
from predictions.problems import TooManyGroups
from predictions.slices.folds import Folds, fold_evaluations, read_folds
from predictions.sources.counted.patients import ids as of_ids
from predictions.sources.counted.table import CountedTable
from predictions.study import Capability, Study
from reviews import Review, View
from reviews.groups.subgroups import subgroups
from tests.predictions.helpers import warnings
from tests.predictions.sources.counted.conftest import Opened
from tests.predictions.sources.counted.patients.test_counts import ROWS, columns, ids

pytestmark = pytest.mark.thorough

FOLD = np.array(["fold 1", "fold 2", "fold 10", "", None], object)


def assert_same_folds(held: Study, told: Study) -> None:
    for model, split in held.slices:
        assert told.folds_of(model) == held.folds_of(model)
        one, other = (read_folds(each, each.evaluate(model, split), model, split) for each in (held, told))
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert_same(one, other)
            found = [each.evaluate(model, split) for each in (held, told)]
            if not found[0].is_weighted:  # then areas are pooled, which is said
                assert_same_areas(*found)
            both = (fold_evaluations(each, model, split) for each in (held, told))
            for (name, own), (other_name, its) in zip(*both, strict=True):
                assert (name, own.n, own.model, own.split) == (other_name, its.n, its.model, its.split)


def assert_same_areas(held: Evaluation, told: Evaluation) -> None:
    """The mean of the folds; of patients with several rows both intervals are Obuchowski's, with other freedoms."""
    assert told.is_cross_validated == held.is_cross_validated
    for label, (own, its) in enumerate(zip(held.classes, told.classes, strict=True)):
        one, other = own["auc"], its["auc"]
        assert (other.scope, other.note) == (one.scope, one.note)
        assert (other.low is None) == (one.low is None)
        pooled = [each.pooled_auc(label) for each in (held, told)]
        assert [each and each.value for each in pooled] == [pooled[0] and pooled[0].value] * 2
        if not told.is_clustered:
            assert other == one
        elif one.low is not None and other.low is not None:
            assert other.value == pytest.approx(one.value, abs=1e-12)
            assert (other.low, other.high) == pytest.approx((one.low, one.high), abs=0.01)


def assert_same(one: Folds, other: Folds) -> None:
    assert (one.names, one.shared, one.warnings) == (other.names, other.shared, other.warnings)
    for own, its in ((one.each, other.each), (one.pooled, other.pooled)):
        np.testing.assert_array_equal(own.cells, its.cells)
        assert own.ranked.keys() == its.ranked.keys()
        for key in own.ranked:
            np.testing.assert_array_equal(own.ranked[key], its.ranked[key])


@pytest.mark.parametrize(
    "column",
    [
        {"fold": FOLD[ids(5)]},
        {"fold": ids(4), "split": ["test", "train", "train"] * (ROWS // 3)},
        {"fold": ids(3), "patient_id": ids(40, seed=4)},
        {"fold": ids(40, seed=4) % 3, "patient_id": ids(40, seed=4)},
        {"fold": [None] * ROWS},
        {"fold": ["only"] * ROWS, "model": np.array(["A", "B"])[ids(2)]},
        {"fold": np.where(np.arange(ROWS) < 280, "large", "small")},
    ],
    ids=["blanks", "splits", "patients in several", "patients in one", "all blank", "one", "sizes"],
)
def test_folds_are_those_of_rows_that_are_held(opened: Opened, column: dict[str, Any]) -> None:
    held, told = opened(None, **columns(), **column)
    assert Capability.FOLDS in told.capabilities
    assert_same_folds(held, told)
    assert "AUCs are pooled over the folds" not in warnings(told)
    blank = [[each.fields for each in study.notices if each.code == "blank_groups"] for study in (held, told)]
    assert blank[0] == blank[1]


@pytest.mark.parametrize(("mapping", "parted"), [(None, 2), (Mapping(weight="w"), 100)], ids=["many", "weighted"])
def test_areas_that_are_pooled_over_folds_are_said_to_be(opened: Opened, mapping: Mapping | None, parted: int) -> None:
    told = opened(mapping, **columns(), fold=np.arange(ROWS) // parted, w=[0.5, 2.0] * (ROWS // 2))[1]
    assert not told.evaluate().is_cross_validated
    assert "AUCs are pooled over the folds in “fold”" in warnings(told)


@pytest.mark.parametrize("ids_of", [None, ids(60) * 3 + np.arange(ROWS) % 3], ids=["rows", "patients"])
def test_groups_have_the_mean_of_their_folds(opened: Opened, ids_of: np.ndarray | None) -> None:
    """Patients have rows in one fold, and in several groups."""
    given = {} if ids_of is None else {"patient_id": ids_of}
    site = np.array(["A", "B"])[ids(2, seed=7)]
    studies = opened(None, **columns(), fold=np.arange(ROWS) % 3, site=site, **given)
    for label in range(3):
        both = [subgroups(View(each, Review.begin(each)), (By("site"),), label) for each in studies]
        for group in range(2):
            for side in ("group", "rest"):
                held, told = (getattr(each.members, side)(group, label) for each in both)
                one, other = (each.classes[label]["auc"] for each in (held, told))
                assert other.scope == one.scope
                assert other.value == pytest.approx(one.value, abs=1e-12)
                assert [other.low, other.high] == pytest.approx([one.low, one.high], abs=0.02)


def test_a_lens_has_the_mean_of_its_folds(opened: Opened) -> None:
    held, told = opened(None, **columns(), fold=ids(3), site=np.where(ids(2) == 0, "A", "B"))
    lens = Lens((By("site"),), ("A",))
    assert_same_areas(*(within(each, lens).evaluate() for each in (held, told)))


def test_a_lone_score_has_both_classes_in_every_fold(opened: Opened) -> None:
    given = {name: values for name, values in columns(2).items() if name in ("y_true", "score_VT")}
    assert_same_folds(*opened(None, **given, fold=ids(3)))


def test_the_folds_of_published_measurements(opened: Opened) -> None:
    file = next(each.file for each in EXAMPLES if each.key == "breast-cancer")
    table = csv.read_csv(FOLDER / file)
    assert_same_folds(*opened(None, **{name: table[name] for name in table.column_names}))


def test_without_a_fold_column_there_are_none(opened: Opened) -> None:
    told = opened(None, **columns())[1]
    assert Capability.FOLDS not in told.capabilities
    assert told.folds_of(0) is None
    assert read_folds(told, told.evaluate()) is None


def test_patients_too_many_for_an_engine_are_not_looked_for(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    told, numbers = opened(None, **columns(), fold=ids(3), patient_id=ids(40))[1], CountedTable.numbers

    def limited(table: CountedTable, rows: Any, asked: Any) -> list[Any]:
        if of_ids.GROUPS in rows.collect_schema().names():
            raise TooManyGroups("too many")
        return numbers(table, rows, asked)

    monkeypatch.setattr(CountedTable, "numbers", limited)
    found = read_folds(told, told.evaluate())
    assert found is not None
    assert (found.shared, len(found.names)) == (0, 3)
