"""Why a number is undefined or has no CI, and over what it is computed: the words of `metrics.notes`, only here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from words.text.phrases import enumeration

if TYPE_CHECKING:
    from metrics import Estimate
    from metrics.notes import Note

MANY_UNDEFINED = "undefined in over 5 % of resamples"


def _too_few(cases: int | str, needed: int, of: tuple[str, str], where: str = "") -> str:
    return f"{cases} {of[cases != 1]}{where}, {needed} needed"


def _few_cases(where: str) -> Callable[..., str]:
    return lambda cases, needed: _too_few(cases, needed, ("case", "cases"), where)


def _few_patients(where: str) -> Callable[..., str]:
    return lambda patients, needed: _too_few(patients, needed, ("cluster", "clusters"), where)


def _of_all(used: int, total: int) -> str:
    return f"{used:,}" if used == total else f"{used:,} of {total:,}"


def _sequences(total: int) -> str:
    return "sequence" if total == 1 else "sequences"


Wordings = Mapping[str, str | Callable[..., str]]
# {it}: the class that a number is about.
SAID: Wordings = {
    # undefined
    "no_cases": "there are no cases",
    "no_true_cases": "no case has {it}",
    "only_true_cases": "every case has {it}",
    "one_kind_of_cases": "no case has {it}, or every case does",
    "few_cases_or_one_kind": "there are too few cases, or only of one kind",
    "no_predictions": "no case is classified as {it}",
    "only_predictions": "every case is classified as {it}",
    "no_cases_nor_predictions": "no case has {it} or is classified as {it}",
    "no_false_positives": "there are no false positives, or no cases with or without {it}",
    "no_true_negatives": "there are no true negatives, or no cases with or without {it}",
    "no_normal_predictions": "no case is classified as Normal",
    "only_normal_cases": "every case is Normal",
    "no_diseased_cases": "no case has a disease",
    "normal_class_itself": "this is the Normal class",
    "not_a_disease": "this class is marked as not a disease",
    "no_normal_class": "no Normal class is set",
    "no_such_class": "this study has no such class",
    "no_scores": "there are no scores",
    "no_threshold": "no threshold was chosen",
    "not_all_scored": "not every class has scores",
    "too_many_scores": "there are too many different scores to count",
    "not_counted": "counting took too long, or the table has changed",
    "no_case_fully_scored": "no case has every score",
    "scores_outside_range": "the scores are not probabilities: some lie outside 0 to 1",
    "scores_not_summing": "over these classes the scores do not sum to 1",
    "no_cases_or_no_probabilities": "there are no cases, or the scores are not probabilities",
    "nothing_expected": "the expected number is 0",
    "separated_or_constant": "separation is complete, or the scores are constant",
    "almost_separated": "almost complete separation",
    "few_classes": "fewer than two classes have cases",
    "one_class": "there is only one class",
    "one_sided": "all cases are of one class, or all are classified as one class",
    "chance_agrees": "all cases are of one class and classified as it, or there are none",
    "no_class_defined": "undefined for every class",
    "no_class_with_scores": "no class has both scores and cases",
    "undefined_in_fold": "undefined in this fold",
    "no_fold_defined": "undefined in every fold",
    "few_folds_defined": "defined in fewer than two folds",
    "no_frames": "there are no frames",
    "no_segment": "no sequence has a segment to compare",
    "no_phase": "the {phase} does not occur",
    "phase_not_recognised": "the {phase} was not recognised",
    "empty_zone": "no case lies in this zone",
    "only_true_cases_in_zone": "every case here has {it}",
    "undefined_for_reader": "not defined for every reader",
    "empty_group": "a group has no cases",
    "not_assessable": lambda cases, needed: (
        f"not assessable: {cases} {'case' if cases == 1 else 'cases'}, {needed} needed"
    ),
    "no_common_true_cases": "no common case has {it}",
    "only_common_true_cases": "every common case has {it}",
    "one_never_predicts": "one of the two never predicts {it}",
    "no_ppv_to_compare": "one of the two never predicts {it}, or the PPV of the reference is 0",
    "no_npv_to_compare": "one of the two classifies every case as {it}, or the NPV of the reference is 0",
    "reference_never_correct": "the reference is never correct",
    "no_test": "there is no test",
    "nobody_would_be_predicted": "no one would be classified as {it}",
    "everybody_would_be_predicted": "everyone would be classified as {it}",
    "nobody_would_be_normal": "no one would be classified as Normal",
    "undefined": "undefined",
    # no interval
    "no_interval": "no CI is given for this number",
    "few_for_calibration": "fewer than {needed} cases with or without {it} ({cases})",
    "few_baseline_periods": "{periods} periods are in the baseline, {needed} needed",
    "baseline_alike": "the proportion of the baseline is 0 or 100 %",
    # over what the value runs
    "mean_of_classes": lambda used, total: f"mean of {_of_all(used, total)} classes",
    "undefined_counted_as_zero": "undefined values of {undefined} of {total} classes counted as 0",
    "mean_of_folds": lambda used, total: f"mean of {_of_all(used, total)} folds",
    "pooled_out_of_fold": "pooled out-of-fold",
    "mean_of_pairs": "mean over the pairs of {used} of {total} classes",
    "fully_scored": "over {used:,} of {total:,} cases, which have every score",
    "mean_of_sequences": lambda used, total: f"mean of {_of_all(used, total)} {_sequences(total)}",
    "pooled_segments": lambda sequences: f"segments of {sequences:,} {_sequences(sequences)}, pooled",
    "of_accuracy": "of the accuracy",
    "at_this_prevalence": "at the observed prevalence",
    "acting_at_risk": "if one would act at a risk of {risk:.0f}\u00a0%",
    "people": "true positives, {fn} false negatives, {fp} false positives, {tn} true negatives",
    "simultaneous": "CI simultaneous for {groups} groups (Bonferroni)",
}


NOT_ESTIMATED: Wordings = {
    "few_cases": "fewer than {needed} cases",
    "few_cases_of_class": _few_cases(" of a class"),
    "few_cases_of_group": _few_cases(" in the smaller group"),
    "few_cases_outside_largest": _few_cases(" outside the largest class"),
    "few_cases_on_one_side": "fewer than {needed} cases with or without {it}",
    "few_readers": lambda readers, needed: f"{readers} readers, {needed} needed",
    "readers_alike": "readers and cases do not vary",
    "few_patients": _few_patients(""),
    "few_patients_of_class": _few_patients(" of a class"),
    "few_patients_outside_largest": _few_patients(" outside the largest class"),
    "patients_without_scores": "too many patients for a patient-level CI",
    "ids_in_several_folds": "IDs occur in several folds",
    "too_many_cells": "{cells:,} different cells are too many to resample",
}
NOT_ESTIMABLE: Wordings = {
    "undefined_replicates": "undefined in {percent:.0f} % of resamples",
    "all_replicates_equal": "no variation between resamples",
    "no_negatives": "every case has {it}",
    "one_case_of_group": "two cases of each group are needed",
    "one_patient_of_group": "two patients of each group are needed",
    "separated": "complete separation",
    "constant_scores": "constant scores",
    "constant_agreement": "no variation in agreement",
    "constant_between_patients": "no variation between patients",
    "constant_difference": "no variation in the difference",
    "same_order": "both rank all cases alike",
    "same_predictions": "both make the same predictions, or none is incorrect",
    "all_predicted_alike": "all cases have the same prediction",
    "zero_ratio": "a ratio of 0 has no logarithm",
    "everybody_alike": "prevalence 0 or 100 %",
}
WITHOUT_CI = {"CI not estimated": NOT_ESTIMATED, "CI not estimable": NOT_ESTIMABLE}
WORDS: Wordings = {**SAID, **NOT_ESTIMATED, **NOT_ESTIMABLE}


def reason(note: Note | str, it: str = "the class", phase: str = "phase") -> str:
    """A note, or a code without fields, in words. Raises KeyError for a missing field.

    it: how the class is named. phase: the study's word for a phase.
    """
    code, fields = (note, {}) if isinstance(note, str) else (note.code, note.fields)
    start = next((f"{start}: " for start, codes in WITHOUT_CI.items() if code in codes), "")
    return start + _worded(code, fields, it=it, phase=phase)


def _worded(code: str, fields: Mapping[str, Any], **named: str) -> str:
    wording = WORDS[code]
    return wording.format(**named, **fields) if isinstance(wording, str) else wording(**fields)


def why(estimate: Estimate, it: str = "the class") -> str:
    """Over what it runs, and why it is undefined or has no interval; "" where there is nothing to say."""
    return "; ".join(reason(note, it) for note in (estimate.scope, estimate.note) if note is not None)


def undefined_cell(estimate: Estimate) -> str:
    """A cell of a table in Markdown: that a number is undefined, and below it why."""
    return f":gray[not estimable]  \n:small[{why(estimate)}]"


def no_interval(note: Note) -> str:
    """Why there is no interval, in words that numbers with the same reason share."""
    return f"CI not estimable: {MANY_UNDEFINED}" if note.code == "undefined_replicates" else reason(note)


def _alone(note: Note) -> str:
    """The same without saying that there is none."""
    is_undefined = note.code == "undefined_replicates"
    return MANY_UNDEFINED if is_undefined else _worded(note.code, note.fields, it="the class", phase="phase")


def lacking_intervals(numbers: Iterable[tuple[str, Estimate]]) -> str:
    """ "No CI for balanced accuracy and macro AUC: 1 case of a class, 10 needed."; a sentence for each reason.

    Numbers that need as many cases have one reason, in the words of the first, however many cases each of them has:
    "3 to 9 cases of a class, 10 needed".
    """
    alike: dict[object, dict[str, Note]] = {}
    for name, estimate in numbers:
        note = estimate.note
        if estimate.is_defined and estimate.low is None and note is not None:
            shared = note.fields["needed"] if "cases" in note.fields else _alone(note)
            alike.setdefault(shared, {})[name] = note
    return " ".join(f"No CI for {enumeration(each)}: {_alone_of([*each.values()])}." for each in alike.values())


def _alone_of(notes: Sequence[Note]) -> str:
    """What notes with the same reason say together."""
    first, cases = notes[0], {note.fields.get("cases", 0) for note in notes}
    if len(cases) == 1:
        return _alone(first)
    return _worded(
        first.code, {**first.fields, "cases": f"{min(cases)} to {max(cases)}"}, it="the class", phase="phase"
    )
