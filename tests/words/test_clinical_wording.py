"""What was clinically wrong once, C1 to C19 of VOICE: each test fails with the text of that time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from metrics import ConfusionMatrix, Counts, Evaluation, ThresholdTable
from metrics.glossary import GLOSSARY
from metrics.paired.paired_proportions import paired_proportion
from metrics.requirements import assessed
from metrics.thresholding.delivered import DeliveredPoint
from metrics.thresholding.two_thresholds import zones
from report.formats.plain_text import summary
from reviews.requirement_text import parsed
from tests.report.helpers import example_file, report_of
from tests.support.text import as_read, plain
from tests.support.visitor import Visitor
from tests.support.vocabulary import sentences
from tests.words.findings.heart import HEART, PATIENTS, said, study
from words import Voice
from words.findings.clinical_risk import clinical_risk, not_a_disease
from words.findings.confusion import confusion
from words.findings.methods import KAPPA, OTHERS, comparison_made, intervals_made
from words.findings.models.compare import Names, Told, compare_finding
from words.findings.overview import overview
from words.findings.thresholds import chosen
from words.findings.thresholds.one_class import Delivered, beside_delivered, outcomes, threshold_finding
from words.requirements.told import told

EVALUATION, _VOICE = study()
VOICE = replace(_VOICE, order=(2, 1, 0), interest=2)
WORDS = Path(__file__).parents[2] / "words"
ARTIFACT = ConfusionMatrix(("Artifact", "Normal", "VT"), np.array([[30, 9, 1], [2, 90, 8], [0, 5, 45]]))


def every_sentence() -> Iterator[str]:
    for module in sorted(WORDS.rglob("*.py")):
        yield from (text for _, text in sentences(ast.parse(module.read_text(encoding="utf-8"))))


def verdict(text: str) -> tuple[str, str, str]:
    """The requirement as it is understood, its verdict and its value."""
    found = told(assessed(parsed(text, HEART), EVALUATION), EVALUATION, VOICE, str)
    return plain(found.requirement), found.state, plain(found.value)


def test_c1_normal_at_a_threshold_is_classified_and_never_detected_or_missed() -> None:
    headline = plain(threshold_finding(Counts(919, 21, 81, 129), 0.5, 0, VOICE))
    assert headline == "At threshold 0.500, 940 patients are classified as Normal; 21 of them have disease."
    assert not any(word in text for text in outcomes(0, VOICE).values() for word in ("detected", "missed", "positive"))


@pytest.mark.thorough
def test_c2_an_interval_is_never_a_forecast() -> None:
    assert [text for text in every_sentence() if "patients like these" in text or "expect " in text] == []
    assert "Miss rate CI 11–33 %." in said(overview(EVALUATION, VOICE))[1]


def test_c3_a_miss_rate_has_one_name_and_one_numerator() -> None:
    assert verdict("VT miss rate at most 25 %") == ("VT miss rate at most 25 %", "inconclusive", "10 of 50 (20 %)")
    as_normal = ("VT missed as Normal at most 25 %", "met", "5 of 50 (10 %)")
    assert verdict("VT missed as Normal at most 25 %") == as_normal


def test_c4_what_was_required_of_alarms_is_the_false_positive_rate_and_says_so() -> None:
    once = verdict("VT false alarm rate at most 5 %")
    assert once == ("VT false positive rate at most 5 %", "met", "40 of 1,100 (3.6 %)")


def test_c5_false_alarms_are_normal_cases_classified_as_a_disease_on_every_page() -> None:
    voice = Voice(ARTIFACT.labels, PATIENTS, 1, order=(2, 0, 1), interest=1, not_diseases=frozenset({0}))
    evaluation = Evaluation(ARTIFACT, normal=1, not_diseases=frozenset({0}))
    assert "8 false alarms (8 VT)" in plain(not_a_disease(evaluation, 1, voice))
    heart = plain(not_a_disease(EVALUATION, 0, VOICE))
    assert "92 false alarms (30 VT, 62 Ectopic)" in heart
    assert "false alarm for 92 of 1,000 Normal" in said(overview(EVALUATION, replace(VOICE, interest=0)))[0]


def test_c6_nothing_on_screen_is_a_risk_score_but_an_alias() -> None:
    for key in ("risk_score", "class_risk_score", "risk_score_elsewhere"):
        assert GLOSSARY[key].name.startswith("False reassurance")


def test_c7_youden_says_what_a_missed_case_counts_at_this_prevalence() -> None:
    text = plain(chosen.by_youden(0.3, 99, 1150, "", 2, VOICE))
    assert text.endswith("At 8.6 % prevalence this values one missed case like 11 false positives.")
    assert "equally" not in text


def test_c8_a_negative_is_a_true_negative_as_another_disease_may_be_among_them() -> None:
    assert outcomes(2, VOICE)["tn"] == "true negatives"


def test_c9_a_threshold_says_what_happens_to_the_other_diseases() -> None:
    after = np.array([[872, 42, 86], [13, 64, 23], [5, 0, 45]])
    before = Delivered(DeliveredPoint(Counts(40, 40, 10, 1060), 0.41, False), EVALUATION.matrix.cells, True)
    text = plain(beside_delivered(Counts(45, 109, 5, 991), 0.1, after, before, 2, VOICE))
    assert "also moves Ectopic: 73 → 64 of 100 detected." in text


def test_c10_the_better_model_leads_whatever_the_worse_one_detects_besides() -> None:
    first, second = (np.repeat(which, (319, 22, 78, 32)) for which in ([1, 1, 0, 0], [1, 0, 1, 0]))
    proportion = paired_proportion(first, second)
    lead = Told(Names("B", "A"), proportion, proportion, 451)
    assert plain(compare_finding(lead, (), 2, VOICE, 0.95).headline).startswith("A detects 397 of 451 patients with VT")


def test_c11_an_artefact_is_no_disease() -> None:
    voice = Voice(ARTIFACT.labels, PATIENTS, 1, order=(2, 0, 1), interest=2, not_diseases=frozenset({0}))
    headline, detail = said(clinical_risk(Evaluation(ARTIFACT, normal=1, not_diseases=frozenset({0})), voice))
    assert headline == "5 of 95 patients classified as Normal have disease: 5 VT."
    assert "disease in 50 of 150 patients" in detail


@pytest.mark.thorough
def test_c12_training_data_are_said_to_be_optimistic() -> None:
    text = summary(report_of(example_file("heart-rhythm")))
    assert "Model A, test ─" in text
    assert "Model A, train (training data: optimistic) ─" in text
    visitor = Visitor(study="heart-rhythm").go("overview")
    assert "optimistic" not in visitor.label_of_choices()
    assert "training data: optimistic" in visitor.choose("Split", "train").label_of_choices()


def test_c13_of_two_classes_none_is_compared_with_other_classes() -> None:
    two, voice = study([[346, 11], [4, 208]], ("benign", "malignant"))
    voice = replace(voice, order=(1, 0), interest=1)
    text = " ".join((*said(confusion(two, voice)), *said(overview(two, voice))))
    assert "other class" not in text
    assert "more often" not in text


def test_c14_a_lower_bound_is_confidence_about_the_true_value_in_the_same_population() -> None:
    text = plain(chosen.lower_bound_help(0.95))
    assert "97.5 % confidence that it is not, in the same population" in text
    assert "almost always" not in text


def test_c15_likelihood_ratios_multiply_odds_and_a_zone_has_its_own() -> None:
    assert "multiplies the odds" in GLOSSARY["lr_negative"].meaning
    table = ThresholdTable([0.7, 0.3, 0.0], [11, 20, 7], [2, 44, 28])
    between = zones(table, 0.1, 0.6).between.likelihood_ratio
    assert between.value == pytest.approx((20 / 38) / (44 / 74))


def test_c16_an_adjective_goes_with_cases() -> None:
    two, voice = study([[346, 11], [4, 208]], ("benign", "malignant"))
    headline = said(overview(two, replace(voice, order=(1, 0), interest=1)))[0]
    assert headline == "The model missed 4 of 212 malignant cases (1.9 %)."


def test_c17_what_depends_on_prevalence_stands_beside_it() -> None:
    assert said(clinical_risk(EVALUATION, VOICE))[1].endswith("disease in 150 of 1,150 patients (13.0 %).")
    assert "prevalence of disease 13.0 %" in said(overview(EVALUATION, VOICE))[1]


def test_c18_disease_as_normal_is_unlike_false_reassurance_and_depends_on_the_mix() -> None:
    meaning = GLOSSARY["missed_as_normal"].meaning
    assert "Unlike false reassurance" in meaning
    assert "does depend on the mix of diseases" in meaning


def test_c19_a_class_that_is_never_predicted_has_no_specificity_as_a_merit() -> None:
    shown = Visitor(study="heart-sounds").go("overview").table()
    row = shown[shown.iloc[:, 0].map(as_read).str.startswith("Extra heart sound")].iloc[0]
    assert (row["Specificity"], row["NPV"]) == ("never predicted", "never predicted")


@pytest.mark.parametrize("clustered", [False, True])
def test_further_p_values_of_areas_and_predictive_values_are_z_tests(clustered: bool) -> None:
    text = comparison_made(0.95, 1, "rows" if clustered else None)
    test, areas = text.split("p values: ")[1].split("; ")
    assert "AUC" not in test
    assert "z tests" in areas
    assert all(name in areas for name in ("AUC", "PPV", "NPV"))


def test_further_kappa_and_means_name_the_interval_that_they_have() -> None:
    text = plain(intervals_made(0.95, False, (KAPPA, OTHERS)))
    assert "Fleiss, logit scale, t for kappa" in text
    assert "bootstrap SE, logit scale, t otherwise" in text


def test_further_a_number_of_cases_is_given_with_its_power() -> None:
    found = told(assessed(parsed("VT miss rate at most 25 %", HEART), EVALUATION), EVALUATION, VOICE, str)
    assert any("80 % power" in plain(note) for note in found.notes)


def test_further_overlapping_intervals_can_hide_a_difference() -> None:
    (reading,) = GLOSSARY["sensitivity_difference"].readings
    assert "can hide a clear difference" in reading.says
    assert "nothing about" not in reading.says
