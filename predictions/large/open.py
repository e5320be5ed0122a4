"""A Parquet file too large to hold its rows becomes a Study all the same: everything that counts, nothing per case.

Columns are recognised, rows left out and notices made as for any other file, by the first rows and by asking the rest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import numpy as np

from metrics import Evaluation
from predictions.build.answers import Answer
from predictions.build.build import PREVIEW_ROWS, common_positive, excluded_rows, settle_labels
from predictions.build.label_checks import check_labels
from predictions.build.study_checks import check_identifiers
from predictions.columns.cells import SAMPLE_ROWS
from predictions.large.answers import LargeAnswers, read_answers
from predictions.large.binned_scores import MOST_DISTINCT
from predictions.large.checks import check_scores_of, check_tables, check_values
from predictions.large.duckdb_file import LargeFile, large_file
from predictions.large.evaluate import Part, Stepped, evaluate_part, parts_of
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.problems import Notes, Notice
from predictions.roles.normal_class import find_normal
from predictions.study import CountedStudy, Slice, SourceFile

__all__ = ["open_large"]


def open_large(
    name: str, path: Path, wanted: Mapping, limits: Limits, tick: Callable[[], None], most: int = MOST_DISTINCT
) -> CountedStudy:
    """Count a Parquet file where it lies.

    tick: called now and then; what it raises ends the reading. most: distinct scores of a class that are told apart.

    Raises NeedsMapping when a person must say which column is which, Problem for what cannot be tallied.
    """
    notes = Notes()
    with ThreadPoolExecutor(1) as beside:
        digest = beside.submit(_digest, path)
        with large_file(name, path, limits, tick) as file:
            found = read_answers(file, wanted, notes)
            return _study(file, found, most, digest.result, notes)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _study(file: LargeFile, found: LargeAnswers, most: int, digest: Callable[[], str], notes: Notes) -> CountedStudy:
    answers, kept, final = settle_labels(found.answers, found.vocabulary)
    labels = tuple(found.vocabulary.labels[code] for code in kept)
    mapping, positive = found.draft.roles.mapping, common_positive(answers, final)
    normal, reason = find_normal(labels, mapping.normal)
    parts = parts_of(file, answers, found.groups)
    check_values(file, found.draft, _score_columns(answers), found.groups, notes)
    evaluations, steps = _evaluations(file, found, parts, labels, kept, positive, most)
    _check(file, found, parts, evaluations, kept, notes)
    if steps:
        notes.extend([steps])
    source = SourceFile(file.name, digest(), "Parquet", file.rows)
    return CountedStudy(
        key=hashlib.sha256(
            f"{source.name}\0{source.sha256}\0{asdict(mapping)!r}".encode("utf-8", "replace")
        ).hexdigest(),
        name=source.name,
        labels=labels,
        normal=normal,
        normal_reason=reason,
        positive=positive,
        files=(source,),
        excluded=excluded_rows([found.draft], found.answers),
        notices=tuple(sorted(notes.notices, key=lambda notice: notice.level != "warning")),
        columns=found.columns,
        mapping=mapping,
        preview=file.head.table.slice(0, PREVIEW_ROWS),
        evaluations=evaluations,
        steps=steps,
    )


def _score_columns(answers: Sequence[Answer]) -> list[str]:
    return list(dict.fromkeys(column for answer in answers for column in answer.columns.values()))


def _evaluations(
    file: LargeFile, found: LargeAnswers, parts: Sequence[Part], labels: tuple[str, ...], kept: np.ndarray,
    positive: int | None, most: int,
) -> tuple[dict[Slice, Evaluation], str]:  # fmt: skip
    """Every model on every split, and how their scores were placed in steps."""
    evaluations: dict[Slice, Evaluation] = {}
    stepped: list[Stepped] = []
    for part in parts:
        evaluations[part.place], steps = evaluate_part(file, part, labels, kept, positive, found.groups, most)
        stepped += steps
    return evaluations, _said_of(stepped, most)


def _said_of(stepped: Sequence[Stepped], most: int) -> Notice | None:
    if not stepped:
        return None
    share, error = max(each.share for each in stepped), max(each.error for each in stepped)
    return Notice("info", "scores_in_steps", {"distinct": most, "share": share, "error": error})


def _check(
    file: LargeFile, found: LargeAnswers, parts: Sequence[Part], evaluations: dict[Slice, Evaluation],
    kept: np.ndarray, notes: Notes,
) -> None:  # fmt: skip
    """What a reader must know, and what is not known of a file whose rows are not held."""
    for part in parts:
        check_scores_of(file, part, kept.tolist(), found.groups, notes)
    for model in dict.fromkeys(model for model, _ in evaluations):
        each = [evaluation for (of, _), evaluation in evaluations.items() if of == model]
        positive = next(part.answer.positive for part in parts if part.place[0] == model)
        check_tables(each, None if positive is None else kept.tolist().index(positive), notes)
    roles = found.draft.roles
    check_identifiers(roles, notes)
    firsts = [evaluation.matrix for (of, _), evaluation in evaluations.items() if of == 0]
    check_labels(firsts[0].labels, sum(matrix.support for matrix in firsts), notes)
    _say_independent(roles.mapping, notes)
    notes.fact("counted_where_it_lies", rows=file.rows, sample=SAMPLE_ROWS)


def _say_independent(mapping: Mapping, notes: Notes) -> None:
    column = mapping.case_id or mapping.sequence
    if column:
        notes.warn("large_patients_not_drawn", column=column)
    else:
        notes.warn("large_without_ids")
