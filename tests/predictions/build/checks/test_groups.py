"""Two spellings of a group are told; none is merged but by blanks around it."""

import pytest

from tests.predictions.helpers import opened, warnings

ROWS = {"y_true": ["a", "b"] * 20, "y_pred": ["a", "b"] * 20}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (
            ["F", "f", "M", "M"],
            "The groups “F”, “f” of “sex” differ only in case. They are treated as different groups.",
        ),
        (["Ghent", "Ghent ", "Leiden", " Leiden"], "Spaces around the groups of “sex” were removed."),
    ],
)
def test_two_spellings_of_a_group_are_said(values: list[str], said: str) -> None:
    assert said in warnings(opened(ROWS | {"sex": values * 10}))


@pytest.mark.parametrize("values", [["F", "M", "", " "], [1, 2, 3, 4], ["A ", "B ", "C ", "A "]])
def test_other_groups_say_nothing(values: list[object]) -> None:
    said = warnings(opened(ROWS | {"sex": values * 10}))
    assert "differ only in case" not in said
    assert "Spaces around" not in said


def test_texts_that_are_no_groups_say_nothing() -> None:
    assert "differ only in case" not in warnings(opened(ROWS | {"note": [f"x{at}" for at in range(39)] + ["X1"]}))
