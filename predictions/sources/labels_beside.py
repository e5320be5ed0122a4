"""Labels in two files with columns of the same names, one or several: the true ones, and those that a model gave."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from predictions.columns import aliases
from predictions.columns.aliases import by_alias, key_of
from predictions.columns.cells import distinct_texts, holds_fractions
from predictions.plain_table import PlainTable
from predictions.roles.candidates import is_detail, is_yes_no
from predictions.roles.several_labels import FEWEST

TRUE, PREDICTED, SCORE = "y_true_", "y_pred_", "score_"
# How a file of true labels is named, and one of a model's.
NAMES_TRUTH = re.compile(
    r"(?:^|_)(?:gold|truth|true|gt|reference|ref|consensus|labels?|targets?|actual|annotations?)(?:_|$)"
)
NAMES_ANSWERS = re.compile(rf"{NAMES_TRUTH.pattern}|(?:^|_)solution(?:_|$)")
NAMES_PREDICTED = re.compile(r"(?:^|_)(?:pred|preds|predicted|predictions?|submission|outputs?|inference|model)(?:_|$)")
OTHER_ROLES = {*aliases.CASE_ID, *aliases.ORDER, *aliases.SEQUENCE, *aliases.SPLIT, *aliases.FOLD, *aliases.MODEL}
MOST_CLASSES = 20
ONE_TRUE, ONE_PREDICTED, ONE_SCORE = "y_true", "y_pred", "score"
Paired = tuple[int, list[tuple[PlainTable, PlainTable]]]  # which table holds the true labels; it beside each other one


def paired(tables: Sequence[PlainTable], truth: str | None) -> Paired | None:
    """Of two tables: the true labels become `y_true_AF` in one, and `y_pred_AF` or `score_AF` in the other.

    None unless two tables share at least two labels, yes/no columns in one of them and such or numbers in the other,
    and one of these is what was chosen as the true class.
    """
    if len(tables) != 2:
        return None
    ids = by_alias(tables[0].names, aliases.CASE_ID)
    shared = [name for name in tables[0].names if name in tables[1].names and name not in ids]
    yes_no = [{name for name in shared if _says_yes_or_no(table, name)} for table in tables]
    scores = [_scores(*each) for each in zip(tables, yes_no, yes_no[::-1], strict=True)]
    named = _only_named(tables, NAMES_TRUTH)
    at = int(bool(scores[0])) if any(scores) or named is None else named
    labels = [name for name in shared if name in yes_no[at] & (yes_no[1 - at] | scores[1 - at])]
    chosen = truth is None or truth in [TRUE + name for name in labels]
    if len(labels) < FEWEST or not chosen:
        return None
    true = {name: TRUE + name for name in labels}
    given = {name: (SCORE if name in scores[1 - at] else PREDICTED) + name for name in labels}
    return at, [(_renamed(tables[at], true), _renamed(tables[1 - at], given))]


def paired_with_one(tables: Sequence[PlainTable], truth: str | None) -> Paired | None:
    """The same for three files and more, where the name of one alone says that it holds the true labels.

    None unless each of the others gives all of the same labels, as classes or as scores: an answer is for all files.
    Nor where a file has another column that may hold answers.
    """
    at = _only_named(tables, NAMES_TRUTH) if len(tables) > 2 else None
    if at is None or _is_named(tables[at], NAMES_PREDICTED) or len({_answers(table) for table in tables}) > 1:
        return None
    others = [table for each, table in enumerate(tables) if each != at]
    found = [paired((tables[at], other), truth) for other in others]
    pairs = [pair for each in found if each is not None and each[0] == 0 for pair in each[1]]
    if len(pairs) < len(others):
        return None
    given = {frozenset({*own.names} - {*other.names}) for (_, own), other in zip(pairs, others, strict=True)}
    return (at, pairs) if {*map(len, given)} == {len(_answers(tables[at]))} and len(given) == 1 else None


def _answers(table: PlainTable) -> frozenset[str]:
    """Its columns but ids and such."""
    return frozenset(name for name in table.names if key_of(name) not in OTHER_ROLES)


def paired_alone(tables: Sequence[PlainTable], truth: str | None) -> Paired | None:
    """The same for one label: `y_true` in one, `y_pred` or `score` in the other.

    A score tells which is which; of classes only the names of the files do, and both have the same columns.
    """
    if len(tables) != 2 or truth not in (None, ONE_TRUE):
        return None
    shared = [name for name in tables[0].names if name in tables[1].names and key_of(name) not in OTHER_ROLES]
    labels = [name for name in shared if not all(_differs_in_all_rows(table, name) for table in tables)]
    known = {name for table in tables for name in by_alias(table.names, aliases.TRUTH)}
    if len(labels) != 1 or not known <= {*labels} or not _have_cases_in_common(tables):
        return None
    (name,) = labels
    scored = [at for at in (0, 1) if _says_yes_or_no(tables[at], name) and _scores(tables[1 - at], set(), {name})]
    if scored and not all(_is_alone(table, name) for table in tables):
        return None
    at = scored[0] if scored else _true_file_of_classes(tables, name)
    if at is None:
        return None
    given = ONE_SCORE if scored else ONE_PREDICTED
    return at, [(_renamed(tables[at], {name: ONE_TRUE}), _renamed(tables[1 - at], {name: given}))]


def _true_file_of_classes(tables: Sequence[PlainTable], name: str) -> int | None:
    """Which of two files of the same columns and classes is the true one by the names of both; None for no one."""
    held = [_texts(table, name) for table in tables]
    if {*tables[0].names} != {*tables[1].names} or not held[0] & held[1] or name in held[0] | held[1]:
        return None  # a name that is a class may be the first case of a file without a header
    if is_detail(name) or len(held[0] | held[1]) > MOST_CLASSES:
        return None
    truth = _only_named(tables, NAMES_ANSWERS)
    return None if truth is None or _is_named(tables[truth], NAMES_PREDICTED) else truth


def _have_cases_in_common(tables: Sequence[PlainTable]) -> bool:
    """True without an id in both."""
    ids = [name for name in by_alias(tables[0].names, aliases.CASE_ID) if name in tables[1].names]
    return not ids or bool(_texts(tables[0], ids[0]) & _texts(tables[1], ids[0]))


def _is_alone(table: PlainTable, name: str) -> bool:
    """Whether no other column may be what was meant: another answer of yes or no, or other fractions."""
    others = {each for each in table.names if each != name and key_of(each) not in OTHER_ROLES and not is_detail(each)}
    return not _scores(table, set(), others) and not any(_says_yes_or_no(table, each) for each in others)


def _only_named(tables: Sequence[PlainTable], pattern: re.Pattern[str]) -> int | None:
    """The only one of the files whose name says so; None for several or none."""
    named = [_is_named(table, pattern) for table in tables]
    return named.index(True) if named.count(True) == 1 else None


def _is_named(table: PlainTable, pattern: re.Pattern[str]) -> bool:
    return pattern.search(key_of(re.sub(r"\W", "_", table.where))) is not None


def _differs_in_all_rows(table: PlainTable, name: str) -> bool:
    return len(table.table[name].unique()) == len(table)


def _scores(table: PlainTable, own: set[str], others: set[str]) -> set[str]:
    """The columns of fractions whose name is that of a yes/no column in the other table; a count is no score."""
    return {name for name in others - own if holds_fractions(table.table[name], name)}


def _says_yes_or_no(table: PlainTable, name: str) -> bool:
    texts = {re.sub(r"\.0+$", "", text) for text in _texts(table, name)}
    return 0 < len(texts) <= 2 and is_yes_no(sorted(texts))


def _texts(table: PlainTable, name: str) -> set[str]:
    return {text.strip() for text in distinct_texts(table.table[name], name).to_pylist() if text}


def _renamed(table: PlainTable, names: Mapping[str, str]) -> PlainTable:
    return replace(table, table=table.table.rename_columns([names.get(name, name) for name in table.names]))
