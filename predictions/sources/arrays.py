"""Tables in memory: every row is held, and each model becomes Predictions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import Any

import numpy as np
import pyarrow as pa

from predictions.build.checks.scores import Scored, are_left_out, check_scores
from predictions.build.checks.study import Positions, check_study, ids_repeat
from predictions.build.coded import CodedTable, code, vocabulary_of
from predictions.build.encoded import encode_table
from predictions.build.ids import say_blank_ids
from predictions.build.outputs import ModelOutput, joined, outputs_of, rows_of_models
from predictions.build.settled import Settled, settle, study_fields
from predictions.build.units import unit_of
from predictions.columns.aliases import SPLIT_VALUES, split_of
from predictions.columns.labels import BLANK, Coded
from predictions.columns.scores import by_threshold, highest, read_scores
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.plain_table import PlainTable
from predictions.problems import Notes
from predictions.rows import Predictions, Unanswered, Unlabelled, chosen, patients_in_order
from predictions.sources.scores_in_rows import with_a_row_per_case
from predictions.sources.truth_beside import with_truth_beside
from predictions.study import RowStudy, SourceFile

Output = ModelOutput[np.ndarray]


def study_of_tables(
    files: tuple[SourceFile, ...], tables: Sequence[PlainTable], wanted: Mapping, limits: Limits
) -> RowStudy:
    """One study of all tables. Raises Problem, or NeedsMapping when a person must choose columns."""
    notes = Notes()
    files, tables, joined_to = with_truth_beside(files, tables, wanted, notes)
    tables = [with_a_row_per_case(plain, wanted, notes) for plain in tables]
    files = tuple(replace(file, rows=len(plain)) for file, plain in zip(files, tables, strict=True))
    encoded = [encode_table(plain, wanted, limits, notes) for plain in tables]
    vocabulary = vocabulary_of(encoded, wanted, limits, notes)
    outputs: list[Output] = []
    _say_same_files(files, notes)
    _say_parts(files, notes)
    for table, name in zip(encoded, _names(files), strict=True):
        coded = code(table, vocabulary, notes)
        say_blank_ids(table.mapping.case_id, table.rows.case_ids, coded.exclusions.used, notes)
        found = outputs_of(coded, ArraySource(), notes)
        outputs += _named(found, name) if len(files) > 1 else found
    settled = settle(outputs)
    models = _models(settled, notes)
    check_study(models, outputs[0].table.understood, _everywhere(settled.outputs[0]), notes)
    fields = study_fields(settled, files + joined_to, wanted, notes)
    return RowStudy(**fields, unit=unit_of(fields["mapping"], any(map(ids_repeat, models))), models=models)


def _everywhere(output: Output) -> Positions:
    """Of all rows of the file that name this model."""
    rows, own = output.table.rows, ... if output.own is None else output.own
    return Positions(*(None if each is None else each[own] for each in (rows.order, rows.sequence)))


class ArraySource:
    """Scores as arrays: (n,) float64, nan where a row has none."""

    def read(self, table: CodedTable, columns: Sequence[str], notes: Notes) -> list[np.ndarray]:
        return read_scores(
            table.understood.plain, columns, table.exclusions.used, notes, partial(rows_of_models, table)
        )

    def means(self, table: CodedTable, score: np.ndarray, predicted: Coded) -> tuple[float, float]:
        vocabulary, known = table.vocabulary, ~np.isnan(score)
        codes = vocabulary.codes(predicted)
        apart = [score[known & (codes == vocabulary.labels.index(label))] for label in table.labels]
        first, second = (float(each.mean()) if len(each) else -np.inf for each in apart)
        return first, second

    def by_threshold(
        self, table: CodedTable, score: np.ndarray, positive: int, other: int
    ) -> tuple[CodedTable, np.ndarray]:
        return table, by_threshold(score, table.mapping.threshold, positive, other)

    def by_highest(self, table: CodedTable, scores: dict[int, np.ndarray]) -> tuple[CodedTable, np.ndarray, int]:
        codes = sorted(scores)
        position, ties = highest([scores[code] for code in codes])
        return table, np.array([*codes, BLANK], np.int32)[position], ties


def _stems(files: Sequence[SourceFile]) -> list[str]:
    return [PurePath(file.name.replace("\\", "/")).stem or file.name for file in files]


def _names(files: Sequence[SourceFile]) -> list[str]:
    """The name that each file gives its models; those of one name in several folders are numbered."""
    stems = _stems(files)
    repeated = {stem for stem in stems if stems.count(stem) > 1}
    return [f"{stem} ({stems[: at + 1].count(stem)})" if stem in repeated else stem for at, stem in enumerate(stems)]


def _say_same_files(files: Sequence[SourceFile], notes: Notes) -> None:
    same = [file.name for file in files if [other.sha256 for other in files].count(file.sha256) > 1]
    if same:
        notes.warn("same_files", files=same)


def _say_parts(files: Sequence[SourceFile], notes: Notes) -> None:
    """Say that files whose names differ in a split or fold only are models here, as they may be parts of one."""
    words = [re.findall(r"[^\W_]+", stem.casefold()) for stem in _stems(files)]
    shared = set(words[0]).intersection(*words[1:])
    own = ["".join(word for word in each if word not in shared) for each in words]
    of_fold = r"\d+" if "fold" in shared else r"(?:k|cv)?folds?\d+"
    if len(files) > 1 and all(split_of(name) in SPLIT_VALUES or re.fullmatch(of_fold, name) for name in own):
        notes.warn("files_named_like_parts", files=[file.name for file in files])


def _named(outputs: list[Output], name: str) -> list[Output]:
    return [
        replace(output, model=joined(name, output.model), modality=joined(name, output.modality)) for output in outputs
    ]


def _models(settled: Settled[np.ndarray], notes: Notes) -> tuple[Predictions, ...]:
    """In label codes. Models of one table that use the same rows share the arrays of these rows."""
    shared: dict[tuple[int, bytes], dict[str, Any]] = {}
    models = []
    for output in settled.outputs:
        mask = None if output.used.all() else output.used
        key = (id(output.table), b"" if mask is None else mask.tobytes())
        if key not in shared:
            truth = settled.final[chosen(output.table.codes, mask)]
            shared[key] = {"truth": truth, **_in_order(output.table.rows.chosen(mask))}
        models.append(_predictions(output, settled, mask, shared[key], notes))
    return tuple(models)


def _in_order(rows: dict[str, Any]) -> dict[str, Any]:
    if rows["clusters"] is None:
        return rows
    return rows | {"clusters": patients_in_order(rows["clusters"], rows["case_ids"])}


def _predictions(
    output: Output, settled: Settled[np.ndarray], mask: np.ndarray | None, rows: dict[str, Any], notes: Notes
) -> Predictions:
    """rows: the fields that models share."""
    predicted = settled.final[chosen(output.predicted, mask)]
    found = [output.scores.get(int(code)) for code in settled.kept]
    scores = tuple(None if column is None else chosen(column, mask) for column in found)
    is_silent = len(settled.outputs) > 1 and all(column is None or np.isnan(column).all() for column in scores)
    if is_silent and output.scores:
        notes.warn("model_without_scores", model=output.model)
    has_columns = any(column is not None for column in scores)
    used = scores if has_columns and not is_silent else None
    if has_columns:
        rows = rows | {"details": _without(rows["details"], output.table.mapping.score_columns)}
    is_whole = set(output.scores) <= set(settled.kept.tolist()) and output.positive is None
    if used is not None:
        positive = None if output.positive is None else int(settled.final[output.positive])
        scored = Scored(
            used, rows["truth"], predicted, settled.labels, output.model, given=bool(output.column), positive=positive
        )
        check_scores(scored, is_whole, notes)
    made = Predictions(
        model=output.model, labels=settled.labels, predicted=predicted, scores=used,
        unanswered=_unanswered(output, settled), unlabelled=_unlabelled(output),
        reader=output.reader, modality=output.modality, is_whole=is_whole and not are_left_out(notes), **rows,
    )  # fmt: skip
    if made.copies is None or ids_repeat(made):
        return made
    return replace(made, clusters=None)  # the cases of a row are no rows of one patient


def _unanswered(output: Output, settled: Settled[np.ndarray]) -> Unanswered | None:
    table, mask = output.table, settled.is_unanswered(output)
    if not mask.any():
        return None
    split = None if table.rows.split is None else table.rows.split[mask]
    return Unanswered(settled.final[table.codes[mask]], split, table.rows.details.filter(pa.array(mask)))


def _unlabelled(output: Output) -> Unlabelled | None:
    rows, mask = output.table.rows, output.unlabelled
    if not mask.any():
        return None
    return Unlabelled(rows.split, rows.copies, rows.details).of(mask)


def _without(details: pa.Table, columns: set[str]) -> pa.Table:
    """What is kept as scores need not be kept twice."""
    return details.select([name for name in details.column_names if name not in columns])
