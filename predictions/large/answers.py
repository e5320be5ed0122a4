"""What each model of a large file says: rows grouped by their labels, and the score columns that go with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pyarrow as pa

from predictions.build.answers import (
    Answer,
    Draft,
    by_model,
    classes_to_call,
    labels_in_use,
    say_highest,
    say_incomplete,
    say_unanswered,
    score_columns,
    shared_scores,
    the_other,
    usable,
    without_answers,
)
from predictions.build.build import spell_as_labels, vocabulary_of
from predictions.build.exclusions import exclude
from predictions.build.row_fields import Rows, read_splits
from predictions.columns.labels import BLANK, Coded, Vocabulary, encode
from predictions.large.duckdb_file import LargeFile
from predictions.mapping import ColumnRole, Mapping
from predictions.plain_table import PlainTable
from predictions.problems import Notes
from predictions.roles.positive_class import positive_class
from predictions.roles.recognise import Roles, model_names, recognise
from predictions.roles.score_columns import recognise_scores

__all__ = ["LargeAnswers", "read_answers"]

Scores = dict[int, str]


@dataclass(frozen=True, eq=False)
class Weighted(Coded):
    """A column of groups: each stands for as many rows as its weight."""

    weights: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))

    def rows_of(self, chosen: Sequence[int]) -> int:
        return int(self.weights[np.isin(self.codes, list(chosen))].sum())


@dataclass(frozen=True, eq=False)
class LargeAnswers:
    """The answers on the groups of one file. columns: how each column was read; groups: the distinct values."""

    draft: Draft
    answers: list[Answer]
    vocabulary: Vocabulary
    columns: tuple[ColumnRole, ...]
    groups: pa.Table


def read_answers(file: LargeFile, wanted: Mapping, notes: Notes) -> LargeAnswers:
    """Recognise the columns by the first rows, and count the combinations of labels of all of them.

    Raises NeedsMapping or Problem like a file that is read as a whole.
    """
    roles = recognise(file.head, wanted, file.limits)
    notes.extend(file.head.notes.notices)
    notes.extend(roles.notes.notices)
    roles.notes = notes
    draft, groups = _grouped(file, roles, (), notes)
    vocabulary = vocabulary_of([draft], wanted, file.limits, notes)
    spell_as_labels(draft, vocabulary)
    _exclude(draft, vocabulary, notes)
    labels = labels_in_use(draft, vocabulary)
    recognise_scores(roles, labels, vocabulary.label)
    if draft.predicted:
        answers = _given(file, draft, vocabulary, labels, notes)
    else:
        answers, groups = _derived(file, roles, vocabulary, labels, notes)
        draft = answers[0].draft
    columns = roles.columns()
    roles.plain = PlainTable(groups, "Parquet", file.head.where)
    answers = [part for answer in answers for part in by_model(answer, notes)]
    split, splits = read_splits(roles, notes, draft.count)
    draft.rows = replace(draft.rows, split=split, splits=splits)
    return LargeAnswers(draft, answers, vocabulary, columns, groups)


def _grouped(file: LargeFile, roles: Roles, more: Sequence[str], notes: Notes) -> tuple[Draft, pa.Table]:
    """The combinations of labels, model and split. more: further values to tell groups apart."""
    mapping = roles.mapping
    names = [str(mapping.truth), *(mapping.predicted or ()), mapping.model, mapping.split]
    groups, weights = file.grouped([name for name in dict.fromkeys(names) if name], more)

    def coded(name: str) -> Coded:
        return Weighted(**vars(encode(groups[name], name)), weights=weights)

    rows = Rows(None, None, None, (), None, (), None, (), None, pa.table({}))
    truth, predicted = coded(str(mapping.truth)), [coded(name) for name in mapping.predicted or ()]
    return Draft(roles, truth, predicted, rows, weights=weights), groups


def _exclude(draft: Draft, vocabulary: Vocabulary, notes: Notes) -> None:
    draft.codes = vocabulary.codes(draft.truth)
    draft.exclusions = exclude(draft.roles, draft.truth, draft.codes, vocabulary, notes, draft.weights)


def _given(file: LargeFile, draft: Draft, vocabulary: Vocabulary, labels: list[str], notes: Notes) -> list[Answer]:
    assert draft.exclusions is not None
    answers, allowed = [], draft.exclusions.used
    names = model_names([column.name for column in draft.predicted])
    for name, column in zip(names, draft.predicted, strict=True):
        codes = vocabulary.codes(column)
        found = usable(score_columns(draft, column.name, notes), labels, notes)
        scores, positive = _scores(file, draft.roles, found, vocabulary, labels, column, notes)
        answers.append(Answer(name, draft, codes, {}, allowed, positive, columns=scores, column=column.name))
        say_unanswered(draft.count(allowed & (codes == BLANK)), column.name, notes)
    return answers


def _scores(
    file: LargeFile, roles: Roles, found: dict[str, str], vocabulary: Vocabulary, labels: list[str],
    predicted: Coded | None, notes: Notes,
) -> tuple[Scores, int | None]:  # fmt: skip
    """Score columns by vocabulary code, and the code of the positive class when there is a lone score for two."""
    scores = {vocabulary.labels.index(name) if name else BLANK: column for name, column in found.items()}
    if len(scores) != 1 or len(labels) > 2:
        return scores, None
    ((code, column),) = scores.items()
    if code == BLANK:
        means, called = _means(file, column, vocabulary, labels, predicted)
        code = vocabulary.labels.index(positive_class(roles, labels, means, called, notes))
    return {code: column}, code


def _means(
    file: LargeFile, column: str, vocabulary: Vocabulary, labels: list[str], predicted: Coded | None
) -> tuple[np.ndarray, list[np.ndarray] | None]:
    """The mean score of what was called each of two classes, as if each were called once; nan for none."""
    if predicted is None:
        return np.full(2, np.nan), None
    totals = np.zeros((2, 2))
    score = file.score(column)
    found = file.numbers([f"sum({score})", f"count({score})"], (), file.column(predicted.name))
    texts = encode(pa.chunked_array([pa.array([value for value, _, _ in found])]), predicted.name)
    for code, (_, total, number) in zip(vocabulary.codes(texts), found, strict=True):
        if vocabulary.labels[code] in labels and code != BLANK and number:
            totals[labels.index(vocabulary.labels[code])] += total, number
    with np.errstate(invalid="ignore"):
        return totals[:, 0] / totals[:, 1], list(np.eye(2, dtype=bool))


def _derived(
    file: LargeFile, roles: Roles, vocabulary: Vocabulary, labels: list[str], notes: Notes
) -> tuple[list[Answer], pa.Table]:
    """The class by the highest score, or by the rule of a lone one: the rows are grouped again by what follows."""
    found = shared_scores(roles)
    if not found:
        raise without_answers(roles)
    scores, positive = _scores(file, roles, found, vocabulary, labels, None, notes)
    if positive is not None:
        threshold = roles.mapping.threshold
        called = [the_other(positive, labels, vocabulary, threshold, notes), positive]
        score = file.score(scores[positive])
        more = [f"({score} >= {float(threshold)!r}::DOUBLE)::INTEGER", "FALSE"]
    else:
        called = classes_to_call(scores, labels, vocabulary)
        more = _highest([file.score(scores[code]) for code in called])
    draft, groups = _grouped(file, roles, more, notes)
    _exclude(draft, vocabulary, Notes())
    assert draft.exclusions is not None
    place = groups["more 0"].fill_null(BLANK).to_numpy().astype(np.int64)
    codes = np.array([*called, BLANK], np.int32)[place]
    if positive is None:
        say_highest(draft.count(groups["more 1"].fill_null(False).to_numpy()), notes)
    say_incomplete(draft.count(draft.exclusions.used & (codes == BLANK)), notes)
    answer = Answer(None, draft, codes, {}, draft.exclusions.used, positive, derived=True, columns=scores)
    return [answer], groups


def _highest(scores: Sequence[str]) -> list[str]:
    """The position of the highest score, null where one is missing, and whether another one is as high, in SQL."""
    each, is_complete = f"[{', '.join(scores)}]", f"({' + '.join(scores)}) IS NOT NULL"
    first = f"list_position({each}, list_max({each}))"
    last = f"{len(scores) + 1} - list_position(list_reverse({each}), list_max({each}))"
    return [f"CASE WHEN {is_complete} THEN {first} - 1 END", f"{is_complete} AND {first} <> {last}"]
