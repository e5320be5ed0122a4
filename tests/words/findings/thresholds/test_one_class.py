"""How a choice of the threshold is said: why this score, on which cases, and what it promises too much."""

import math

import pytest

from metrics import Corrected, Counts, ThresholdTable
from tests.support.text import plain
from tests.words.findings.heart import TWO, said
from words import Voice
from words.findings.thresholds.one_class import (
    by_cost,
    by_formula,
    by_target,
    chosen_here,
    compared,
    never_reached,
    threshold_finding,
)

VOICE = Voice(("Normal", "VT", "malignant", "1"), ("patient", "patients"), 0)
MALIGNANT = (
    "0.137 is the largest score at which at least 95 % of the patients that are malignant are found by the lower bound "
    "of the interval on valid."
)
COUNTS = Counts(tp=45, fp=110, fn=5, tn=990)


@pytest.mark.parametrize(
    ("key", "label", "by_bound", "where", "said"),
    [
        ("sensitivity", 1, False, "",
         "0.137 is the largest score at which at least 95 % of the patients with VT are found."),
        ("sensitivity", 2, True, " on valid", MALIGNANT),
        ("specificity", 3, False, "",
         "0.137 is the smallest score at which at least 95 % of the others are not called class 1."),
    ],
)  # fmt: skip
def test_a_target_says_what_it_reaches(key: str, label: int, by_bound: bool, where: str, said: str) -> None:
    assert plain(by_target(0.137, key, 0.95, by_bound, where, label, VOICE)) == said


@pytest.mark.parametrize(("target", "said"), [(0.95, "95 %"), (0.29, "29 %"), (0.999, "99.9 %"), (0.07, "7 %")])
def test_a_target_is_said_as_it_was_typed(target: float, said: str) -> None:
    assert f"at least {said} of" in plain(by_target(0.1, "sensitivity", target, False, "", 1, VOICE))


def test_costs_are_said_in_false_alarms() -> None:
    assert plain(by_cost(0.2, 1, " on valid")).endswith("on valid, where one miss is as bad as 1 false alarm.")
    said = plain(by_formula(2.5, 0.31))
    assert "as bad as 2.5 false alarms, acting pays from a risk of 1 / (1 + 2.5) = 0.286 on." in said
    assert "only if the scores are probabilities that come true" in said
    assert said.endswith("Searched for on the cases it is 0.310.")
    assert "Searched" not in by_formula(2.5, math.nan)


def test_apparent_and_expected_stand_side_by_side_in_the_decimals_of_their_cases() -> None:
    corrected = {"sensitivity": Corrected(0.9, 0.03), "fpr": Corrected(0.1, -0.012), "npv": Corrected(0.995, math.nan)}
    rows = [tuple(map(plain, row)) for row in compared(corrected, COUNTS)]
    assert rows == [
        ("Sensitivity", "90 %", "87 %"),
        ("False alarm rate", "10.0 %", "11.2 %"),
        ("NPV", "99.50 %", "not estimable"),
    ]
    assert plain(chosen_here(corrected, COUNTS, "fpr", VOICE)) == (
        "Chosen on the same 1,150 patients that it is judged by, which promises too much: the false alarm rate reads "
        "10.0 %, of new patients expect 11.2 %."
    )
    better = {"sensitivity": Corrected(0.9, -0.02), "specificity": Corrected(0.9, 0.0001)}
    assert plain(chosen_here(better, COUNTS, "sensitivity", VOICE)).endswith(
        "judged by; corrected for that, the sensitivity of 90 % becomes 92 %."
    )
    assert plain(chosen_here(better, COUNTS, "specificity", VOICE)).endswith(
        "corrected for that, the specificity stays 90.0 %."
    )
    assert "too few patients to say by how much" in plain(chosen_here(corrected, COUNTS, "npv", VOICE))


def test_what_cannot_be_reached_says_what_could() -> None:
    said = never_reached("sensitivity", 0.99, 50, 0.9289, "", 1, VOICE)
    assert plain(said.headline) == "No threshold proves a sensitivity of 99 % for VT here."
    assert plain(said.detail).startswith(
        "Even with all 50 patients with VT found, the lower bound of the interval is 93 %."
    )
    others = never_reached("specificity", 0.99, 1, 0.025, " on valid", 1, VOICE)
    assert plain(others.headline).endswith("for VT on valid.")
    assert "all 1 other cleared" in plain(others.detail)
    assert "there are none here" in never_reached("sensitivity", 0.9, 0, None, "", 1, VOICE).headline


def test_a_rule_in_words_counts_what_it_finds_misses_and_alarms() -> None:
    table = ThresholdTable.from_scores([0.9, 0.8, 0.7, 0.2], [True, False, True, False])
    assert said(threshold_finding(table.at(0.75), 0.75, 1, TWO)) == (
        "At 0.750 the model finds 1 of 2 patients with VT and misses 1.",
        "Of 2 VT calls, 1 is a false alarm.",
    )
    assert said(threshold_finding(table.at(0.1), 0.1, 1, TWO))[0].endswith("misses none.")
    assert said(threshold_finding(table.at(1), 1, 1, TWO))[1] == "It calls no patient VT."
    above, below = (said(threshold_finding(table.at(at), at, 1, TWO))[0] for at in (math.inf, -math.inf))
    assert above.startswith("Above every score the model finds 0 of ")
    assert below.startswith("Below every score the model finds ")
