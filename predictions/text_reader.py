"""Delimited text to one plain table: delimiter, header, quotes and ragged rows; every cell stays text."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from predictions.encodings import as_utf8
from predictions.limits import Limits
from predictions.plain import PlainTable, column_names
from predictions.problems import Notes, Problem, count_rows, quoted

__all__ = ["DELIMITERS", "read_text"]

DELIMITERS = {",": "comma", "\t": "tab", ";": "semicolon", "|": "pipe"}
SNIFFED_CHARACTERS = 200_000
SNIFFED_RECORDS = 100
FEW_TEXTS = 20
LARGEST_CELL = 50_000_000

csv.field_size_limit(LARGEST_CELL)


def read_text(data: bytes, where: str, limits: Limits) -> PlainTable:
    """A header row and one row per case. Raises Problem for an empty, headless, ragged or unclosed table."""
    notes = Notes()
    data = as_utf8(data, where, notes)
    if not data or data.isspace():
        raise Problem(f"{where} is empty. It needs a header row and one row per case.")
    delimiter = _delimiter(data, where)
    header, start = _split_header(data, delimiter, where)
    if not re.compile(rb"\S").search(data, start):
        raise Problem(f"{where} has a header but no rows. It needs one row per case below the header.")
    names = column_names(header, where, limits)
    table = _read(data, start, names, delimiter, where, notes)
    return PlainTable(table, "text", where, notes)


def _head(data: bytes) -> Iterator[str]:
    """The first lines with their ends, a cut last line left out."""
    text = data[:SNIFFED_CHARACTERS].decode("utf-8", "ignore")
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", text)
    return iter(lines if len(data) <= SNIFFED_CHARACTERS or len(lines) < 2 else lines[:-1])


def _records(lines: Iterator[str], delimiter: str) -> Iterator[list[str]]:
    return (row for row in csv.reader(lines, delimiter=delimiter) if any(cell.strip() for cell in row))


def _delimiter(data: bytes, where: str) -> str:
    """The delimiter that cuts the header into most columns and the next rows into as many."""
    best = max(DELIMITERS, key=lambda delimiter: _agreement(data, delimiter))
    if _agreement(data, best)[1] < 2:
        names = "comma, tab, semicolon or pipe"
        raise Problem(f"{where} shows only one column, or no table at all. Separate the columns by {names}.")
    return best


def _agreement(data: bytes, delimiter: str) -> tuple[float, int]:
    widths: list[int] = []
    try:
        for row in _records(_head(data), delimiter):
            widths.append(len(row))
            if len(widths) == SNIFFED_RECORDS:
                break
    except csv.Error:
        return 0.0, 0
    if not widths or widths[0] < 2:
        return 0.0, 0
    return round(widths.count(widths[0]) / len(widths), 1), widths[0]


@dataclass
class _Lines:
    """Hands out lines and counts the bytes it gave."""

    lines: Iterator[str]
    given: int = 0

    def __iter__(self) -> Iterator[str]:
        for line in self.lines:
            self.given += len(line.encode())
            yield line


def _split_header(data: bytes, delimiter: str, where: str) -> tuple[list[str], int]:
    """The header's cells, and where the rows below it start."""
    lines = _Lines(_head(data))
    header = next(_records(iter(lines), delimiter))
    if any(re.fullmatch(r"[+-]?\d*\.\d+(?:[eE][+-]?\d+)?", cell.strip()) for cell in header):
        raise Problem(f"{where} has no header: its first row holds numbers. Put the column names in the first row.")
    return header, lines.given


def _read(data: bytes, start: int, names: list[str], delimiter: str, where: str, notes: Notes) -> pa.Table:
    quotes = b'"' in data
    if quotes and _is_odd(data, b'"'):
        _check_quotes(data, delimiter, where)
    ragged = False

    def skip(_row: object) -> str:
        nonlocal ragged
        ragged = True
        return "skip"

    types = _types(data, names, delimiter)
    table = _read_fast(memoryview(data)[start:], types, delimiter, skip, newlines=quotes)
    if ragged:
        table = _read_ragged(data, names, delimiter, where, notes)
    if quotes:
        _check_swallowed_rows(table, delimiter, where)
    return table


def _types(data: bytes, names: list[str], delimiter: str) -> dict[str, pa.DataType]:
    """Text for every column, as categories where the first rows repeat few texts: classes cost a byte a row."""
    rows = list(itertools.islice(_records(_head(data), delimiter), 1, SNIFFED_RECORDS))
    repeats = [len(set(column)) <= FEW_TEXTS for column in itertools.zip_longest(*rows, fillvalue="")]
    many = len(rows) > 2 * FEW_TEXTS
    return {
        name: pa.dictionary(pa.int32(), pa.string()) if many and few else pa.string()
        for name, few in itertools.zip_longest(names, repeats[: len(names)])
    }


