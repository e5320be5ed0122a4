"""What a list of cases says: counts that fit the filters, in sentences that fit the counts."""

import pytest

from predictions.cases.kinds import CaseKind, CaseOrder
from tests.support.text import plain
from words import Voice
from words.findings.cases import (
    Matching,
    case_said,
    cases_finding,
    kind_help,
    kind_name,
    narrowed_said,
    order_said,
    sure_said,
)

VOICE = Voice(("Normal", "VT", "malignant", "1"), ("patient", "patients"), 0)
NO_NORMAL = Voice(VOICE.names, VOICE.unit)
MISSED, REASSURED, ALARM = {CaseKind.MISSED}, {CaseKind.REASSURED}, {CaseKind.FALSE_ALARM}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Matching(12, 451, MISSED, truth=1), "12 of 451 patients with VT were missed."),
        (Matching(1, 451, MISSED, truth=1), "1 of 451 patients with VT was missed."),
        (Matching(0, 451, MISSED, truth=1), "None of 451 patients with VT was missed."),
        (Matching(9, 9, MISSED, truth=1), "All 9 patients with VT were missed."),
        (Matching(2, 7, MISSED, truth=2), "2 of 7 malignant cases were missed."),
        (Matching(2, 7, MISSED, truth=3), "2 of 7 patients of class 1 were missed."),
        (Matching(34, 150, MISSED), "34 of 150 patients that are not Normal were missed."),
        (Matching(1, 1, MISSED), "1 of 1 patient that is not Normal was missed."),
        (Matching(5, 150, REASSURED, called=0), "5 of 150 patients that are not Normal were called Normal."),
        (Matching(40, 80, ALARM, called=1), "40 of 80 VT calls are false alarms."),
        (Matching(1, 1, ALARM, called=1), "1 of 1 VT call is a false alarm."),
        (Matching(95, 213, ALARM), "95 of 213 calls other than Normal are false alarms."),
        (Matching(3, 3, ALARM, called=1), "All 3 VT calls are false alarms."),
        (Matching(0, 0, ALARM, called=1), "The model made no VT calls."),
        (Matching(3, 960, ALARM, truth=0), "3 of 960 patients with Normal were false alarms."),
        (Matching(5, 1150, called=1), "5 of 1,150 patients were called VT."),
        (Matching(2, 50, truth=1, called=2), "2 of 50 patients with VT were called malignant."),
        (Matching(1150, 1150), "All 1,150 patients are listed."),
        (Matching(1, 1150), "1 patient is listed."),
        (Matching(50, 1150, truth=1), "50 patients with VT are listed."),
        (Matching(0, 0, MISSED, truth=1), "There are no patients with VT to look through."),
    ],
)
def test_the_finding_counts_and_agrees_with_its_numbers(found: Matching, said: str) -> None:
    assert plain(cases_finding(found, VOICE)) == said


def test_filters_that_combine_are_said_together() -> None:
    found = Matching(4, 99, {CaseKind.SURE, CaseKind.RESCUED, *MISSED}, least=0.8)
    said = "called wrongly with a score of at least 0.800 and called wrongly here but rightly by another model"
    assert plain(cases_finding(found, VOICE)) == f"4 of 99 patients that are not Normal were missed, {said}."


def test_without_an_all_clear_class_every_wrong_answer_is_a_miss() -> None:
    assert plain(cases_finding(Matching(34, 150, MISSED), NO_NORMAL)) == "34 of 150 patients were missed."
    assert plain(cases_finding(Matching(34, 150, ALARM), NO_NORMAL)) == "34 of 150 calls are false alarms."


def test_one_case_is_said_with_its_scores_where_they_are_known() -> None:
    scored = "Truly **VT**, called **Normal**: missed. The model gave its answer a score of 0.900, and the truth 0.050."
    assert case_said(1, 0, VOICE, 0.9, 0.05) == scored
    assert case_said(0, 1, VOICE, None, None) == "Truly **Normal**, called **VT**: a false alarm."
    assert case_said(1, 0, NO_NORMAL, None, 0.1) == "Truly **VT**, called **Normal**: wrong."
    assert case_said(1, 1, VOICE, 0.9, 0.9).endswith("right. The model gave its answer a score of 0.900.")


def test_how_the_list_is_narrowed_sorted_and_how_sure_its_answers_are() -> None:
    assert narrowed_said("sex", "F", "P1") == "Only where sex is F and the id is, or begins with, P1."
    assert narrowed_said("", "", "") == sure_said(0, 0, 0.9) == sure_said(0, 1, 0.9) == ""
    assert plain(sure_said(3, 34, 0.9)) == "The model gave 3 of the 34 wrong answers a score of at least 0.900."
    assert plain(sure_said(0, 2, 0.9)).startswith("The model gave none of the 2")
    assert sure_said(1, 1, 0.9) == "The model gave this wrong answer a score of at least 0.900."
    assert order_said(CaseOrder.WORST, True, True).endswith("The right ones follow, the least sure first.")
    assert "without scores nobody knows" in order_said(CaseOrder.WORST, False, True)


def test_every_filter_has_a_name_and_says_what_it_asks() -> None:
    for voice in (VOICE, NO_NORMAL):
        said = kind_help(list(CaseKind), voice)
        assert [kind for kind in CaseKind if f"**{kind_name(kind, voice)}**: " not in said] == []
    assert kind_name(CaseKind.REASSURED, VOICE) == "Called Normal though not"
