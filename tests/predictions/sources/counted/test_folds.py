"""The folds of a file that is counted where it lies are those of the same file held in memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pyarrow import csv

from predictions.demo import EXAMPLES, FOLDER
from predictions.problems import TooManyGroups
from predictions.slices.folds import Folds, fold_evaluations, read_folds
from predictions.sources.counted.patients import ids as of_ids
from predictions.sources.counted.table import CountedTable
from predictions.study import Capability, Study
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
            both = (fold_evaluations(each, model, split) for each in (held, told))
            for (name, own), (other_name, its) in zip(*both, strict=True):
                assert (name, own.n, own.model, own.split) == (other_name, its.n, its.model, its.split)


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
    assert "AUCs are pooled over the folds in “fold”" in warnings(told)


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
