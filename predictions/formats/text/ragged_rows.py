"""Rows that are shorter or longer than the header: blanks at the end are forgiven and said, anything else refused."""

from __future__ import annotations

import io

import pyarrow as pa

from predictions.formats.non_case_rows import is_total
from predictions.formats.text.dialect import DELIMITERS, Head
from predictions.problems import Notes, Problem
from words.text.names import quoted


def read_ragged(data: bytes, head: Head, names: list[str], where: str, notes: Notes) -> pa.Table:
    """Row by row: short rows are filled with blanks, blank cells beyond the header dropped, both said.

    Raises Problem for cells beyond the header, for a truncated last row, and where most rows are short.
    """
    rows: list[list[str]] = []
    short: list[int] = []
    long: list[int] = []
    wrong: list[tuple[int, int]] = []
    reader = head.dialect.records(io.StringIO(data[head.start :].decode(), newline=""))
    for row in reader:
        if not any(cell.strip() for cell in row):
            continue
        line = head.line + reader.line_num  # type: ignore[attr-defined]
        if len(row) > len(names):
            (wrong.append((line, len(row))) if any(map(str.strip, row[len(names) :])) else long.append(line))
        elif len(row) < len(names):
            _refuse_other_mark(row, head.dialect.delimiter, len(names), line, where)
            short.append(line)
        rows.append((row + [""] * len(names))[: len(names)])
    if not rows:
        raise Problem(f"{where} has a header but no rows. It needs one row per case below the header.")
    _refuse_extra(wrong, len(rows), len(names), where)
    _refuse_cut(data, rows, short, line, where)
    _refuse_shift(short, len(rows), len(names), where)
    _say_ragged(short, long, len(names), notes)
    return pa.table({name: pa.array([row[at] for row in rows], pa.string()) for at, name in enumerate(names)})


def _refuse_other_mark(row: list[str], mark: str, width: int, line: int, where: str) -> None:
    """A short row that another separator makes as wide as the header is no row with blanks at its end."""
    for other, name in DELIMITERS.items():
        inside = sum(cell.count(other) for cell in row)
        if other != mark and len(row) + inside == width and not any(f"{other} " in cell for cell in row):
            what = f"{where}: line {line:,} seems to be separated by a {name}, too"
            raise Problem(f"{what}. Separate all lines by {DELIMITERS.get(mark, quoted(mark))}.")


def _refuse_extra(wrong: list[tuple[int, int]], rows: int, width: int, where: str) -> None:
    if len(wrong) == rows > 1 and len({fields for _, fields in wrong}) == 1:
        message = f"{where}: all {rows:,} rows have {wrong[0][1]} fields, the header has {width} columns"
        raise Problem(f"{message}. Name every column, or write decimals with a point or in quotation marks.")
    if wrong:
        line, fields = wrong[0]
        more = f", and so have {len(wrong) - 1:,} more lines" if len(wrong) > 1 else ""
        message = f"{where}: line {line:,} has {fields} fields, the header has {width} columns{more}"
        raise Problem(f"{message}. Correct it, or put cells that hold the separator in quotation marks.")


def _refuse_cut(data: bytes, rows: list[list[str]], short: list[int], last: int, where: str) -> None:
    """A last line without its end and without its last cells was truncated, unless it is a line of totals."""
    ends = (b"\n", b"\r")
    if short and short[-1] == last and not data.endswith(ends) and not is_total(rows[-1][0]):
        message = f"{where} seems truncated: its last line ({last:,}) ends early and has no line end"
        raise Problem(f"{message}. Export it again, or complete that line.")


def _refuse_shift(short: list[int], rows: int, width: int, where: str) -> None:
    if len(short) > max(rows - len(short), 1):
        message = f"{where}: most rows ({len(short):,} of {rows:,}) have fewer fields than the {width} columns"
        raise Problem(f"{message}, so it is not known which column is missing. Correct the header or the rows.")


def _say_ragged(short: list[int], long: list[int], width: int, notes: Notes) -> None:
    if short:
        notes.warn("short_rows", rows=len(short), lines=short[:5], width=width)
    if long:
        notes.warn("blank_trailing_fields", rows=len(long))
