"""Why a number is undefined or has no interval, and over what it runs: the words of `metrics.notes`, here only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from metrics import Estimate
    from metrics.notes import Note

NBSP = "\u00a0"


def _too_few(cases: int, needed: int, of: tuple[str, str], where: str = "") -> str:
    return f"no interval from {cases} {of[cases != 1]}{where}: at least {needed} are needed"


def _few_cases(where: str) -> Callable[..., str]:
    return lambda cases, needed: _too_few(cases, needed, ("case", "cases"), where)


def _few_patients(where: str) -> Callable[..., str]:
    return lambda patients, needed: _too_few(patients, needed, ("patient", "patients"), where)


def _of_all(used: int, total: int) -> str:
    return f"{used:,}" if used == total else f"{used:,} of {total:,}"


def _sequences(total: int) -> str:
    return "sequence" if total == 1 else "sequences"


# {it}: the class that a number is about.
WORDS: Mapping[str, str | Callable[..., str]] = {
    # undefined
    "no_cases": "there are no cases",
    "no_true_cases": "no case truly has {it}",
    "only_true_cases": "every case truly has {it}",
    "one_kind_of_cases": "no case truly has {it}, or every case does",
    "few_cases_or_one_kind": "there are too few cases, or only of one kind",
    "no_predictions": "no case was called {it}",
    "only_predictions": "every case was called {it}",
    "no_cases_nor_predictions": "no case has {it} or was called {it}",
    "no_false_alarms": "no false alarms, or no case with or without {it}",
    "no_true_negatives": "nobody was cleared rightly, or no case with or without {it}",
    "no_normal_predictions": "no case was called all clear",
    "only_normal_cases": "every case is truly of the all-clear class",
    "no_diseased_cases": "nobody has a disease",
    "normal_class_itself": "it is the all-clear class itself",
    "not_a_disease": "{it} is marked as not a disease",
    "no_normal_class": "no class means all clear",
    "no_such_class": "this study has no such class",
    "no_scores": "there are no scores",
    "not_all_scored": "not every class has scores",
    "no_case_fully_scored": "no case has every score",
    "scores_outside_range": "the scores are no probabilities: some lie outside 0 to 1",
    "scores_not_summing": "the scores are no probabilities: over these classes they do not add up to 1",
    "no_cases_or_no_probabilities": "there are no cases, or the scores are no probabilities",
    "nothing_expected": "the probabilities promise nobody",
    "separated_or_constant": "the scores separate the groups completely, or do not vary",
    "few_classes": "fewer than two classes have cases",
    "one_class": "there is only one class",
    "one_sided": "all cases are of one class, or all were called one class",
    "chance_agrees": "all cases are of one class and were called it, or there are none",
    "no_class_defined": "it is undefined for every class",
    "no_class_with_scores": "no class has both scores and cases",
    "undefined_in_fold": "it is undefined in this fold",
    "no_fold_defined": "it is defined in no fold",
    "few_folds_defined": "it is defined in fewer than two folds",
    "no_frames": "there are no frames",
    "no_segment": "no sequence has a segment to compare",
    "no_phase": "the {phase} does not occur",
    "phase_not_recognised": "the {phase} was not recognised",
    "empty_zone": "no case lies in this zone",
    "only_true_cases_in_zone": "every case here has {it}",
    "empty_group": "a group without cases",
    "no_common_true_cases": "no common case truly has {it}",
    "only_common_true_cases": "every common case truly has {it}",
    "one_never_predicts": "one of the two never calls {it}",
    "no_ppv_to_compare": "one of the two never calls {it}, or the reference is never right",
    "no_npv_to_compare": "one of the two calls every case, or the reference is never right",
    "reference_never_right": "the second is never right",
    "no_test": "there is no test",
    "nobody_would_be_predicted": "nobody would be called {it}",
    "everybody_would_be_predicted": "everybody would be called {it}",
    "nobody_would_be_normal": "nobody would be called all clear",
    "undefined": "it is undefined",
    # no interval
    "no_interval": "this number carries no interval",
    "few_cases": "no interval: fewer than {needed} cases",
    "few_cases_of_class": _few_cases(" of a class"),
    "few_cases_of_group": _few_cases(" of a group"),
    "few_cases_outside_largest": _few_cases(" outside the largest class"),
    "few_cases_on_one_side": "no interval: fewer than {needed} cases with {it}, or without it",
    "few_patients": _few_patients(""),
    "few_patients_of_class": lambda patients, needed: f"{_few_patients('')(patients, needed)} of each class",
    "few_patients_outside_largest": lambda patients, needed: (
        f"{_few_patients('')(patients, needed)} outside the largest class"
    ),
    "too_many_cells": "no interval: {cells:,} different cells are too many to resample",
    "undefined_replicates": "no interval: undefined in {percent:.0f} % of the resamples",
    "all_replicates_equal": "no interval: every resample gives the same",
    "no_negatives": "no interval: every case truly has {it}",
    "one_case_of_group": "no interval: it needs two cases of each group",
    "one_patient_of_group": "no interval: it needs two patients of each group",
    "separated": "no interval: the scores separate the groups completely",
    "constant_scores": "no interval: the scores do not vary",
    "constant_agreement": "no interval: agreement does not vary",
    "constant_between_patients": "no interval: it does not vary between patients",
    "constant_difference": "no interval: what the two place differently does not vary",
    "same_order": "no interval: both place every case alike",
    "same_calls": "no interval: both call the same cases, or are always right",
    "all_called_alike": "no interval: every case was called alike",
    "zero_ratio": "no interval: a ratio of 0 has no logarithm",
    "everybody_alike": "no interval: everybody is alike",
    # over what the value runs
    "mean_of_classes": lambda used, total: f"mean of {_of_all(used, total)} classes",
    "undefined_counted_as_zero": "undefined values of {undefined} of {total} classes counted as 0",
    "mean_of_pairs": "mean over the pairs of {used} of {total} classes",
    "fully_scored": "over {used:,} of {total:,} cases, which have every score",
    "mean_of_sequences": lambda used, total: f"mean of {_of_all(used, total)} {_sequences(total)}",
    "pooled_segments": lambda sequences: f"segments of {sequences:,} {_sequences(sequences)} counted together",
    "of_accuracy": "of the accuracy",
    "at_this_prevalence": "where it is as common as here",
    "acting_at_risk": f"if one would act at a risk of {{risk:.0f}}{NBSP}%",
    "people": "found, {missed} missed, {alarmed} falsely alarmed, {cleared} rightly left alone",
}


def reason(note: Note | str, it: str = "it", phase: str = "phase") -> str:
    """A note, or a code without fields, in words. Raises KeyError for a missing field.

    it: how the class is named. phase: what the study calls a phase.
    """
    code, fields = (note, {}) if isinstance(note, str) else (note.code, note.fields)
    wording = WORDS[code]
    return wording.format(it=it, phase=phase, **fields) if isinstance(wording, str) else wording(**fields)


def why(estimate: Estimate, it: str = "it") -> str:
    """Over what it runs, and why it is undefined or has no interval; "" where there is nothing to say."""
    return "; ".join(reason(note, it) for note in (estimate.scope, estimate.note) if note is not None)


def no_interval(note: Note) -> str:
    """Why there is no interval, in words that numbers with the same reason share."""
    return (
        "no interval: undefined in over 5 % of the resamples" if note.code == "undefined_replicates" else reason(note)
    )
