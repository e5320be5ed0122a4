"""What a threshold does, in words: to its class, to Normal, to every other class, and beside the delivered one."""

import math
from dataclasses import replace

import numpy as np
import pytest

from metrics import Counts
from metrics.thresholding.delivered import DeliveredPoint
from tests.support.text import plain
from words import Voice
from words.findings.thresholds.one_class import (
    Delivered,
    beside_delivered,
    change_cells,
    change_rows,
    outcomes,
    rate_names,
    threshold_finding,
)

PATIENTS = ("patient", "patients")
VOICE = Voice(("Ectopic", "Normal", "VT"), PATIENTS, 1, order=(2, 0, 1), interest=2)
BEFORE = np.array([[76, 18, 6], [45, 922, 33], [5, 5, 40]])
AFTER = np.array([[64, 13, 23], [42, 872, 86], [0, 5, 45]])
COUNTS = Counts(45, 109, 5, 991)
DELIVERED = Counts(40, 39, 10, 1061)


def delivered(at: float = 0.41, is_rule: bool = False, by_highest: bool = True) -> Delivered:
    return Delivered(DeliveredPoint(DELIVERED, at, is_rule), BEFORE, by_highest)


def beside(counts: Counts, at: float, found: Delivered, cells: np.ndarray | None = AFTER) -> str:
    return plain(beside_delivered(counts, at, cells, found, 2, VOICE))


@pytest.mark.parametrize(
    ("counts", "at", "said"),
    [
        (COUNTS, 0.1,
         "At threshold 0.100 the model detects 45 of 50 patients with VT; 109 of 154 VT predictions are incorrect."),
        (Counts(1, 1, 1, 9), 0.5,
         "At threshold 0.500 the model detects 1 of 2 patients with VT; 1 of 2 VT predictions is incorrect."),
        (Counts(0, 0, 50, 9), 1.0, "At threshold 1.000, VT is never predicted: all 50 missed."),
        (Counts(0, 0, 1, 9), math.inf, "Above every score, VT is never predicted: the only case is missed."),
        (Counts(0, 7, 0, 9), 0.5, "At threshold 0.500, 7 of 7 VT predictions are incorrect."),
    ],
)  # fmt: skip
def test_the_headline_counts_what_is_detected_and_what_is_incorrect(counts: Counts, at: float, said: str) -> None:
    assert plain(threshold_finding(counts, at, 2, VOICE)) == said


def test_a_patient_without_disease_is_classified_never_detected() -> None:
    said = plain(threshold_finding(Counts(919, 21, 81, 129), 0.5, 1, VOICE))
    assert said == "At threshold 0.500, 940 patients are classified as Normal; 21 of them have disease."
    assert plain(threshold_finding(Counts(1, 0, 81, 129), 0.5, 1, VOICE)).endswith(
        "1 patient is classified as Normal; none of them has disease."
    )
    assert plain(threshold_finding(Counts(0, 0, 81, 129), 0.5, 1, VOICE)).endswith(
        "no patient is classified as Normal."
    )
    artifact = Voice(VOICE.names, PATIENTS, 1, not_diseases=frozenset({0}))
    assert plain(threshold_finding(Counts(9, 2, 8, 9), 0.5, 1, artifact)).endswith("2 of them belong to another class.")
    words = {
        *outcomes(1, VOICE).values(),
        *outcomes(1, VOICE, beside=True).values(),
        *rate_names(1, VOICE).values(),
    }
    assert not any(word in text for text in words for word in ("detected", "missed", "negative", "positive", "Sens"))
    assert outcomes(2, VOICE)["tn"] == "true negatives"


def test_the_delivered_predictions_stand_beside_and_what_happens_to_the_other_diseases() -> None:
    assert beside(COUNTS, 0.1, delivered()) == (
        "As delivered (highest score): 40 of 50 detected, 39 of 79 predictions incorrect. The lower threshold also "
        "moves Ectopic: 76 → 64 of 100 detected."
    )
    assert "The higher threshold also moves Ectopic: 76 → 64 of 100 detected." in beside(COUNTS, 0.6, delivered())
    assert beside(COUNTS, 0.1, delivered(by_highest=False), None) == (
        "As delivered: 40 of 50 detected, 39 of 79 predictions incorrect."
    )
    assert "moves" not in beside(COUNTS, 0.1, delivered(), BEFORE)


def test_a_threshold_that_nobody_chose_is_assumed_and_not_delivered() -> None:
    found = Delivered(DeliveredPoint(DELIVERED, 0.5, True), BEFORE, False, name="assumed")
    assert beside(DELIVERED, 0.5, found) == "Assumed: VT is predicted at a score of 0.500 or above."
    assert beside(COUNTS, 0.1, found).startswith("Assumed (score at or above 0.500): 40 of 50 detected, ")
    assert found.start == "Assumed"


