"""The lone score under a name that is only sometimes one."""

from typing import Any

import pytest

from predictions.problems import NeedsMapping, Problem
from tests.predictions.helpers import counted, opened, pairs, warnings

PRE = {"outcome": [0, 1] * 10, "PRE_1": [0.2, 0.7, 0.4, 0.45] * 5}


def test_pre_1_of_spss_is_the_probability_of_the_later_code() -> None:
    study = opened(PRE)
    assert study.mapping.score == "PRE_1"
    assert counted(study) == pairs("01010101" * 2 + "0101", "01000100" * 2 + "0100")
    assert "the positive class “1”" in warnings(study)


@pytest.mark.parametrize(
    "columns",
    [
        {**PRE, "PRE_2": [0.1, 0.9] * 10},
        {**PRE, "POST_1": [0.1, 0.9] * 10},
        {**PRE, "PRE_1": [12.5, 80.1] * 10},
        {**PRE, "outcome": ["ill", "well"] * 10},
    ],
)
def test_a_pre_1_that_may_be_a_measurement_or_of_the_other_class_is_asked_about(columns: dict[str, Any]) -> None:
    with pytest.raises((NeedsMapping, Problem), match="no column with a prediction"):
        opened(columns)
