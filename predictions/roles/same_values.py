"""Columns that hold the same classes as another one."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from predictions.columns.aliases import (
    CASE_ID,
    PREDICTED,
    SCORE,
    SCORE_PREFIX,
    TRUTH,
    TRUTH_BESIDE,
    by_alias,
    key_of,
    names_score,
)
from predictions.columns.cells import SAMPLE_ROWS, as_numbers, as_text, looks_numeric
from predictions.columns.labels import MAX_DISTINCT, Vocabulary, encode
from predictions.problems import Notes, Problem
from predictions.roles.candidates import (
    MOST_CODES,
    TRUE_NAMES,
    begins_at_a_score,
    classes_of,
    counts_rows,
    folded,
    from_half_to_one,
    has_fractions,
    is_yes_no,
    numbers_of,
    true_classes,
)
from predictions.roles.several_labels import pairs_of_names
from predictions.roles.understood import Understood

MOSTLY = 0.5
OF_A_MODEL = ("class", "klasse", "classe")  # beside a score they may be what a model gave
PREDICTION_OF = re.compile(r"prediction_?\((.+)\)")  # as KNIME and RapidMiner name it


def held_values(table: Understood, column: str, rows: int | None = None) -> frozenset[str] | None:
    """The distinct labels of a column, None when there are too many to be classes."""
    cells = table.plain.table[column]
    try:
        coded = encode(cells if rows is None else cells.slice(0, rows), column, MAX_DISTINCT)
    except Problem:
        return None
    return frozenset(Vocabulary.of(coded).labels)


def same_values(table: Understood, partner: str, part: bool = False) -> list[str]:
    """Free columns with exactly the partner's values, or a part of them; never for 0/1 or yes/no, which many hold."""
    values = held_values(table, partner)
    if not values or len(values) > table.limits.classes or is_yes_no([*values]):
        return []
    free = [name for name in table.free if name != partner and _has_few(table, name)]
    likely = [name for name in free if (held_values(table, name, SAMPLE_ROWS) or {""}) <= values]
    found = {name: held_values(table, name) or frozenset() for name in likely}
    return [name for name, own in found.items() if own == values or (part and own and own <= values)]


def truth_beside(table: Understood, notes: Notes) -> list[str]:
    """The one column such as `Diagnose`, or X of `Prediction (X)`, with classes of the predicted column; said.

    SAS writes F_X and I_X, or _FROM_ and _INTO_, others true_X and pred_X. A score may be in place of the prediction.
    """
    inside = {match[1]: name for name in table.free if (match := PREDICTION_OF.fullmatch(key_of(name)))}
    keys = {*map(key_of, table.free)}
    inside |= {true: name for name in table.free if (true := from_of(key_of(name))) and true in keys}
    pairs = {key_of(true): name for true, name in pairs_of_names(table.free)}
    inside |= pairs if {*by_alias(table.free, PREDICTED)} <= {*pairs.values()} else {}
    found = by_alias(table.free, inside) or by_alias(table.free, TRUTH_BESIDE)
    predicted = [*inside.values()] or by_alias(table.free, PREDICTED)
    classes = classes_of(table, found[0]) if len(found) == 1 else {}
    beside = predicted[0] if predicted else _score_beside(table, found[0], classes) if classes else ""
    if not classes or not beside or (predicted and not folded(classes) & folded(classes_of(table, beside))):
        return []
    notes.warn("truth_by_its_name", column=found[0], beside=beside)
    return found


def from_of(key: str) -> str:
    """The true class as SAS names it beside a prediction `_INTO_` or `I_sepsis`; "" for another name."""
    return "from" if key == "into" else f"f_{key[2:]}" if key.startswith("i_") else ""


def _score_beside(table: Understood, column: str, classes: dict[str, int]) -> str:
    """The lone score of two classes; "" where another column may be the true class, or both are the model's.

    A model's own class begins at a threshold of its score, or has one of 0.5 and more in every row.
    """
    named = [f"{prefix}{key_of(each)}" for prefix in SCORE_PREFIX for each in classes]
    found = [name for name in table.free if key_of(name) in (*SCORE, *named)]
    known, all_classes = folded(classes), true_classes(table)
    others = [name for name, own in all_classes.items() if known & folded(own) or TRUE_NAMES.search(key_of(name))]
    if key_of(column) in OF_A_MODEL or len(classes) != 2 or len(found) != 1 or others != [column]:
        return ""
    values = numbers_of(table, found[0])
    is_own = values is None or len(values) == 0 or values.min() >= 0.5 or begins_at_a_score(table, column, found[0])
    return "" if is_own else found[0]