def test_the_start_says_that_it_is_the_delivered_point_or_about_it() -> None:
    assert beside(DELIVERED, 0.31, delivered(0.31, is_rule=True)) == (
        "As delivered: VT is predicted at a score of 0.310 or above."
    )
    assert beside(COUNTS, 0.1, delivered(0.31, is_rule=True)).startswith("As delivered (score at or above 0.310): 40")
    assert beside(Counts(40, 44, 10, 1056), 0.41, delivered(0.41)) == (
        "As delivered (highest score), about this threshold: 40 of 50 detected, 39 of 79 predictions incorrect."
    )
    never = Delivered(DeliveredPoint(Counts(0, 0, 50, 1100), math.inf, True), BEFORE, True)
    assert beside(Counts(0, 0, 50, 1100), math.inf, never) == "As delivered: VT is never predicted."
    assert beside(COUNTS, 0.1, never).startswith("As delivered: 0 of 50 detected, never predicted.")


def test_of_many_other_diseases_those_that_change_most_are_named_in_their_order() -> None:
    names, size = ("a1", "b1", "c1", "d1", "e1"), 5
    voice = Voice(names, PATIENTS, None, order=(4, 3, 2, 1, 0))
    before, after = np.diag([10] * size), np.diag([10] * size)
    after[1, 1], after[2, 2], after[3, 3] = 3, 9, 6
    after[1, 0], after[2, 0], after[3, 0] = 7, 1, 4
    point = DeliveredPoint(Counts(10, 0, 0, 40), 0.5, False)
    said = plain(beside_delivered(Counts(10, 12, 0, 28), 0.2, after, Delivered(point, before, True), 0, voice))
    assert said.endswith("also moves d1: 10 → 6 of 10 detected, b1: 10 → 3 of 10 detected and 1 more class.")


def test_every_class_has_a_row_in_its_order_and_disease_as_normal_comes_last() -> None:
    rows = change_rows(2, VOICE)
    assert [(row.name, row.what) for row in rows] == [
        ("VT", "detected"), ("Ectopic", "detected"), ("Normal", "classified as Normal"),
        ("Disease", "among Normal predictions"),
    ]  # fmt: skip
    assert [row.of(BEFORE) for row in rows] == [(40, 50), (76, 100), (922, 1000), (23, 945)]
    assert [tuple(map(plain, change_cells(row.of(BEFORE), row.of(AFTER)))) for row in rows] == [
        ("45", "+5"), ("64", "−12"), ("872", "−50"), ("18 of 890", "−5"),
    ]  # fmt: skip


def test_what_is_no_disease_is_classified_and_not_detected() -> None:
    rows = change_rows(2, replace(VOICE, not_diseases=frozenset({0})))
    assert [row.what for row in rows[:-1]].count("detected") == len(VOICE.names) - 2
    assert f"classified as {VOICE.name(0)}" in [row.what for row in rows]


def test_a_row_of_a_class_that_is_a_number_does_not_read_as_a_count() -> None:
    voice = Voice(("0", "1", "malignant"), ("case", "cases"))
    assert [plain(f"{row.name} {row.what}") for row in change_rows(1, voice)] == [
        "Class 0 detected", "Class 1 detected", "Malignant detected",
    ]  # fmt: skip


def test_of_thirty_classes_some_are_named_and_the_rest_counted_together() -> None:
    voice = Voice(tuple(f"c{i}" for i in range(30)), PATIENTS, 29)
    rows = change_rows(17, voice)
    assert len(rows) == 11
    assert [row.what for row in rows][-1] == "among c29 predictions"
    assert "21 other classes" in [row.name for row in rows]
    cells = np.diag(np.arange(1, 31))
    assert sum(row.of(cells)[0] for row in rows[:-1]) == np.trace(cells)


def test_normal_beside_a_class_that_is_no_disease_raises_no_alarm() -> None:
    neither = Voice(("Normal", "VT", "Artifact"), ("patient", "patients"), 0, not_diseases=frozenset({2}))
    assert outcomes(0, neither)["fn"] == "Normal, not classified as Normal"
    assert outcomes(0, replace(neither, not_diseases=frozenset()))["fn"] == "false alarms"


def test_a_class_that_is_no_disease_is_none_among_the_normal_predictions() -> None:
    voice = Voice(VOICE.names, PATIENTS, 1, order=(2, 0, 1), not_diseases=frozenset({0}))
    assert change_rows(2, voice)[-1].of(BEFORE) == (5, 927)
