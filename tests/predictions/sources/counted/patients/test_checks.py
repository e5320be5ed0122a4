"""What is said of ids, folds and models that are counted where they lie: the same as of rows that are held."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv

from predictions.limits import Limits
from predictions.opening import open_files
from predictions.problems import TooManyGroups
from predictions.sandbox.client import Guard
from predictions.sources.counted.cases.columns import DIGITS
from predictions.sources.counted.patients import checks
from predictions.sources.counted.table import CountedTable
from predictions.study import Capability, Study
from tests.predictions.sources.counted.conftest import Opened

pytestmark = pytest.mark.thorough

ROWS = 200
SAID = {
    "blank_ids", "class_missing_in_folds", "classes_missing_in_folds", "commented_rows", "conflicting_predictions",
    "conflicting_truth", "folds_of_different_size", "identical_rows", "ids_in_several_folds", "ids_trimmed",
    "models_of_different_rows", "one_fold",
}  # fmt: skip


def said(study: Study) -> dict[str, Any]:
    """But for the example of an id, which no engine brings."""
    found = {each.code: dict(each.fields) for each in study.notices if each.code in SAID}
    assert all(each.pop("example", "") == "" or Capability.LOADED in study.capabilities for each in found.values())
    return found


def columns(**more: Any) -> dict[str, Any]:
    """Ids of one to five rows, some blank and some with blanks around; each with several classes."""
    generator = np.random.default_rng(0)
    ids = [f"r{each}" for each in generator.integers(0, 90, ROWS)]
    ids[3:8] = [" ", "", " r7 ", "r8\t", "#r5"]
    truth, predicted = generator.choice(["a", "b", "c"], (2, ROWS))
    return {"case_id": ids, "y_true": truth, "y_pred": predicted} | more


FOLDS = np.where(np.arange(ROWS) < 20, "x", np.where(np.arange(ROWS) < 150, "y", "z"))
AGAIN = np.r_[np.arange(ROWS - 20), np.arange(20)]
TABLES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "ids": (columns(), {"ids_trimmed", "blank_ids", "conflicting_truth", "conflicting_predictions", "identical_rows"}),
    "rows that stand twice": (
        {name: np.array(each)[AGAIN] for name, each in columns(score_a=np.arange(ROWS) / ROWS).items()},
        {"identical_rows"},
    ),
    "splits": (columns(split=np.resize(["test", "train"], ROWS)), {"conflicting_truth", "identical_rows"}),
    "whole numbers": (columns(case_id=[None if at % 9 == 0 else at // 2 for at in range(ROWS)]), {"blank_ids"}),
    "folds": (
        columns(y_true=np.where(np.arange(ROWS) < 20, "a", np.resize(["a", "b"], ROWS)), fold=FOLDS),
        {"class_missing_in_folds", "ids_in_several_folds", "folds_of_different_size"},
    ),
    "one fold": (columns(fold=["x"] * ROWS), {"one_fold"}),
    "models": (columns(model=np.where(np.arange(ROWS) < 90, "m", "n")), {"models_of_different_rows"}),
    "unique ids": (columns(case_id=[f"r{each}" for each in range(ROWS)]), set()),
    "no ids": ({name: each for name, each in columns().items() if name != "case_id"}, set()),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_the_same_is_said_as_of_rows_that_are_held(opened: Opened, name: str) -> None:
    given, expected = TABLES[name]
    held, told = opened(None, **given)
    assert expected <= said(held).keys()
    assert said(told) == said(held)


def test_patients_may_well_have_several_classes(opened: Opened) -> None:
    given = columns()
    held, told = opened(None, patient_id=given.pop("case_id"), **given)
    assert said(told) == said(held)
    assert not {"conflicting_truth", "conflicting_predictions"} & said(held).keys()


def test_rows_that_seem_to_be_commented_out_are_said_of_text(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    csv.write_csv(pa.table(columns()), path)
    held, told = (open_files([("a.csv", path)], None, guard) for guard in (Guard(), Guard(limits=Limits(rows=1))))
    assert said(held)["commented_rows"] == {"rows": 1}
    assert said(told) == said(held)


def test_ids_that_do_not_fit_at_once_are_asked_for_in_parts(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, asked = checks._asked_of_ids, []

    def limited(file: CountedTable, each: Any) -> Any:
        asked.append(each)
        if len(asked) == 1:
            raise TooManyGroups("too many")
        return ask(file, each)

    monkeypatch.setattr(checks, "_asked_of_ids", limited)
    held, told = opened(None, **columns())
    assert said(told) == said(held)
    assert len(asked) == 1 + len(DIGITS) + 1
