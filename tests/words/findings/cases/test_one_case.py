"""One case is said by what became of it."""

from words import Voice
from words.findings.cases.one_case import case_outcome, case_said

VOICE = Voice(("Normal", "VT", "malignant", "1"), ("patient", "patients"), 0)
NO_NORMAL = Voice(VOICE.names, VOICE.unit)


def test_one_case_is_said_with_its_scores_where_they_are_known() -> None:
    scored = "**VT** classified as **Normal**: missed as Normal. Score of Normal 0.900, of VT 0.050."
    assert case_said(1, 0, VOICE, 0.9, 0.05) == scored
    assert case_said(0, 1, VOICE, None, None) == "**Normal** classified as **VT**: false alarm."
    assert case_said(1, 0, NO_NORMAL, None, 0.1) == "**VT** classified as **Normal**: incorrect."
    assert case_said(1, 1, VOICE, 0.9, 0.9) == "**VT** classified as **VT**: correct. Score of VT 0.900."


def test_over_triage_is_not_missed() -> None:
    assert case_outcome(2, 1, VOICE) == "over-triaged"
    assert case_outcome(1, 2, VOICE) == "missed, another class"
    neither = Voice(VOICE.names, VOICE.unit, 0, not_diseases=frozenset({2}))
    assert [case_outcome(2, 0, neither), case_outcome(0, 2, neither)] == ["incorrect", "incorrect"]
