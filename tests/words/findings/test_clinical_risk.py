"""Disease among the Normal predictions, with the prevalence that it depends on; and what each panel says."""

from dataclasses import replace

import numpy as np

from metrics import ConfusionMatrix, Evaluation
from metrics.notes import Code, note
from tests.support.text import plain
from tests.words.findings.heart import said, study
from words.findings.clinical_risk import clinical_risk, in_cell, missed, missed_as_normal, not_a_disease, ppv


def test_the_finding_counts_disease_among_normal_predictions_in_order_of_danger() -> None:
    evaluation, voice = study()
    names = list(evaluation.labels)
    ordered = replace(voice, order=tuple(names.index(name) for name in ("VT", "Ectopic", "Normal")))
    headline, detail = said(clinical_risk(evaluation, ordered))
    assert headline == "22 of 930 patients classified as Normal have disease: 5 VT, 17 Ectopic."
    assert detail == ("2.4 % (95 % CI 1.6–3.6) at the observed prevalence: disease in 150 of 1,150 patients (13.0 %).")


def test_the_level_is_said_with_the_interval() -> None:
    evaluation, voice = study()
    assert "99 % CI" in said(clinical_risk(evaluation.at_level(0.99), voice))[1]


def test_what_cannot_be_estimated_is_said() -> None:
    never = study([[0, 10, 0], [0, 10, 0], [0, 5, 5]])
    assert said(clinical_risk(*never))[0] == "The model never predicted Normal; false reassurance is not estimable."
    healthy = study([[10, 0], [0, 0]], ("Normal", "VT"))
    assert said(clinical_risk(*healthy))[0] == "No case has a disease; missed cases cannot be assessed."


def test_without_a_normal_class_nothing_is_said_to_stand_above() -> None:
    """A report has no title line."""
    evaluation, voice = study()
    _, detail = said(clinical_risk(replace(evaluation, normal=None), replace(voice, normal=None)))
    assert detail.endswith("No Normal class is set. With one, disease classified as Normal is reported separately.")


def test_none_missed_and_two_classes_are_whole_sentences() -> None:
    none = study([[90, 5, 5], [0, 20, 0], [0, 0, 20]])
    assert said(clinical_risk(*none))[0] == "None of 90 patients classified as Normal has disease."
    two = study([[346, 11], [4, 208]], ("benign", "malignant"))
    assert said(clinical_risk(*two))[0] == "4 of 350 patients classified as benign are malignant cases."


def test_a_class_that_is_neither_counts_in_no_total_and_the_page_says_so() -> None:
    cells = ConfusionMatrix(("Artifact", "Normal", "VT"), np.array([[30, 9, 1], [2, 90, 8], [0, 5, 45]]))
    _, voice = study()
    voice = replace(voice, names=cells.labels, order=(2, 0, 1), normal=1, not_diseases=frozenset({0}), interest=2)
    headline, detail = said(clinical_risk(Evaluation(cells, normal=1, not_diseases=frozenset({0})), voice))
    assert headline == "5 of 95 patients classified as Normal have disease: 5 VT."
    assert "disease in 50 of 150 patients" in detail
    assert detail.endswith("Artifact: neither Normal nor a disease, not counted here.")
    evaluation = Evaluation(cells, normal=1, not_diseases=frozenset({0}))
    assert plain(not_a_disease(evaluation, 0, voice)).startswith(
        "**Artifact**: 30 of 40 patients with Artifact classified as Artifact"
    )
    assert plain(not_a_disease(evaluation, 0, voice)).endswith("; the others as 1 VT, 9 Normal.")
    assert plain(not_a_disease(evaluation, 1, voice)).endswith("; 8 false alarms (8 VT); the others as 2 Artifact.")


def test_a_panel_says_counts_percent_and_interval_or_why_not() -> None:
    evaluation, _ = study()
    of_vt = evaluation.classes[list(evaluation.labels).index("VT")]
    assert plain(missed(of_vt["fnr"])).startswith("**Missed: 10 of 50** · 20 % (CI ")
    assert plain(ppv(of_vt["ppv"])).startswith("**PPV: ")
    assert plain(missed_as_normal(of_vt["missed_as_normal"], "Normal")).startswith("5 missed as Normal · 10 % (CI ")
    assert plain(in_cell(of_vt["ppv"])).startswith("51 % (40 of 79; CI ") or of_vt["ppv"].trials != 79
    alone = replace(of_vt["fnr"], low=None, high=None, note=note(Code.FEW_PATIENTS, patients=9, needed=15))
    assert plain(in_cell(alone)) == "20 % (10 of 50)"
    assert plain(in_cell(replace(alone, successes=3, trials=7))) == "3 of 7"
    few, _ = study([[90, 5, 5], [0, 5, 0], [0, 0, 20]])
    assert plain(missed(few.classes[1]["fnr"])) == "**Missed: 0 of 5** · n < 10 (CI 0–52 %)"


def test_false_alarms_of_two_classes_are_counted_once() -> None:
    evaluation, voice = study([[90, 10], [5, 45]], ("Normal", "VT"))
    assert plain(not_a_disease(evaluation, 0, voice)).endswith("; 10 false alarms.")


def test_classes_that_are_numbers_are_classes_beside_their_counts() -> None:
    """ "3 2, 5 1" read as four numbers."""
    evaluation, voice = study([[28, 1, 1], [5, 15, 0], [3, 0, 8]], ("0", "1", "2"))
    assert said(clinical_risk(evaluation, voice))[0].endswith("class 0 have disease: 5 class 1, 3 class 2.")
    told = plain(not_a_disease(evaluation, 0, voice))
    assert told.startswith("**Class 0**: 28 of 30 patients of class 0 classified as class 0")
    assert told.endswith("2 false alarms (1 class 1, 1 class 2).")


def test_none_has_what_one_would_have() -> None:
    evaluation, voice = study([[30, 0], [0, 20]], ("Normal", "VT"))
    assert said(clinical_risk(evaluation, voice))[0] == "None of 30 patients classified as Normal has VT."
