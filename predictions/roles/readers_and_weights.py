"""Two further roles, which change what every number is about: readers of the same cases, and weights of cases."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns import aliases
from predictions.columns.aliases import TALLIES, by_alias, key_of
from predictions.columns.cells import SAMPLE_ROWS, as_numbers, as_text, counts_up, distinct_rows, is_blank
from predictions.columns.weight_kinds import ALIASES, kind_of
from predictions.mapping import Mapping
from predictions.problems import Notes, Problem
from predictions.roles.questions import about_readers
from predictions.roles.same_values import holds_answers
from predictions.roles.understood import CHOSEN, Understood
from words.text.names import quoted

MOST_CONDITIONS, MOST_COLUMNS = 6, 2


def weighted(table: Understood, notes: Notes) -> Understood:
    """Weights are used only where somebody said so; until then that they are not is said.

    Raises Problem for rows of recordings: a weight belongs to a case, and no number weighs frames.
    """
    column, sequence = table.mapping.weight, table.mapping.sequence
    if column is None:
        names = ALIASES if table.mapping.case_id else (*ALIASES, *TALLIES)
        for name in by_alias(table.free, names):
            if key_of(name) in TALLIES and counts_up(as_numbers(table.column(name), name).values):
                continue
            notes.warn("weights_of_recordings" if sequence else "weights_unused", column=name)
    if not column:
        return table
    if sequence:
        what = f"Rows of recordings are not weighted, so {quoted(column)} cannot be used beside {quoted(sequence)}"
        raise Problem(f"{what}. Choose no column of weights, or no column of recordings.")
    return table.because({column: (kind_of(column).meaning, CHOSEN)})


def with_readers(table: Understood, wanted: Mapping, notes: Notes) -> Understood:
    """Several readers of the same cases are several models, which is asked where nothing was asked before."""
    named = next((name for name in by_alias(table.free, aliases.READER) if not holds_answers(table, name)), "")
    column = named if wanted.reader is None else wanted.reader
    again = bool(column) and wanted.reader is None and _reads_again(table, column)
    if again and (wanted.truth is None or (wanted.asks and _readings(table, column))):
        what = f"{table.plain.where} names several readers of the same cases in {quoted(column)}."
        question = about_readers(table, column, _readings(table, column))
        raise table.needs_mapping(what, "Choose {where} whether each is a model.", question)
    if wanted.reader is None and not again:
        column = ""
    if named and not column and (readers := _number(table, named)) > 1:
        notes.warn("readers_pooled", column=named, readers=readers)
    because = {column: ("which reader, each a model", CHOSEN if wanted.reader else "column name")} if column else {}
    return table.settled(reader=column).because(because)


def _reads_again(table: Understood, column: str) -> bool:
    """Whether the same cases stand under several readers."""
    case_id, cells = table.mapping.case_id, table.plain.table
    if not case_id:
        return False
    return distinct_rows(cells, [case_id, column]) > distinct_rows(cells, [case_id])


def _number(table: Understood, column: str) -> int:
    """How many names a column holds; a blank cell is none."""
    text = pc.utf8_trim_whitespace(as_text(table.column(column), column))
    return len(set(text.unique().to_pylist()) - {"", None})


def _readings(table: Understood, reader: str) -> list[str]:
    """Free columns of few values that each leave a reader one prediction of a case; [] where none is needed."""
    mapping, cells = table.mapping, table.plain.table
    by = [name for name in (mapping.case_id, reader, mapping.split, mapping.fold, mapping.order) if name]
    if distinct_rows(cells, by) == len(cells):
        return []
    few = [name for name in table.free if name != reader and _has_few(cells[name])]
    return [name for name in few if distinct_rows(cells, [*by, name]) == len(cells)][:MOST_COLUMNS]


def _has_few(column: pa.ChunkedArray) -> bool:
    """Whether it could hold conditions: a blank cell names none."""
    if pa.types.is_nested(column.type) or is_blank(as_text(column, "")).any():
        return False
    return 2 <= len(column.slice(0, SAMPLE_ROWS).unique()) <= MOST_CONDITIONS
