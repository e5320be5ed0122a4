"""Parts of sentences that any page may need."""

import pytest

from words.text.phrases import before_a_number, mid_sentence


@pytest.mark.parametrize(
    ("name", "within"),
    [
        ("Balanced accuracy", "balanced accuracy"), ("PPV", "PPV"), ("F1", "F1"), ("Cohen's kappa", "Cohen's kappa"),
        ("Jaccard", "Jaccard"), ("", ""),
    ],
)  # fmt: skip
def test_a_number_within_a_sentence_keeps_the_capitals_of_abbreviations_and_people(name: str, within: str) -> None:
    assert mid_sentence(name) == within


def test_a_name_that_ends_in_a_digit_is_set_apart_from_its_number() -> None:
    assert [before_a_number(name) for name in ("class 1", "VT", "")] == ["class 1:", "VT", ""]
