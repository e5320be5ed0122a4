"""What the Overview says first, on matrices where every number in it can be counted on paper."""

from dataclasses import replace

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from metrics.intervals.resampling_units import ResamplingUnits
from tests.support.text import plain
from tests.words.findings.heart import CELLS, PATIENTS, said, study
from words import Voice
from words.findings.overview import area, below_the_table, most_frequent_error, of_one_score, overview, reassurance
from words.text.amounts import Amounts

NORMAL, ECTOPIC, VT = range(3)


def heart(interest: int = VT, cells: object = CELLS, neither: frozenset[int] = frozenset()) -> tuple[Evaluation, Voice]:
    evaluation, voice = study(cells)
    decided = {"not_diseases": neither}
    return replace(evaluation, **decided), replace(voice, order=(VT, ECTOPIC, NORMAL), interest=interest, **decided)


def test_the_overview_leads_with_the_class_of_interest() -> None:
    headline, detail = said(overview(*heart()))
    assert headline == "The model missed 10 of 50 patients with VT (20 %): 5 classified as Normal, 5 as Ectopic."
    assert detail == (
        "Miss rate CI 11–33 %. "
        "22 of 930 patients classified as Normal have disease (2.4 %, CI 1.6–3.6; prevalence of disease 13.0 %)."
    )
    headline, _ = said(overview(*heart(ECTOPIC)))
    assert headline == "The model missed 27 of 100 patients with Ectopic (27 %): 17 classified as Normal, 10 as VT."


def test_normal_raises_false_alarms_and_is_never_missed() -> None:
    headline, detail = said(overview(*heart(NORMAL)))
    assert headline == "The model raised a false alarm for 92 of 1,000 Normal patients (9.2 %)."
    assert detail.startswith("Of these, 62 classified as Ectopic, 30 as VT. Error rate CI 7.6–11.2 %.")


def test_normal_cases_predicted_as_no_disease_are_no_false_alarms() -> None:
    """C5: Clinical risk counts 30 of them, and 62 apart."""
    headline, _ = said(overview(*heart(NORMAL, neither=frozenset({ECTOPIC}))))
    assert headline.startswith("The model misclassified 92 of 1,000 Normal patients (9.2 %)")


def test_errors_of_one_kind_are_all_of_them_and_a_single_one_is_not_counted_twice() -> None:
    headline, _ = said(overview(*heart(cells=[[900, 0, 0], [0, 90, 10], [10, 0, 40]])))
    assert headline == "The model missed 10 of 50 patients with VT (20 %): all classified as Normal."
    headline, _ = said(overview(*heart(cells=[[900, 0, 0], [0, 90, 10], [1, 0, 49]])))
    assert headline == "The model missed 1 of 50 patients with VT (2 %): classified as Normal."


def test_another_disease_that_is_never_predicted_is_named() -> None:
    _, detail = said(overview(*heart(ECTOPIC, cells=[[900, 5, 0], [10, 90, 0], [1, 0, 0]])))
    assert " Never predicted: VT (1 patient). " in detail
    assert "Never predicted" not in said(overview(*heart(VT, cells=[[900, 5, 0], [10, 90, 0], [50, 0, 0]])))[1]


def test_of_few_errors_the_number_is_said() -> None:
    evaluation, voice = heart(cells=[[900, 0, 0], [1, 90, 0], [0, 0, 50]])
    assert plain(most_frequent_error(evaluation, voice)) == "the only error: Ectopic → Normal"
    evaluation, voice = heart(cells=[[900, 20, 0], [60, 90, 0], [0, 0, 50]])
    assert plain(most_frequent_error(evaluation, voice)) == "60 of 80 errors (75 %): Ectopic → Normal"
    in_time = most_frequent_error(evaluation, voice, Amounts(30.0))
    assert plain(in_time) == "30 of 40 min of error (75 %): Ectopic → Normal"


def test_a_normal_class_named_with_a_number_or_a_word_is_told_as_a_class() -> None:
    for name in ("0", "no"):
        evaluation, voice = heart(NORMAL)
        headline, _ = said(overview(evaluation, replace(voice, names=(name, *voice.names[1:]))))
        assert headline == f"The model raised a false alarm for 92 of 1,000 patients of class {name} (9.2 %)."


