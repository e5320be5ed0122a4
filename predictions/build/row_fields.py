"""Everything of a row but its labels and scores: ids, split, fold, sequence, order and details, for chosen rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from metrics.kernels.codes import unlike_others
from predictions.build.ids import own_clusters, read_ids
from predictions.build.weights import Weights, check_cases, read_weights
from predictions.columns import aliases
from predictions.columns.aliases import key_of
from predictions.columns.cells import as_text, is_text, looks_numeric, samples, without_markers
from predictions.columns.labels import BLANK, Vocabulary, encode, natural_order
from predictions.columns.positions import positions
from predictions.groups.dates import holds_dates
from predictions.mapping import Mapping
from predictions.problems import Notes
from predictions.roles.recognise import SINGLE_ROLES
from predictions.roles.understood import Understood

MAX_GROUPS = 100_000
Count = Callable[[np.ndarray], int]


@dataclass(frozen=True, eq=False)
class Rows:
    """The fields of Predictions that do not depend on the model, for all rows of a file."""

    case_ids: pa.ChunkedArray | None
    clusters: np.ndarray | None
    split: np.ndarray | None
    splits: tuple[str, ...]
    fold: np.ndarray | None
    folds: tuple[str, ...]
    sequence: np.ndarray | None
    sequences: tuple[str, ...]
    order: np.ndarray | None
    details: pa.Table
    weights: np.ndarray | None = None
    copies: np.ndarray | None = None

    def without_weight(self, size: int) -> np.ndarray:
        """(size,) True where a row has a blank cell as its weight."""
        return np.zeros(size, bool) if self.weights is None else np.isnan(self.weights)

    def without_cases(self, size: int) -> np.ndarray:
        """(size,) True where a row has a frequency of 0."""
        return np.zeros(size, bool) if self.copies is None else self.copies == 0

    def chosen(self, mask: np.ndarray | None) -> dict[str, Any]:
        """The same fields for the rows where mask is True; None: all rows, nothing copied."""
        fields = dict(vars(self))
        if mask is None:
            return fields
        arrow = pa.array(mask)
        for name, value in fields.items():
            if isinstance(value, np.ndarray):
                fields[name] = value[mask]
            elif isinstance(value, (pa.ChunkedArray, pa.Table)):
                fields[name] = value.filter(arrow)
        return fields


def read_rows(table: Understood, notes: Notes) -> Rows:
    """Read every column that is neither label nor score, and say what was trimmed or blank."""
    mapping, rows = table.mapping, table.plain.table
    case_ids, id_codes = read_ids(table, notes)
    sequence, sequences = _groups(mapping, "sequence", rows, notes)
    if sequence is not None and case_ids is not None and _begin_anew(mapping, sequence, id_codes):
        sequence, sequences = _of_each_patient(mapping, rows, case_ids, notes)
    clusters = id_codes if id_codes is not None else sequence
    split, splits = read_splits(mapping, rows, notes)
    fold, folds = _groups(mapping, "fold", rows, notes)
    order = _order(table, notes)
    details = kept_columns(table)
    weights, copies = _weights(mapping, rows)
    return Rows(
        case_ids, own_clusters(clusters), split, splits, fold, folds, sequence, sequences, order, details,
        weights, copies,
    )  # fmt: skip


def _begin_anew(mapping: Mapping, sequence: np.ndarray, patients: np.ndarray | None) -> bool:
    """Whether the names of recordings are those of other patients again, as nights 1 and 2 of each are."""
    if patients is None or key_of(mapping.case_id or "") not in aliases.PATIENT_ID:
        return False
    if not mapping.order and key_of(mapping.sequence or "") == "sequence":  # of a scanner: T1, T2, FLAIR
        return False
    known = (sequence != BLANK) & (patients != BLANK)
    is_of_rows = len(np.unique(patients[known])) == np.count_nonzero(known)  # an id of each row names no patient
    return not is_of_rows and bool(unlike_others(sequence[known], patients[known]).any())


def _of_each_patient(
    mapping: Mapping, rows: pa.Table, patients: pa.ChunkedArray, notes: Notes
) -> tuple[np.ndarray, tuple[str, ...]]:
    """Codes into the names of recordings behind those of their patients, `S01: 1`; said."""
    column, case_id = str(mapping.sequence), str(mapping.case_id)
    text = pc.utf8_trim_whitespace(as_text(rows[column], column))
    whole = pc.or_(pc.equal(text, ""), pc.fill_null(pc.equal(patients, ""), True))  # one of both is blank
    codes, names = in_natural_order(pc.if_else(whole, text, pc.binary_join_element_wise(patients, text, ": ")), column)
    notes.warn("recordings_of_each_patient", column=column, ids=case_id, recordings=len(names))
    return codes, names


def _weights(mapping: Mapping, rows: pa.Table) -> Weights | tuple[None, None]:
    """None without a column of weights. Raises Problem for a cell that is none."""
    if not mapping.weight:
        return None, None
    weights, copies = read_weights(rows[mapping.weight], mapping.weight)
    if copies is not None:
        check_cases(weights, 1, mapping.weight)
    return weights, copies


def read_splits(
    mapping: Mapping, table: pa.Table, notes: Notes, count: Count = np.count_nonzero
) -> tuple[np.ndarray | None, tuple[str, ...]]:
    """Codes into the splits under their usual names, test first. count: the rows of a mask."""
    codes, names = _groups(mapping, "split", table, notes, count)
    return _named_splits(codes, names, [aliases.flagged(mapping.split or "", name) for name in names], notes)


def kept_columns(table: Understood) -> pa.Table:
    """The kept columns; a text that is a missing-value marker is a blank cell."""
    details = table.plain.table.select(_detail_names(table))
    for at, name in enumerate(details.column_names if table.mapping.missing else ()):
        details = details.set_column(at, name, without_markers(details[name], name, table.mapping.missing))
    return details


def _detail_names(table: Understood) -> list[str]:
    """Columns without a role; and one of calendar dates that orders no recording."""
    mapping = table.mapping
    named = {getattr(mapping, role) for role in SINGLE_ROLES} | {mapping.truth, *(mapping.predicted or ())}
    taken = {*table.reasons, *filter(None, named)}
    if mapping.order and not mapping.sequence and holds_dates(table.column(mapping.order), mapping.order):
        taken.discard(mapping.order)
    return [name for name in table.plain.names if name not in taken]


def _groups(
    mapping: Mapping, role: str, table: pa.Table, notes: Notes, count: Count = np.count_nonzero
) -> tuple[np.ndarray | None, tuple[str, ...]]:
    """Codes into the naturally ordered names of a grouping column; -1 for a blank cell, said."""
    name = getattr(mapping, role)
    if not name:
        return None, ()
    codes, names = in_natural_order(table[name], name)
    blank = int(count(codes == BLANK))
    if blank:
        notes.warn("blank_groups", rows=blank, role=role, column=name)
    return codes, names


def in_natural_order(column: pa.ChunkedArray, name: str) -> tuple[np.ndarray, tuple[str, ...]]:
    """(n,) codes into the naturally ordered names of a grouping column, -1 for a blank cell; and these names."""
    coded = encode(column, name, MAX_GROUPS)
    vocabulary = Vocabulary.of(coded)
    return vocabulary.codes(coded), vocabulary.labels


def _named_splits(
    codes: np.ndarray | None, names: tuple[str, ...], meant: Sequence[str], notes: Notes
) -> tuple[np.ndarray | None, tuple[str, ...]]:
    """meant: the names, or what a flag says by them.

    `validation` and `dev` are valid, a holdout beside them is test, and so on; test first and train last.
    """
    if codes is None:
        return None, ()
    new = [*map(aliases.split_of, meant)]
    held_out = [name for name in names if aliases.bare_split(name) in aliases.HELD_OUT]
    if held_out and "test" not in new and new.count("valid") > len(held_out):
        new = ["test" if name in held_out else its for name, its in zip(names, new, strict=True)]
    changed = {old: name for old, name in zip(names, new, strict=True) if old != name}
    if changed:
        notes.fact("split_names", names=changed)
    others = natural_order(set(new) - {*aliases.SPLIT_VALUES})
    order = tuple(name for name in ("test", "valid", *others, "train") if name in new)
    table = np.array([order.index(name) for name in new] + [BLANK], np.int16)
    return table[codes], order


def _order(table: Understood, notes: Notes) -> np.ndarray | None:
    """(n,) float64 positions, seconds for times; None without a column that gives them."""
    name = table.mapping.order
    values = positions(table.column(name), name) if name else None
    if not name or values is None:
        return None
    column, lost = table.column(name), int(np.isnan(values).sum())
    if is_text(column.type) and not looks_numeric(column, name):
        notes.warn("order_in_text", column=name, examples=[*samples(column)])
    if lost:
        notes.warn("rows_without_position", rows=lost, column=name)
    return values
