"""What orders the rows of a case, and what only looks like it."""

from typing import Any

import pytest

from tests.predictions.helpers import opened, warnings


@pytest.mark.parametrize(
    ("values", "is_order"),
    [([0, 0.5, 1], True), ([36.5, 38.1, 37.2], False), (["T1", "T3", "T2"], False), ([2, 2, 3], False)],
)
def test_a_t_that_rises_in_each_case_is_the_order_and_a_temperature_or_a_stage_is_not(
    values: list[Any], is_order: bool
) -> None:
    """Patients were recordings, with their temperatures in place of the times of frames."""
    ids = [f"p{number // 3}" for number in range(30)]
    study = opened({"patient": ids, "y_true": ["a", "b", "b"] * 10, "y_pred": ["a", "b", "a"] * 10, "T": values * 10})
    assert (study.mapping.order == "T", study.mapping.sequence == "patient") == (is_order, is_order)
    assert "duplicate frame" not in warnings(study)
    assert study.evaluate().clusters == 10


def test_a_t_of_cases_with_one_row_each_is_a_detail_and_in_a_video_it_is_the_order() -> None:
    columns = {"y_true": ["a", "b"] * 10, "y_pred": ["a", "b"] * 10, "T": [37.1, 36.4] * 10}
    assert not opened({"case_id": [*range(20)], **columns}).mapping.order
    assert opened({"video": ["v1"] * 20, **columns, "T": [*range(20)][::-1]}).mapping.order == "T"
