"""What is said about rows as cases: those excluded, ids, splits, folds, sequences, groups, and files too large to hold.

where a name may be missing, such as that of a sequence column, it is an empty text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from words.notices.template import Wording
from words.text.names import quoted
from words.text.numbers import counted, whole

GAPS = ("gap", "gaps")


def _scores_in_steps(distinct: int, fullest: float, error: float) -> str:
    """fullest: part of the cases in the fullest step, between 0 and 1. error: the most that an AUC can be off."""
    return (
        f"A class with more than {whole(distinct)} different scores is counted in fine steps of its score: at most "
        f"{_up(100 * fullest, 4)} % of the cases share a step, and no AUC is off by more than {_up(error, 6)}."
    )


def _missing_frames(frames: int, units: Sequence[str], column: str, gaps: int) -> str:
    """units: what a row is, as one and as several."""
    one, many = units
    verb, where = "is" if frames == 1 else "are", f"between the values of {quoted(column)} ({counted(gaps, GAPS)})"
    return f"{counted(frames, (one, many))} {verb} missing {where}: nothing was filled in."


def _recording_gaps(rows: int, units: Sequence[str], because: str, gaps: int, column: str) -> str:
    """because: "missing" from the file, "excluded" from every number, or "either"."""
    one, many = units
    lacking = f"{counted(rows, (one, many))} {'excluded or missing' if because == 'either' else because}"
    where = f"in {counted(gaps, GAPS)} of {quoted(column)}"
    return f"{lacking} {where}: nothing was filled in, and a segment may span a gap."


def _up(value: float, places: int) -> str:
    """Rounded up: a bound must not become smaller."""
    return f"{math.ceil(value * 10**places) / 10**places:.{places}f}"


WORDINGS: dict[str, Wording] = {
    # rows that no number uses
    "ignored_truth_absent": "No row has the true class {labels:listed} in {column:quoted}, which was to be excluded.",
    "missing_markers_absent": "No row has the true or predicted class {markers:listed}, which was to mean missing.",
    "ignored_rows": "{rows:rows} excluded: true class {labels:listed}, as set in the mapping.",
    "totals_rows": "{rows:rows} at the end of the file looks like a row of totals (total): excluded.",
    "rows_without_weight": "{rows:rows} excluded: no weight.",
    "rows_without_truth": "{rows:rows} excluded: no true class in {column:quoted}.",
    "late_labels": "{missing:number} of {total:number} predictions{model:of_model} dated {months:joined} have no true "
    "class yet: {months:this month is|these months are} incomplete and not judged.",
    # ids
    "ids_trimmed": "Spaces around IDs in {column:quoted} were removed ({rows:rows}).",
    "blank_ids": "{rows:rows} with a blank ID in {column:quoted}: each is treated as a case of its own.",
    "ids_of_missing_values": "{rows:rows} have the ID {example:quoted} in {column:quoted} and count as one patient. If "
    "it means missing, add it to the missing-value markers.",
    "ids_differ_in_decimals": "{ids:ids} in {column:quoted} {ids:differs|differ} only in .0 at the end, such as 12 and "
    "12.0: treated as different.",
    "ids_differ_in_zeros": "{ids:ids} in {column:quoted} {ids:differs|differ} only in leading zeros, such as 12 and "
    "012: treated as different.",
    "groups_differ_in_case": "The groups {groups:listed} of {column:quoted} differ only in case. They are treated as "
    "different groups.",
    "groups_trimmed": "Spaces around the groups of {column:quoted} were removed.",
    "ids_differ_in_case": "{ids:ids} in {column:quoted} {ids:differs|differ} only in case: treated as different.",
    "rounded_ids": "{ids:ids} in {column:quoted} {ids:looks|look} rounded{example:such_as}: a spreadsheet may have "
    "merged several IDs.",
    "ids_with_invisible_character": "{ids:ids} in {column:quoted} {ids:differs|differ} only in an invisible "
    "character: treated as different.",
    "ids_with_marks": "{ids:ids} in {column:quoted} {ids:holds|hold} an invisible character, such as a direction mark: "
    "used as given.",
    "control_characters_in_ids": "{ids:ids} in {column:quoted} {ids:holds|hold} a control character, such as an escape "
    "of a terminal: used as given.",
    "identical_rows": "{rows:rows} {rows:repeats|repeat} another row in every column: the same case may stand twice. "
    "All rows are counted.",
    "readers_pooled": "{column:quoted} names {readers} readers, whose rows are evaluated together (pooled). Choose it "
    "as the reader to evaluate each.",
    "models_with_other_truth": "{cases:cases} {cases:has|have} a different true class under {models:listed}, such as "
    "{example:quoted}: each model is judged by its own.",
    "models_never_agree": "{models:listed} never give a case the same class: they seem to be the first, second, … "
    "choice of one model, not several models. Choose the first one as the prediction.",
    "repeated_ids": "{ids:ids} in {column:quoted} {ids:appears|appear} on more than one row (duplicate). "
    "CIs account for this (patient-level bootstrap).",
    "ids_of_recordings": "{ids:ids} in {column:quoted} {ids:has|have} several {units}, as recordings do. CIs account "
    "for this (patient-level bootstrap).",
    "repeated_row_numbers": "{rows:rows} repeat a number in {column:quoted}: the same cases seem to be counted several "
    "times, as under several models or repeats. Choose it as the case ID, or the column that tells them apart.",
    "rows_of_several_models": "The true classes stand in the same order under each of the {values} values of "
    "{column:quoted}: these seem to be models or runs on the same cases, and are counted together. Choose it as the "
    "model to keep them apart.",
    "cases_of_several_models": "Nearly every case stands once under each of the {values} values of {column:quoted}, "
    "with the same true class: counted together (pooled). If these are models or readings, choose it as the model to "
    "keep them apart.",
    "no_id_column": "No case ID column (such as case_id): rows are treated as independent and duplicates cannot be "
    "detected.",
    "ids_of_rows": "{column:quoted} has an ID for each row of a sequence, so it names no patient: it is an "
    "additional column.",
    "recordings_of_each_patient": "{column:quoted} has the same names under several patients of {ids:quoted}: they are "
    "{recordings} recordings.",
    "sequences_as_units": "No case ID: each sequence in {column:quoted} is one independent cluster.",
    "conflicting_truth": "{ids:ids} with duplicate rows {ids:has|have} conflicting true "
    "classes{example:such_as}. All rows are counted.",
    "conflicting_predictions": "{ids:ids} with duplicate rows {ids:has|have} conflicting "
    "predictions{example:such_as}. All rows are counted.",
    # splits and groups
    "blank_groups": "{rows:rows} with a blank {role} in {column:quoted}: in no {role}.",
    "split_names": "Split names read by their usual meaning: {names:renamed}.",
    "no_test_split": "Only {splits:anded} data, no test split: results are optimistic and not evidence of performance.",
    "several_splits": "The file has {splits:joined} splits. Each is analysed separately.",
    "ids_in_several_splits": "{ids:ids} {ids:occurs|occur} in more than one split ({splits:anded}): data leakage "
    "(leak). Results may be optimistic.",
    "small_groups": "{column:quoted} has small groups ({rows:counts}): unreliable estimates and a "
    "re-identification risk.",
    "blank_without_group": "{rows:rows} with a blank {column:quoted}: in none of its groups.",
    "without_group": "{rows:rows} in none of the groups of {column:quoted}, with values that are not "
    "read{example:such_as}.",
    "too_many_groups": "More than {most:number} different values of {column:quoted}{model:of_model} ({rows:rows}): in "
    "no group. Choose ranges of it where it holds numbers.",
    "group_numbers_like_missing_codes": "{rows:rows} with codes such as {example:quoted} in {column:quoted}, which "
    "often mean missing and count as numbers here. Leave such cells blank.",
    "blank_dates": "{rows:rows} with a blank {column:quoted}: not shown over time.",
    "without_date": "{rows:rows} without a date from 1800 to 2200 in {column:quoted}{example:such_as}: not shown "
    "over time.",
    "dates_too_early": "{rows:rows} dated before {start} in {column:quoted}: not shown by month, as the last date is "
    "{last}. Check these dates.",
    "one_site": "All rows are of one {column:quoted} (single-centre): results may differ elsewhere.",
    # folds
    "one_fold": "All rows belong to one fold, {fold:quoted}: folds cannot be compared.",
    "folds_of_different_size": "The folds differ in size ({rows:counts}): a mean over folds weighs them alike.",
    "ids_in_several_folds": "{units:ids} in more than one fold: these folds overlap and are not independent tests.",
    "sequences_in_several_folds": "{units:sequences} in more than one fold: these folds overlap and are not "
    "independent tests.",
    "class_missing_in_folds": "No case of class {label:quoted} in {folds:fold|folds} {folds:listed}: its metrics "
    "are not estimable there.",
    "classes_missing_in_folds": "{classes} classes have no case in some fold, such as {label:quoted} in "
    "{folds:fold|folds} {folds:listed3}: their metrics are not estimable there.",
    "pooled_auc_differs": "AUC{model:of_model} for {label:quoted}: mean of {folds} folds {mean:.3f}, pooled "
    "out-of-fold {pooled:.3f}. The score scales of the folds differ: report the mean; pooled curves and "
    "thresholds mix them.",
    "rows_without_fold": "{rows:rows} without a fold: excluded from these numbers.",
    # sequences and their order
    "rows_without_position": "{rows:rows} without a position in {column:quoted}.",
    "order_without_sequence": "{column:quoted} gives an order, but no column names the sequence (such as "
    "video_id): rows are not treated as sequences, and duplicates cannot be detected.",
    "frames_in_fractions": "{column:quoted} has fractions: frame numbers are whole, so these may be seconds.",
    "repeated_frames": "{rows:rows} with a duplicate {unit}: the value of {column:quoted} repeats in the same "
    "sequence.",
    "gap_in_order": "{column:quoted} jumps by up to {jump:,.0f} between neighbouring {units}: there is a gap.",
    "missing_frames": _missing_frames,
    "unsorted_rows": "Rows were not in the order of {column:quoted} ({steps:steps_back}): sorted.",
    # one recording
    "recording_without_order": "No column gives the order of the rows: taken in file order.",
    "rows_outside_recordings": "{rows:rows} with a blank {column:quoted}: excluded from every recording.",
    "recording_without_position": "{rows:rows} without a value in {column:quoted}: placed at the end of their "
    "recording.",
    "recording_repeats": "{rows:rows} with the same {column:quoted} as the row before: both are counted.",
    "recording_unsorted": "{rows:rows} after a row with a higher {column:quoted}: rows were sorted.",
    "recording_gaps": _recording_gaps,
    # files that are too large to hold
    "counted_where_it_lies": "{rows:rows}: aggregated without loading. Listed cases are fetched 50 at a time; "
    "columns were recognised from the first {sample:,} rows.",
    "scores_in_steps": _scores_in_steps,
    "large_without_ids": "No case ID column (such as case_id): rows are treated as independent.",
    "large_folds_pooled": "AUCs are pooled over the folds in {column:quoted}, as this large file is weighted or "
    "has more than 100 folds. Cross-validation has their mean over the folds.",
    "large_patients_drawn": "{ids:ids} in {column:quoted} {ids:appears|appear} on more than one row. CIs of the "
    "confusion matrix, of groups, too, of a threshold, of AUCs, of calibration, of net benefit and of differences "
    "between models are patient-level.",
    "large_patients_not_drawn": "{column:quoted} has too many different values to cluster by in a file of this size: "
    "CIs are too narrow if patients have several rows.",
    "large_ids_of_other_type": "{column:quoted} holds neither text nor whole numbers, which tell patients apart in a "
    "file of this size: CIs are too narrow if patients have several rows. Store it as text.",
    "large_weights_by_rows": "Rows with the same {column:quoted} are treated as independent where a file of this size "
    "is weighted: CIs are too narrow if patients have several rows.",
    "not_answered": "{why} So numbers are missing, or their CIs treat rows as independent.",
    "large_weights_without_scores": "Scores are not read where a file of this size has so many different "
    "weights: no curves, thresholds or net benefit.",
}
