"""The findings, on matrices where every number in them can be counted by hand."""

import math

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation, NaturalFrequencies, ThresholdTable
from metrics.intervals.resampling_units import Units
from words import Finding, Voice, confusion, curves, overview, per_thousand, risk, threshold_finding

HEART = ("Normal", "Ectopic", "VT")
CELLS = [[908, 62, 30], [17, 73, 10], [5, 5, 40]]
PATIENTS = ("patient", "patients")


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u2060", "")


def said(finding: Finding) -> tuple[str, str]:
    return plain(finding.headline), plain(finding.detail)


def study(cells: object = CELLS, names: tuple[str, ...] = HEART, normal: int | None = 0) -> tuple[Evaluation, Voice]:
    return Evaluation(ConfusionMatrix(names, np.array(cells))), Voice(names, PATIENTS, normal)


def test_the_overview_leads_with_the_class_whose_misses_are_most_certain() -> None:
    headline, detail = said(overview(*study()))
    assert headline == "Of 100 patients with Ectopic, the model missed 27 (27 %): 17 were called Normal and 10 VT."
    assert detail.startswith("95 % CI 19–36 %: of every 100 patients like these, expect 19 to 36 to be missed.")
    assert detail.endswith("When the model says Normal, 22 of 930 are not (2.4 %, CI 1.6–3.6).")


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ([0, 5], "Of 5 patients with VT, the model missed none."),
        ([2, 3], "Of 5 patients with VT, the model missed 2."),
        ([5, 0], "Of 5 patients with VT, the model missed all 5."),
        ([1, 0], "Of 1 patient with VT, the model missed it."),
        ([30, 10], "Of 40 patients with VT, the model missed 30 (75 %)."),
    ],
)
def test_few_cases_get_counts_and_no_percentage(row: list[int], expected: str) -> None:
    assert said(overview(*study([[50, 1], row], ("Normal", "VT"))))[0] == expected


def test_a_model_that_never_says_normal_has_no_false_reassurance() -> None:
    evaluation, voice = study([[0, 10, 0], [0, 10, 0], [0, 5, 5]])
    assert "The model never says Normal." in said(overview(evaluation, voice))[1]
    assert "cannot be estimated" in said(risk(evaluation, voice))[1]


def test_one_class_alone_cannot_be_missed() -> None:
    alone = study([[10, 0], [0, 0]], ("Normal", "VT"))
    assert "nothing could be missed" in said(overview(*alone))[0]
    assert "nothing could be missed" in said(risk(*alone))[0]
    assert said(confusion(*alone)) == ("The model made no error in 10 patients.", "")


def test_risk_says_the_two_sides_of_one_mistake() -> None:
    headline, detail = said(risk(*study()))
    assert headline == "Ectopic is missed in 27 of 100 patients, and 17 of those are called Normal."
    assert "of 930 patients called Normal, 22 are not" in detail
    assert "17 of them have Ectopic" in detail
    assert detail.endswith("from the other side: 17 of 100 patients with Ectopic.")


def test_the_most_frequent_and_the_most_dangerous_error() -> None:
    headline, detail = said(confusion(*study()))
    assert headline == "The most frequent error is Normal called Ectopic: 62 of 1,000 (6.2 %)."
    assert detail == "The class most often called Normal is Ectopic: 17 of 100 (17 %, 95 % CI 11–26)."


@pytest.mark.parametrize(
    ("names", "unit", "expected"),
    [
        (("a", "malignant"), PATIENTS, "212 malignant patients"),
        (("0", "1"), ("case", "cases"), "212 cases of class 1"),
        (("Prep", "Clipping"), ("frame", "frames"), "212 frames of Clipping"),
        (("Normal", "VT"), PATIENTS, "212 patients with VT"),
    ],
)
def test_classes_are_spoken_of_by_what_they_are(names: tuple[str, ...], unit: tuple[str, str], expected: str) -> None:
    assert plain(Voice(names, unit).group(212, 1)) == expected


def test_a_curve_is_a_comparison_of_two_people() -> None:
    table = ThresholdTable.from_scores([0.9, 0.8, 0.7, 0.2], [True, False, True, False])
    matrix = ConfusionMatrix(("Normal", "VT"), np.array([[1, 1], [0, 2]]))
    headline, detail = said(curves(Evaluation(matrix, (None, table)), 1, Voice(("Normal", "VT"), PATIENTS, 0)))
    assert (
        headline
        == "Given one patient with VT and one without, the model scores the one with VT higher 75 times in 100."
    )
    assert detail.startswith("AUC 0.750 (")
    assert detail.endswith("by chance it would be the share of VT, 2 of 4 (0.500).")


def test_a_rule_in_words_counts_what_it_finds_misses_and_alarms() -> None:
    table = ThresholdTable.from_scores([0.9, 0.8, 0.7, 0.2], [True, False, True, False])
    voice = Voice(("Normal", "VT"), PATIENTS, 0)
    assert said(threshold_finding(table.at(0.75), 0.75, 1, voice)) == (
        "At 0.750 the model finds 1 of 2 patients with VT and misses 1.",
        "Of 2 VT calls, 1 is a false alarm.",
    )
    assert said(threshold_finding(table.at(0.1), 0.1, 1, voice))[0].endswith("misses none.")
    assert said(threshold_finding(table.at(1), 1, 1, voice))[1] == "It calls no patient VT."
    above, below = (said(threshold_finding(table.at(at), at, 1, voice))[0] for at in (math.inf, -math.inf))
    assert above.startswith("Above every score the model finds 0 of ")
    assert below.startswith("Below every score the model finds ")


def test_rows_of_one_patient_are_not_taken_for_as_many_patients() -> None:
    evaluation, voice = study()
    alone = said(overview(evaluation, voice))[1]
    assert alone.startswith("95 % CI 19–36 %: of every 100 patients like these, expect 19 to 36")
    assert said(overview(repeated(40), voice))[1].split(" %: ")[0] != alone.split(" %: ")[0]
    few = said(overview(repeated(12), voice))[1]
    assert few.startswith("No interval from 12 patients: at least 15 are needed. When the model says Normal")


def test_the_level_is_said_with_every_first_interval() -> None:
    evaluation, voice = study()
    wide = evaluation.at_level(0.99)
    assert said(overview(wide, voice))[1].startswith("99 % CI 17–40 %: of every 100")
    assert "99 % CI" in said(risk(wide, voice))[1]
    assert "(17 %, 99 % CI " in said(confusion(wide, voice))[1]


def repeated(patients: int) -> Evaluation:
    """The same rows, each patient with many of them."""
    matrix, _ = study()
    pairs = [(i, j) for i, row in enumerate(CELLS) for j, count in enumerate(row) for _ in range(count)]
    truth, called = np.array(pairs, np.int16).T
    units = Units(truth, called, 3, patients, patients=np.arange(len(truth)) % patients)
    return Evaluation(matrix.matrix, clusters=patients, units=units)


def test_the_thousand_are_said_in_leaves_that_add_up() -> None:
    lines = per_thousand(NaturalFrequencies(43, 957, 35, 8, 35, 922), 1, Voice(("Normal", "VT"), PATIENTS, 0))
    assert [plain(line) for line in lines][0::3] == ["43 have VT", "957 do not"]
    assert ["**35**" in lines[1], "**8**" in lines[2], "**35**" in lines[4], "**922**" in lines[5]] == [True] * 4