def predicted_beside(table: Understood) -> list[str]:
    """The prediction by its name beside that of the true class: `response` and `truth` (mlr3), `I_outcome` (SAS)."""
    truth = table.mapping.truth or ""
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


def holds_answers(table: Understood, column: str) -> bool:
    """Whether a column named like a model or a reader holds what it said: true classes, or many numbers of fractions.

    0/1 or yes/no are names where something else is predicted or a case stands twice.
    """
    values = held_values(table, column, SAMPLE_ROWS)
    if values is None or len(values) > MOST_CODES:
        return has_fractions(table, column)
    truth = table.mapping.truth
    if is_yes_no([*values]):
        known = held_values(table, truth) if truth else values
        return len(values) == 2 and values <= (known or set()) and not table.mapping.predicted and _is_alone(table)
    known = held_values(table, truth) if truth else values if same_values(table, column) else None
    return len(values) > 1 and values <= (known or set())


def numbers_cases(table: Understood, column: str) -> bool:
    """Whether a column named like a model has a score: many numbers, and no case under two of them, as ids tell."""
    ids = by_alias(table.plain.names, CASE_ID)
    if not ids or not looks_numeric(table.plain.table[column], column) or not _is_alone(table):
        return False
    return len(table.plain.table[column].slice(0, SAMPLE_ROWS).unique()) > MOST_CODES


def numbers_rows(table: Understood, column: str) -> bool:
    """Whether a column counts the rows from any number on, with gaps where rows were not chosen."""
    cells = table.plain.table[column].slice(0, SAMPLE_ROWS)
    return len(cells) > MOST_CODES and looks_numeric(cells, column) and counts_rows(as_numbers(cells, column).values)


def holds_scores(table: Understood, column: str) -> bool:
    """Whether a column named like a prediction holds no classes: fractions, or many numbers for two classes."""
    true = held_values(table, table.mapping.truth or "")
    if not true or not looks_numeric(table.plain.table[column], column):
        return False
    values = held_values(table, column, SAMPLE_ROWS)
    is_many = len(true) == 2 and (values is None or len(values) > MOST_CODES)
    return is_many or (has_fractions(table, column) and not any("." in label for label in true))


def mentions_scores(table: Understood) -> bool:
    """Whether columns are named like scores that can predict: not a lone one of 0.5 and more in every row."""
    keys = {name: key_of(name) for name in table.free}
    named = [name for name, key in keys.items() if key in SCORE or key.startswith(SCORE_PREFIX)]
    is_lone = len(named) == 1 and keys[named[0]] in SCORE
    two = is_lone and len(held_values(table, table.mapping.truth or "") or ()) == 2
    return bool(named) and not (two and from_half_to_one(table, named[0]))


def _is_alone(table: Understood) -> bool:
    """Whether every row is a case of its own, as far as ids tell."""
    ids = by_alias(table.plain.names, CASE_ID)
    return all(len(table.plain.table[name].unique()) == len(table.plain) for name in ids[:1])


def _has_few(table: Understood, column: str) -> bool:
    """Whether the first rows have few enough values for classes; scores read as classes take 150 times longer."""
    first = table.plain.table[column].slice(0, SAMPLE_ROWS)
    return not pa.types.is_nested(first.type) and len(first.unique()) <= table.limits.classes


def note_unused(table: Understood, used: Sequence[str], notes: Notes) -> None:
    """Say which columns hold the true classes and are no predictions by their name: readers, or a model.

    Beside predictions, only columns that mostly agree with the true class: an age group may be numbered like a stage.
    """
    truth = table.mapping.truth or ""
    first = held_values(table, truth, SAMPLE_ROWS) or frozenset()
    again = filter(None, map(from_of, map(key_of, used)))
    known = {truth, *used, *by_alias(table.free, again)}  # SAS writes the true class again
    others = [name for name in table.free if name not in known and _has_few(table, name)]
    others = [name for name in others if not (names_score(name) and looks_numeric(table.plain.table[name], name))]
    if not any(first & (held_values(table, name, SAMPLE_ROWS) or frozenset()) for name in others):
        return  # all rows of the true class need not be looked at: 50 ms of a million
    found = [name for name in same_values(table, truth, part=True) if name in others]
    unused = [name for name in found if not used or _mostly_agrees(table, name, truth)]
    if unused:
        notes.warn("classes_unused", columns=unused, like=truth)


def _mostly_agrees(table: Understood, column: str, truth: str) -> bool:
    """Of the first rows."""
    first, second = (as_text(table.plain.table[each].slice(0, SAMPLE_ROWS), each) for each in (column, truth))
    same = np.array(first.to_pylist(), dtype=object) == np.array(second.to_pylist(), dtype=object)
    return bool(np.mean(same) >= MOSTLY)
