"""Excel workbooks to one plain table: the sheet and header row that hold the predictions; every cell as text."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

import openpyxl
import pyarrow as pa

from predictions.aliases import TRUTH, key_of
from predictions.plain import PlainTable, column_names
from predictions.problems import Notes, Problem, listed, quoted

__all__ = ["read_excel"]

HEADER_SEARCH = 30
Rows = list[list[str]]


def read_excel(data: bytes, where: str) -> PlainTable:
    """The one sheet with a truth column, or the only sheet with cells. Raises Problem when several qualify."""
    notes = Notes()
    sheets = {name: rows for name, rows in _sheets(data, where).items() if rows}
    if not sheets:
        raise Problem(f"{where} is an empty workbook: it has no cells. It needs a header row and one row per case.")
    if b"vbaProject" in data:
        notes.warn(f"{where} carries macros; only its cells were read, and no macro was run.")
    name = _chosen(sheets, where, notes)
    rows, top = sheets[name], _header_row(sheets[name])
    if top:
        notes.warn(
            f"The header was taken from the row number {top + 1} that has cells; what stands above was left out."
        )
    return PlainTable(_table(rows[top:], f"{where}, sheet {quoted(name)},"), "Excel", where, notes)


def _sheets(data: bytes, where: str) -> dict[str, Rows]:
    try:
        workbook = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        return {sheet.title: list(_rows(sheet)) for sheet in workbook.worksheets}
    except Exception:  # zip, XML, zlib and openpyxl each have their own: all of them mean a damaged file
        raise Problem(f"{where} is a damaged or incomplete Excel workbook. Save it again.") from None


def _rows(sheet: Any) -> Iterator[list[str]]:
    for row in sheet.iter_rows(values_only=True):
        cells = [_text(value) for value in row]
        if any(cell.strip() for cell in cells):
            yield cells


def _text(value: object) -> str:
    """What a reader of the sheet means by the cell: 1, not 1.0; True; dates as ISO text."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    return str(value)


def _chosen(sheets: dict[str, Rows], where: str, notes: Notes) -> str:
    candidates = [name for name, rows in sheets.items() if _truth_row(rows) is not None] or list(sheets)
    if len(candidates) > 1:
        raise Problem(
            f"{where} holds several tables: sheets {listed(candidates)}. Save the one to review as a file of its own."
        )
    if len(sheets) > 1:
        notes.warn(f"Sheet {quoted(candidates[0])} was read; the other sheets were not.")
    return candidates[0]


def _truth_row(rows: Rows) -> int | None:
    """The first row that names a truth column and at least one more."""
    for number, row in enumerate(rows[:HEADER_SEARCH]):
        names = {key_of(cell) for cell in row if cell.strip()}
        if len(names) > 1 and names & set(TRUTH):
            return number
    return None


def _header_row(rows: Rows) -> int:
    found = _truth_row(rows)
    return 0 if found is None else found


def _table(rows: Rows, where: str) -> pa.Table:
    _header, *body = rows
    if not body:
        raise Problem(f"{where} has a header but no rows. It needs one row per case below the header.")
    width = max(len(row) for row in rows)
    padded = [row + [""] * (width - len(row)) for row in rows]
    used = [column for column in zip(*padded, strict=True) if any(cell.strip() for cell in column)]
    names = column_names([column[0] for column in used], where)
    columns = [pa.array(column[1:], pa.string()) for column in used]
    return pa.table(columns, names=names)
