"""What is said of rows that no group and no month has."""

from typing import Any

import pytest

from predictions.groups.asked import asked, asked_dates
from predictions.groups.left_aside import left_aside
from predictions.mapping import Mapping
from predictions.problems import Problem
from tests.predictions.helpers import opened
from tests.predictions.helpers import said as worded

N = 24
LABELS = ["a", "b"] * (N // 2)
DAYS = [f"2026-{1 + i % 6:02d}-15" for i in range(N)]


def said(name: str, cells: list[Any], way: str = "") -> dict[str, dict[str, Any]]:
    """By code; asked as a group where there is a way, else as dates."""
    study = opened({"y_true": LABELS, "y_pred": LABELS, name: cells})
    ways, dates = (asked(study, [way]), None) if way else ((), asked_dates(study, name))
    notices = left_aside(study, range(len(study.model_names)), ways, dates)
    assert worded(notices).count("\n") == max(len(notices) - 1, 0)
    return {each.code: each.fields for each in notices}


def test_blank_cells_are_in_no_group_and_on_no_day() -> None:
    assert said("sex", ["F", "M", "", "  "] * 6, "sex") == {"blank_without_group": {"rows": 12, "column": "sex"}}
    assert said("seen", [*DAYS[:8], *[""] * 16]) == {"blank_dates": {"rows": 16, "column": "seen"}}


def test_what_is_always_there_is_not_said() -> None:
    assert said("sex", ["F", "M"] * 12, "sex") == {}
    assert said("seen", DAYS) == {}
    assert said("change", [-9, 4, -3, 12] * 6, "change:0") == {}


def test_a_number_that_cannot_be_read_is_in_no_range() -> None:
    found = said("age", [">89", *range(40, 63)], "age:50")
    assert found == {"without_group": {"rows": 1, "column": "age", "example": ">89"}}


@pytest.mark.parametrize(("code", "rows"), [("-9", 3), ("999", 3), ("-99", 3), ("99", 0), ("70", 0)])
def test_a_code_for_unknown_counts_as_a_number_and_is_said(code: str, rows: int) -> None:
    found = said("age", [code] * 3 + [*range(40, 61)], "age:50")
    expected = {"rows": rows, "column": "age", "example": code}
    assert found == ({"group_numbers_like_missing_codes": expected} if rows else {})


def test_cells_that_are_no_dates_are_counted_unless_they_are_most() -> None:
    found = said("seen", [*DAYS[:12], *["unknown"] * 12])
    assert found == {"without_date": {"rows": 12, "column": "seen", "example": "unknown"}}
    with pytest.raises(Problem, match="Most cells of column “seen” hold no date that can be read, such as “unknown”"):
        said("seen", [*DAYS[:11], *["unknown"] * 13])


def test_years_and_months_that_changed_places_are_not_read_as_a_few_dates() -> None:
    with pytest.raises(Problem, match="such as “2026-13-03”"):
        said("seen", [f"2026-{5 + i:02d}-0{1 + i % 6}" for i in range(N)])


def test_one_date_of_the_next_century_hides_no_month_in_silence() -> None:
    found = said("seen", [*DAYS[:-1], "2126-01-01"])
    assert found == {"dates_too_early": {"rows": 23, "column": "seen", "start": "2126-01", "last": "2126-01-01"}}


def test_a_model_without_values_of_a_column_is_told_apart_from_one_with() -> None:
    table = {"case_id": [i // 2 for i in range(N)], "model": ["A", "B"] * 12, "sex": ["F", ""] * 12}
    study = opened({"y_true": sorted(LABELS), "y_pred": LABELS, **table})
    found = left_aside(study, range(len(study.model_names)), asked(study, ["sex"]), None)
    assert [each.fields["rows"] for each in found] == [12]


def test_more_values_than_there_are_groups_of_are_not_said_to_be_unread() -> None:
    ages = {"age": ["40", "50"] * 6 + [str(60 + i) for i in range(60)], "model": ["x"] * 12 + ["y"] * 60}
    study = opened({"y_true": LABELS * 3, "y_pred": LABELS * 3, **ages})
    (found,) = left_aside(study, (0, 1), asked(study, ["age"]), None)
    assert found.code == "too_many_groups"
    assert found.fields == {"rows": 60, "column": "age", "most": 20, "model": "y"}
    assert "More than 20 different values of “age” of model “y” (60 rows)" in worded([found])


def test_a_marker_of_missing_values_is_a_blank_cell_in_kept_columns_too() -> None:
    table = {"y_true": LABELS, "y_pred": LABELS, "sex": ["F", "NA", "9"] * 8}
    study = opened(table, Mapping(missing=("NA", "9")))
    assert left_aside(study, range(len(study.model_names)), asked(study, ["sex"]), None)[0].fields == {
        "rows": 8,
        "column": "sex",
    }
    assert set(study.models[0].details["sex"].to_pylist()) == {"F", "", "9"}
