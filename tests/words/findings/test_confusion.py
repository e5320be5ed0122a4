"""The most dangerous error first, then the most frequent; and what each error means for the patient."""

from dataclasses import replace

from metrics.danger import errors_by_danger, leading_error
from tests.words.findings.heart import said, study
from words.findings.confusion import confusion, kind_of


def test_disease_classified_as_normal_leads_and_the_most_frequent_error_follows() -> None:
    evaluation, voice = study()
    vt = replace(voice, interest=2, order=(2, 1, 0))
    headline, detail = said(confusion(evaluation, vt))
    assert headline == "5 of 50 patients with VT are classified as Normal (10 %)."
    assert detail == "95 % CI 4–21 %. Most frequent error: Normal classified as Ectopic, 62 of 1,000 (6.2 %)."


def test_a_class_of_interest_that_is_never_classified_as_normal_leaves_the_lead_to_the_next() -> None:
    evaluation, voice = study([[90, 5, 5], [3, 20, 0], [0, 4, 20]])
    ordered = replace(voice, interest=2, order=(2, 1, 0))
    assert leading_error(evaluation.matrix, ordered.diseases, ordered.normal, ordered.interest) == (1, 0)
    assert said(confusion(evaluation, ordered))[0].startswith("3 of 23 patients with Ectopic are classified as Normal")


def test_where_no_class_is_normal_the_most_frequent_error_leads() -> None:
    evaluation, voice = study(normal=None)
    headline, detail = said(confusion(evaluation, voice))
    assert (headline, detail) == ("Most frequent error: Normal classified as Ectopic, 62 of 1,000 (6.2 %).", "")


def test_errors_stand_in_order_of_danger_as_normal_first_in_each_class() -> None:
    evaluation, voice = study()
    ordered = replace(voice, order=(2, 1, 0), interest=2)
    assert errors_by_danger(evaluation.matrix, ordered.order, ordered.normal) == [
        (2, 0),
        (2, 1),
        (1, 0),
        (1, 2),
        (0, 1),
        (0, 2),
    ]
    assert [kind_of(cell, ordered) for cell in ((2, 0), (2, 1), (0, 1))] == [
        "missed as Normal", "missed, another class", "false alarm",
    ]  # fmt: skip
    neither = replace(ordered, not_diseases=frozenset({1}))
    assert kind_of((0, 1), neither) == kind_of((1, 0), neither) == "error"


def test_the_level_is_said_with_the_interval() -> None:
    evaluation, voice = study()
    assert "99 % CI " in said(confusion(evaluation.at_level(0.99), replace(voice, interest=2)))[1]


def test_without_an_error_that_is_said() -> None:
    assert said(confusion(*study([[10, 0], [0, 0]], ("Normal", "VT")))) == (
        "The model made no error in 10 patients.",
        "",
    )
