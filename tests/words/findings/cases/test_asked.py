"""What is asked for is said before and after the cases are counted."""

import pytest

from predictions.cases.kinds import CaseKind
from tests.support.text import plain
from words import Voice
from words.findings.cases.asked import ConfidentScores, Matching, kind_help, kind_name, least_asked
from words.findings.cases.listed import cases_finding, confident_said

VOICE = Voice(("Normal", "VT", "malignant", "1"), ("patient", "patients"), 0)
NO_NORMAL = Voice(VOICE.names, VOICE.unit)
MISSED, REASSURED, FALSE_POSITIVES = {CaseKind.MISSED}, {CaseKind.REASSURED}, {CaseKind.FALSE_POSITIVE}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Matching(177, 750, {*MISSED, *FALSE_POSITIVES}), "177 of 750 patients were misclassified."),
        (Matching(1, 750, {*MISSED, *FALSE_POSITIVES}), "1 of 750 patients was misclassified."),
        (
            Matching(34, 150, {*MISSED, *REASSURED}, as_normal=23),
            "34 of 150 patients with disease were misclassified: ",
        ),
        (Matching(9, 50, {*MISSED, *FALSE_POSITIVES}, truth=1), "9 of 50 patients with VT were missed."),
        (Matching(9, 50, {*MISSED, *FALSE_POSITIVES}, truth=0), "9 of 50 Normal patients were misclassified."),
        (
            Matching(9, 750, {*REASSURED, *FALSE_POSITIVES}),
            "9 of 750 patients had disease classified as Normal or were false positives.",
        ),
        (
            Matching(0, 750, {*REASSURED, *FALSE_POSITIVES}),
            "None of 750 patients had disease classified as Normal or was a false positive.",
        ),
        (
            Matching(4, 99, {CaseKind.CONFIDENT, CaseKind.RESCUED, *MISSED}, confident=ConfidentScores(0.8)),
            "4 of 99 patients with disease were misclassified with a score of at least 0.800 and correct in ",
        ),
        (
            Matching(9, 50, {CaseKind.DIFFERENT, CaseKind.RESCUED, *FALSE_POSITIVES}, predicted=1),
            "9 of 50 patients were false positives and classified differently by the models and classified as VT.",
        ),
    ],
)
def test_cases_of_any_of_several_kinds_are_said_together(found: Matching, said: str) -> None:
    assert plain(cases_finding(found, VOICE)).startswith(said)


def test_kinds_that_are_no_part_of_each_other_are_told_where_a_class_is_neither() -> None:
    neither = Voice(VOICE.names, VOICE.unit, 0, not_diseases=frozenset({2}))
    said = plain(cases_finding(Matching(9, 50, {*MISSED, *FALSE_POSITIVES}), neither))
    assert said == "9 of 50 patients had misclassified disease or were false positives."
    said = plain(cases_finding(Matching(9, 50, {CaseKind.CONFIDENT, *FALSE_POSITIVES}), NO_NORMAL))
    assert said == "9 of 50 patients were false positives with a score of at least 0.900."


def test_of_a_lone_score_the_bound_is_that_of_the_predicted_class() -> None:
    missed, both = ConfidentScores(None, 0.1), ConfidentScores(0.9, 0.1)
    assert plain(confident_said(225, 380, missed)) == "Confident errors (score at most 0.100): 225 of 380."
    assert "(score at least 0.900 or at most 0.100)" in plain(confident_said(3, 34, both))
    found = Matching(3, 105, {CaseKind.CONFIDENT}, truth=1, confident=missed)
    said = "3 of 105 patients with VT were misclassified with a score of at most 0.100."
    assert plain(cases_finding(found, VOICE)) == said
    assert least_asked("", True) == ("Confident: score at least", "")
    assert least_asked("VT", True)[1] == "The score of VT where VT is predicted, else 1 − that score."
    assert least_asked("VT", False)[1].endswith("else that score with the opposite sign.")


def test_every_filter_has_a_name_and_says_what_it_asks() -> None:
    for voice in (VOICE, NO_NORMAL):
        said = kind_help(list(CaseKind), voice)
        assert [kind for kind in CaseKind if f"**{kind_name(kind, voice)}**: " not in said] == []
    assert kind_name(CaseKind.REASSURED, VOICE) == "Disease classified as Normal"
