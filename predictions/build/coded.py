"""A table whose labels are codes of the whole study, with the rows that no number may use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from predictions.build.encoded import Encoded
from predictions.build.exclusions import Exclusions, exclude
from predictions.columns.labels import BLANK, Coded, Vocabulary, held, natural_order
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.problems import Notes, Problem
from predictions.roles.scores.score_columns import with_scores
from predictions.roles.understood import Understood
from words.text.names import listed


@dataclass(frozen=True, eq=False, kw_only=True)
class CodedTable(Encoded):
    """Its mapping is settled, scores and class names too. codes: (n,) the true class, as codes of the vocabulary.

    labels: those that a used row with a prediction holds, and without predictions those that a score may lead to.
    vocabulary: of the study.
    """

    codes: np.ndarray
    exclusions: Exclusions
    labels: tuple[str, ...]
    vocabulary: Vocabulary


def vocabulary_of(tables: Sequence[Encoded], wanted: Mapping, limits: Limits, notes: Notes) -> Vocabulary:
    """All labels of all files. Raises Problem for too many classes."""
    vocabulary = Vocabulary(wanted.missing)
    for table in tables:
        for column in (table.truth, *table.predicted):
            vocabulary.add(column)
        vocabulary.add(Coded("", np.empty(0, np.int32), table.possible_classes))
    vocabulary.settle(notes)
    _say_absent_markers(vocabulary, notes)
    found = len(vocabulary.labels)
    if found > limits.classes + len(wanted.ignore_truth):
        where = listed([column.name for column in vocabulary.columns if column.name])
        what = f"{found:,} classes are in {where}, the limit is {limits.classes:,}"
        raise Problem(f"{what}. Choose the column that holds the class.")
    return vocabulary


def _say_absent_markers(vocabulary: Vocabulary, notes: Notes) -> None:
    """A marker that was mistyped excludes nothing."""
    held = {vocabulary.label(text) for column in vocabulary.columns for text in column.texts}
    absent = [marker for marker in vocabulary.missing if vocabulary.label(marker) not in {"", *held}]
    if absent:
        notes.fact("missing_markers_absent", markers=absent)


def code(table: Encoded, vocabulary: Vocabulary, notes: Notes) -> CodedTable:
    """Labels to codes; rows without a usable true class are counted. Raises Problem where none has one."""
    codes = vocabulary.codes(table.truth)
    exclusions = exclude(table, codes, vocabulary, notes)
    labels = tuple(_labels_in_use(table, codes, exclusions.used, vocabulary))
    understood = with_scores(_spelled(table.understood, vocabulary), labels, vocabulary.label, notes)
    fields = vars(table) | {"understood": understood}
    return CodedTable(**fields, codes=codes, exclusions=exclusions, labels=labels, vocabulary=vocabulary)


def _spelled(table: Understood, vocabulary: Vocabulary) -> Understood:
    """The class names of the mapping as the labels they mean, so that 1.0 finds 1."""
    mapping = table.mapping
    positive = vocabulary.label(mapping.positive) if mapping.positive else mapping.positive
    normal = vocabulary.label(mapping.normal) if mapping.normal else mapping.normal
    return table.settled(positive=positive, normal=normal)


def _labels_in_use(table: Encoded, codes: np.ndarray, used: np.ndarray, vocabulary: Vocabulary) -> list[str]:
    predicted = [vocabulary.codes(column) for column in table.predicted]
    if predicted:  # the class of a line such as `(40 rows)` is none
        used = used & np.any([column != BLANK for column in predicted], axis=0)
    columns = (codes, *predicted)
    seen = held(len(vocabulary.labels), *(column[used] for column in columns))
    names = {vocabulary.labels[code] for code in np.flatnonzero(seen[:-1])}
    possible = {vocabulary.label(name) for name in table.possible_classes}
    return natural_order(names | (possible & set(vocabulary.labels)))
