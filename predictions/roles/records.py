"""A column of records: the sequence of the rows where its values repeat along an order, the case where none repeats."""

from __future__ import annotations

from dataclasses import replace

from predictions.columns.aliases import PATIENT_ID, key_of
from predictions.columns.cells import SAMPLE_ROWS, distinct_rows
from predictions.mapping import Mapping
from predictions.problems import Notes
from predictions.roles.understood import Understood
from words.text.names import quoted

FEWEST_RECORDS = 10  # rows that tell that none of them has another row


def with_records(table: Understood, wanted: Mapping, notes: Notes) -> Understood:
    """With the sequence and the case that a column of records is, where nobody chose a sequence or a case."""
    found = table if wanted.order is not None else _without_training_epochs(table)
    found = found if wanted.sequence is not None else _as_sequence(_without_single_rows(found))
    return found if wanted.case_id is not None else _without_row_ids(found, notes)


def _without_row_ids(table: Understood, notes: Notes) -> Understood:
    """Ids of which each frame has its own are not its patient: the sequence is the unit, which is said."""
    column, sequence, order = table.mapping.case_id, table.mapping.sequence, table.mapping.order
    if not column or not sequence or column == sequence or key_of(column) in PATIENT_ID:
        return table
    if not order and key_of(sequence) == "sequence":  # of a scanner: T1, T2, FLAIR
        return table
    cells = table.plain.table.slice(0, SAMPLE_ROWS)
    ids, places = len(cells[column].drop_null().unique()), distinct_rows(cells, [sequence, *filter(None, [order])])
    if ids < FEWEST_RECORDS or ids not in (len(cells), places) or ids == len(cells[sequence].unique()):
        return table
    notes.warn("ids_of_rows", column=column)
    return _without(table, column).settled(case_id=None)


def _without_training_epochs(table: Understood) -> Understood:
    """Epochs that all of many cases have, with one true class each, are those of training, not of a night: no order."""
    ids, truth, order = table.mapping.case_id, table.mapping.truth, table.mapping.order
    if not ids or not truth or not order or table.mapping.sequence or key_of(order) != "epoch":
        return table
    cells = table.plain.table.slice(0, SAMPLE_ROWS)
    cases, epochs = (len(cells[name].unique()) for name in (ids, order))
    is_one = distinct_rows(cells, [ids, truth]) == cases > epochs
    is_one = is_one and distinct_rows(cells, [ids, order]) == cases * epochs
    return _without(table, order).settled(order=None) if is_one else table


def _without(table: Understood, column: str) -> Understood:
    return replace(table, reasons={name: said for name, said in table.reasons.items() if name != column})


def _without_single_rows(table: Understood) -> Understood:
    """A record of a value of its own in every row is no sequence of rows: without another id it names the case."""
    column = table.mapping.sequence
    if column is None or key_of(column) != "record" or table.mapping.order:
        return table
    values = table.first(column).drop_null()
    if not FEWEST_RECORDS <= len(values) == len(values.unique()):
        return table
    found = _without(table, column).settled(sequence=None)
    if table.mapping.case_id:
        return found
    return found.settled(case_id=column).because({column: ("ID of the case or patient", "column name")})


def _as_sequence(table: Understood) -> Understood:
    """A repeated record with an order column and no other sequence is itself the sequence."""
    mapping = table.mapping
    if mapping.sequence or not (mapping.order and mapping.case_id):
        return table
    ids = table.first(mapping.case_id)
    if len(ids.unique()) > 0.5 * len(ids):
        return table
    because = f"column name; values repeat along {quoted(mapping.order)}"
    said = {mapping.case_id: ("which patient or record, and the sequence", because)}
    return replace(table.settled(sequence=mapping.case_id), reasons={**table.reasons, **said})
