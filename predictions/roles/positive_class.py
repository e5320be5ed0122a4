"""Which of two classes a lone score is for: chosen, told by the class names, or by the predictions it goes with."""

from __future__ import annotations

from collections.abc import Sequence

from predictions.problems import Notes, Problem
from predictions.roles.normal_class import guess_normal, guess_positive
from predictions.roles.questions import about_a_high_score
from predictions.roles.understood import Understood
from words.text.names import listed, quoted

EITHER = {"1", "2"}  # codes of which each may be the disease: where there are predictions, they tell


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
