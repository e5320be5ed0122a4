"""Every reason of a number has words, in one place, and nothing reads them back."""

import math

import pytest

from metrics import Estimate
from metrics.notes import Code, Note, note
from words.text.notes import WORDS, lacking_intervals, no_interval, reason, why

FIELDS = {
    "few_cases": {"needed": 15},
    "few_cases_of_class": {"cases": 9, "needed": 10},
    "few_cases_of_group": {"cases": 9, "needed": 10},
    "few_cases_outside_largest": {"cases": 1, "needed": 10},
    "few_for_calibration": {"cases": 19, "needed": 20},
    "few_baseline_periods": {"periods": 5, "needed": 6},
    "few_cases_on_one_side": {"needed": 10},
    "few_readers": {"readers": 2, "needed": 3},
    "not_assessable": {"cases": 9, "needed": 10},
    "few_patients": {"patients": 12, "needed": 15},
    "few_patients_of_class": {"patients": 12, "needed": 15},
    "few_patients_outside_largest": {"patients": 12, "needed": 15},
    "too_many_cells": {"cells": 12_345},
    "undefined_replicates": {"percent": 6.4},
    "mean_of_classes": {"used": 3, "total": 4},
    "undefined_counted_as_zero": {"undefined": 1, "total": 4},
    "mean_of_folds": {"used": 4, "total": 5},
    "mean_of_pairs": {"used": 2, "total": 3},
    "fully_scored": {"used": 16, "total": 24},
    "mean_of_sequences": {"used": 1, "total": 2},
    "pooled_segments": {"sequences": 1},
    "acting_at_risk": {"risk": 10.0},
    "people": {"fn": 1, "fp": 2, "tn": 3},
    "simultaneous": {"groups": 3},
}


def test_every_code_has_words_and_all_words_a_code() -> None:
    assert set(WORDS) == {code.value for code in Code}


@pytest.mark.parametrize("code", list(Code))
def test_every_note_is_worded_with_its_fields_and_nothing_is_left_open(code: Code) -> None:
    said = reason(note(code, **FIELDS.get(code, {})), "VT")
    assert said
    assert not {"{", "}"} & set(said)
    assert said == said.strip(" .")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (note(Code.FEW_PATIENTS, patients=1, needed=15), "CI not estimated: 1 cluster, 15 needed"),
        (note(Code.TOO_MANY_CELLS, cells=12345), "CI not estimated: 12,345 different cells are too many to resample"),
        (note(Code.MEAN_OF_CLASSES, used=4, total=4), "mean of 4 classes"),
        (note(Code.MEAN_OF_SEQUENCES, used=1, total=1), "mean of 1 sequence"),
        (note(Code.ACTING_AT_RISK, risk=10.0), "if one would act at a risk of 10\u00a0%"),
        (Note(Code.NO_PREDICTIONS), "no case is classified as the class"),
    ],
)
def test_numbers_stand_in_their_sentence(given: Note, said: str) -> None:
    assert reason(given) == said


def test_a_class_name_is_never_taken_for_a_placeholder() -> None:
    assert reason(Note(Code.NO_TRUE_CASES), "{it} 50%{0}") == "no case has {it} 50%{0}"


def test_a_note_without_its_fields_is_refused() -> None:
    with pytest.raises(KeyError):
        reason(Note(Code.TOO_MANY_CELLS))


def test_the_scope_stands_before_the_reason() -> None:
    scope = note(Code.MEAN_OF_CLASSES, used=3, total=4)
    both = Estimate(0.5, note=Note(Code.ALL_REPLICATES_EQUAL), scope=scope)
    assert why(both) == "mean of 3 of 4 classes; CI not estimable: no variation between resamples"
    assert why(Estimate(0.5)) == ""
    assert why(Estimate(math.nan, note=Note(Code.NO_TRUE_CASES)), "VT") == "no case has VT"


def test_numbers_that_lose_different_parts_of_their_resamples_share_one_reason() -> None:
    lost = {no_interval(note(Code.UNDEFINED_REPLICATES, percent=percent)) for percent in (6.0, 20.0)}
    assert lost == {"CI not estimable: undefined in over 5 % of resamples"}


def test_numbers_without_an_interval_are_told_once_for_each_reason() -> None:
    numbers = [
        ("accuracy", Estimate(0.9, 0.8, 0.95)),
        ("balanced accuracy", Estimate(0.9, note=note(Code.FEW_CASES_OF_CLASS, cases=7, needed=10))),
        ("MCC", Estimate(0.9, note=note(Code.UNDEFINED_REPLICATES, percent=37.8))),
        ("AUC", Estimate(0.9, note=note(Code.FEW_CASES_OF_GROUP, cases=7, needed=10))),
        ("PPV", Estimate(math.nan, note=note(Code.NO_PREDICTIONS))),
    ]
    assert lacking_intervals(numbers) == (
        "No CI for balanced accuracy and AUC: 7 cases of a class, 10 needed. "
        "No CI for MCC: undefined in over 5 % of resamples."
    )
    assert lacking_intervals(numbers[:1]) == ""
    several = [(f"AUC for {name}", Estimate(0.9, note=note(Code.FEW_CASES_OF_GROUP, cases=cases, needed=10)))
               for name, cases in (("UNK", 3), ("VASC", 7), ("DF", 9))]  # fmt: skip
    assert lacking_intervals(several) == (
        "No CI for AUC for UNK, AUC for VASC and AUC for DF: 3 to 9 cases in the smaller group, 10 needed."
    )
