"""What it is to act on a class, and how its two errors weigh against each other."""

from dataclasses import replace

import pytest

from tests.support.text import plain
from words import Voice
from words.findings.thresholds.chosen import costly_error, times
from words.findings.utility.acts import Acts, axis, counts_as, exchange, views

PATIENTS = ("patient", "patients")
HEART = Voice(("Normal", "VT", "Artifact"), PATIENTS, 0, (1, 2, 0), frozenset({2}), 1)
VT = Acts.of(1, HEART)


@pytest.mark.parametrize(
    ("risk", "meaning"),
    [
        (0.05, "At 5 % one missed VT weighs as much as 19 unnecessary work-ups."),
        (0.15, "At 15 % one missed VT weighs as much as 5.7 unnecessary work-ups."),
        (0.5, "At 50 % one missed VT weighs as much as one unnecessary work-up."),
        (0.8, "At 80 % one unnecessary work-up weighs as much as four missed VT."),
        (0.001, "At 0.1 % one missed VT weighs as much as 999 unnecessary work-ups."),
    ],
)
def test_a_threshold_is_an_exchange_of_errors(risk: float, meaning: str) -> None:
    assert plain(exchange(risk, VT)) == meaning


def test_a_missed_case_counts_as_so_many_needless_ones_in_a_cell() -> None:
    assert [plain(counts_as(risk, VT)) for risk in (0.05, 0.15, 0.5)] == ["19 work-ups", "5.7 work-ups", "1 work-up"]
    assert counts_as(0.05, VT) == "19\u00a0work-\u2060ups", "on one line of a narrow column"


def test_views_and_axes_name_what_is_avoided() -> None:
    assert list(views(VT).values()) == ["net benefit", "work-ups avoided", "standardised"]
    assert axis("benefit", VT, HEART) == "Net benefit per 100 patients"
    assert axis("avoided", VT, HEART) == "Work-ups avoided per 100 patients"
    assert axis("standardised", VT, HEART) == "Net benefit, % of the highest possible"
    assert views(Acts.of(0, HEART))["avoided"] == "errors avoided"


def test_names_of_other_studies_stand_in_the_same_places() -> None:
    numbered = replace(HEART, names=("Normal", "1", "Artifact"))
    assert Acts.of(1, numbered).missed == ("missed patient of class\u00a01", "missed patients of class\u00a01")


def test_the_errors_of_normal_are_said_as_on_threshold_and_several_missed_cases_are_several() -> None:
    breast = Voice(("benign", "malignant"), PATIENTS, 0)
    normal = Acts.of(0, breast)
    assert plain(times(10, 0, breast)).endswith(normal.missed[1])
    assert normal.missed[1] == "benign cases not classified as benign"
    assert costly_error(0, breast) == normal.needless[0] == "patient with disease classified as benign"
    assert costly_error(0, HEART) == Acts.of(0, HEART).needless[0] == "patient of another class classified as Normal"
    assert plain(exchange(0.8, Acts.of(1, breast))).endswith("weighs as much as four missed malignant cases.")
    assert plain(exchange(0.8, normal)).endswith("as much as four benign cases not classified as benign.")
