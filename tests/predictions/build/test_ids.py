from typing import Any

import numpy as np
import pytest

from predictions.mapping import Mapping
from tests.predictions.helpers import opened


def read(ids: list[Any], **mapping: Any) -> tuple[list[int], dict[str, dict[str, Any]]]:
    """How many rows each patient has, and what was said."""
    labels = ["a", "b"] * (len(ids) // 2)
    study = opened({"y_true": labels, "y_pred": labels, "patient_id": ids}, Mapping(**mapping))
    clusters = study.cases_of(0).clusters
    assert clusters is not None
    return np.unique(clusters, return_counts=True)[1].tolist(), {each.code: each.fields for each in study.notices}


def test_one_patient_whose_number_is_written_with_and_without_decimals_is_two_and_said() -> None:
    rows, said = read(["12", "12.0", "7.0", "7", "7.0", "100"])
    assert sorted(rows) == [1, 1, 1, 1, 2]
    assert said["ids_differ_in_decimals"] == {"column": "patient_id", "ids": 2}


@pytest.mark.parametrize("ids", [["12.0", "12.1", "13", "7.0"], ["A1.0", "A1", "12.5", "12"], ["01", "1", "2", "3.0"]])
def test_other_decimals_are_nothing_odd(ids: list[str]) -> None:
    rows, said = read(ids)
    assert rows == [1, 1, 1, 1]
    assert "ids_differ_in_decimals" not in said


def test_a_word_for_missing_as_the_id_of_several_rows_is_said_until_it_is_a_marker() -> None:
    ids = ["nan", "1.0", "nan", "2.0", "2.0", "nan"]
    rows, said = read(ids)
    assert sorted(rows) == [1, 2, 3]
    assert said["ids_of_missing_values"] == {"column": "patient_id", "rows": 3, "example": "nan"}
    rows, said = read(ids, missing=("nan",))
    assert sorted(rows) == [1, 1, 1, 1, 2]
    assert said["blank_ids"]["rows"] == 3
    assert "ids_of_missing_values" not in said


def test_a_blank_id_of_an_excluded_row_is_no_case_and_not_said() -> None:
    rows = {"y_true": ["a", "b", "a", "b"] * 3, "y_pred": ["a", "b", "b", "b"] * 3, "case_id": [*"ghijklmnopqr"]}
    total = {"y_true": "4", "y_pred": "4", "case_id": ""}
    table = {"site": ["x"] * 12 + ["Total"], **{name: [*cells, total[name]] for name, cells in rows.items()}}
    found = opened(table)
    assert [each.reason for each in found.excluded] == ["totals row"]
    assert "blank_ids" not in {each.code for each in found.notices}
    assert "ids_of_missing_values" not in read(["NA", "1", "2", "3"])[1]
