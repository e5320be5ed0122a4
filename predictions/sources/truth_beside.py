"""True classes in a file of their own beside files of predictions: joined to each of them by the ids of the cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns import aliases
from predictions.columns.aliases import by_alias, has_role, key_of, names_prediction, names_score
from predictions.columns.cells import as_text, looks_numeric
from predictions.mapping import Mapping
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Problem
from predictions.slices.same_case import is_row_number
from predictions.sources.labels_beside import paired, paired_alone, paired_with_one
from predictions.study import SourceFile
from words.text.names import quoted

Files = tuple[SourceFile, ...]
Joined = tuple[Files, list[PlainTable], Files]


def with_truth_beside(files: Files, tables: Sequence[PlainTable], wanted: Mapping, notes: Notes) -> Joined:
    """The files of predictions, their tables with the true class, and the file that it is from.

    All as they are unless one file alone has true classes, and nothing that a model gives; where none is known to have
    true classes, what may be asked is asked of that one. Raises Problem where its ids do not tell the cases.
    """
    with_labels = _with_labels_beside(files, tables, wanted, notes)
    if with_labels:
        return with_labels
    having = [at for at, table in enumerate(tables) if _truth(table, wanted)]
    _refuse_details_alone(tables, having, wanted)
    if len(tables) < 2 or len(having) != 1 or _has_answers(tables[having[0]], wanted):
        order = sorted(range(len(tables)), key=lambda at: bool(having) or _has_answers(tables[at], wanted))
        return tuple(files[at] for at in order), [tables[at] for at in order], ()
    (at,) = having
    others = [table for each, table in enumerate(tables) if each != at]
    return _without(files, at, [_joined(table, tables[at], wanted, notes) for table in others])


def _without(files: Files, at: int, joined: list[PlainTable]) -> Joined:
    """at: which file has the true classes. joined: the tables of all others, with them."""
    others = [file for each, file in enumerate(files) if each != at]
    named = tuple(replace(file, rows=len(own)) for file, own in zip(others, joined, strict=True))
    return named, joined, (replace(files[at], rows=0),)


def _truth(table: PlainTable, wanted: Mapping) -> list[str]:
    return (
        by_alias(table.names, aliases.TRUTH) if wanted.truth is None else [wanted.truth] * (wanted.truth in table.names)
    )


def _has_answers(table: PlainTable, wanted: Mapping) -> bool:
    """Whether a column is chosen or named as what a model gave."""
    chosen = {*(wanted.predicted or ()), *wanted.score_columns}
    return any(name in chosen or names_score(name) or names_prediction(key_of(name)) for name in table.names)


def _refuse_details_alone(tables: Sequence[PlainTable], having: Sequence[int], wanted: Mapping) -> None:
    """Raises Problem for ids with nothing but ages or sites beside predictions that have their true class."""
    whole = [at for at in having if _has_answers(tables[at], wanted)]
    if not whole or wanted.truth is not None:
        return
    for at, table in enumerate(tables):
        if at not in having and not _has_answers(table, wanted) and by_alias(table.names, aliases.CASE_ID):
            what = f"{table.where} has neither a true class nor a prediction, such as y_true and y_pred"
            raise Problem(
                f"{what}. Add its columns to {tables[whole[0]].where}, or say which of its columns these are."
            )


def _with_labels_beside(files: Files, tables: Sequence[PlainTable], wanted: Mapping, notes: Notes) -> Joined | None:
    """Of files with columns of the same labels; None for others."""
    if any(_has_answers(each, wanted) for each in tables):
        return None
    chosen = wanted.truth
    found = paired(tables, chosen) or paired_alone(tables, chosen) or paired_with_one(tables, chosen)
    if found is None:
        return None
    at, pairs = found
    return _without(files, at, [_with_true_labels(table, truth, wanted, notes) for truth, table in pairs])


def _with_true_labels(table: PlainTable, truth: PlainTable, wanted: Mapping, notes: Notes) -> PlainTable:
    by_row = _have_no_ids((truth, table), wanted) and _telling(table, truth, wanted) is None
    joined = _by_row(table, truth, notes) if by_row else _joined(table, truth, wanted, notes)
    notes.warn("labels_of_two_files", file=truth.where, of=table.where)
    return joined


def _have_no_ids(tables: Sequence[PlainTable], wanted: Mapping) -> bool:
    return wanted.case_id is None and not any(by_alias(table.names, aliases.CASE_ID) for table in tables)


def _by_row(table: PlainTable, truth: PlainTable, notes: Notes) -> PlainTable:
    """All columns of both, in the order of the rows. Raises Problem where one has more rows."""
    if len(table) != len(truth):
        what = f"{truth.where} has {len(truth):,} rows, {table.where} {len(table):,}, and neither has case IDs"
        raise Problem(f"{what}. Add a column case_id to both.")
    for name in by_alias(table.names, (*aliases.SEQUENCE, *aliases.ORDER)):
        if name in truth.names and not as_text(table.table[name], name).equals(as_text(truth.table[name], name)):
            what = f"{quoted(name)} differs between the rows of {truth.where} and {table.where}"
            raise Problem(f"{what}, and neither has case IDs. Add a column case_id to both.")
    notes.warn("labels_by_row", file=truth.where, of=table.where)
    others = [name for name in truth.names if name not in table.names]
    rows = table.table
    for name in others:
        rows = rows.append_column(name, truth.table[name])
    return replace(table, table=rows)


def _joined(table: PlainTable, truth: PlainTable, wanted: Mapping, notes: Notes) -> PlainTable:
    """All columns of both. Cases without a row of predictions follow, unanswered, where every case has one row."""
    own, its = _telling(table, truth, wanted) or (_ids(table, truth, wanted), _ids(truth, table, wanted))
    ids, known = _trimmed(table, own), _trimmed(truth, its)
    _check_ids(truth, its, known)
    places = pc.index_in(ids, value_set=known, skip_nulls=True)
    found = len(ids) - places.null_count
    if not found:
        what = f"No ID in {quoted(own)} of {table.where} stands in {quoted(its)} of {truth.where}"
        raise Problem(f"{what}, so the true class of no row is known. Write both with the same IDs.")
    silent = np.setdiff1d(np.arange(len(known)), places.drop_null().to_numpy())
    notes.fact("truth_joined", file=truth.where, column=its, rows=found, of=table.where)
    if len(silent):
        notes.fact("cases_without_a_row", cases=len(silent), file=truth.where, of=table.where)
    others = truth.table.select([name for name in truth.names if name != its and name not in table.names])
    rows = table.table.set_column(table.names.index(own), own, pa.chunked_array([ids]))
    for name in others.column_names:
        rows = rows.append_column(name, others[name].take(places))
    if len(silent) and len(ids.unique()) == len(ids):
        at = pa.array(silent)
        without = others.take(at).append_column(own, pa.chunked_array([known.take(at)]))
        rows = pa.concat_tables([rows, without], promote_options="default")
    return replace(table, table=rows)


def _telling(table: PlainTable, truth: PlainTable, wanted: Mapping) -> tuple[str, str] | None:
    """The column of both that has each case once in the file of true classes, as an image of which a patient has two.

    Of ids, of other texts, or named like an id: numbers of rows are not those of the same cases. Other ids of both must
    agree in the rows that it joins. None without one.
    """
    of = {key_of(name): name for name in truth.names}
    shared = [name for name in table.names if key_of(name) in of]
    chosen = [name for name in shared if name == wanted.case_id]
    for name in (*chosen, *by_alias(shared, aliases.CASE_ID), *(name for name in shared if _may_name(table, name))):
        known = _trimmed(truth, of[key_of(name)]).drop_null()
        places = pc.index_in(_trimmed(table, name), value_set=known, skip_nulls=True)
        if len(known.unique()) == len(truth) and places.null_count < len(places):
            ids = by_alias(shared, aliases.CASE_ID)
            if all(_agree(_trimmed(table, id_), _trimmed(truth, of[key_of(id_)]).take(places)) for id_ in ids):
                return name, of[key_of(name)]
    return None


def _agree(own: pa.ChunkedArray, its: pa.ChunkedArray) -> bool:
    """Whether two columns are alike where both have a value."""
    return pc.all(pc.equal(own, its)).as_py() is not False


def _may_name(table: PlainTable, name: str) -> bool:
    if has_role(name) or is_row_number(name):
        return False
    return key_of(name).endswith("_id") or not looks_numeric(table.table[name], name)


def _ids(table: PlainTable, other: PlainTable, wanted: Mapping) -> str:
    """The column of ids: the one that both name alike, else the usual one. Raises Problem without any."""
    keys = {key_of(name) for name in by_alias(other.names, aliases.CASE_ID)}
    named = by_alias(table.names, aliases.CASE_ID)
    chosen = [wanted.case_id] if wanted.case_id in table.names else []
    found = [*filter(None, chosen), *(name for name in named if key_of(name) in keys), *named]
    if not found:
        what = f"{table.where} has no column of case IDs, such as case_id"
        raise Problem(f"{what}, to join it with {other.where}. Add the IDs, or put the true class into each file.")
    return found[0]


def _trimmed(table: PlainTable, column: str) -> pa.Array:
    text = pc.utf8_trim_whitespace(as_text(table.table[column], column)).combine_chunks()
    return pc.if_else(pc.equal(text, ""), None, text)


def _check_ids(truth: PlainTable, column: str, ids: pa.Array) -> None:
    """Raises Problem for a case that stands twice: which true class is its own?"""
    counts = ids.drop_null().value_counts()
    again = counts.filter(pc.greater(counts.field("counts"), 1))
    if len(again):
        what = f"{truth.where} names case {quoted(again[0]['values'].as_py())} on several rows of {quoted(column)}"
        raise Problem(f"{what}, so its true class cannot be joined to other files. Keep one row of each case.")
