"""The true class and what a model gave, where their names tell one beside the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from predictions.columns.aliases import (
    PREDICTED,
    SCORE,
    SCORE_PREFIX,
    TRUTH,
    TRUTH_BESIDE,
    by_alias,
    from_of,
    key_of,
)
from predictions.problems import Notes
from predictions.roles.candidates import (
    TRUE_NAMES,
    are_probabilities,
    begins_at_a_score,
    classes_of,
    folded,
    is_detail,
    numbers_of,
    true_classes,
)
from predictions.roles.same_values import held_values, same_values
from predictions.roles.several_labels import is_bare, pairs_of_names
from predictions.roles.understood import Understood

PREDICTION_OF = re.compile(r"prediction_?\((.+)\)")  # as KNIME and RapidMiner name it
OF_A_MODEL = ("class", "klasse", "classe")  # beside a score they may be what a model gave


def truth_beside(table: Understood, notes: Notes) -> list[str]:
    """The one column such as `Diagnose`, or X of `Prediction (X)` and X_pred, with the predicted classes; said.

    SAS writes F_X and I_X, or _FROM_ and _INTO_, others true_X and pred_X. A score may be in place of the prediction.
    X of X_pred and `y` are so only where nothing else may be the true class: a reader may be X, a coordinate `y`.
    """
    pairs = pairs_of_names(table.free)
    named = _named_after(table, pairs)
    found = by_alias(table.free, named) or by_alias(table.free, TRUTH_BESIDE)
    classes = classes_of(table, found[0]) if len(found) == 1 else {}
    if not classes:
        return []
    given = [*named.values()] or by_alias(table.free, PREDICTED)
    unsure = ["y", *(key_of(true) for true, _ in pairs if is_bare(true))]
    if key_of(found[0]) in unsure and _others(table, found[0], classes, given):
        return []
    beside = _given_beside(table, found[0], classes, given) if given else _score_beside(table, found[0], classes)
    if not beside:
        return []
    notes.warn("truth_by_its_name", column=found[0], beside=beside)
    return found


def _named_after(table: Understood, named: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Key of a true class -> the column of what a model gave for it, by their names. named: see `pairs_of_names`."""
    keys = {*map(key_of, table.free)}
    found = {match[1]: name for name in table.free if (match := PREDICTION_OF.fullmatch(key_of(name)))}
    found |= {true: name for name in table.free if (true := from_of(key_of(name))) and true in keys}
    pairs = {key_of(true): name for true, name in named}
    is_clear = {*by_alias(table.free, PREDICTED)} <= {*pairs.values()}
    return found | {true: name for true, name in pairs.items() if is_clear or table.has_fractions(name)}


def _given_beside(table: Understood, column: str, classes: dict[str, int], given: Sequence[str]) -> str:
    """What a model gave for a true class of this name: its classes, or a probability of one of two; "" for neither."""
    has_its_classes = folded(classes) & folded(classes_of(table, given[0]))
    return given[0] if has_its_classes or _is_its_probability(table, column, classes, given[0]) else ""


def _score_beside(table: Understood, column: str, classes: dict[str, int]) -> str:
    """The lone score of two classes; "" where another column may be the true class, or both are the model's."""
    named = [f"{prefix}{key_of(each)}" for prefix in SCORE_PREFIX for each in classes]
    found = [name for name in table.free if key_of(name) in (*SCORE, *named)]
    if key_of(column) in OF_A_MODEL or len(classes) != 2 or len(found) != 1 or _others(table, column, classes):
        return ""
    return found[0] if _may_score(table, column, found[0]) else ""


def _others(table: Understood, column: str, classes: dict[str, int], given: Sequence[str] = ()) -> list[str]:
    """What else may be the true class; given: by a model."""
    known, all_classes = folded(classes), true_classes(table)
    likely = [name for name, own in all_classes.items() if known & folded(own) or TRUE_NAMES.search(key_of(name))]
    return [name for name in likely if name not in (column, *given) and not is_detail(name)]


def _may_score(table: Understood, column: str, score: str) -> bool:
    """Whether a score may be that of a true class: a model's own begins at it, or has 0.5 and more in every row."""
    values = numbers_of(table, score)
    is_told = values is not None and len(values) > 0 and values.min() < 0.5
    return is_told and not begins_at_a_score(table, column, score)


def _is_its_probability(table: Understood, column: str, classes: dict[str, int], score: str) -> bool:
    return len(classes) == 2 and are_probabilities(table, score) and _may_score(table, column, score)


def predicted_beside(table: Understood) -> list[str]:
    """The prediction by its name beside that of the true class: `response` and `truth` (mlr3), `I_outcome` (SAS)."""
    truth = table.truth
    own = key_of(truth)
    names = ["response"] * (own == "truth") + ["into", f"i_{own}", f"i_{own.removeprefix('f_')}"]
    known = held_values(table, truth) or frozenset()
    found = [name for name in by_alias(table.free, names) if (held_values(table, name) or {""}) <= known]
    return found[:1] or predicted_by_pycaret(table)


def predicted_by_pycaret(table: Understood) -> list[str]:
    """`Label` before `Score`, the last columns of PyCaret 2, where one column is the true class of the same values.

    The score is that of the class in `Label`, so never below 1 of as many classes.
    """
    if [*table.plain.names[-2:]] != ["Label", "Score"] or not {"Label", "Score"} <= {*table.free}:
        return []
    classes, scores = held_values(table, "Label"), numbers_of(table, "Score")
    if not classes or scores is None or not len(scores) or scores.min() * len(classes) < 1 or scores.max() > 1:
        return []
    named = [name for name in by_alias(table.free, TRUTH) if name != "Label"]
    truth = [table.mapping.truth] if table.mapping.truth else named or same_values(table, "Label")
    return ["Label"] if len(truth) == 1 and held_values(table, truth[0]) == classes else []
