"""What is said about what a model answered: rows without an answer, derived predictions, odd scores."""

from __future__ import annotations

from words.notices.template import Wording

WORDINGS: dict[str, Wording] = {
    # answers
    "unanswered_rows": "{rows:rows} without an answer in column {column:quoted} (missing prediction): left out of the "
    "counts and reported as unanswered.",
    "rows_without_scores": "{rows:rows} without a complete score, so without an answer: reported as unanswered.",
    "predictions_by_threshold": "There is no prediction column: predictions were derived, {label:quoted} where its "
    "score >= {threshold:g}, else {other:quoted}.",
    "predictions_by_highest_score": "There is no prediction column: each prediction was derived as the class with the "
    "highest score.",
    "tied_highest_scores": "In {rows:rows} two classes share the highest score: the first in the list of classes was "
    "taken.",
    "unused_threshold": "--threshold {threshold:g} was not used: the file holds predicted classes, which no threshold "
    "changes.",
    "blank_models": "{rows:rows} with a blank model in column {column:quoted}: used for no model.",
    "models_of_different_rows": "The models have answers for different numbers of rows ({rows:counts}): their cases "
    "are not all common.",
    # cells of score columns
    "infinite_scores": "{rows:rows} with an infinite score in {columns:listed}: taken as no score.",
    "scores_not_numbers": "{rows:rows} where the score is not a number, such as {example:quoted}, in {columns:listed}: "
    "taken as no score.",
    "scores_as_dates": "{rows:rows} where the score is a date, not a number, such as {example:quoted}, in "
    "{columns:listed}: taken as no score.",
    "blank_scores": "{rows:rows} without a score in {columns:listed}: left out of what needs that score.",
    "decimal_commas": "Decimal commas were read as such in the scores of {columns:listed}.",
    "other_digits": "Digits of another script were read as the numbers 0 to 9 in the scores of {columns:listed}.",
    "percent_signs": "Percent signs (%) were left out, and nothing was divided by 100, in the scores of "
    "{columns:listed}.",
    # scores as a whole
    "scores_sum_not_1": "{rows:rows}{model:of_model} whose scores do not sum to 1: used as they are, not as "
    "probabilities.",
    "scores_outside_0_and_1": "{rows:rows}{model:of_model} with scores outside 0 and 1: scores, not probabilities.",
    "scores_like_percent": "{rows:rows}{model:of_model} with scores outside 0 and 1 (they look like percent): scores, "
    "not probabilities.",
    "negative_scores": "{rows:rows}{model:of_model} with scores outside 0 and 1 (some are negative): scores, not "
    "probabilities.",
    "constant_scores": "The score for {labels:listed}{model:of_model} is constant: it tells no case from another.",
    "scores_of_two_values": "The score for {labels:listed}{model:of_model} has only two values: it may be a predicted "
    "class rather than a score.",
    "reversed_scores": "Cases of {label:quoted}{model:of_model} have lower scores for it than the others (AUC "
    "{auc:.2f}): the scores may be reversed; nothing was flipped.",
    "prediction_not_highest_score": "In {rows:rows}{model:of_model} the predicted class is not the one with the "
    "highest score: the predictions are used as they stand.",
}
