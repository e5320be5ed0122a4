"""Delimited text to one plain table: quotes, ragged rows and swallowed rows are found; every cell stays text.

But for scores in a long table, written as programs write fractions: these are read as the numbers that they are.
"""

from __future__ import annotations

import contextlib
import csv
import io
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from predictions.columns.aliases import has_role, names_score
from predictions.columns.cells import is_text
from predictions.formats.text.dialect import Head, find_dialect
from predictions.formats.text.encodings import as_utf8
from predictions.formats.text.ragged_rows import read_ragged
from predictions.limits import Limits
from predictions.plain_table import PlainTable, column_names
from predictions.problems import Notes, Problem
from words.text.names import quoted

FEW_TEXTS = 20
FRACTION = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")
# A whole cell. What must stand before it is looked at behind the first marks, which is 11 times faster.
TEXT_FORMULAS = (
    re.compile(rb'=(?<![^,;\t|\r\n]=)"([^"\r\n]*)"(?![^,;\t|\r\n])'),
    re.compile(rb'"=""(?<![^,;\t|\r\n]"="")([^"\r\n]*)"""(?![^,;\t|\r\n])'),
)
LONG = 1 << 20  # bytes, below which every cell stays text


@dataclass(frozen=True)
class Source:
    """The text, what its first lines show, and the names of its columns."""

    data: bytes
    head: Head
    names: list[str]
    where: str


def read_text(data: bytes, where: str, limits: Limits) -> PlainTable:
    """A header row and one row per case. Raises Problem for an empty, headless, ragged or unclosed table."""
    notes = Notes()
    data = _without_formulas(as_utf8(data, where, notes).rstrip(b"\x1a"), notes)  # how DOS ended its files
    if not data or data.isspace():
        raise Problem(f"{where} is empty. It needs a header row and one row per case.")
    head = find_dialect(data, where, notes, limits)
    names = column_names(list(head.header), where, limits)
    if not re.compile(rb"\S").search(data, head.start):
        raise Problem(f"{where} has a header but no rows. It needs one row per case below the header.")
    return PlainTable(_read(Source(data, head, names, where), notes), "text", where, notes)


def _without_formulas(data: bytes, notes: Notes) -> bytes:
    """`="007"` is the text 007, as programs write it for Excel."""
    if b'="' not in data:
        return data
    found = 0
    for pattern in TEXT_FORMULAS:
        data, cells = pattern.subn(rb'"\1"', data)
        found += cells
    if found:
        notes.warn("text_formulas", cells=found)
    return data


def _read(source: Source, notes: Notes) -> pa.Table:
    quote = source.head.dialect.quote.encode()
    quotes = quote in source.data
    if quotes and (_is_odd(source.data, quote) or source.head.dialect.escape):
        _check_quotes(source)
    ragged = False

    def skip(_row: object) -> str:
        nonlocal ragged
        ragged = True
        return "skip"

    table = None if source.head.dialect.spaces else _read_fast(source, skip, newlines=quotes)
    if ragged or table is None:
        table = read_ragged(source.data, source.head, source.names, source.where, notes)
    if quotes:
        _check_swallowed_rows(table, source)
    return table


def column_types(rows: Sequence[Sequence[str]], names: Sequence[str], numbers: bool) -> dict[str, pa.DataType]:
    """Text for every column, as categories where the first rows repeat few texts: classes cost a byte a row.

    rows: the first ones. numbers: columns named like scores or classes are float64 where each of these cells is a
    fraction as Python writes it: of 1,000,000 rows of five scores, what is left to do in the server takes half of the
    CPU. Any other column may hold ids, of which 5.1 is not 5.10.
    """
    found = [*itertools.zip_longest(*rows, fillvalue=""), *[()] * len(names)]
    columns = dict(zip(names, found, strict=False))
    classes = {text for column in columns.values() if _are_few(column) for text in column}
    scores = {name for name in names if names_score(name) or name in classes} if numbers else ()
    return {name: _type(column, name in scores) for name, column in columns.items()}


def _are_few(column: Sequence[str]) -> bool:
    """Whether the cells repeat few texts, as those of a class do."""
    return len(column) > 2 * FEW_TEXTS >= 2 * len(set(column))


