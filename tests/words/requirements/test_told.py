"""How requirements are said: the reason never contradicts its own numbers, and what qualifies it stands beside it."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import ConfusionMatrix, Estimate, Evaluation, ThresholdTable, wilson
from metrics.notes import Code, note
from metrics.requirements import Assessment, Requirement, assessed, judged
from tests.support.text import plain
from words import Voice
from words.requirements.told import Told, requirement_said, tally, told

LABELS = ("Normal", "Ectopic", "VT")
EVALUATION = Evaluation(ConfusionMatrix(LABELS, np.array([[908, 62, 30], [17, 73, 10], [5, 5, 40]])), normal=0)
VOICE = Voice(LABELS, ("patient", "patients"), 0)


def said(requirement: Requirement, evaluation: Evaluation = EVALUATION) -> Told:
    voice = Voice(evaluation.labels, VOICE.unit, evaluation.normal)
    found = told(assessed(requirement, evaluation), evaluation, voice, str)
    notes = tuple(plain(note) for note in found.notes)
    return Told(plain(found.requirement), found.state, plain(found.reason), plain(found.value), notes)


@pytest.mark.parametrize(
    ("requirement", "sentence", "state", "reason", "value"),
    [
        (
            Requirement("VT", "sensitivity", 0.95), "VT sensitivity at least 95 %",
            "not met", "whole CI below: 67–89 %", "40 of 50 (80 %)",
        ),
        (
            Requirement("VT", "sensitivity", 0.6), "VT sensitivity at least 60 %",
            "met", "whole CI above: 67–89", "40 of 50 (80 %)",
        ),
        (
            Requirement("VT", "sensitivity", 0.75), "VT sensitivity at least 75 %",
            "inconclusive", "CI includes 75 %: 67–89", "40 of 50 (80 %)",
        ),
        (
            Requirement(None, "risk_score", 0.05, at_most=True), "False reassurance at most 5 %",
            "met", "whole CI below: 1.6–3.6", "22 of 930 (2.4 %)",
        ),
        (
            Requirement("VT", "fnr", 0.05, at_most=True), "VT miss rate at most 5 %",
            "not met", "whole CI above: 11–33", "10 of 50 (20 %)",
        ),
        (Requirement(None, "kappa", 0.9), "Cohen's kappa at least 0.9", "not met", "whole CI below: 0.5", "0.6"),
        (Requirement("VT", "lr_positive", 1.5), "VT LR+ at least 1.5", "met", "whole CI above: 15.", "22.000"),
        (
            Requirement("VT", "auc", 0.9), "VT AUC at least 0.9",
            "inconclusive", "not estimable: there are no scores", "",
        ),
        (
            Requirement("VT", "risk_score", 0.05, at_most=True), "VT false reassurance at most 5 %",
            "met", "whole CI below: 0.2–1.3 %", "5 of 930 (0.5 %)",
        ),
        (
            Requirement("VT", "missed_as_normal", 0.25, at_most=True), "VT missed as Normal at most 25 %",
            "met", "whole CI below: 4–21 %", "5 of 50 (10 %)",
        ),
    ],
)  # fmt: skip
def test_a_requirement_its_state_and_its_reason(
    requirement: Requirement, sentence: str, state: str, reason: str, value: str
) -> None:
    found = said(requirement)
    assert (found.requirement, found.state) == (sentence, state)
    assert found.reason.startswith(reason)
    assert found.value.startswith(value)


@given(st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.integers(0, 1000))
def test_rounding_never_moves_an_end_of_the_interval_over_the_bound(counts: tuple[int, int], thousandths: int) -> None:
    requirement, estimate = Requirement("VT", "sensitivity", thousandths / 1000), wilson(*counts)
    verdict = judged(requirement, estimate)
    reason = plain(told(Assessment(requirement, estimate, verdict, 99, None), EVALUATION, VOICE, str).reason)
    low, high = (float(end) for end in re.search(r"([\d.]+)–([\d.]+) %$", reason).groups())  # type: ignore[union-attr]
    bound = thousandths / 10
    expected = "met" if low >= bound else "not met" if high < bound else "inconclusive"
    assert verdict.state == expected or abs((estimate.high or 0) * 100 - bound) < 1e-5


def test_the_cases_needed_for_a_verdict_are_those_that_the_rate_counts() -> None:
    found = said(Requirement("VT", "sensitivity", 0.75))
    needed = "At this rate about 570 patients with VT (520 more) would be needed for a verdict with 80 % power, "
    needed += "750 with 90 %."
    assert needed in found.notes
    predicted = said(Requirement("VT", "ppv", 0.4))
    assert any(re.search(r"about [\d,]+ VT predictions \(", note) for note in predicted.notes)
    assert not any("needed" in note for note in said(Requirement("VT", "sensitivity", 0.95)).notes)


def test_the_prevalence_stands_beside_what_depends_on_it_only() -> None:
    assert said(Requirement("VT", "ppv", 0.3)).notes[-1] == ("Valid at this prevalence: VT 4.3 % (50 of 1,150).")
    assert said(Requirement(None, "accuracy", 0.8)).notes[-1] == (
        "Valid at this class mix: Normal 87.0 % (1,000 of 1,150), Ectopic 8.7 % (100 of 1,150) and VT 4.3 % (50 of "
        "1,150)."
    )
    assert said(Requirement("VT", "sensitivity", 0.5)).notes == ()
    many = Evaluation(ConfusionMatrix(tuple("abcd"), np.eye(4, dtype=np.int64) * 40))
    assert said(Requirement(None, "accuracy", 0.8), many).notes == ("Valid at the class mix of these cases.",)


def test_missed_as_normal_and_the_miss_rate_are_two_requirements_with_two_verdicts() -> None:
    """5 of 50 are classified as Normal, 10 of 50 are missed: 25 % is met by the first only."""
    assert said(Requirement("VT", "missed_as_normal", 0.25, at_most=True)).state == "met"
    missed = said(Requirement("VT", "fnr", 0.25, at_most=True))
    assert (missed.requirement, missed.state) == ("VT miss rate at most 25 %", "inconclusive")


def test_a_false_positive_rate_is_not_a_rate_of_the_predictions() -> None:
    """40 of 80 VT predictions are incorrect, and 40 of 1,100 others are classified as VT."""
    found = said(Requirement("VT", "fpr", 0.05, at_most=True))
    assert (found.requirement, found.value) == ("VT false positive rate at most 5 %", "40 of 1,100 (3.6 %)")


def test_few_cases_an_odd_direction_and_an_unreachable_bound_are_said() -> None:
    few = Evaluation(ConfusionMatrix(("a", "b"), np.array([[30, 2], [1, 7]])))
    found = said(Requirement("b", "sensitivity", 0.3), few)
    assert found.value == "7 of 8"
    assert found.notes[0] == "Based on only 8 cases."
    assert any("Check the direction" in note for note in said(Requirement("VT", "sensitivity", 0.5, True)).notes)
    all_found = Evaluation(ConfusionMatrix(("a", "b"), np.array([[30, 2], [0, 20]])))
    assert said(Requirement("b", "sensitivity", 1.0), all_found).notes == ("No number of cases can show 100 %.",)


def test_an_area_of_few_cases_says_the_rarer_kind_and_why_it_is_inconclusive() -> None:
    table = ThresholdTable.from_scores([0.9, 0.8, 0.3, 0.2], [True, True, False, False])
    evaluation = Evaluation(ConfusionMatrix(("a", "b"), np.array([[2, 0], [0, 2]])), (None, table))
    found = said(Requirement("b", "auc", 0.9), evaluation)
    assert found.state == "inconclusive"
    assert found.reason == "CI not estimated: 2 cases in the smaller group, 10 needed"
    assert found.notes == ("Based on only 2 cases in the smaller group.",)


def test_a_class_that_is_not_in_the_study_is_kept_and_said() -> None:
    found = said(Requirement("AF", "ppv", 0.9))
    assert (found.state, found.reason, found.value) == (
        "inconclusive",
        "not estimable: this study has no such class",
        "",
    )
    assert found.notes == ()


@given(st.sampled_from([0.95, 0.999, 0.1, 1 / 3, 0.0, 1.0, 1e-7]))
def test_a_bound_is_said_with_all_its_digits(bound: float) -> None:
    text = plain(requirement_said(Requirement("VT", "sensitivity", bound), "VT"))
    assert math.isclose(float(text.split()[-2]) / 100, bound, rel_tol=1e-12)


def test_states_are_counted_the_worst_first() -> None:
    found = tally(["met", "not met", "met", "inconclusive"], 0.99)
    assert plain(found.headline) == "4 requirements: 1 not met, 1 inconclusive, 2 met."
    assert plain(found.detail).startswith("Met: the whole 99 % CI satisfies it.")
    assert plain(tally(["met"], 0.95).headline) == "1 requirement: 1 met."
    assert tally([], 0.95).headline == "No requirement is set yet."


def test_a_mean_over_fewer_classes_says_so() -> None:
    estimate = Estimate(0.8, 0.7, 0.9, "bootstrap", scope=note(Code.MEAN_OF_CLASSES, used=2, total=3))
    requirement = Requirement(None, "macro_sensitivity", 0.6)
    assessment = Assessment(requirement, estimate, judged(requirement, estimate), None, None)
    assert told(assessment, EVALUATION, VOICE, str).notes[-1] == "Macro sensitivity: mean of 2 of 3 classes."


def test_a_verdict_that_the_other_intervals_would_not_give_says_what_it_rests_on() -> None:
    rng = np.random.default_rng(0)
    truth = np.repeat([True, False], [15, 60])
    table = ThresholdTable.from_scores(rng.normal(size=75) + 2 * truth, truth)
    default = Evaluation(ConfusionMatrix(("Normal", "VT"), np.array([[50, 10], [5, 10]])), (None, table))
    conventional = default.in_style("conventional")
    ends = [each.classes[1]["auc"].low or 0.0 for each in (default, conventional)]
    bound = round(sum(ends) / 2, 3)
    required = Requirement("VT", "auc", bound)
    first, second = said(required, default), said(required, conventional)
    assert {first.state, second.state} == {"met", "inconclusive"}
    (note,) = [each for each in first.notes if "CI:" in each]
    assert note.startswith(f"Judged on Newcombe score, DeLong variance, t(7.9); conventional CI: {second.state} (0.")
    (note,) = [each for each in second.notes if "CI:" in each]
    assert note.startswith(f"Judged on DeLong; default CI: {first.state} (0.")
    assert not [each for each in said(Requirement("VT", "auc", 0.2), default).notes if "CI:" in each]
