"""What every file of ours is read through."""

import json
import time
from typing import Any

import pytest

from reviews.requirement_text import NotUnderstood
from reviews.strict_json import document, finite


def read(text: str) -> dict[str, Any]:
    return document(text.encode(), "review file", "mark", 1, 2_000_000)


def test_the_first_key_that_repeats_is_named_and_soon() -> None:
    """With every key compared with every other one, this many took two minutes."""
    keys = [f'"{i}": 1' for i in range(30_000)]
    start = time.perf_counter()
    with pytest.raises(NotUnderstood, match="Duplicate key “29999”"):
        read('{"mark": 1, ' + ", ".join([*keys, '"29999": 2', '"3": 2']) + "}")
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize("half", ['"\\ud800x"', '["\\udc00"]', '{"\\ud83d": 1}'])
def test_half_a_character_is_refused(half: str) -> None:
    with pytest.raises(NotUnderstood, match="half a character"):
        read(f'{{"mark": 1, "name": {half}}}')


def test_both_halves_of_a_character_are_one() -> None:
    assert read(json.dumps({"mark": 1, "name": "😀"})) == {"mark": 1, "name": "😀"}


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3.0), (0.5, 0.5), (True, None), ("3", None), (None, None), (float("inf"), None), (int("9" * 400), None)],
)
def test_a_number_is_finite(value: object, number: float | None) -> None:
    assert finite(value) == number
