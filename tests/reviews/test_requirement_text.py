"""Requirements as people type them: what is understood, and the one message for what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.requirements import OF_A_CLASS, OF_ALL, Requirement
from reviews.requirement_text import NotUnderstood, example, parsed
from tests.support.data.hostile import NAMES
from words.requirements.told import requirement_said

LABELS = ("Normal", "Ectopic", "VT", "atrial fibrillation", "1")
SENTENCES = {
    "VT sensitivity at least 95 %": ("VT", "sensitivity", 0.95, False),
    "sensitivity of VT >= 95%": ("VT", "sensitivity", 0.95, False),
    "VT PPV at least 0.3": ("VT", "ppv", 0.3, False),
    "specificity Normal ≥ 90": ("Normal", "specificity", 0.9, False),
    "specificity Normal≥90": ("Normal", "specificity", 0.9, False),
    "miss rate of VT at most 5 %": ("VT", "fnr", 0.05, True),
    "VT miss rate at most 25 %": ("VT", "fnr", 0.25, True),
    "VT missed share at most 25 %": ("VT", "fnr", 0.25, True),
    "VT missed as Normal at most 25 %": ("VT", "missed_as_normal", 0.25, True),
    "missed as Normal at most 5 %": (None, "missed_as_normal", 0.05, True),
    "disease classified as Normal at most 5 %": (None, "missed_as_normal", 0.05, True),
    "missed disease at most 5 %": (None, "missed_as_normal", 0.05, True),
    "VT false alarm rate at most 5 %": ("VT", "fpr", 0.05, True),
    "false reassurance at most 2 %": (None, "risk_score", 0.02, True),
    "VT false reassurance at most 2 %": ("VT", "risk_score", 0.02, True),
    "AUC VT at least 0.9": ("VT", "auc", 0.9, False),
    "accuracy at least 85 %": (None, "accuracy", 0.85, False),
    "VT accuracy at least 85 %": ("VT", "accuracy", 0.85, False),
    "risk score at most 1.5": (None, "risk_score", 0.015, True),
    "risk score of Ectopic <= 0.5 %": ("Ectopic", "risk_score", 0.005, True),
    "vt recall >= .95": ("VT", "sensitivity", 0.95, False),
    "the sensitivity of VT must be at least 99,5 %": ("VT", "sensitivity", 0.995, False),
    "VT: precision no less than 30 per cent.": ("VT", "ppv", 0.3, False),
    "PPV (VT) not more than 30": ("VT", "ppv", 0.3, True),
    "Atrial  Fibrillation PPV\u00a0at\u00a0least 95\u00a0%": ("atrial fibrillation", "ppv", 0.95, False),
    "“VT” negative predictive value above 99.9 %": ("VT", "npv", 0.999, False),
    "VT 1 − sensitivity under 5 %": ("VT", "fnr", 0.05, True),
    "class 1 LR+ min 10": ("1", "lr_positive", 10.0, False),
    "macro F1 at least 0.8": (None, "macro_f1", 0.8, False),
    "MCC >= −0.2": (None, "mcc", -0.2, False),
    "kappa at least 60": (None, "kappa", 0.6, False),
}  # fmt: skip


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_is_understood(sentence: str) -> None:
    assert parsed(sentence, LABELS) == Requirement(*SENTENCES[sentence])


REFUSED = {
    "": "A requirement is one sentence.",
    "x" * 3000: "A requirement is one sentence.",
    "VT sensitivity 95 %": "does not end in “at least” or “at most” and a number",
    "VT sensitivity at least high": "does not end in",
    "sensitivity at least 95 %": "Sensitivity belongs to one class, and none is named.",
    "AF sensitivity at least 95 %": "No class is named “AF”. The classes are Normal, Ectopic, VT, atrial",
    "VT balanced accuracy at least 90 %": "Balanced accuracy is a number of all classes together. Remove “VT”.",
    "VT quality at least 90 %": "No metric is named in “VT quality”",
    "VT prevalence at least 5 %": "No metric is named in “VT prevalence”",
    "at least 90 %": "No metric is given.",
    "VT sensitivity at least 120": "Sensitivity lies between 0 and 100 %",
    "VT sensitivity at least −5 %": "Sensitivity lies between 0 and 100 %",
    "VT sensitivity at least 1": "Write 1 % or 100 %.",
    "MCC at least 1.2": "MCC lies between −1 and 1",
    "VT LR+ at least 10 %": "LR+ is not a percentage. Remove the percent sign.",
    "VT LR+ at least 1,000": "Write it with a decimal point.",
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_what_is_not_understood_is_answered_with_which_part(sentence: str) -> None:
    with pytest.raises(NotUnderstood) as refusal:
        parsed(sentence, LABELS)
    assert REFUSED[sentence] in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_capitals_decide_where_two_classes_differ_by_them_alone() -> None:
    assert parsed("vt sensitivity >= 90", ("VT", "vt")).label == "vt"
    with pytest.raises(NotUnderstood, match="more than one thing"):
        parsed("Vt sensitivity >= 90", ("VT", "vt"))


def test_a_class_that_turns_one_metric_into_another_is_asked_about() -> None:
    with pytest.raises(NotUnderstood, match="more than one thing"):
        parsed("macro F1 at least 0.8", ("macro", "other"))


@pytest.mark.parametrize("label", [name for name in NAMES if len(name) < 1000], ids=range(len(NAMES) - 2))
def test_a_class_may_have_any_name(label: str) -> None:
    labels = ("Normal", label)
    for sentence in (f"{label} sensitivity at least 95 %", f"sensitivity of {label} >= 95"):
        assert parsed(sentence, labels) == Requirement(label, "sensitivity", 0.95)
    assert parsed(example(labels), labels).bound == 0.95


@pytest.mark.parametrize("number", ["9" * 400, "9" * 310 + ".5"])
def test_a_bound_that_no_number_of_a_computer_can_hold_is_refused(number: str) -> None:
    with pytest.raises(NotUnderstood, match="too large"):
        parsed(f"VT LR+ at least {number}", LABELS)


keys = st.sampled_from([("VT", key) for key in OF_A_CLASS] + [(None, key) for key in OF_ALL])


@given(keys, st.integers(0, 1000), st.booleans())
def test_what_is_said_of_a_requirement_is_understood_as_the_same(
    subject: tuple[str | None, str], thousandths: int, at_most: bool
) -> None:
    requirement = Requirement(*subject, thousandths / 1000, at_most)
    assert parsed(requirement_said(requirement, requirement.label), LABELS) == requirement


@given(st.text(max_size=60))
def test_any_text_is_understood_or_refused_in_words(text: str) -> None:
    try:
        found = parsed(text, LABELS)
    except NotUnderstood:
        return
    assert found.label in (*LABELS, None)
