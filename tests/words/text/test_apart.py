"""Names that begin alike: cut so that what tells them apart is still there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from words.text.apart import briefest, distinct, distinct_by_name

START = "Invasive ductal carcinoma of the left breast, histologic grade"
GRADES = [f"{START} {grade}" for grade in (3, 1, 2)]
words = st.sampled_from(["left", "right", "ventricle", "of", "the", "grade", "1", "2", "non-ischaemic", "x" * 30])
names = st.lists(st.lists(words, min_size=1, max_size=9).map(" ".join), max_size=6, unique=True)


@pytest.mark.parametrize(
    ("limit", "shown"),
    [
        (48, "Invasive ductal … breast, histologic grade {}"),
        (28, "Invasive ductal … grade {}"),
        (22, "Invasive … grade {}"),
        (14, "…grade {}"),
    ],
)
def test_names_with_one_beginning_are_cut_in_the_middle_and_keep_their_end(limit: int, shown: str) -> None:
    assert distinct([*GRADES, "Normal"], limit) == (*(shown.format(grade) for grade in (3, 1, 2)), "Normal")


def test_what_was_cut_in_the_middle_is_cut_again_without_losing_its_end() -> None:
    assert distinct(distinct(GRADES), 22) == ("Invasive … grade 3", "Invasive … grade 1", "Invasive … grade 2")


def test_names_that_differ_in_two_places_keep_both() -> None:
    start, sides = "Invasive ductal carcinoma of the", ("left", "right")
    names = [f"{start} {side} breast, histologic grade {grade}" for side in sides for grade in "12"]
    assert distinct(names, 28) == (
        "Invasive … left … grade 1",
        "Invasive … left … grade 2",
        "Invasive … right … grade 1",
        "Invasive … right … grade 2",
    )


def test_a_name_keeps_its_end_where_another_is_all_that_would_be_left_of_it() -> None:
    assert distinct(["agreement_of_scorers 1", "agreement_of_scorers 0.25"], 22) == (
        "agreement_of_scorers 1",
        "…of_scorers 0.25",
    )
    alone = "Invasive ductal carcinoma"
    assert distinct([alone, f"{alone}, grade 2"], 26) == (alone, "…ductal carcinoma, grade 2")


def test_a_name_does_not_lose_its_beginning_for_a_long_end() -> None:
    """Of two diseases that were both "…acute phase" nothing was left but the phase."""
    diseases = ("Hypertrophic cardiomyopathy", "Ventricular fibrillation")
    names = [f"{disease} {phase}" for disease in diseases for phase in ("acute phase", "chronic, with effusion")]
    assert distinct(names, 25) == (
        "Hypertrophic … acute…",
        "Hypertrophic … chronic,…",
        "…fibrillation acute phase",
        "Ventricular … chronic,…",
    )


def test_a_name_without_blanks_keeps_its_end() -> None:
    assert distinct(["x" * 30, "x" * 31], 16) == ("…xxxxxx", "…xxxxxxx")


def test_a_name_with_a_beginning_of_its_own_is_truncated() -> None:
    assert distinct(["A very long name that goes on", "B"], 22) == ("A very long name that…", "B")


def test_the_same_name_twice_gets_a_number_unless_it_may_look_alike() -> None:
    assert distinct(["a", "b", "a"]) == ("a", "b", "a (2)")
    assert distinct_by_name(["a", "b", "a"], 20) == ("a", "b", "a")


@given(names, st.integers(14, 48))
def test_no_two_names_look_alike_and_each_fits(different: list[str], limit: int) -> None:
    shown = distinct(different, limit)
    assert len(set(shown)) == len(different)
    assert all(len(name) <= limit + len(" (2)") for name in shown)
    assert all(name == text for name, text in zip(shown, different, strict=True) if len(text) <= limit)


def test_long_names_are_as_short_as_they_can_be_without_looking_alike() -> None:
    ids = ["f2a69bdc-ed51-5e3f", "37d0da97-9ae8-5418"]
    assert briefest(ids) == ("f2a69bdc-ed…", "37d0da97-9a…")
    titles = ["operation 0 of the series", "operation 1 of the series"]
    assert briefest(titles) == ("operation 0…", "operation 1…")
    assert briefest(["the operation of 2024-01", "the operation of 2024-02"]) == (
        "the … of 2024-01",
        "the … of 2024-02",
    )
    assert briefest(["a", "b", "a"]) == ("a", "b", "a (2)")
    assert briefest([]) == ()