def test_without_a_normal_class_errors_that_do_not_fit_follow_with_their_classes() -> None:
    evaluation, voice = heart()
    named = replace(
        voice, normal=None, names=("Sinus rhythm of a healthy adult", "Supraventricular ectopic beat", "VT")
    )
    headline, detail = said(overview(replace(evaluation, normal=None), named))
    assert headline == "The model missed 10 of 50 patients with VT (20 %)."
    assert "5 classified as Sinus rhythm of a healthy adult" in detail


def test_what_is_no_disease_is_misclassified_and_counts_in_no_disease() -> None:
    headline, detail = said(overview(*heart(ECTOPIC, neither=frozenset({ECTOPIC}))))
    assert headline.startswith("The model misclassified 27 of 100 patients with Ectopic (27 %)")
    assert "5 of 913 patients classified as Normal have VT (0.5 %" in detail
    assert "prevalence of VT 4.8 %; without Ectopic)" in detail


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ([0, 5], "The model missed none of 5 patients with VT."),
        ([0, 1], "The model detected the only patient with VT."),
        ([2, 3], "The model missed 2 of 5 patients with VT."),
        ([30, 10], "The model missed 30 of 40 patients with VT (75 %)."),
    ],
)
def test_few_cases_get_counts_and_no_percentage(row: list[int], expected: str) -> None:
    evaluation, voice = study([[50, 1], row], ("Normal", "VT"))
    headline, detail = said(overview(evaluation, replace(voice, interest=1)))
    assert headline == expected
    assert detail.startswith("Too few cases for a percentage (fewer than 10).") == (sum(row) < 10)


def test_none_missed_says_what_is_not_excluded() -> None:
    evaluation, voice = study([[90, 10], [0, 50]], ("Normal", "VT"))
    _, detail = said(overview(evaluation, replace(voice, interest=1)))
    assert detail.startswith("A miss rate of up to 7 % is not excluded (95 % CI).")
    assert "None of 90 patients classified as Normal has VT (CI 0–4 %; prevalence of VT 33 %)." in detail


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ([30, 10, 0], "The model never predicted VT: all 40 cases missed, 30 as Normal."),
        ([0, 40, 0], "The model never predicted VT: all 40 cases missed."),
        ([1, 0, 0], "The model never predicted VT: the only case is missed."),
    ],
)
def test_a_class_that_is_never_predicted_leads_with_that(row: list[int], expected: str) -> None:
    assert said(overview(*heart(VT, [[50, 5, 0], [5, 50, 0], row])))[0] == expected


def test_no_line_of_a_headline_ends_between_a_number_and_its_noun() -> None:
    headline = overview(*heart(VT, [[50, 5, 0], [5, 50, 0], [30, 10, 0]])).headline
    assert "all\u00a040\u00a0cases missed, 30\u00a0as Normal" in headline


def test_a_model_that_never_predicts_normal_has_no_false_reassurance() -> None:
    assert "The model never predicted Normal." in said(overview(*heart(VT, [[0, 10, 0], [0, 10, 0], [0, 5, 5]])))[1]


def test_one_class_alone_cannot_be_missed_and_a_class_without_cases_neither() -> None:
    alone = study([[10, 0], [0, 0]], ("Normal", "VT"))
    assert said(overview(*alone))[0] == "All cases have the same true class; missed cases cannot be assessed."
    headline, _ = said(overview(*heart(VT, [[50, 5, 0], [5, 50, 0], [0, 0, 0]])))
    assert headline == "No case of VT here: missed cases of it cannot be assessed."


def many(row: list[int], normal: int | None) -> tuple[str, str]:
    """Nine classes with long names; the first has these predictions."""
    names = tuple(f"Disease with a long name {i}" for i in range(8)) + ("Normal",)
    cells = np.diag([0, *[20] * 8])
    cells[0] = row
    voice = Voice(names, PATIENTS, normal)
    return said(overview(Evaluation(ConfusionMatrix(names, cells), normal=normal), voice))


