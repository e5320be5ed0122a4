"""The most dangerous error first, then the most frequent; and what each error means for the patient."""

from dataclasses import replace

from metrics.danger import errors_by_danger, leading_error
from metrics.recordings.recording_scores import score_recording
from tests.support.text import plain
from tests.words.findings.heart import said, study
from words.findings.confusion import confusion, in_recordings, kind_of, neighbours
from words.text.amounts import Amounts
from words.text.voice import Nouns


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
    assert (headline, detail) == (
        "Most frequent error: Normal classified as Ectopic, 62 of 1,000 (6.2 %).",
        "95 % CI 4.9–7.9 %.",
    )


def test_errors_stand_in_order_of_danger_as_normal_first_in_each_class() -> None:
    evaluation, voice = study()
    ordered = replace(voice, order=(2, 1, 0), interest=2)
    assert errors_by_danger(evaluation.matrix, ordered.order, ordered.normal) == [
        (2, 0),
        (2, 1),
        (1, 0),
        (1, 2),
        (0, 2),
        (0, 1),
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


def test_of_phases_errors_are_time_in_so_many_videos_and_between_neighbours() -> None:
    evaluation, voice = study([[20, 10, 0], [0, 90, 0], [3, 0, 30]], normal=None)
    headline = said(confusion(evaluation, voice, Amounts(1.0)))[0]
    assert headline == "Most frequent error: Normal classified as Ectopic, 0:10 of 0:30 min (33 %)."
    videos = Nouns(("video", "videos"), ("frame", "frames"), ("phase", "phases"))
    courses = (([0, 0, 1], [0, 1, 1]), ([0, 0, 1], [0, 0, 1]), ([1, 1, 1], [1, 0, 1]))
    every = [score_recording(*pair, 2) for pair in courses]
    assert plain(in_recordings(every, (0, 1), videos)) == "In 1 of 2 videos."
    assert in_recordings(every[:1], (0, 1), videos) == in_recordings(every, (0, 0), videos)[:0] == ""
    assert plain(neighbours(908, 995, Amounts(1.0), videos)) == (
        "Of 16:35 min of error, 15:08 (91.3 %) lie between neighbouring phases."
    )
    assert neighbours(0, 0, Amounts(1.0), videos) == ""


def test_a_headline_of_long_names_gives_the_time_without_what_it_is_of() -> None:
    names = ("Clipping and cutting of the cystic duct", "Calot triangle dissection", "Closure")
    evaluation, voice = study([[20, 10, 0], [0, 90, 0], [3, 0, 30]], names, normal=None)
    assert said(confusion(evaluation, voice, Amounts(1.0)))[0].endswith("Calot triangle dissection, 0:10 min (33 %).")


def test_without_an_error_in_time_that_is_said_in_minutes() -> None:
    assert said(confusion(*study([[10, 0], [0, 0]], ("A", "B")), Amounts(1.0)))[0] == (
        "The model made no error in 0:10 min."
    )


def test_the_only_case_of_a_disease_is_not_one_of_one() -> None:
    evaluation, voice = study([[30, 0], [1, 0]], ("Normal", "VT"))
    assert said(confusion(evaluation, voice))[0] == "The only patient with VT is classified as Normal."
