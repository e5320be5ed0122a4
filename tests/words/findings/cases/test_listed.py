"""What a list of cases says: counts that fit the filters, in sentences that fit the counts."""

import pytest

from predictions.cases.kinds import CaseKind, CaseOrder
from tests.support.text import plain
from words import Voice
from words.findings.cases.asked import ConfidentScores, Matching
from words.findings.cases.listed import (
    cases_finding,
    confident_said,
    fetched_said,
    narrowed_said,
    order_name,
    order_said,
)
from words.text.amounts import Amounts

VOICE = Voice(("Normal", "VT", "malignant", "1"), ("patient", "patients"), 0)
NO_NORMAL = Voice(VOICE.names, VOICE.unit)
SCORES = ConfidentScores()
MISSED, REASSURED, FALSE_POSITIVES = {CaseKind.MISSED}, {CaseKind.REASSURED}, {CaseKind.FALSE_POSITIVE}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            Matching(6, 50, {CaseKind.DIFFERENT}, truth=1, other="B"),
            "6 of 50 patients with VT were classified correctly by this model or B, not by both.",
        ),
        (Matching(12, 451, MISSED, truth=1), "12 of 451 patients with VT were missed."),
        (Matching(1, 451, MISSED, truth=1), "1 of 451 patients with VT was missed."),
        (Matching(0, 451, MISSED, truth=1), "None of 451 patients with VT was missed."),
        (Matching(9, 9, MISSED, truth=1), "All 9 patients with VT were missed."),
        (Matching(2, 7, MISSED, truth=2), "2 of 7 malignant cases were missed."),
        (Matching(2, 7, MISSED, truth=3), "2 of 7 patients of class 1 were missed."),
        (Matching(34, 150, MISSED), "34 of 150 patients with disease were misclassified."),
        (Matching(1, 1, MISSED), "1 of 1 patient with disease was misclassified."),
        (Matching(5, 150, REASSURED, predicted=0), "5 of 150 patients with disease were classified as Normal."),
        (Matching(40, 80, FALSE_POSITIVES, predicted=1), "40 of 80 VT predictions are incorrect."),
        (Matching(1, 1, FALSE_POSITIVES, predicted=1), "1 of 1 VT prediction is incorrect."),
        (Matching(95, 213, FALSE_POSITIVES), "95 of 213 predictions of a disease are incorrect."),
        (Matching(3, 3, FALSE_POSITIVES, predicted=1), "All 3 VT predictions are incorrect."),
        (Matching(0, 0, FALSE_POSITIVES, predicted=1), "No VT predictions."),
        (Matching(3, 960, FALSE_POSITIVES, truth=0), "3 of 960 Normal patients were false positives."),
        (Matching(5, 1150, predicted=1), "5 of 1,150 patients were classified as VT."),
        (Matching(2, 50, truth=1, predicted=2), "2 of 50 patients with VT were classified as malignant."),
        (Matching(1150, 1150), "All 1,150 patients are listed."),
        (Matching(1, 1150), "1 patient is listed."),
        (Matching(50, 1150, truth=1), "50 patients with VT are listed."),
        (Matching(0, 0, MISSED, truth=1), "There are no patients with VT to look through."),
        (Matching(0, 0, MISSED, truth=1, is_narrowed=True), "No patient with VT matches these filters."),
        (Matching(0, 0, FALSE_POSITIVES, predicted=1, is_narrowed=True), "No VT predictions match these filters."),
        (Matching(0, 0, MISSED, is_narrowed=True), "No patient with disease matches these filters."),
    ],
)
def test_the_finding_counts_and_agrees_with_its_numbers(found: Matching, said: str) -> None:
    assert plain(cases_finding(found, VOICE)) == said


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Matching(995, 8321, MISSED), "0:16:35 of 2:18:41 h were misclassified."),
        (Matching(170, 723, MISSED, truth=1), "2:50 of 12:03 min of VT were missed."),
        (Matching(0, 723, MISSED, truth=1), "None of 12:03 min of VT was missed."),
        (Matching(723, 723, MISSED, truth=1), "All 12:03 min of VT were missed."),
        (Matching(723, 8321, truth=1), "12:03 min of VT are listed."),
        (Matching(8321, 8321), "All 2:18:41 h are listed."),
        (Matching(995, 8321, FALSE_POSITIVES), "0:16:35 of 2:18:41 h of predictions are incorrect."),
        (Matching(40, 80, FALSE_POSITIVES, predicted=1), "0:40 of 1:20 min of VT predictions are incorrect."),
        (Matching(80, 80, FALSE_POSITIVES, predicted=1), "All 1:20 min of VT predictions are incorrect."),
        (Matching(0, 80, FALSE_POSITIVES, predicted=1), "None of 1:20 min of VT predictions is incorrect."),
    ],
)
def test_frames_are_told_by_their_time(found: Matching, said: str) -> None:
    assert plain(cases_finding(found, NO_NORMAL, Amounts(1.0))) == said


