"""The size of a study is told by the cases that a number counts, and by all of them."""

import pytest

from metrics.planning import planned
from tests.support.text import plain
from tests.words.findings.heart import HEART, PATIENTS
from words import Voice
from words.findings.planning import NOTHING, bound_said, share_name, width_said

VOICE = Voice(HEART, PATIENTS, 0)


@pytest.mark.parametrize(
    ("key", "expected", "share", "half_width", "words"),
    [
        (
            "sensitivity",
            0.8,
            0.05,
            0.05,
            "**Sensitivity 80 % with a 95 % CI of ±5 points:** 250 patients with VT, 4,900 patients in all.",
        ),
        (
            "specificity",
            0.95,
            0.95,
            0.02,
            "**Specificity 95 % with a 95 % CI of ±2 points:** 470 patients of other classes, 500 patients in all.",
        ),
        ("ppv", 0.5, 0.07, 0.1, "**PPV 50 % with a 95 % CI of ±10 points:** 93 VT predictions, 1,400 patients in all."),
        (
            "npv",
            0.99,
            0.93,
            0.01,
            "**NPV 99 % with a 95 % CI of ±1 point:** 460 patients not classified as VT, 490 patients in all.",
        ),
        ("auc", 0.8, 0.018, 0.05, "**AUC 0.80 with a 95 % CI of ±0.05:** 77 patients with VT, 4,300 patients in all."),
    ],
)
def test_a_half_width_has_its_cases(key: str, expected: float, share: float, half_width: float, words: str) -> None:
    sizes = planned(key, expected, share, half_width=half_width)
    assert plain(width_said(key, expected, half_width, sizes, 0.95, VOICE, 2)) == words


def test_a_requirement_has_its_cases_for_each_power() -> None:
    said = plain(bound_said("sensitivity", 0.8, 0.75, planned("sensitivity", 0.8, 0.1, bound=0.75), VOICE, 2))
    assert said == (
        "**Sensitivity at least 75 %, expected 80 %:** 570 patients with VT, 5,700 patients in all with 80 % power; "
        "750 patients with VT, 7,500 patients in all with 90 % power."
    )
    area = plain(bound_said("auc", 0.9, 0.85, planned("auc", 0.9, 0.2, bound=0.85), VOICE, 2))
    assert area.startswith("**AUC at least 0.85, expected 0.90:** 140 patients with VT, 670 patients in all with 80 % ")


def test_what_cannot_be_shown_is_said() -> None:
    assert bound_said("ppv", 0.8, 0.8, planned("ppv", 0.8, 0.1, bound=0.8), VOICE, 2) == NOTHING
    assert planned("auc", 1.0, 0.1, half_width=0.05) == ()
    assert planned("sensitivity", 0.8, 0.0, half_width=0.05) == ()
    assert width_said("auc", 1.0, 0.05, (), 0.95, VOICE, 2) == "No number of cases gives such a CI."


def test_the_proportion_that_a_number_counts_is_named() -> None:
    assert share_name("npv", VOICE, 2) == "VT predictions (%)"
    assert share_name("auc", VOICE, 2) == "Prevalence (%)"
