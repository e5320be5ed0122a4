"""Without ids, cases that stand several times are said."""

import pytest

from tests.predictions.helpers import opened, warnings

T, P = ["a", "b", "b", "a", "b", "a"] * 5, ["a", "b", "a", "a", "b", "b"] * 5


@pytest.mark.parametrize("name", ["rowIndex", ".row", "row_id"])
def test_numbered_rows_that_come_again_are_said(name: str) -> None:
    columns = {"y_true": T * 2, "y_pred": P * 2, name: [*map(str, range(30))] * 2}
    assert f"30 rows repeat a number in “{name}”" in warnings(opened(columns))
    assert "repeat a number" not in warnings(opened(columns | {name: [*map(str, range(60))]}))


def test_a_column_that_tells_models_apart_is_said() -> None:
    columns = {"y_true": T * 3, "y_pred": P * 3, "seed": ["1"] * 30 + ["2"] * 30 + ["3"] * 30}
    assert "same order under each of the 3 values of “seed”" in warnings(opened(columns))
    assert "same order" not in warnings(opened(columns | {"seed": ["1", "2", "3"] * 30}))
    assert "same order" not in warnings(opened(columns | {"case_id": [*map(str, range(90))]}))


def test_rows_sorted_by_class_are_no_models() -> None:
    columns = {"y_true": ["a"] * 30 + ["b"] * 30, "y_pred": P * 2, "sex": ["m", "f"] * 30}
    assert "same order" not in warnings(opened(columns))


def test_models_below_each_other_are_said_wherever_the_second_begins() -> None:
    columns = {"y_true": T * 100, "y_pred": P * 100, "network": ["A"] * 1500 + ["B"] * 1500}
    assert "same order under each of the 2 values of “network”" in warnings(opened(columns))
    ids = {"case_id": [*map(str, range(1500))] * 2}
    assert "once under each of the 2 values of “network”" in warnings(opened(columns | ids))
