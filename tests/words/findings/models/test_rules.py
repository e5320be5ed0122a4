"""Models of which one predicts at a kept threshold: each with its rule, and a verdict only at the same specificity."""

import pytest

from tests.support.text import plain
from tests.words.findings.models.test_compare import VOICE, VT, told
from words.findings.finding import Finding
from words.findings.models.compare import Told
from words.findings.models.rules import DELIVERED, NO_VERDICT, rule_said, rules_finding, rules_said

RULES = {"A": "at threshold 0.104", "B": DELIVERED, "C": DELIVERED}


def said(lead: Told, moved: Told | None, *others: Told, label: int = VT) -> Finding:
    found = rules_finding(lead, others, moved, RULES, label, VOICE, 0.95)
    return Finding(plain(found.headline), plain(found.detail))


def test_the_headline_compares_at_the_same_specificity_as_the_table_and_each_threshold_follows() -> None:
    found = said(told(36, 2, 9, 3), told(40, 4, 3, 3))
    assert found.headline == "At the same specificity, no clear difference in VT sensitivity: B 44 of 50, A 43 of 50."
    assert found.detail == (
        "B +2 points (95 % CI −10 to +14). As on all pages, A at threshold 0.104 detects 45 of 50 patients with VT, "
        "B as delivered 38. Same 1,050 patients."
    )


def test_a_clear_difference_at_the_same_specificity_is_one_of_the_models() -> None:
    found = said(told(36, 2, 9, 3), told(319, 78, 22, 32))
    assert (
        found.headline
        == "At the same specificity, B detects 397 of 451 patients with VT, A 341 (+12.4 points, CI 8.2–16.7)."
    )
    assert found.detail.startswith("As on all pages, A at threshold 0.104 detects ")


def test_further_models_follow_with_their_thresholds() -> None:
    found = said(told(36, 2, 9, 3), told(40, 4, 3, 3), told(30, 5, 10, 5, model="C"))
    assert ", B as delivered 38. C as delivered 35 of 50. Same 1,050 patients." in found.detail


def test_without_scores_there_is_no_verdict_and_further_models_have_their_counts() -> None:
    found = said(told(36, 2, 9, 3), None, told(30, 5, 10, 5, model="C"))
    assert found.headline == "A at threshold 0.104 detects 45 of 50 patients with VT, B as delivered 38."
    assert found.detail == f"C as delivered 35 of 50. {NO_VERDICT} Same 1,050 patients."


def test_normal_is_classified_and_without_cases_nothing_is_compared() -> None:
    assert said(told(36, 2, 9, 3), None, label=0).headline.startswith("A at threshold 0.104 classifies 45 of 50 ")
    assert said(told(0, 0, 0, 0), None).headline.startswith("No patient in both models has VT")


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ({}, ""),
        ({"A": "at threshold 0.1", "B": DELIVERED}, "A at threshold 0.1, B as delivered."),
        ({"A": DELIVERED, "B": "at threshold 0.1", "C": DELIVERED}, "B at threshold 0.1, the others as delivered."),
        ({"A": "at threshold 0.2", "B": "at threshold 0.1"}, "A at threshold 0.2, B at threshold 0.1."),
    ],
)
def test_all_of_them_are_named_in_one_line(rules: dict[str, str], text: str) -> None:
    assert rules_said(rules) == text


def test_a_threshold_of_another_class_says_so() -> None:
    assert rule_said(0.1, 2, VOICE) == "at malignant threshold 0.100"
