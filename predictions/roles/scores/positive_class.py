"""The lone score, and which of two classes it is for: chosen, told by the class names or the predictions beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from predictions.columns import aliases
from predictions.columns.aliases import key_of
from predictions.columns.cells import as_numbers
from predictions.problems import Notes, Problem
from predictions.roles.candidates import (
    FEWEST_DECIDED,
    are_probabilities,
    by_prediction,
    from_half_to_one,
    higher_part,
    is_detail,
    is_score,
    predicted_classes,
)
from predictions.roles.normal_class import guess_normal, guess_positive
from predictions.roles.questions import about_a_high_score, about_the_model
from predictions.roles.understood import Understood
from words.text.names import listed, quoted

EITHER = {"1", "2"}  # codes of which each may be the disease: where there are predictions, they tell


def lone_score(table: Understood, labels: Sequence[str], label: Callable[[str], str], notes: Notes) -> Understood:
    """With the lone score of one of two classes, by its name. label: turns a name into the label it means."""
    found = [name for alias in aliases.SCORE for name in table.free if key_of(name) == alias]
    truth = key_of(table.truth)
    of_truth = {f"{truth}_{alias}" for alias in aliases.SCORE} | {f"{prefix}{truth}" for prefix in aliases.SCORE_PREFIX}
    found = found or [name for name in table.free if key_of(name) in of_truth]
    if table.mapping.predicted:  # beside which a list of scores is left aside, which is said
        found = [name for name in found if not pa.types.is_nested(table.column(name).type)]
        words = [name for name in found if _holds_words(table, name)]
        if words:
            notes.warn("scores_in_words", columns=words)
            found = [name for name in found if name not in words]
    if not found:
        return table
    if len(labels) > 2:
        notes.warn("one_score_many_classes", column=found[0], classes=len(labels))
        return table
    if len(found) > 1:
        # 0.5 is no threshold of a logit, and a column of 0 and 1 no score
        found.sort(key=lambda name: not (are_probabilities(table, name) and is_score(table, name)))
        notes.warn("several_lone_scores", columns=found, used=found[0])
    if _is_of_the_call(table, found[0], labels, label):
        notes.warn("score_of_the_call", column=found[0])
        return table
    if not table.mapping.predicted and _may_be_of_a_call(table, found[0], labels):
        what = f"{table.plain.where}: {quoted(found[0])} is 0.5 or more in every row, as the probability of whichever"
        what += " class is predicted is, and another column holds the true classes."
        raise table.needs_mapping(what, "Choose {where} what the model gave.", about_the_model(table, labels))
    return table.settled(score=found[0]).because({found[0]: ("the score for the positive class", "column name")})


def _holds_words(table: Understood, column: str) -> bool:
    """Whether a column names groups, as a `risk` of high and low does."""
    return not table.is_numeric(column) and bool(np.isnan(as_numbers(table.column(column), column).values).all())


def _is_of_the_call(table: Understood, column: str, labels: Sequence[str], label: Callable[[str], str]) -> bool:
    """Whether a score is the probability of whichever class is predicted: no threshold on it tells the two apart."""
    parts = by_prediction(table, column, labels, label) if from_half_to_one(table, column) else []
    return bool(parts) and higher_part(parts) is None


def _may_be_of_a_call(table: Understood, column: str, labels: Sequence[str]) -> bool:
    """Whether a score of many rows lies between 0.5 and 1, and a column beside it may hold the predicted class."""
    is_long = len(table.plain) >= 2 * FEWEST_DECIDED
    if not is_long or not from_half_to_one(table, column):
        return False
    return not all(map(is_detail, predicted_classes(table, labels)))


def positive_class(table: Understood, labels: Sequence[str], means: tuple[float, float] | None, notes: Notes) -> str:
    """One of two `labels`. means: the mean score of the rows predicted as each, -inf for none; None for no predictions.

    Raises NeedsMapping when nothing tells, Problem for a chosen class that no row uses.
    """
    mapping = table.mapping
    of_models = [own[""] for own in (mapping.model_scores or {}).values() if "" in own]
    chosen, column = mapping.positive, mapping.score or ", ".join([*mapping.score_models, *of_models])
    if chosen:
        if chosen not in labels:
            raise Problem(f"No row uses the positive class {quoted(chosen)}. Choose one of {listed(labels)}.")
        return chosen
    guess = _guess(table, labels, means is not None)
    if guess is not None:
        notes.warn("positive_by_class_names", column=column, label=labels[guess])
    elif means is not None:
        guess = int(means[1] > means[0])
        notes.warn("positive_by_called_rows", column=column, label=labels[guess])
    else:
        question = about_a_high_score(table, labels)
        what = f"Which class does a high score in {quoted(column)} mean?"
        raise table.needs_mapping(what, "Choose the positive class {where}.", question)
    if means is not None and means[guess] < means[1 - guess]:
        notes.warn("positive_score_lower", column=column, label=labels[guess], other=labels[1 - guess])
    return labels[guess]


def _guess(table: Understood, labels: Sequence[str], has_predictions: bool) -> int | None:
    chosen = table.mapping.normal
    if chosen is not None and chosen in labels:
        return 1 - list(labels).index(chosen)
    return None if has_predictions and {*labels} == EITHER else guess_positive(labels, guess_normal(labels)[0])
