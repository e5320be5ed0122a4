"""What a reader must know about the ids and rows of a large file: the same notices as for any file."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Iterator
from typing import Any

import narwhals as nw
import pyarrow as pa

from predictions.build.checks.study import MOST_ROWS, has_cases_as_ids, say_conflicts
from predictions.formats.non_case_rows import say_commented
from predictions.problems import Notes, TooManyGroups
from predictions.sources.counted.cases.columns import (
    SAID,
    TRUTH,
    CaseColumns,
    at_once_or_by_ids,
    has_known_texts,
    has_outer_blank,
    id_in,
)
from predictions.sources.counted.evaluate import Part
from predictions.sources.counted.patients.ids import PATIENT, ROWS, unknown_texts, with_known_id
from predictions.sources.counted.source import given, usable
from predictions.sources.counted.table import Condition, CountedTable, joined
from predictions.sources.engines.engine import Frame, added_up, number_of

TIMES = "times"
MOST_OF_PATIENTS = 2_000_000  # rows; of more, too many are alike in patient and classes to be looked at in full
CLASSES = {"conflicting_truth": TRUTH, "conflicting_predictions": SAID}
LOW, HIGH = "lowest {}", "highest {}"


def check_texts(file: CountedTable, part: Part, notes: Notes) -> None:
    """Blank ids and ids with blanks around them, and rows that seem to be commented out: one question of all rows."""
    name, conditions = part.mapping.case_id, dict(_conditions_of_texts(file, part))
    if not conditions:
        return
    found = dict(zip(conditions, file.numbers(file.where(), [*map(number_of, conditions.values())]), strict=True))
    say_commented(found.pop("commented_rows", 0), file.rows, notes)
    for code, rows in found.items():
        if rows:
            notes.warn(code, rows=rows, column=name)


def _conditions_of_texts(file: CountedTable, part: Part) -> Iterator[tuple[str, Condition]]:
    """What is said of rows, and which these are."""
    name, first = part.mapping.case_id, next(iter(file.names))
    if file.origin.kind == "text" and file.is_text(first):
        yield "commented_rows", file.column(first).str.starts_with("#")
    if not has_known_texts(file, name):
        return
    text = file.column(str(name)).cast(nw.String)
    if file.is_text(str(name)):
        yield "ids_trimmed", has_outer_blank(text)
    is_blank = text.is_null() | id_in(text).is_in(unknown_texts(part.mapping))
    yield "blank_ids", joined(operator.and_, [is_blank, *map(given, usable(file, part.output.table))])


def check_repeated(columns: CaseColumns, notes: Notes) -> None:
    """Rows of one id that are alike in full, and those that are unlike in class. Some ids stand in several rows.

    columns: of a model on all splits. Nothing is said where ids do not fit into the memory of an engine.
    """
    file, mapping = columns.file, columns.part.mapping
    may_conflict = not mapping.sequence and has_cases_as_ids(mapping)
    if not has_known_texts(file, mapping.case_id) or not (may_conflict or file.rows <= MOST_OF_PATIENTS):
        return
    own = [id_in(file.column(str(mapping.case_id))).alias(PATIENT)]
    rows = with_known_id(columns.with_classes(file.where(columns.part.conditions), own), mapping)
    each = rows.group_by(PATIENT, TRUTH, SAID).agg(nw.len().alias(ROWS))
    try:
        found = at_once_or_by_ids(each, nw.col(PATIENT), lambda part: _asked_of_ids(file, part))
    except TooManyGroups:
        return
    likely, *several = (sum(each or 0 for each in asked) for asked in zip(*found, strict=True))
    if columns.output.table.count(columns.output.used) == file.rows and 0 < likely <= MOST_ROWS:
        with contextlib.suppress(TooManyGroups):
            _say_identical(columns, each, notes)
    if may_conflict:
        for code, ids in zip(CLASSES, several, strict=True):
            say_conflicts(code, ids, "", notes)


def _say_identical(columns: CaseColumns, each: Frame, notes: Notes) -> None:
    """each: how many `ROWS` have the same id and classes."""
    file, mapping = columns.file, columns.part.mapping
    if any(pa.types.is_nested(kind) for kind in file.head.table.schema.types):
        return
    own = id_in(file.column(str(mapping.case_id))).alias(PATIENT)
    rows = columns.with_classes(file.where(columns.part.conditions), [own, *file.whole()])
    likely = rows.join(each.filter(nw.col(ROWS) > 1), on=[PATIENT, TRUTH, SAID], how="inner")
    alike = likely.group_by(*file.whole_names).agg(nw.len().alias(TIMES))
    (again,) = file.numbers(alike, [added_up(nw.col(TIMES) - 1)])
    if again:
        notes.warn("identical_rows", rows=again)


def _asked_of_ids(file: CountedTable, each: Frame) -> list[Any]:
    """How many rows have id and classes of another; of true and of predicted classes how many ids have several."""
    again = added_up(nw.when(nw.col(ROWS) > 1).then(nw.col(ROWS))).alias(ROWS)
    ends = {LOW.format(name): nw.col(name).min() for name in CLASSES.values()}
    ends |= {HIGH.format(name): nw.col(name).max() for name in CLASSES.values()}
    ids = each.group_by(PATIENT).agg(again, **ends)
    differ = [nw.col(LOW.format(name)) != nw.col(HIGH.format(name)) for name in CLASSES.values()]
    return file.numbers(ids, [added_up(nw.col(ROWS)), *map(number_of, differ)])
