"""One case is said by what became of it."""

from words import Voice
from words.findings.cases.one_case import case_outcome, case_said

VOICE = Voice(("Normal", "VT", "malignant", "1"), ("patient", "patients"), 0)
NO_NORMAL = Voice(VOICE.names, VOICE.unit)


def test_one_case_is_said_with_its_id_and_what_became_of_it_once() -> None:
    assert case_said(1, 0, VOICE, "SIM0746") == "SIM0746: **VT** classified as **Normal** (missed)."
    assert case_said(0, 1, VOICE) == "**Normal** classified as **VT** (false alarm)."
    assert case_said(1, 0, NO_NORMAL) == "**VT** classified as **Normal** (incorrect)."
    assert case_said(1, 1, VOICE) == "**VT** classified as **VT** (correct)."


def test_over_triage_is_not_missed() -> None:
    assert case_outcome(2, 1, VOICE) == "over-triaged"
    assert case_outcome(1, 2, VOICE) == "missed, another class"
    neither = Voice(VOICE.names, VOICE.unit, 0, not_diseases=frozenset({2}))
    assert [case_outcome(2, 0, neither), case_outcome(0, 2, neither)] == ["incorrect", "incorrect"]
