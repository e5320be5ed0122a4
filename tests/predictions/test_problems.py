"""A notice that advises something, and the mapping that does it."""

from dataclasses import replace

import pytest

from predictions.mapping import Mapping
from predictions.problems import Notice, corrected

BEFORE = Mapping(normal="0", ignore_truth=("x",), missing=("?",))


@pytest.mark.parametrize(
    ("code", "fields", "expected"),
    [
        ("label_minus_one", {}, replace(BEFORE, ignore_truth=("x", "-1"))),
        ("label_of_missing_values", {"labels": ["NA", "n/a"]}, replace(BEFORE, missing=("?", "NA", "n/a"))),
        ("no_id_column", {}, None),
    ],
)
def test_what_was_said_before_is_kept(code: str, fields: dict[str, object], expected: Mapping | None) -> None:
    assert corrected(BEFORE, Notice("warning", code, fields)) == expected
