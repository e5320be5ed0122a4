"""What is said about columns: what each was taken for, and how its cells and class names were read."""

from __future__ import annotations

from words.notices.template import Wording

WORDINGS: dict[str, Wording] = {
    # which column is what
    "nested_columns": "Column {columns:listed} holds nested values (lists), so it is not used for scores or classes.",
    "several_id_columns": "{columns:listed} could all name the case; {used:quoted} is used, the rest are details.",
    "several_truth_columns": "{others:listed} could also be the true class; {used:quoted} is used as the true class.",
    "one_hot_truth": "{columns:listed} hold one true class in each row (one-hot): read as one column, y_true, of the "
    "classes {classes:listed}.",
    "truth_by_its_name": "{column:quoted} was taken as the true class, by its name beside {beside:quoted}.",
    "truth_by_its_values": "{column:quoted} was taken as the true class: it holds the values of {like:quoted}.",
    "prediction_by_its_values": "{column:quoted} was taken as the prediction: it holds the values of {like:quoted}.",
    "classes_unused": "{columns:listed} {columns:holds|hold} the classes of {like:quoted}, but {columns:is|are} not "
    "named like a prediction: not used. Choose {columns:it|them} as the predicted class if "
    "{columns:it is|they are}.",
    "predictions_without_classes": "{columns:listed} holds no true class, unlike the other predictions: not used as a "
    "prediction.",
    "split_by_its_values": "{column:quoted} was taken as the split: it holds names such as train and test.",
    "split_by_flag": "{column:quoted} was taken as the split, by its name.",
    "split_flag_unused": "{column:quoted} looks like a flag of training or test data. It is not used: all rows are "
    "counted together. Choose it as the split to keep them apart.",
    "split_unused": "{column:quoted} is not used as the split, as was chosen: all rows are counted together.",
    "weights_unused": "{column:quoted} looks like weights of cases. It is not used: every row counts once.",
    "weights_of_recordings": "{column:quoted} looks like weights of cases. Rows of recordings are not weighted: each "
    "counts once.",
    "weights_used": "Every number is weighted by {column:quoted}: {rows:rows}, effective sample size "
    "{effective:number}. Counts are those of the cases, each once.",
    "sampling_fractions_used": "Every number is weighted by 1 / {column:quoted}: {rows:rows}, effective sample size "
    "{effective:number}. Counts are those of the cases, each once.",
    "frequencies_used": "{column:quoted} says how many cases a row is: {rows:rows} are {cases:number} cases.",
    "order_without_numbers": "Column {column:quoted} holds no numbers or times to order rows by: it is kept as a "
    "detail.",
    "order_in_text": "Column {column:quoted} holds text ({examples:listed}): rows are ordered by the number or time in "
    "it.",
    "identifying_columns": "{columns:listed} may identify patients directly (name, birth date, record number, "
    "address): remove such columns before sharing anything.",
    # which column is the score of which class
    "score_column_spelling": "Score column {column:quoted} was taken for class {label:quoted}; spelling differs.",
    "scores_in_lists": "Column {column:quoted} holds a list of scores in each row: read as {columns:listed}.",
    "several_score_prefixes": "{others:listed} could also be scores; {used:listed} are used, the rest are details.",
    "score_columns_of_unused_classes": "Score {columns:column|columns} {columns:listed} {columns:is|are} not used: no "
    "row uses {columns:its|their} class.",
    "score_columns_shifted": "Score columns {columns:listed} are numbered from {first}, classes from {classes}. "
    "It is not known which class each belongs to, so they are not used. Assign them under Change.",
    "predictions_beside_chosen_scores": "{columns:listed} {columns:is|are} not used: several scores were chosen, each "
    "of which is a model.",
    "fold_by_its_values": "{column:quoted} was taken as the fold: it names resamples such as Fold1.",
    "score_columns_match_no_class": "Score {columns:column|columns} {columns:listed} {columns:matches|match} no "
    "class and {columns:is|are} ignored. Assign {columns:it|them} under Change.",
    "no_score_column": "There is no score column for {labels:listed}, so its scores cannot be judged.",
    "one_score_many_classes": "{column:quoted} is one score for {classes} classes, so it is not used: a score per "
    "class is needed.",
    "score_decides": "{column:quoted} names none of the classes. It was taken as the score for class {label:quoted}, "
    "as a threshold on it gives the predictions.",
    "score_of_the_call": "{column:quoted} is 0.5 or more in every row, whichever class is predicted: it seems to be "
    "the probability of the predicted class, not of one class. It is not used.",
    "scores_in_words": "{columns:listed} {columns:is|are} named like a score and {columns:holds|hold} words: not used.",
    "scores_unused": "{columns:listed} {columns:looks like a score|look like scores} and {columns:is|are} not used: "
    "which class a high value means is not known. Assign {columns:it|them} under Change.",
    "several_lone_scores": "{columns:listed} could all be the score; {used:quoted} is used.",
    "score_columns_of_no_model": "It is not known which model {columns:listed} belongs to, so these scores are not "
    "used.",
    "shared_scores_of_several_models": "It is not known which model {columns:listed} belongs to: these scores are not "
    "used.",
    "scores_of_unused_classes": "The scores for {labels:listed} are not used: no row uses that class.",
    "lone_score_unusable": "{column:quoted} is one score for {classes} classes: it is not used.",
    "positive_by_class_names": "{column:quoted} was taken as the score of the positive class {label:quoted}, by the "
    "names of the classes.",
    "positive_by_called_rows": "{column:quoted} was taken as the score of the positive class {label:quoted}, because "
    "rows with that prediction score higher.",
    "positive_score_lower": "Rows predicted {label:quoted} have the lower scores in {column:quoted}: the score may be "
    "for {other:quoted}; nothing was flipped.",
    # how class names were read
    "labels_trimmed": "Spaces around class names in {column:quoted} were removed ({rows:rows}).",
    "labels_as_number_and_text": "{labels:listed} stands as text and as number: taken as one class.",
    "labels_mix_decimals": "Column {column:quoted} mixes the formats 1 and 1.0 of whole numbers: {text:quoted} was "
    "taken as {label:quoted}.",
    "labels_with_decimals": "Whole numbers in column {column:quoted} are written with decimals: {text:quoted} was "
    "taken as {label:quoted}.",
    "booleans_beside_numbers": "True and False stand beside 1 and 0 ({columns:listed}): True was taken as 1, False as "
    "0.",
    "booleans_name_scores": "True and False name scores of the classes 1 and 0: True was taken as 1, False as 0.",
    "accents_unified": "Accents were written in decomposed characters and unified: {labels:listed}.",
    "accents_in_two_spellings": "{labels:listed} is written with composed and with decomposed accents (two Unicode "
    "spellings that look the same): it was taken as one class.",
    "binary_labels": "Column {columns:listed} holds binary values (bytes); they were read as UTF-8 text.",
    # what is odd about them
    "labels_differ_in_case": "The classes {labels:listed} differ only in case (spelling). They are treated as "
    "different classes.",
    "labels_with_invisible_character": "The classes {labels:listed} look the same; one has an invisible character. "
    "They are treated as different classes.",
    "labels_in_two_scripts": "The classes {labels:listed} look the same but use characters of different scripts or "
    "widths. They are treated as different classes.",
    "labels_differ_in_spaces": "The classes {labels:listed} differ only in spaces, hyphens or underscores, or in "
    "quotation marks (spelling). They are treated as different classes.",
    "labels_differ_in_zeros": "The classes {labels:listed} differ only in leading zeros or a plus sign. They are "
    "treated as different classes.",
    "label_incorrectly_decoded": "The class {label:quoted} looks like {meant:quoted} in another encoding: "
    "used as given.",
    "label_of_missing_values": "{labels:listed} is treated as a class. If it means missing, add it to the "
    "missing-value markers.",
    "label_minus_one": "“-1” is treated as a class. If it marks rows without a label, exclude it.",
    "labels_like_missing_codes": "{labels:listed} is treated as a class, never predicted and unlike the others. "
    "If it means unknown, add it to the missing-value markers.",
    "labels_as_dates": "The classes {labels:listed} look like dates: a spreadsheet may have changed names such as 1-2. "
    "They are used as given.",
    "invisible_characters_in_labels": "{labels:listed} has an invisible character, such as a direction mark or a soft "
    "hyphen: used as given.",
    "lost_characters_in_labels": "{labels:listed} has a replacement character: a letter was lost before. Export the "
    "file again as UTF-8.",
    "several_labels_in_a_cell": "{labels:listed} looks like several labels in one cell: treated as a class of its own.",
    "long_labels": "The label {labels:listed} is very long ({characters:,} characters): it is shortened on screen.",
    "control_characters_in_labels": "{labels:listed} has a control character, such as a tab or a line break.",
    # how many classes, and of which size
    "few_rows": "Only {rows:rows}: too few for reliable conclusions.",
    "one_class": "There is only one class, {label:quoted}: whatever needs a second class is not estimable.",
    "many_classes": "There are {classes} classes: pictures show only some of them at once.",
    "classes_never_true": "{labels:listed} {labels:has|have} no true cases: sensitivity not estimable; excluded from "
    "averages.",
    "classes_never_predicted": "{labels:listed} {labels:is|are} never predicted{model:by_model}: sensitivity is 0, and "
    "PPV is not estimable.",
    "classes_with_few_cases": "Very few true cases: {cases:counts}. Interpret with caution.",
}
