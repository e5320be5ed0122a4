"""The most frequent and the most dangerous error."""

from tests.words.findings.heart import said, study
from words.findings.confusion import confusion


def test_the_most_frequent_and_the_most_dangerous_error() -> None:
    headline, detail = said(confusion(*study()))
    assert headline == "The most frequent error is Normal called Ectopic: 62 of 1,000 (6.2 %)."
    assert detail == "The class most often called Normal is Ectopic: 17 of 100 (17 %, 95 % CI 11–26)."


def test_the_level_is_said_with_the_interval() -> None:
    evaluation, voice = study()
    assert "(17 %, 99 % CI " in said(confusion(evaluation.at_level(0.99), voice))[1]


def test_without_an_error_that_is_said() -> None:
    assert said(confusion(*study([[10, 0], [0, 0]], ("Normal", "VT")))) == (
        "The model made no error in 10 patients.",
        "",
    )