def _type(column: Sequence[str], is_score: bool) -> pa.DataType:
    if _are_few(column):
        return pa.dictionary(pa.int32(), pa.string())
    return pa.float64() if is_score and len(set(column)) > FEW_TEXTS and _are_fractions(column) else pa.string()


def _are_fractions(cells: Sequence[str]) -> bool:
    """Whether each cell is what Python writes for its number; one below 1 shows that no point separates thousands."""
    if not all(map(FRACTION.fullmatch, cells)):
        return False
    found = [float(cell) for cell in cells]
    return any(0 < abs(each) < 1 for each in found) and list(map(repr, found)) == list(cells)


def _read_fast(source: Source, skip: object, newlines: bool) -> pa.Table:
    dialect, body = source.head.dialect, memoryview(source.data)[source.head.start :]
    parse = arrow_csv.ParseOptions(
        delimiter=dialect.delimiter,
        quote_char=dialect.quote,
        escape_char=dialect.escape or False,
        newlines_in_values=newlines,
        invalid_row_handler=skip,
    )

    def read(block_size: int, numbers: bool) -> pa.Table:
        convert = arrow_csv.ConvertOptions(
            column_types=column_types(source.head.rows, source.names, numbers),
            strings_can_be_null=False,
            quoted_strings_can_be_null=False,
            null_values=[""],
        )
        options = arrow_csv.ReadOptions(column_names=source.names, block_size=block_size)
        return arrow_csv.read_csv(pa.py_buffer(body), options, parse, convert)

    with contextlib.suppress(pa.ArrowInvalid):  # a cell further down is no such number
        if len(body) >= LONG:
            return read(1 << 20, numbers=True)
    try:
        return read(1 << 20, numbers=False)
    except pa.ArrowInvalid:  # a row longer than two blocks
        return read(min(len(body) + 1, 2**31 - 1), numbers=False)


def _is_odd(data: bytes, character: bytes) -> bool:
    """Whether a character occurs an odd number of times; bytes.count is slow for frequent ones."""
    codes, block = np.frombuffer(data, np.uint8), 1 << 22
    return (
        sum(np.count_nonzero(codes[at : at + block] == ord(character)) for at in range(0, len(codes), block)) % 2 == 1
    )


def _check_quotes(source: Source) -> None:
    """An odd number of quotation marks is fine inside plain cells, not where one opens a cell for good."""
    reader = source.head.dialect.records(io.StringIO(source.data.decode(), newline=""), strict=True)
    line = 0
    try:
        for _ in reader:
            line = reader.line_num  # type: ignore[attr-defined]
    except csv.Error:
        message = f"{source.where}: a quotation mark opened in line {line + 1:,} is never closed"
        raise Problem(f"{message}. Close it, or export the file again.") from None


def _check_swallowed_rows(table: pa.Table, source: Source) -> None:
    for name in table.column_names:
        pattern = swallowing(name, table.num_columns, source.head.dialect.delimiter)
        if not pattern or not is_text(table[name].type):
            continue
        column = table[name]
        if pa.types.is_dictionary(column.type):
            column = pa.chunked_array([chunk.dictionary for chunk in column.chunks], pa.string())
        if pc.any(pc.match_substring_regex(column, pattern)).as_py():
            raise swallowed_rows(name, source.where)


def swallowing(name: str, columns: int, delimiter: str) -> str:
    """What shows that a cell holds rows: whole lines of the table, or part of one in a label; "" for nothing.

    A quotation mark that closes some rows later hides them.
    """
    mark = re.escape(delimiter)
    if has_role(name):
        return rf"[\r\n][^\r\n]*{mark}"
    return rf"\n(?:[^{mark}\n]*{mark}){{{columns - 1}}}[^{mark}\n]*\n" if 4 <= columns <= 501 else ""


def swallowed_rows(name: str, where: str) -> Problem:
    """A cell that holds rows."""
    message = f"{where}: a cell of column {quoted(name)} holds whole lines of the table"
    return Problem(f"{message}, so a quotation mark is missing or misplaced. Correct it.")
