"""How much a notice weighs: three weights by code, in one place. A code that is not named here is how it was read."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from words.notices.template import Coded


class Weight(StrEnum):
    """Heaviest first; the value is the heading under which such notices stand."""

    LOST = "Rows lost or numbers changed"
    KNOW = "Worth knowing"
    READ = "How it was read"


FEW = 0.01  # proportion of rows below which a loss is no reason for amber
LOST = {
    "blank_models", "blank_scores", "dates_too_early", "excel_errors", "huge_cells", "infinite_scores",
    "label_minus_one", "label_of_missing_values", "merged_cells", "pooled_auc_differs", "rows_outside_recordings",
    "cases_of_several_models", "not_answered",
    "rows_without_scores", "rows_without_truth", "rows_without_weight", "scores_as_dates", "scores_not_numbers",
    "ignored_truth_absent", "repeated_row_numbers", "rows_of_several_models", "split_flag_unused", "split_unused",
    "too_many_groups", "unanswered_rows", "unsaved_formulas", "weights_of_recordings", "weights_unused",
    "without_date", "without_group",
}  # fmt: skip
KNOW = {
    "blank_dates", "blank_groups", "blank_ids", "blank_without_group", "class_missing_in_folds",
    "classes_missing_in_folds", "classes_never_predicted", "classes_never_true", "classes_unused",
    "classes_with_few_cases", "codes_as_classes", "conflicting_predictions", "conflicting_truth", "constant_scores",
    "control_characters_in_ids", "few_rows", "folds_of_different_size", "frames_in_fractions", "gap_in_order",
    "groups_differ_in_case", "ids_of_rows", "recordings_of_each_patient", "score_decides", "score_of_the_call",
    "group_numbers_like_missing_codes", "hidden_rows", "identical_rows", "identifying_columns", "ids_differ_in_case",
    "ids_differ_in_decimals", "ids_differ_in_zeros", "ids_in_several_folds", "ids_in_several_splits",
    "ids_of_missing_values",
    "ids_with_invisible_character", "ids_with_marks", "ignored_rows", "invisible_characters_in_labels",
    "label_incorrectly_decoded", "labels_as_dates", "labels_differ_in_case", "labels_differ_in_spaces",
    "labels_differ_in_zeros", "labels_in_two_scripts", "labels_like_missing_codes", "labels_with_invisible_character",
    "large_folds_pooled", "large_ids_of_other_type", "large_patients_drawn", "large_patients_not_drawn",
    "large_weights_by_rows",
    "large_weights_without_scores", "large_without_ids", "late_labels",
    "lone_score_unusable",
    "lost_characters_in_labels", "matrix_blank_cells",
    "matrix_implausibly_large", "matrix_like_percent", "matrix_without_names", "matrix_wrong_column_total",
    "matrix_wrong_row_total", "missing_frames", "missing_markers_absent", "models_never_agree",
    "models_of_different_rows", "models_with_other_truth",
    "negative_scores", "no_id_column", "no_score_column", "no_test_split", "one_class", "one_fold",
    "one_score_many_classes", "one_site", "order_without_sequence", "positive_score_lower",
    "prediction_not_highest_score", "predictions_by_threshold", "predictions_equal_truth",
    "predictions_follow_no_score", "predictions_without_classes", "readers_pooled", "recording_gaps",
    "recording_repeats", "recording_without_order", "recording_without_position", "repeated_frames",
    "reversed_scores", "rounded_ids", "rows_without_fold", "same_files",
    "rows_without_position", "sampling_fractions_used", "score_columns_match_no_class", "score_columns_of_no_model",
    "commented_rows", "predictions_beside_chosen_scores",
    "files_named_like_parts", "fold_by_its_values", "matrix_unclear_corner", "score_columns_shifted",
    "scores_like_missing_codes", "scores_like_percent", "scores_mix_percent", "scores_of_two_values",
    "scores_outside_0_and_1", "scores_sum_not_1", "sequences_in_several_folds", "several_labels_in_a_cell",
    "several_lone_scores", "several_score_prefixes", "several_truth_columns", "shared_scores_of_several_models",
    "short_rows", "small_groups", "scores_unused", "split_by_flag", "truth_by_its_name",
    "split_by_its_values", "tied_highest_scores", "unnamed_score_columns", "weights_used", "western_encoding",
}  # fmt: skip


Said = TypeVar("Said", bound=Coded)


def weight_of(code: str) -> Weight:
    """Of a notice, by its code."""
    return Weight.LOST if code in LOST else Weight.KNOW if code in KNOW else Weight.READ


def by_weight(notices: Iterable[Said]) -> dict[Weight, list[Said]]:
    """Notices under their weight, heaviest first; without weights that no notice has."""
    told = list(notices)
    found = {weight: [each for each in told if weight_of(each.code) is weight] for weight in Weight}
    return {weight: said for weight, said in found.items() if said}


def losses(notices: Iterable[Said], rows: int) -> list[Said]:
    """Those that are said in amber: the heaviest, unless they concern under one percent of the rows."""
    return [each for each in notices if weight_of(each.code) is Weight.LOST and not _is_small(each, rows)]


def _is_small(notice: Coded, rows: int) -> bool:
    lost = notice.fields.get("rows")
    return isinstance(lost, int) and lost < FEW * rows
