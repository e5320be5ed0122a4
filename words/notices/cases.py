"""What is said about rows as cases: those left out, ids, splits, folds, sequences, groups, and files too large to hold.

where a name may be missing, such as that of a sequence column, it is an empty text.
"""

from __future__ import annotations

import math

from words.notices.template import Wording
from words.text.numbers import whole


def _scores_in_steps(distinct: int, share: float, error: float) -> str:
    """share: of the cases in the fullest step, between 0 and 1. error: the most that an AUC can be off."""
    return (
        f"A class with more than {whole(distinct)} different scores is counted in fine steps of its score: at most "
        f"{_up(100 * share, 4)} % of the cases share a step, and no AUC is off by more than {_up(error, 6)}."
    )


def _up(value: float, places: int) -> str:
    """Rounded up: a bound must not become smaller."""
    return f"{math.ceil(value * 10**places) / 10**places:.{places}f}"


WORDINGS: dict[str, Wording] = {
    # rows that no number uses
    "ignored_rows": "{rows:rows} left out because the mapping ignores the true class {labels:listed}.",
    "totals_rows": "{rows:rows} looks like a totals row at the end of the file (total): it is left out of every "
    "number.",
    "rows_without_truth": "{rows:rows} with no true class in column {column:quoted} (missing truth): left out of every "
    "number.",
    # ids
    "ids_trimmed": "Spaces around ids in {column:quoted} were trimmed ({rows:rows}).",
    "blank_ids": "{rows:rows} with a blank id in {column:quoted}: each is taken as a case of its own.",
    "ids_differ_in_case": "Upper and lower case is all that tells {ids:ids} in {column:quoted} from another: kept "
    "apart.",
    "rounded_ids": "{ids:ids} in {column:quoted} look rounded, such as {example:quoted}: a spreadsheet may have made "
    "one id of several.",
    "ids_with_invisible_character": "An invisible character is all that tells {ids:ids} in {column:quoted} from "
    "another: kept apart.",
    "repeated_ids": "{ids:ids} in {column:quoted} on more than one row: the same patients or cases appear more than "
    "once, and their rows are not independent.",
    "no_id_column": "There is no case id column (such as case_id): rows are treated as independent cases, and "
    "duplicates cannot be detected.",
    "sequences_as_units": "There is no case id: each sequence in {column:quoted} counts as one independent unit.",
    "conflicting_truth": "{ids:ids} with duplicate rows of conflicting true classes, for example {example:quoted}: all "
    "rows are counted.",
    "conflicting_predictions": "{ids:ids} with duplicate rows of conflicting predictions, for example "
    "{example:quoted}: all rows are counted.",
    # splits and groups
    "blank_groups": "{rows:rows} with a blank {role} in column {column:quoted}: in no {role}.",
    "split_names": "Split names were read by their usual meaning: {names:renamed}.",
    "no_test_split": "There are only {splits:anded} rows and no test rows: the results are optimistic.",
    "several_splits": "The rows belong to the splits {splits:joined}: each is shown apart, never pooled.",
    "ids_in_several_splits": "{ids:ids} in more than one split ({splits:anded}): cases leak from one to the other.",
    "small_groups": "Column {column:quoted} has small groups ({rows:counts}): their rates say little, and it may show "
    "who is in them.",
    # folds
    "one_fold": "All rows belong to one fold, {fold:quoted}: folds cannot be compared.",
    "ids_in_several_folds": "{units:ids} in more than one fold: these folds overlap and are not independent tests.",
    "sequences_in_several_folds": "{units:sequences} in more than one fold: these folds overlap and are not "
    "independent tests.",
    "class_missing_in_folds": "No case of class {label:quoted} in {folds:fold|folds} {folds:listed}: its rates are "
    "undefined there.",
    "classes_missing_in_folds": "{classes} classes have no case in some fold, for example {label:quoted} in "
    "{folds:fold|folds} {folds:listed3}: their rates are undefined there.",
    "rows_without_fold": "{rows:rows} without a fold: in none of these numbers.",
    # sequences and their order
    "rows_without_position": "{rows:rows} without a position in {column:quoted}.",
    "order_without_sequence": "Column {column:quoted} gives an order, but no column names the sequence (such as "
    "video_id): rows are not treated as sequences, and duplicates cannot be told.",
    "frames_in_fractions": "Column {column:quoted} holds fractions: frame numbers are whole, so these may be seconds.",
    "repeated_frames": "{rows:rows} with a duplicate frame: the value of {column:quoted} repeats in the same sequence.",
    "gap_in_order": "Column {column:quoted} jumps by up to {jump:,.0f} between neighbouring frames: there is a gap.",
    "missing_frames": "{frames:frames} missing between the values of {column:quoted} ({gaps:gaps}): nothing was filled "
    "in.",
    "unsorted_rows": "The rows are not in the order of {column:quoted} ({steps:steps_back}): they were sorted by it.",
    # one recording
    "recording_without_order": "No column gives the order of the rows: they are taken as they stand in the file.",
    "rows_outside_recordings": "{rows:rows} with a blank {column:quoted}: in no recording, and in no number of "
    "recordings.",
    "recording_without_position": "{rows:rows} without a value in {column:quoted}: put at the end of their recording.",
    "recording_repeats": "{rows:rows} with the same {column:quoted} as the row before: both are counted.",
    "recording_unsorted": "{rows:rows} stood behind a row with a higher {column:quoted}: rows were sorted by it.",
    "recording_gaps": "{rows:rows} missing in {gaps:gaps} of {column:quoted}: nothing is filled in, and one stretch "
    "may reach over a gap.",
    # files that are too large to hold
    "counted_where_it_lies": "{rows:rows} are too many to hold: they were counted where the file lies. There is no "
    "list of cases and no comparison case by case; columns were recognised by the first {sample:,} rows.",
    "scores_in_steps": _scores_in_steps,
    "large_without_ids": "There is no case id column (such as case_id): rows are treated as independent cases.",
    "large_patients_not_drawn": "Patients ({column:quoted}) are not drawn for the intervals of a file of this size: "
    "rows are treated as independent, so intervals are too narrow where one has several rows.",
}
