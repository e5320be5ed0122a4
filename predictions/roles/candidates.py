"""Columns that could hold the true class, a predicted class or a score, the likeliest first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

import numpy as np

from predictions.columns.aliases import (
    ANSWERS,
    CASE_ID,
    PREDICTED,
    by_alias,
    key_of,
    names_score,
)
from predictions.columns.cells import (
    SAMPLE_ROWS,
    as_numbers,
    as_text,
    distinct_rows,
    is_text,
)
from predictions.columns.labels import BLANK, BOOLEANS, Vocabulary, encode
from predictions.problems import Problem
from predictions.question import Agreement
from predictions.roles.understood import Understood
from words.text.groups import SEX

MOST_CLASSES, MOST_CODES, MOST, MOST_COMPARED = 500, 12, 6, 3
TRUE_NAMES = re.compile(
    r"truth|true|gold|expert|consensus|final|label|outcome|path|histo|diagnos|(^|_)dx($|_)|class|status|event|death|dead"
    r"|disease|cancer|malign|case_?control|result|stage|phase"
)
# What a model, an algorithm or a test gave, in the languages of the aliases: the true class last.
MODEL_NAMES = re.compile(
    r"predic|predik|prädi|prédi|previs|vorher|voorspel|algorithm|most_likely|予測|预测|預測"
    r"|(?:^|_)(?:model|ai|ki|ia|cnn|nn|auto|automatic|automated|automatisch|system|software|y?hat|test)(?:$|_)"
)
FEWEST_DECIDED = 5  # rows of a class; fewer a column may order at random
SCORE_NAMES = re.compile(r"score|prob|risk|pred|logit|model|marker|(^|_)p($|_)")
# Of a column beside predictions: a marker or the P wave of an ECG is none.
UNUSED_SCORE = re.compile(
    r"score|prob(?!e|lem)|risk(?!_factor)|(^|_)pred($|_)|logit|p_?hat|decision_function|^pre_\d+$|^p\d*$"
)
# What describes a case or numbers it, in English, German and French: last among the scores, as it may be one.
NO_SCORE_NAMES = re.compile(
    r"(?:^|_)(?:age|ages|alter|âge|year|years|yrs?|jahre?|année|annee|ans|id|ids|uid|mrn|nr|no|num|number|nummer|numero"
    r"|numéro|n|nb|count|counts|anzahl|nombre|row|index|idx|unnamed|code|visit|date|days?|months?|time|zeit|dur(?:ation)?"
    r"|weight|gewicht|poids|height|größe|groesse|taille|bmi|size|mm|cm|kg)(?:$|_)"
)


def classes_of(table: Understood, column: str) -> dict[str, int]:
    """Class -> rows of a column that could hold classes; {} for one that could not."""
    try:
        coded = encode(table.column(column), column, 2 * MOST_CLASSES)
    except Problem:
        return {}
    vocabulary = Vocabulary.of(coded, table.mapping.missing)
    codes = vocabulary.codes(coded)
    rows = np.bincount(codes[codes >= 0], minlength=len(vocabulary.labels))
    numeric = not is_text(table.column(column).type) or table.is_numeric(column)
    most = MOST_CODES if numeric else min(MOST_CLASSES, max(2, len(codes) // 2))
    if not 2 <= len(vocabulary.labels) <= most or (numeric and not all(map(_is_code, vocabulary.labels))):
        return {}
    return {label: int(n) for label, n in zip(vocabulary.labels, rows, strict=True)}


def _is_code(label: str) -> bool:
    return re.fullmatch(r"-?\d{1,4}", label) is not None or label.casefold() in ANSWERS


def is_yes_no(labels: Sequence[str]) -> bool:
    """Whether a column only says yes or no, as many columns do."""
    return {label.casefold() for label in labels} <= ANSWERS


def is_flag(table: Understood, column: str) -> bool:
    """Whether it only says yes or no; 0 and 1 number recordings where the rows of each follow each other."""
    cells = as_text(table.first(column), column).to_pylist()
    values = {cell for cell in cells if cell}
    if not values or not is_yes_no([*values]):
        return False
    runs = 1 + sum(one != other for one, other in pairwise(cells))
    return runs > len(values) or not all(map(str.isdigit, values))


def true_classes(table: Understood) -> dict[str, dict[str, int]]:
    """Column -> its classes, for columns without another role."""
    found = {name: classes for name in table.free if (classes := classes_of(table, name))}
    return {name: classes for name, classes in found.items() if not _names_scores(table, name, classes)}


def _names_scores(table: Understood, column: str, classes: dict[str, int]) -> bool:
    """Whether every case stands once under every class of a column: it says what a score is for."""
    ids, rows = by_alias(table.plain.names, CASE_ID), {*classes.values()}
    if not ids or len(rows) > 1 or len(classes) * rows.pop() != len(table.plain):
        return False
    cells, total = table.plain.table, len(table.plain)
    return distinct_rows(cells, ids[:1]) * len(classes) == total == distinct_rows(cells, [ids[0], column])


def likeliest(found: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """The first of these columns; one whose classes another shares goes first; models, predictions and the sex last."""
    sets = [frozenset(each) for each in found.values() if not is_yes_no(list(each))]
    order = list(found)

    def rank(name: str) -> tuple[bool, bool, bool, bool, bool, int, int]:
        is_sex, is_named, is_model = (words.search(key_of(name)) for words in (SEX, TRUE_NAMES, MODEL_NAMES))
        is_alone = sets.count(frozenset(found[name])) < 2
        is_answer = key_of(name) in PREDICTED
        return bool(is_sex), is_answer, is_alone, bool(is_model), not is_named, len(found[name]), order.index(name)

    return {name: found[name] for name in sorted(found, key=rank)[:MOST]}


def predicted_classes(table: Understood, labels: Sequence[str]) -> list[str]:
    """Free columns that hold true classes and nothing else; those that mostly do where there is none."""
    known = folded(labels)
    found = {name: classes for name in table.free if (classes := classes_of(table, name))}
    only = [name for name, classes in found.items() if folded(classes) <= known]
    return (only or [name for name, classes in found.items() if _are_mostly(known, classes)])[:MOST]


def unlike(table: Understood, labels: Sequence[str]) -> list[str]:
    """Free columns of as many classes, all of them others: `positive` and `negative` beside `ill` and `well`."""
    known, found = folded(labels), {name: classes_of(table, name) for name in table.free}
    return [name for name, own in found.items() if len(own) == len(labels) and not known & folded(own)]


def _are_mostly(known: set[str], classes: dict[str, int]) -> bool:
    """Whether more than half of the rows hold one of two or more known classes: the others may be `unsure`."""
    rows = [number for label, number in classes.items() if label in known]
    return len(rows) > 1 and 2 * sum(rows) > sum(classes.values())


def folded(labels: Sequence[str] | dict[str, int]) -> set[str]:
    return {BOOLEANS.get(label.casefold(), label) for label in labels}


def scores(table: Understood) -> list[str]:
    """Free columns of numbers that could order cases: those within 0 and 1 and those named like scores first."""
    ranked = []
    for name in table.free:
        values = numbers_of(table, name)
        if values is None or not _could_order(values):
            continue
        within = bool((values >= 0).all() and (values <= 1).all())
        ranked.append((describes(name), not within, not SCORE_NAMES.search(key_of(name)), name))
    return [name for *_, name in sorted(ranked, key=lambda each: each[:3])][:MOST]


def describes(name: str) -> bool:
    """Whether a column of numbers is named like an age, an id, a year or a count rather than like a score."""
    return NO_SCORE_NAMES.search(key_of(re.sub(r"[()\[\]#]", " ", name))) is not None and not names_score(name)


def is_detail(name: str) -> bool:
    """Whether a column is named like what describes a case, its sex too, rather than like a class or a score."""
    return describes(name) or SEX.search(key_of(name)) is not None


def is_score(table: Understood, column: str) -> bool:
    """Whether a column holds numbers that could order cases."""
    values = numbers_of(table, column)
    return values is not None and _could_order(values)


def named_like_scores(table: Understood) -> list[str]:
    """The first free columns of numbers that are named like a score or a prediction, and like no detail of a case."""
    named = [name for name in table.free if (key := key_of(name)) in PREDICTED or UNUSED_SCORE.search(key)]
    return [name for name in named if not describes(name) and is_score(table, name)][:MOST]


def by_prediction(
    table: Understood, column: str, labels: Sequence[str], label: Callable[[str], str]
) -> list[np.ndarray]:
    """The scores of the first rows predicted as each of two classes; [] where one has too few to tell."""
    predicted = table.mapping.predicted or ()
    if len(labels) != 2 or len(predicted) != 1 or not is_score(table, column):
        return []
    cells = table.plain.table.slice(0, SAMPLE_ROWS)
    called = [label(text or "") for text in as_text(cells[predicted[0]], predicted[0]).to_pylist()]
    scores = as_numbers(cells[column], column).values
    parts = [scores[np.array([each == known for each in called], bool) & ~np.isnan(scores)] for known in labels]
    return parts if min(map(len, parts)) >= FEWEST_DECIDED else []


def decided_by(table: Understood, column: str, labels: Sequence[str], label: Callable[[str], str]) -> str:
    """The one of two classes that is predicted from some score in this column on; "" where no threshold tells them."""
    parts = by_prediction(table, column, labels, label)
    return labels[above] if (above := higher_part(parts)) is not None else ""


def higher_part(parts: Sequence[np.ndarray]) -> int | None:
    """Which of two groups of scores begins where the other ends; None where no threshold tells them apart."""
    ways = enumerate(zip(parts, parts[::-1], strict=True))
    return next((at for at, (own, other) in ways if own.min() >= other.max() and own.max() > other.min()), None)


def _could_order(values: np.ndarray) -> bool:
    return len(np.unique(values)) > 2 and not counts_rows(values)


def are_probabilities(table: Understood, column: str) -> bool:
    """Whether all numbers of a column lie within 0 and 1."""
    values = numbers_of(table, column)
    return values is not None and bool((values >= 0).all() and (values <= 1).all())


def from_half_to_one(table: Understood, column: str) -> bool:
    """Whether all numbers of a column lie there, as probabilities of the predicted one of two classes do."""
    values = numbers_of(table, column)
    return values is not None and len(values) > 0 and bool(values.min() >= 0.5 and values.max() <= 1)


def begins_at_a_score(table: Understood, column: str, score: str) -> bool:
    """Whether all rows of one of two classes have higher scores than all rows of the other."""
    classes = classes_of(table, column)
    if len(classes) != 2:
        return False
    first, second = classes
    codes = _said(table, column, (first, second))
    values = as_numbers(table.column(score), score).values
    one, other = values[(codes == 0) & np.isfinite(values)], values[(codes == 1) & np.isfinite(values)]
    return bool(len(one) and len(other) and (one.min() > other.max() or other.min() > one.max()))


def numbers_of(table: Understood, column: str) -> np.ndarray | None:
    """The finite numbers of the first rows, None for a column that holds something else."""
    if not table.is_numeric(column):
        return None
    values: np.ndarray = as_numbers(table.first(column), column).values
    finite: np.ndarray = values[np.isfinite(values)]
    return finite


def counts_rows(values: np.ndarray) -> bool:
    """Whole numbers that never repeat name rows."""
    return len(np.unique(values)) == len(values) and bool((values % 1 == 0).all())


def agreements(table: Understood, columns: dict[str, dict[str, int]]) -> list[Agreement]:
    """Of every two of the first columns that have the same two classes; the rarer one in the first column leads."""
    two = {name: classes for name, classes in columns.items() if len(classes) == 2}
    alike = [name for name, classes in two.items() if classes.keys() == next(iter(two.values())).keys()]
    return [_agreement(table, pair, two[pair[0]]) for pair in combinations(alike[:MOST_COMPARED], 2)]


def _agreement(table: Understood, columns: tuple[str, str], classes: dict[str, int]) -> Agreement:
    label, other = sorted(classes, key=lambda each: classes[each])
    first, second = (_said(table, column, (label, other)) for column in columns)
    counts = [int(((first == one) & (second == two)).sum()) for one, two in ((0, 0), (0, 1), (1, 0), (1, 1))]
    return Agreement(columns, label, other, *counts)


def _said(table: Understood, column: str, labels: tuple[str, str]) -> np.ndarray:
    """(n,) 0 or 1 by the class that a row has in a column, -1 for none."""
    coded = encode(table.column(column), column)
    vocabulary = Vocabulary.of(coded, table.mapping.missing)
    places = np.array([labels.index(each) if each in labels else BLANK for each in vocabulary.labels] + [BLANK])
    found: np.ndarray = places[vocabulary.codes(coded)]
    return found
