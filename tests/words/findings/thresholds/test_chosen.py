"""How a choice of the threshold is said: why this threshold, on which cases, and its optimism."""

import math

import pytest

from metrics import Corrected, Counts
from tests.support.text import plain
from words import Voice
from words.findings.thresholds.chosen import (
    by_cost,
    by_formula,
    by_target,
    by_youden,
    chosen_here,
    compared,
    cost_ratio,
    lower_bound_help,
    never_reached,
)

VOICE = Voice(("Normal", "VT", "malignant", "1"), ("patient", "patients"), 0)
COUNTS = Counts(tp=45, fp=110, fn=5, tn=990)


@pytest.mark.parametrize(
    ("key", "by_bound", "where", "said"),
    [
        ("sensitivity", False, "", "Threshold 0.137 is the highest with sensitivity ≥ 95 %."),
        ("sensitivity", True, " on valid",
         "Threshold 0.137 is the highest with a lower CI bound of the sensitivity ≥ 95 % on valid."),
        ("specificity", False, "", "Threshold 0.137 is the lowest with specificity ≥ 95 %."),
    ],
)  # fmt: skip
def test_a_target_says_what_it_reaches(key: str, by_bound: bool, where: str, said: str) -> None:
    assert plain(by_target(0.137, key, 0.95, by_bound, where)) == said


@pytest.mark.parametrize(("target", "said"), [(0.95, "95 %"), (0.29, "29 %"), (0.999, "99.9 %"), (0.07, "7 %")])
def test_a_target_is_said_as_it_was_typed(target: float, said: str) -> None:
    assert plain(by_target(0.1, "sensitivity", target, False, "")).endswith(f"≥ {said}.")


def test_youden_names_the_price_of_a_missed_case_which_depends_on_prevalence() -> None:
    assert plain(by_youden(0.2, 100, 1150, " on valid", 2, VOICE)) == (
        "Threshold 0.200 maximises sensitivity + specificity (Youden) on valid. At 8.7 % prevalence this values one "
        "missed case like 10 false positives."
    )
    assert "one missed case like 1 false positive." in plain(by_youden(0.2, 50, 100, "", 2, VOICE))
    assert plain(by_youden(0.2, 0, 100, "", 2, VOICE)).endswith("(Youden).")


def test_costs_are_said_in_false_positives() -> None:
    assert plain(by_cost(0.2, 1, " on valid", 2, VOICE)).endswith(
        "on valid, with one missed case valued like 1 false positive."
    )
    said = plain(by_formula(2.5, 0.31))
    assert said.startswith("Threshold 1 ÷ (1 + 2.5) = 0.286, from the cost ratio alone. Valid only for calibrated")
    assert said.endswith("On these cases 0.310 costs least.")
    assert "costs least" not in by_formula(2.5, math.nan)


def test_of_normal_the_costly_error_is_disease_classified_as_normal() -> None:
    assert plain(by_cost(0.2, 10, "", 0, VOICE)).endswith(
        "with one patient with disease classified as Normal valued like 10 Normal patients not classified as Normal."
    )
    assert plain(by_youden(0.2, 1000, 1100, "", 0, VOICE)).endswith(
        "At 90.9 % prevalence this values one patient with disease classified as Normal like 10 Normal patients not "
        "classified as Normal."
    )
    assert cost_ratio(10, 0, VOICE) == 0.1
    assert cost_ratio(10, 2, VOICE) == 10


def test_a_lower_bound_is_confidence_about_the_same_population_not_a_promise() -> None:
    assert "97.5 % confidence that it is not, in the same population." in plain(lower_bound_help(0.95))
    assert "99.5 % confidence" in plain(lower_bound_help(0.99))


def test_observed_and_corrected_stand_side_by_side_in_the_decimals_of_their_cases() -> None:
    corrected = {"sensitivity": Corrected(0.9, 0.03), "fpr": Corrected(0.1, -0.012), "npv": Corrected(0.995, math.nan)}
    rows = [tuple(map(plain, row))[1:] for row in compared(corrected, COUNTS)]
    assert rows == [("90 %", "87 %"), ("10.0 %", "11.2 %"), ("99.5 %", "not estimable")]
    assert plain(chosen_here(corrected, COUNTS, "sensitivity", VOICE)) == (
        "Chosen and evaluated on the same 1,150 patients: sensitivity 90 %, 87 % after correction for optimism."
    )
    same = {"specificity": Corrected(0.9, 0.0001)}
    assert plain(chosen_here(same, COUNTS, "specificity", VOICE)).endswith(
        "specificity 90.0 %, unchanged after correction for optimism."
    )
    assert "too few patients to say by how much" in plain(chosen_here(corrected, COUNTS, "npv", VOICE))


def test_what_cannot_be_reached_says_what_could() -> None:
    said = never_reached("sensitivity", 0.99, 50, 0.9289, "", 1, VOICE)
    assert plain(said.headline) == "No threshold has a lower CI bound of 99 % sensitivity for VT."
    assert plain(said.detail).startswith("Even with all 50 patients with VT detected it would be 93 %.")
    others = never_reached("specificity", 0.99, 11, 0.75, " on valid", 1, VOICE)
    assert plain(others.headline).endswith("for VT on valid.")
    assert "all 11 other patients not classified as VT" in plain(others.detail)
    assert "there are none" in never_reached("sensitivity", 0.9, 0, None, "", 1, VOICE).headline