def test_many_targets_are_summed_up_where_the_sentence_grows_too_long() -> None:
    headline, detail = many([31, 1, 1, 1, 1, 1, 0, 0, 2], 8)
    assert headline.endswith("long name 0 (18 %).")
    assert detail.startswith(
        "Of these, 2 classified as Normal, 1 as Disease with a long name 1, 1 as Disease with a long name 2, "
        "3 as another disease."
    )
    evaluation, voice = study(
        [[50, 0, 0, 0], [0, 9, 0, 0], [0, 0, 9, 0], [2, 5, 3, 40]], ("Normal", "Torsades", "B", "VF")
    )
    assert said(overview(evaluation, replace(voice, interest=3)))[0] == (
        "The model missed 10 of 50 patients with VF (20 %): 2 classified as Normal, 8 as another disease."
    )


def test_one_score_says_at_which_threshold_and_that_it_is_an_assumption() -> None:
    evaluation, voice = study([[355, 2], [11, 201]], ("benign", "malignant"))
    headline, detail = said(overview(evaluation, replace(voice, interest=1), 0.5))
    assert headline == "At a score of 0.5 or more the model missed 11 of 212 malignant cases (5.2 %)."
    assert detail == (
        "Miss rate CI 2.9–9.1 %. 2 of 203 malignant predictions are incorrect. "
        "The file gives one score and no predicted class: 0.5 is an assumption."
    )


def test_without_a_normal_class_nothing_is_said_of_normal_predictions() -> None:
    evaluation, voice = study(normal=None)
    assert said(overview(evaluation, replace(voice, interest=VT)))[1] == "Miss rate CI 11–33 %."


def test_other_pages_are_told_with_the_names_of_classes() -> None:
    """ "AUC for 1 0.997" reads as two numbers, and "3 → 7" is an error of nobody."""
    names = ("0", *(f"Condition {letter}" for letter in "ABCDEF"))
    cells = np.diag([9] * 7)
    cells[3, 0] = 5
    evaluation, voice = study(cells, names)
    assert plain(most_frequent_error(evaluation, voice)) == "5 of 5 errors: Condition C → class 0"
    table = ThresholdTable.from_scores(np.linspace(0, 1, 40), np.tile([False, True], 20))
    of_one = Evaluation(ConfusionMatrix(("0", "1"), np.diag([20, 20])), (None, table), normal=0)
    two = Voice(("0", "1"), PATIENTS, 0, interest=1)
    assert plain(area(of_one, two)).startswith("AUC for class 1: 0.")
    assert plain(of_one_score(of_one, two, 1)).startswith("Prevalence of class 1: 50 % (20 of 40).")
    assert "prevalence of class 1: 50 %)" in plain(reassurance(of_one, two))


def test_rows_of_one_patient_are_not_taken_for_as_many_patients() -> None:
    _, voice = heart()
    alone, together = (said(overview(each, voice))[1].split(" %.")[0] for each in (heart()[0], repeated(40)))
    assert alone == "Miss rate CI 11–33"
    assert together not in (alone, "")
    assert said(overview(repeated(12), voice))[1].startswith("22 of 930 patients classified as Normal have disease")


def test_a_rate_without_misses_names_the_level() -> None:
    evaluation, voice = study([[90, 10], [0, 50]], ("Normal", "VT"))
    assert "(99 % CI)" in said(overview(evaluation.at_level(0.99), replace(voice, interest=1)))[1]


def repeated(patients: int) -> Evaluation:
    """The same rows, each patient with many of them."""
    matrix, _ = study()
    pairs = [(i, j) for i, row in enumerate(CELLS) for j, count in enumerate(row) for _ in range(count)]
    truth, predicted = np.array(pairs, np.int16).T
    units = ResamplingUnits(truth, predicted, 3, patients, patients=np.arange(len(truth)) % patients)
    return Evaluation(matrix.matrix, clusters=patients, units=units, normal=0)


def test_the_accuracy_to_compare_with_is_that_of_the_largest_class_not_of_normal() -> None:
    seen = Evaluation(ConfusionMatrix(("norm", "abnorm"), np.array([[54, 32], [27, 231]])), normal=0)
    said = plain(below_the_table(seen, Voice(("norm", "abnorm"), ("case", "cases"), 0), has_required=False))
    assert said.endswith("Accuracy of always predicting abnorm: 75.0 %.")