def _read_fast(
    body: memoryview, types: dict[str, pa.DataType], delimiter: str, skip: object, newlines: bool
) -> pa.Table:
    parse = arrow_csv.ParseOptions(delimiter=delimiter, newlines_in_values=newlines, invalid_row_handler=skip)
    convert = arrow_csv.ConvertOptions(
        column_types=types,
        strings_can_be_null=False,
        quoted_strings_can_be_null=False,
    )

    def read(block_size: int) -> pa.Table:
        options = arrow_csv.ReadOptions(column_names=list(types), block_size=block_size)
        return arrow_csv.read_csv(pa.py_buffer(body), options, parse, convert)

    try:
        return read(1 << 20)
    except pa.ArrowInvalid:  # a row longer than two blocks
        return read(min(len(body) + 1, 2**31 - 1))


def _is_odd(data: bytes, character: bytes) -> bool:
    """Whether a character occurs an odd number of times; bytes.count is slow for frequent ones."""
    codes, block = np.frombuffer(data, np.uint8), 1 << 22
    return (
        sum(np.count_nonzero(codes[at : at + block] == ord(character)) for at in range(0, len(codes), block)) % 2 == 1
    )


def _check_quotes(data: bytes, delimiter: str, where: str) -> None:
    """An odd number of quotation marks is fine inside plain cells, not where one opens a cell for good."""
    reader = csv.reader(io.StringIO(data.decode(), newline=""), delimiter=delimiter, strict=True)
    line = 0
    try:
        for _ in reader:
            line = reader.line_num
    except csv.Error:
        message = f"{where}: a quotation mark opened in line {line + 1:,} is never closed"
        raise Problem(f"{message}. Close it, or export the file again.") from None


def _check_swallowed_rows(table: pa.Table, delimiter: str, where: str) -> None:
    """A quote that closes some rows later hides whole rows, seen as full lines of the table inside one cell."""
    between = table.num_columns - 1
    if not 3 <= between <= 500:
        return
    mark = re.escape(delimiter)
    whole_line = rf"\n(?:[^{mark}\n]*{mark}){{{between}}}[^{mark}\n]*\n"
    for name in table.column_names:
        column = table[name]
        if pa.types.is_dictionary(column.type):
            column = pa.chunked_array([chunk.dictionary for chunk in column.chunks], pa.string())
        if pc.any(pc.match_substring_regex(column, whole_line)).as_py():
            message = f"{where}: a cell of column {quoted(name)} holds whole lines of the table"
            raise Problem(f"{message}, so a quotation mark is missing or misplaced. Correct it.")


def _read_ragged(data: bytes, names: list[str], delimiter: str, where: str, notes: Notes) -> pa.Table:
    """Row by row: short rows are filled with blanks, blank cells beyond the header are left out, both said."""
    rows: list[list[str]] = []
    short: list[int] = []
    long: list[int] = []
    reader = csv.reader(io.StringIO(data.decode(), newline=""), delimiter=delimiter)
    for row in reader:
        if not any(cell.strip() for cell in row):
            continue
        if len(row) > len(names):
            _refuse_extra(row, names, reader.line_num, where)
            long.append(reader.line_num)
        elif len(row) < len(names):
            short.append(reader.line_num)
        rows.append((row + [""] * len(names))[: len(names)])
    _say_ragged(short, long, len(names), notes)
    columns = zip(*rows[1:], strict=True)
    return pa.table({name: pa.array(column, pa.string()) for name, column in zip(names, columns, strict=True)})


def _refuse_extra(row: list[str], names: list[str], line: int, where: str) -> None:
    if any(cell.strip() for cell in row[len(names) :]):
        message = f"{where}: line {line:,} has {len(row)} fields, the header has {len(names)} columns"
        raise Problem(f"{message}. Correct that line, or put cells that hold the separator in quotation marks.")


def _say_ragged(short: list[int], long: list[int], width: int, notes: Notes) -> None:
    if short:
        shown = ", ".join(f"{line:,}" for line in short[:5]) + (" ..." if len(short) > 5 else "")
        lines = "line" if len(short) == 1 else "lines"
        what = f"{count_rows(len(short))} with fewer fields than the {width} columns ({lines} {shown})"
        notes.warn(f"{what}: the missing cells at the end were taken as blank.")
    if long:
        notes.warn(f"{count_rows(len(long))} with extra blank fields at the end: the trailing fields were left out.")
