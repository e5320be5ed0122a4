"""Rows that are no cases: a header that stands again in the middle, units below the header, totals at the end."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns import aliases
from predictions.columns.aliases import key_of
from predictions.columns.cells import as_text, is_text, looks_numeric
from predictions.plain_table import PlainTable
from predictions.problems import Problem

TOTALS = {
    "total", "totals", "grand total", "sum", "summe", "gesamt", "insgesamt", "somme", "totale", "totaal", "suma",
    "итого", "всего", "合計", "总计", "合计", "mean", "average", "mittelwert", "moyenne", "media", "median",
}  # fmt: skip
# What stands in a line of units or of data types: above labels, and above numbers.
TYPES = r"[(\[].*[)\]]|strings?|str|text|category|categorical|factor|nominal|varchar|character"
UNITS_OF_LABELS = re.compile(TYPES, re.IGNORECASE)
UNITS = re.compile(
    rf"{TYPES}|%|-+|n/?a|units?|unitless|object|enum|id|identifier|integer|int(?:32|64)?|float(?:32|64)?|double|number"
    r"|numeric|real|decimal|probability|prob|p|score|bool(?:ean)?|date|datetime|ms|s|sec(?:onds)?|frames?|years?|a\.?u\.?",
    re.IGNORECASE,
)
LOOKED_AT = 1000


def is_total(cell: str) -> bool:
    """Whether a cell says that its row adds up the others."""
    return cell.strip(" :.\t").casefold() in TOTALS


def without_headers_and_units(plain: PlainTable) -> None:
    """Take repeated header rows and a row of units out of the table, and say so.

    Raises Problem for a header that comes again in another order: two files that do not fit were joined.
    """
    rows = _header_rows(plain)
    if len(rows):
        plain.notes.warn("repeated_header_rows", rows=len(rows))
        _drop(plain, rows)
    units = _units(plain)
    if units:
        plain.notes.warn("units_row", units=units)
        _drop(plain, np.array([0]))


def _drop(plain: PlainTable, rows: np.ndarray) -> None:
    kept = np.ones(plain.table.num_rows, bool)
    kept[rows] = False
    plain.table = plain.table.filter(pa.array(kept))


def _header_rows(plain: PlainTable) -> np.ndarray:
    """The rows whose cells are the column names."""
    texts = [name for name in plain.names if is_text(plain.table.schema.field(name).type)]
    known = [name for name in texts if key_of(name) in (*aliases.TRUTH, *aliases.PREDICTED)]
    if not known or len(texts) < 2:
        return np.empty(0, np.int64)
    column = plain.table[known[0]]
    found = pc.is_in(as_text(column, known[0]), pa.array(texts))
    rows = np.flatnonzero(found.combine_chunks().to_numpy(zero_copy_only=False))
    headers = []
    for row in rows[:LOOKED_AT].tolist():
        cells = [(plain.table[name][row].as_py() or "").strip() for name in texts]
        if cells == texts:
            headers.append(row)
        elif sorted(cells) == sorted(texts):
            what = f"{plain.where}: row {row + 1:,} below the header holds the column names in another order"
            raise Problem(f"{what}, so two different tables were joined. Open each by itself.")
    return np.array(headers, np.int64)


def _units(plain: PlainTable) -> list[str]:
    """The cells of a first row that holds units, else nothing: no number where all other rows have one."""
    head = plain.table.slice(0, LOOKED_AT)
    if head.num_rows < 3 or not all(is_text(kind) for kind in head.schema.types):
        return []
    first = {name: (head[name][0].as_py() or "").strip() for name in head.column_names}
    filled = {name: cell for name, cell in first.items() if cell}
    labels = [name for name in filled if key_of(name) in (*aliases.TRUTH, *aliases.PREDICTED)]
    if not all((UNITS_OF_LABELS if name in labels else UNITS).fullmatch(cell) for name, cell in filled.items()):
        return []
    rest = head.slice(1)
    again = [name for name, cell in filled.items() if pc.any(pc.equal(as_text(rest[name], name), cell)).as_py()]
    numeric = [name for name in filled if name not in labels and looks_numeric(rest[name], name)]
    return list(dict.fromkeys(filled.values())) if not again and (numeric or len(labels) > 1) else []
