"""What is said about what a model answered: rows without an answer, derived predictions, odd scores."""

from __future__ import annotations

from words.notices.template import Wording

WORDINGS: dict[str, Wording] = {
    # answers
    "unanswered_rows": "{rows:rows} without a prediction in {column:quoted} (missing prediction): excluded and "
    "reported as unanswered.",
    "rows_without_scores": "{rows:rows} without a complete score, so without a prediction: excluded and reported "
    "as unanswered.",
    "predictions_by_threshold": "No prediction column: predictions derived, {label:quoted} at score ≥ "
    "{threshold:g}, else {other:quoted}.",
    "predictions_by_highest_score": "No prediction column: predictions derived from the highest score (argmax).",
    "tied_highest_scores": "In {rows:rows} two classes share the highest score: the first in the list of classes "
    "was taken.",
    "unused_threshold": "--threshold {threshold:g} was not used: the file has predicted classes, which no "
    "threshold changes.",
    "blank_models": "{rows:rows} with a blank model in {column:quoted}: excluded from every model.",
    "models_of_different_rows": "The models have predictions for different numbers of rows ({rows:counts}): not "
    "all cases are common.",
    # cells of score columns
    "infinite_scores": "{rows:rows} with an infinite score in {columns:listed}: treated as missing.",
    "scores_not_numbers": "{rows:rows} where the score is not a number, such as {example:quoted}, in "
    "{columns:listed}: treated as missing.",
    "scores_as_dates": "{rows:rows} where the score is a date, not a number, such as {example:quoted}, in "
    "{columns:listed}: treated as missing.",
    "blank_scores": "{rows:rows} without a score in {columns:listed}: excluded from whatever needs that score.",
    "model_without_scores": "{model:quoted} has no scores: its predicted classes are used.",
    "decimal_commas": "Decimal commas were read as such in the scores of {columns:listed}.",
    "other_digits": "Digits of another script were read as the numbers 0 to 9 in the scores of {columns:listed}.",
    "percent_signs": "Percent signs (%) in the scores of {columns:listed} were removed; nothing was divided by 100.",
    # scores as a whole
    "scores_sum_not_1": "{rows:rows}{model:of_model}: scores do not sum to 1. ROC and precision–recall are "
    "available; calibration and Brier score are not.",
    "scores_outside_0_and_1": "{rows:rows}{model:of_model} with scores outside 0 and 1: not probabilities. ROC and "
    "precision–recall are available; calibration and Brier score are not.",
    "scores_like_percent": "{rows:rows}{model:of_model} with scores outside 0 and 1 (percent?): not probabilities. "
    "Nothing was rescaled.",
    "scores_mix_percent": "{rows:rows}{model:of_model} with scores above 1, others within 0 and 1: fractions and "
    "percentages may be mixed, which changes every AUC. Write all scores one way.",
    "scores_like_missing_codes": "{rows:rows}{model:of_model} with scores outside 0 and 1, such as {example:g}: such a "
    "number often marks a missing score. They are used as given.",
    "negative_scores": "{rows:rows}{model:of_model} with scores outside 0 and 1 (some negative): not "
    "probabilities. Nothing was rescaled.",
    "constant_scores": "The score for {labels:listed}{model:of_model} is constant (no discrimination).",
    "scores_of_two_values": "The score for {labels:listed}{model:of_model} has only two values: probably a "
    "predicted class.",
    "reversed_scores": "AUC for {label:quoted}{model:of_model} is {auc:.2f}: scores may be reversed. Nothing was "
    "changed.",
    "prediction_not_highest_score": "In {rows:rows}{model:of_model} the predicted class differs from the highest "
    "score (argmax). Predictions are used as given.",
    # predictions beside a lone score
    "predictions_from_score": "Predictions{model:of_model} follow a threshold other than 0.5: {label:quoted} at scores "
    "of {lowest:g} or more, {other:quoted} at {highest:g} or less.",
    "predictions_follow_no_score": "Predictions{model:of_model} follow no single threshold of the score: "
    "{label:quoted} at scores down to {lowest:g}, {other:quoted} up to {highest:g}. Check that both come from one "
    "model.",
    "predictions_equal_truth": "The predicted class{model:of_model} equals the true class in every row ({rows:rows}), "
    "but the scores disagree. Check that the column is not a copy.",
}
