"""Plain tables and a mapping become a Study: labels encoded once, unusable rows counted, everything said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

import numpy as np
import pyarrow as pa

from predictions.build.answers import Answer, Draft, answers_of, possible_classes
from predictions.build.exclusions import exclude
from predictions.build.row_fields import read_rows
from predictions.build.score_checks import Scored, check_scores
from predictions.build.study_checks import check_study, ids_repeat
from predictions.columns.aliases import key_of
from predictions.columns.labels import BLANK, Coded, Vocabulary, encode, held
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.plain_table import PlainTable
from predictions.problems import Gathered, Notes, Problem, listed, quoted
from predictions.roles.normal_class import find_normal
from predictions.roles.recognise import recognise
from predictions.roles.refuse_matrix import refuse_counts
from predictions.rows import Predictions
from predictions.study import Excluded, RowStudy, SourceFile

__all__ = [
    "PREVIEW_ROWS", "build", "common_positive", "excluded_rows", "settle_labels", "spell_as_labels", "vocabulary_of",
]  # fmt: skip

FEW_VALUES = 20
PREVIEW_ROWS = 20
UNITS = {
    "patient": ("patient", "patients"),
    "subject": ("patient", "patients"),
    "record": ("recording", "recordings"),
    "study": ("study", "studies"),
}


def build(
    key: str, sources: tuple[SourceFile, ...], tables: Sequence[PlainTable], wanted: Mapping, limits: Limits
) -> RowStudy:
    """One study of all tables. Raises Problem, or NeedsMapping when a person must choose columns."""
    notes = Notes()
    drafts = [_draft(plain, wanted, limits, notes) for plain in tables]
    vocabulary = vocabulary_of(drafts, wanted, limits, notes)
    answers = []
    for draft, source in zip(drafts, sources, strict=True):
        spell_as_labels(draft, vocabulary)
        draft.codes = vocabulary.codes(draft.truth)
        draft.exclusions = exclude(draft.roles, draft.truth, draft.codes, vocabulary, notes)
        answers += _named(answers_of(draft, vocabulary, notes), source.name, len(drafts) > 1)
    models, positive = _predictions(answers, vocabulary, notes)
    return _study(key, sources, drafts, answers, models, positive, notes)


def _draft(plain: PlainTable, wanted: Mapping, limits: Limits, notes: Notes) -> Draft:
    roles = recognise(plain, wanted, limits)
    for said in (plain.notes, roles.notes):
        notes.extend(said.notices)
    roles.notes = notes
    nested = [column.name for column in plain.table.schema if pa.types.is_nested(column.type)]
    if nested:
        notes.warn("nested_columns", columns=nested)
    mapping = roles.mapping
    together = Gathered()
    truth = together.run(_truth, plain, str(mapping.truth))
    predicted = [together.run(encode, plain.table[name], name) for name in mapping.predicted or ()]
    rows = together.run(read_rows, roles, notes)
    together.settle()
    assert truth is not None
    assert rows is not None
    columns = [column for column in predicted if column is not None]
    refuse_counts(roles, truth, columns, limits)
    return Draft(roles, truth, columns, rows)


def _truth(plain: PlainTable, name: str) -> Coded:
    truth = encode(plain.table[name], name)
    if len(plain) > FEW_VALUES and len(truth.texts) >= len(plain):
        what = f"Column {quoted(name)} has a distinct value in every row, so it holds no classes"
        raise Problem(f"{what}. Choose the column that holds the true class.")
    return truth


def vocabulary_of(drafts: Sequence[Draft], wanted: Mapping, limits: Limits, notes: Notes) -> Vocabulary:
    """All labels of all files. Raises Problem for too many classes."""
    vocabulary = Vocabulary(wanted.missing)
    for draft in drafts:
        for column in (draft.truth, *draft.predicted):
            vocabulary.add(column)
        if not draft.predicted:
            vocabulary.add(Coded("", np.empty(0, np.int32), possible_classes(draft)))
    vocabulary.settle(notes)
    if len(vocabulary.labels) > limits.classes + len(wanted.ignore_truth):
        found = (
            f"{len(vocabulary.labels):,} classes were found in {listed([c.name for c in vocabulary.columns if c.name])}"
        )
        raise Problem(f"{found}, the limit is {limits.classes:,}. Choose the column that holds the class.")
    return vocabulary


def spell_as_labels(draft: Draft, vocabulary: Vocabulary) -> None:
    """The class names of the mapping as the labels they mean, so that 1.0 finds 1."""
    mapping = draft.roles.mapping
    positive = vocabulary.label(mapping.positive) if mapping.positive else mapping.positive
    normal = vocabulary.label(mapping.normal) if mapping.normal else mapping.normal
    draft.roles.mapping = replace(mapping, positive=positive, normal=normal)


def _named(answers: list[Answer], file: str, several: bool) -> list[Answer]:
    if several:
        stem = PurePath(file.replace("\\", "/")).stem or file
        return [replace(answer, model=f"{stem}: {answer.model}" if answer.model else stem) for answer in answers]
    return answers


def _predictions(
    answers: Sequence[Answer], vocabulary: Vocabulary, notes: Notes
) -> tuple[list[Predictions], int | None]:
    """The answers in final label codes; labels that no used row holds are gone."""
    answers, kept, final = settle_labels(answers, vocabulary)
    labels = tuple(vocabulary.labels[code] for code in kept)
    shared: dict[Any, dict[str, Any]] = {}
    models = [_final(answer, labels, kept, final, shared, notes) for answer in answers]
    return models, common_positive(answers, final)


def settle_labels(answers: Sequence[Answer], vocabulary: Vocabulary) -> tuple[list[Answer], np.ndarray, np.ndarray]:
    """The answers that have a used row, the vocabulary codes that one holds, and their final code by vocabulary code.

    Raises Problem where nothing is used, or where truth and predictions have no label in common.
    """
    answers = [answer for answer in answers if answer.used.any()]
    if not answers:
        raise Problem("No row has both a true class and an answer. Check the truth and prediction columns.")
    size = len(vocabulary.labels)
    for answer in answers:
        _check_overlap(answer, size)
    seen = held(size, *(codes[a.used] for a in answers for codes in (a.draft.codes, a.predicted)))
    kept = np.flatnonzero(seen[:-1])
    final = np.full(size + 1, BLANK, np.int16)
    final[kept] = np.arange(len(kept))
    return answers, kept, final


def common_positive(answers: Sequence[Answer], final: np.ndarray) -> int | None:
    """The class of the lone scores of all answers, None where they differ or there are none."""
    positives = {int(final[answer.positive]) for answer in answers if answer.positive is not None}
    positive = positives.pop() if len(positives) == 1 else None
    return None if positive == BLANK else positive


def _check_overlap(answer: Answer, size: int) -> None:
    """Refuse labels that have nothing in common: an accuracy of 0 would be nonsense."""
    draft = answer.draft
    truth, predicted = (held(size, codes[answer.used]) for codes in (draft.codes, answer.predicted))
    if (truth & predicted).any() or (truth | predicted).sum() == 2:
        return
    columns = listed([column.name for column in draft.predicted])
    message = f"The labels in {quoted(draft.truth.name)} and in {columns} do not match: they have none in common"
    raise Problem(f"{message}. Write both with the same class names.")


def _final(
    answer: Answer, labels: tuple[str, ...], kept: np.ndarray, final: np.ndarray, shared: dict[Any, dict[str, Any]],
    notes: Notes,
) -> Predictions:  # fmt: skip
    mask = None if answer.used.all() else answer.used
    key = (id(answer.draft), None if mask is None else mask.tobytes())
    if key not in shared:
        truth = final[answer.draft.codes if mask is None else answer.draft.codes[mask]]
        shared[key] = {"truth": truth, **answer.draft.rows.chosen(mask)}
    predicted = final[answer.predicted if mask is None else answer.predicted[mask]]
    found = [answer.scores.get(int(code)) for code in kept]
    scores = tuple(column if mask is None or column is None else column[mask] for column in found)
    used = scores if any(column is not None for column in scores) else None
    fields = shared[key]
    if used is not None:
        fields = fields | {"details": _without(fields["details"], answer.draft.roles.mapping.score_columns)}
        complete = set(answer.scores) <= set(kept.tolist()) and answer.positive is None
        scored = Scored(used, fields["truth"], predicted, labels, answer.model)
        check_scores(scored, complete and not answer.derived, complete, notes)
    silent = final[answer.draft.codes[answer.allowed & ~answer.used]]
    unanswered = np.bincount(silent[silent != BLANK], minlength=len(labels))
    return Predictions(
        model=answer.model, labels=labels, predicted=predicted, scores=used, unanswered=unanswered, **fields
    )


def _without(details: pa.Table, columns: set[str]) -> pa.Table:
    """What is kept as scores need not be kept twice."""
    return details.select([name for name in details.column_names if name not in columns])


def _first_rows(table: pa.Table) -> pa.Table:
    """Copied: a slice would keep the memory of the whole table."""
    first = table.slice(0, PREVIEW_ROWS)
    return first.take(pa.array(range(len(first)), pa.int64()))


def _study(
    key: str, sources: tuple[SourceFile, ...], drafts: Sequence[Draft], answers: Sequence[Answer],
    models: list[Predictions], positive: int | None, notes: Notes,
) -> RowStudy:  # fmt: skip
    mapping, labels = drafts[0].roles.mapping, models[0].labels
    normal, reason = find_normal(labels, mapping.normal)
    check_study(models, drafts[0].roles, notes)
    return RowStudy(
        key=key,
        name=", ".join(source.name for source in sources),
        unit=_unit(mapping, models[0]),
        labels=labels,
        normal=normal,
        normal_reason=reason,
        positive=positive,
        files=sources,
        excluded=excluded_rows(drafts, answers),
        notices=tuple(sorted(notes.notices, key=lambda notice: notice.level != "warning")),
        columns=drafts[0].roles.columns(),
        models=tuple(models),
        mapping=mapping,
        preview=_first_rows(drafts[0].roles.plain.table),
    )


def excluded_rows(drafts: Sequence[Draft], answers: Sequence[Answer]) -> tuple[Excluded, ...]:
    """Rows that no model uses, by reason; a row that only one model left blank is in its `unanswered`."""
    rows: dict[str, int] = {}
    for draft in drafts:
        assert draft.exclusions is not None
        for part in draft.exclusions.reasons:
            rows[part.reason] = rows.get(part.reason, 0) + part.rows
        answered = np.any([answer.used for answer in answers if answer.draft is draft], axis=0)
        silent = draft.count(draft.exclusions.used & ~answered)
        if silent:
            rows["no answer"] = rows.get("no answer", 0) + silent
    return tuple(Excluded(reason, number) for reason, number in rows.items())


def _unit(mapping: Mapping, first: Predictions) -> tuple[str, str]:
    """Rows are patients only when the id column says so and no id repeats."""
    if mapping.sequence and mapping.order:
        return ("epoch", "epochs") if "epoch" in key_of(mapping.order) else ("frame", "frames")
    if mapping.case_id and not ids_repeat(first):
        return UNITS.get(re.sub("_?id$", "", key_of(mapping.case_id)), ("case", "cases"))
    return "case", "cases"
