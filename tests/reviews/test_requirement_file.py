"""The file of requirements: what is written is read back, whatever the names; anything else is refused plainly."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.requirements import OF_A_CLASS, OF_ALL, Requirement
from reviews.requirement_file import LARGEST, MOST, dumped, loaded
from reviews.requirement_text import NotUnderstood
from tests.support.data.hostile import NAMES

named = st.text().filter(str.strip)  # no class has a blank name
names = st.sampled_from([name for name in NAMES if len(name) < 1000]) | named | st.just("\u2028\x00")
of_a_class = st.builds(Requirement, names, st.sampled_from(list(OF_A_CLASS)), st.floats(0, 1), st.booleans())
of_all = st.builds(Requirement, st.none(), st.sampled_from(list(OF_ALL)), st.floats(0, 1), st.booleans())


@given(st.lists(of_a_class | of_all, max_size=8, unique=True))
def test_what_is_written_is_read_back(requirements: list[Requirement]) -> None:
    content = dumped(requirements)
    assert loaded(content) == (tuple(requirements), "")
    assert loaded(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n")).requirements == tuple(requirements)


def test_the_file_is_the_one_that_is_described() -> None:
    content = dumped([Requirement("VT", "sensitivity", 0.95), Requirement(None, "accuracy", 0.85)])
    assert json.loads(content) == {
        "rounds_requirements": 1,
        "requirements": [
            {"class": "VT", "metric": "sensitivity", "at_least": 0.95},
            {"class": None, "metric": "accuracy", "at_least": 0.85},
        ],
    }
    assert loaded(b'{"rounds_requirements": 1, "requirements": []}') == ((), "")


def test_a_requirement_that_stands_twice_is_taken_once() -> None:
    one = Requirement("VT", "sensitivity", 0.95)
    assert loaded(dumped([one, one])) == ((one,), "")


def test_the_miss_rate_of_an_older_file_means_what_it_meant_and_is_said() -> None:
    """Then the miss rate was the proportion of a disease that is classified as Normal."""
    found, notice = loaded(file(metric="miss_rate", at_least=..., at_most=0.25).encode())
    assert found == (Requirement("VT", "missed_as_normal", 0.25, at_most=True),)
    assert "read as missed as Normal" in notice
    assert b"miss_rate" not in dumped(found)


def file(**changes: Any) -> str:
    """A good file with one requirement that was changed; ... leaves a key out."""
    entry = {"class": "VT", "metric": "sensitivity", "at_least": 0.95} | changes
    kept = {name: value for name, value in entry.items() if value is not ...}
    return json.dumps({"rounds_requirements": 1, "requirements": [kept]})


REFUSED = {
    "nothing": ("", "not JSON in UTF-8"),
    "a comma too many": (file()[:-1] + ",\n}", "not JSON in UTF-8, from line"),
    "a name without quotation marks": (file()[:-1] + ",\nx: 1}", "not JSON in UTF-8, from line 2, character 1 on"),
    "a limit without 0": (file().replace("0.95", ".95"), "not JSON in UTF-8, from line 1, character"),
    "another encoding": (file().encode("utf-16"), "not JSON in UTF-8"),
    "a script": ("__import__('os').system('true')", "not JSON"),
    "too deep": ("[" * 50_000, "not JSON"),
    "too large": (file() + " " * LARGEST, f"at most {LARGEST:,} bytes"),
    "a list": ("[]", "Not a requirements file: “rounds_requirements” is missing"),
    "another document": ('{"schema": 1}', "Not a requirements file: “rounds_requirements” is missing"),
    "a later version": ('{"rounds_requirements": 2, "requirements": []}', "newer version"),
    "a version that is true": ('{"rounds_requirements": true, "requirements": []}', "is not 1"),
    "no list": ('{"rounds_requirements": 1}', "not a list"),
    "too many": (
        json.dumps({"rounds_requirements": 1, "requirements": [{}] * (MOST + 1)}), f"at most {MOST} requirements",
    ),
    "a key beside": (
        '{"rounds_requirements": 1, "requirements": [], "extra": 1}', "The file has an unknown key “extra”",
    ),
    "a key of its own": (file(note="x"), "Requirement 1 has an unknown key “note”."),
    "a key twice": ('{"rounds_requirements": 1, "rounds_requirements": 1}', "Duplicate key"),
    "a text": ('{"rounds_requirements": 1, "requirements": ["x"]}', "Requirement 1 is not an object"),
    "no bound": (file(at_least=...), "either “at_least” or “at_most”"),
    "both bounds": (file(at_most=0.99), "either “at_least” or “at_most”"),
    "no class": (file(**{"class": ...}), "needs a “class” in quotes, or null"),
    "a number as class": (file(**{"class": 1}), "needs a “class” in quotes, or null"),
    "another metric": (file(metric="prevalence"), "a “metric” that is one of sensitivity, specificity"),
    "a metric of a class for all": (file(**{"class": None}), "a “metric” that is one of accuracy, balanced"),
    "a metric that is a list": (file(metric=["sensitivity"]), "a “metric” that is one of"),
    "a bound in words": (file(at_least="95 %"), "needs a number for “at_least”, such as 0.95"),
    "a bound that is true": (file(at_least=True), "needs a number"),
    "a bound in percent": (file(at_least=95), "asks for an impossible Sensitivity. Write proportions like 0.95."),
    "a bound that is huge": (file(at_least=10**400), "an impossible"),
    "a bound that is infinite": (file().replace("0.95", "1e999"), "an impossible"),
    "a bound that is none": (file().replace("0.95", "NaN"), "“NaN” is not a number in JSON"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_anything_else_is_refused_with_the_error(case: str) -> None:
    content, words = REFUSED[case]
    with pytest.raises(NotUnderstood) as refusal:
        loaded(content if isinstance(content, bytes) else content.encode())
    assert words in str(refusal.value)


@given(st.binary(max_size=80))
def test_any_bytes_are_requirements_or_refused_in_words(content: bytes) -> None:
    with pytest.raises(NotUnderstood):
        loaded(content)
