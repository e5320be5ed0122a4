"""Evaluations with the patients of their rows, of which an engine tells how many are alike, and sums over them."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping as FrozenMapping
from collections.abc import Sequence
from dataclasses import replace

import narwhals as nw
import numpy as np

from metrics import Evaluation, PlacedSums, ThresholdTable
from metrics.intervals.areas.over_folds import FoldTables
from metrics.intervals.patient_counts import Patients
from predictions.build.settled import Settled
from predictions.counted import Ends, Slice, Way
from predictions.problems import TooManyGroups
from predictions.sources.counted.cases.columns import TIMES, CaseColumns, id_in
from predictions.sources.counted.evaluate import Part, is_of_class
from predictions.sources.counted.patients.areas import ID, OWN, SCORE, in_different_steps, placed_sums
from predictions.sources.counted.patients.counts import CELL, Asked, rows_in_cells
from predictions.sources.counted.patients.ids import (
    GROUP,
    PATIENT,
    ROWS,
    ids_repeat,
    knows_patients,
    patient_column,
    shared_by,
    unknown_texts,
    with_known_id,
)
from predictions.sources.counted.table import CountedTable
from predictions.sources.counted.ways import code_of
from predictions.sources.counted.weights import are_weights, as_cases
from predictions.sources.engines.engine import Frame, added_up, one_where

FEW = 500_000  # rows, times classes


def with_patients(
    file: CountedTable,
    parts: Sequence[Part],
    settled: Settled[str],
    evaluations: FrozenMapping[Slice, Evaluation],
    folds: Way | None,
) -> dict[Slice, Evaluation]:
    """The evaluations of parts, each with its patients; as they are where no column of texts or integers tells them.

    Also where patients, or their different counts, are too many for an engine. folds: by which AUCs are means.
    """
    if not knows_patients(file, settled.first.mapping):
        return dict(evaluations)
    each = (CaseColumns(file, settled, part, part, None) for part in parts)
    return {one.part.place: _with_patients(one, evaluations[one.part.place], folds) for one in each}


def _with_patients(columns: CaseColumns, evaluation: Evaluation, folds: Way | None) -> Evaluation:
    """Rows without an id are patients of one row each. The cases of a frequency are no rows of one patient."""
    file, part, cells = columns.file, columns.part, evaluation.matrix.cells.reshape(1, -1)
    try:
        if not ids_repeat(file, part):
            return evaluation if part.times(file) is not None else replace(evaluation, clusters=evaluation.n)
        if are_weights(part.mapping):
            return evaluation
        every = Asked(file, rows_in_cells(columns), len(evaluation.labels), cells).patients()
    except TooManyGroups:
        return evaluation
    if not every:
        return evaluation
    known = replace(every[0], areas=_areas(columns, evaluation))
    told = evaluation.folds
    if told is not None and folds is not None:
        told = _with_patients_of_folds(columns, told, code_of(file, folds))
    return replace(evaluation, clusters=known.count, patients=known, folds=told)


def _with_patients_of_folds(columns: CaseColumns, told: FoldTables, fold: nw.Expr) -> FoldTables:
    """Where each fold places the rows of its patients; not asked where one has rows in several folds."""
    file, part, settled = columns.file, columns.part, columns.settled
    if shared_by(file, part.mapping, file.where(part.conditions), fold):
        return replace(told, is_shared=True)
    lone = settled.positive if len(settled.labels) == 2 else None  # of one score both classes have the same
    each = told.tables if lone is None else {lone: told.tables[lone]}
    found = {label: areas_of_groups(columns, label, fold, tables) for label, tables in each.items()}
    placed = {label: found[label if lone is None else lone] for label in told.tables}
    return replace(told, placed={label: sums for label, sums in placed.items() if sums})


def patients_of_class(columns: CaseColumns, label: int, ends: Ends, cells: np.ndarray) -> Patients | None:
    """Those with scores of a class, by whether these lie between; None where it has none, as in `patients_of_groups`.

    cells: (2, 2) of all rows with such scores: whether a row is of the class, by whether low <= score < high.
    """
    known = known_rows_of_class(columns, label)
    if known is None:
        return None
    low, high = (nw.col(SCORE) >= end for end in ends)
    flagged = one_where(low & ~high)
    in_cells = known.with_columns((2 * nw.col(OWN) + flagged).alias(CELL)).group_by(PATIENT, CELL)
    rows = in_cells.agg(added_up(nw.col(TIMES)).alias(ROWS))
    return Asked(columns.file, rows, 2, cells.reshape(1, -1)).everybody()


def known_rows_of_class(columns: CaseColumns, label: int, group: nw.Expr | None = None) -> Frame | None:
    """`PATIENT`, `SCORE`, `OWN`, `GROUP` and `TIMES` of the rows with a score of a class and an id, in a group.

    None where the class has no scores of its own, or nothing tells patients apart.
    """
    part, code = columns.part, columns.settled.code(label)
    if code not in part.output.scores or not knows_patients(columns.file, part.mapping):
        return None
    rows = _scored(columns, code, nw.lit(0) if group is None else group)
    rows = rows if group is None else rows.filter(~nw.col(GROUP).is_null())
    return with_known_id(rows.with_columns(id_in(nw.col(ID)).alias(PATIENT)), part.mapping)


def _areas(columns: CaseColumns, evaluation: Evaluation) -> dict[int, PlacedSums]:
    """Of each label that has scores, two of one score alike; without those that do not fit."""
    settled, tables = columns.settled, {at: table for at, table in enumerate(evaluation.tables) if table is not None}
    is_shared = settled.positive is not None and len(settled.labels) == 2
    asked = {label: table for label, table in tables.items() if not is_shared or label == settled.positive}
    found: dict[int, PlacedSums] = {}
    for some in _asked_together(columns.file, asked):
        with contextlib.suppress(TooManyGroups):
            found |= zip(some, _areas_of(columns, some), strict=True)
    return dict.fromkeys(tables, *found.values()) if is_shared and found else dict(sorted(found.items()))


def _asked_together(file: CountedTable, tables: dict[int, ThresholdTable]) -> list[dict[int, ThresholdTable]]:
    """All whose scores are told apart alike where rows are few, else each by itself.

    Bought: of 60 rows 0.7 of the time to open them, of 100,000 and five classes 0.6 of the time of the question; of
    500,000 it would take 1.1 times as long, and twice the memory.
    """
    if file.rows * len(tables) > FEW:
        return [{label: table} for label, table in tables.items()]
    by_steps = {label: in_different_steps(table.scores) for label, table in tables.items()}
    return [{label: tables[label] for label in tables if by_steps[label] is way} for way in {*by_steps.values()}]


def _areas_of(columns: CaseColumns, tables: dict[int, ThresholdTable]) -> list[PlacedSums]:
    """Of each label, in one question. Raises TooManyGroups."""
    each = [_scored(columns, columns.settled.code(label), nw.lit(place)) for place, label in enumerate(tables)]
    return placed_sums(columns.file, nw.concat(each), [*tables.values()], unknown_texts(columns.part.mapping))


def areas_of_groups(
    columns: CaseColumns, label: int, group: nw.Expr, tables: Sequence[ThresholdTable]
) -> list[PlacedSums]:
    """Of a class that has scores in each group, among its own rows; [] where patients do not fit.

    group: 0..g-1, null for none. tables: (g,) of the class.
    """
    positive, code = columns.output.positive, columns.settled.code(label)
    is_other = positive not in (None, code)  # of two classes, which has the complement of the only score
    rows = _scored(columns, code if positive is None else positive, group)
    tables = [table.complement() for table in tables] if is_other else tables
    with contextlib.suppress(TooManyGroups):
        unknown = unknown_texts(columns.part.mapping)
        return placed_sums(columns.file, rows.filter(~nw.col(GROUP).is_null()), tables, unknown)
    return []


def _scored(columns: CaseColumns, code: int, group: nw.Expr) -> Frame:
    """The rows with a score of a class, as `placed_sums` takes them."""
    file, part = columns.file, columns.part
    rows = file.where(part.conditions).select(
        file.column(str(patient_column(part.mapping))).alias(ID),
        file.score(part.output.scores[code]).alias(SCORE),
        one_where(is_of_class(file, part, code)).alias(OWN),
        group.alias(GROUP),
        as_cases(part.times(file)).alias(TIMES),
    )
    return rows.filter(~nw.col(SCORE).is_null())