def test_without_a_normal_class_every_error_counts() -> None:
    assert plain(cases_finding(Matching(34, 150, MISSED), NO_NORMAL)) == "34 of 150 patients were misclassified."
    assert plain(cases_finding(Matching(34, 150, FALSE_POSITIVES), NO_NORMAL)) == "34 of 150 predictions are incorrect."


def test_all_misclassified_disease_is_said_with_where_it_went() -> None:
    found = Matching(34, 150, MISSED, as_normal=23)
    said = "34 of 150 patients with disease were misclassified: 23 as Normal, 11 as another class."
    assert plain(cases_finding(found, VOICE)) == said
    alike = "38 of 134 patients with disease were misclassified, all as Normal."
    assert plain(cases_finding(Matching(38, 134, MISSED, as_normal=38), VOICE)) == alike
    one = "1 of 134 patients with disease was misclassified as Normal."
    assert plain(cases_finding(Matching(1, 134, MISSED, as_normal=1), VOICE)) == one


def test_how_the_list_is_narrowed_and_sorted_and_how_confident_its_errors_are() -> None:
    assert narrowed_said("sex", "F", "P1") == "Only where sex is F and the id is, or begins with, P1."
    assert narrowed_said("", "", "") == confident_said(0, 0, SCORES) == ""
    assert (
        plain(confident_said(60, 120, SCORES, Amounts(1.0)))
        == "Confident errors (score at least 0.900): 1:00 of 2:00 min."
    )
    assert plain(confident_said(3, 34, SCORES)) == "Confident errors (score at least 0.900): 3 of 34."
    assert order_said(CaseOrder.WORST, True, True, VOICE).endswith("Correct cases follow, least confident first.")
    assert order_said(CaseOrder.WORST, False, True, VOICE) == "Most harmful error first."
    assert order_said(CaseOrder.WORST, True, False, VOICE) == "Most harmful error first, then most confident."
    named = [order_said(order, True, False, VOICE, is_named=True) for order in (CaseOrder.WORST, CaseOrder.FILE)]
    assert named == ["Of equally harmful errors the most confident first.", ""]
    assert order_said(CaseOrder.WORST, True, False, NO_NORMAL) == "Most confident error first."
    assert [order_name(CaseOrder.WORST, each) for each in (VOICE, NO_NORMAL)] == ["Most harmful first", "Errors first"]


def test_rows_that_were_fetched_are_counted_and_so_are_those_that_can_be() -> None:
    assert plain(fetched_said(50, 1204, 1204, "a.parquet")) == "50 of 1,204 rows were fetched from a.parquet."
    assert plain(fetched_said(1, 1, 1, "a.parquet")) == "1 of 1 row was fetched from a.parquet."
    assert plain(fetched_said(50, 90_000, 10_000, "a")).endswith(
        "The first 10,000 can be opened: filter the list to see others."
    )
