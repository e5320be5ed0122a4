import json
from typing import Any

import pytest

from predictions.demo import open_example
from predictions.groups.by import By
from predictions.groups.lens import Lens
from reviews import Review
from reviews.lens_file import entries, read_entries
from reviews.requirement_text import NotUnderstood
from reviews.review_file import GROUP, dumped, loaded

CROSSED = Lens((By("sex"), By("age", (50, 65.5)), By("date", period="month")), ("F", "50 to under 65.5", "2026-03"))


def test_a_group_is_read_back_as_it_was_written() -> None:
    assert read_entries(json.loads(json.dumps(entries(CROSSED)))) == CROSSED


def test_a_review_file_holds_the_group_and_an_old_one_has_none() -> None:
    study = open_example("heart-rhythm")
    chosen: dict[str, Any] = {"model": "Model A", "split": "test", "level": 0.95, "intervals": "default"}
    assert loaded(dumped(study, Review.begin(study), chosen)).choices[GROUP] is None
    assert loaded(dumped(study, Review.begin(study), chosen | {GROUP: entries(CROSSED)})).choices[GROUP] == CROSSED


@pytest.mark.parametrize(
    "found",
    [
        None,
        [],
        ["sex"],
        [{"column": "sex"}],
        [{"column": "sex", "value": 1}],
        [{"column": "sex", "value": "F", "rows": [1, 2]}],
        [{"column": "age", "value": "a", "bounds": [65, 50]}],
        [{"column": "age", "value": "a", "bounds": [True]}],
        [{"column": "age", "value": "a", "bounds": [int("9" * 400)]}],
        [{"column": "age", "value": "a", "bounds": [float("inf")]}],
        [{"column": "date", "value": "a", "period": "week"}],
        [{"column": "sex", "value": "F"}] * 6,
    ],
)
def test_anything_else_is_refused(found: Any) -> None:
    with pytest.raises(NotUnderstood, match=r"“group”|rows"):
        read_entries(found)
