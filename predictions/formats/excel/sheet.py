"""One Excel sheet as columns of texts with their row numbers: memory follows the cells, not the corner they reach."""

from __future__ import annotations

import re
import string
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import numpy as np

from predictions.formats.excel.workbook import Part, Workbook, parse, unescaped

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
MOST_DIFFERENT = 100
EPOCHS = {False: datetime(1899, 12, 30), True: datetime(1904, 1, 1)}


@dataclass(frozen=True)
class Merged:
    """A merged area, rows and columns counted from 1, both ends included."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass
class Column:
    """The filled cells of one column, in the order of the file. as_number, as_text: the first different ones."""

    rows: array[int] = field(default_factory=lambda: array("i"))
    texts: list[str] = field(default_factory=list)
    as_number: set[str] = field(default_factory=set)
    as_text: set[str] = field(default_factory=set)

    @property
    def numbers(self) -> np.ndarray:
        """The row numbers as an array."""
        return np.frombuffer(self.rows, np.dtype(f"i{self.rows.itemsize}"))

    def at(self, row: int) -> str | None:
        """The text in that row, None for an empty cell."""
        found = np.flatnonzero(self.numbers == row)
        return self.texts[found[0]] if len(found) else None


@dataclass
class Cells:
    """The filled cells of a sheet by column, and what cells cannot show: merges, hidden rows, formulas, errors.

    unsaved, errors: column -> number of formulas without a saved result, of cells such as #N/A. hidden: row numbers.
    """

    columns: dict[int, Column] = field(default_factory=lambda: defaultdict(Column))
    merged: list[Merged] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    unsaved: dict[int, array[int]] = field(default_factory=lambda: defaultdict(lambda: array("i")))
    errors: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def first_rows(self, limit: int) -> Iterator[tuple[int, dict[int, str]]]:
        """(row, its cells by column) for the first `limit` rows that have cells."""
        rows = sorted({row for column in self.columns.values() for row in column.rows[: 50 * limit]})[:limit]
        wanted = {row: dict[int, str]() for row in rows}
        for number, column in sorted(self.columns.items()):
            for row, text in zip(column.rows[: 50 * limit], column.texts, strict=False):
                if row in wanted:
                    wanted[row][number] = text
        yield from wanted.items()


def column_letter(number: int) -> str:
    """3 -> C."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def read_cells(part: Part, book: Workbook) -> Cells:
    """Every cell that holds more than spaces. Raises Problem for a damaged part."""
    reader = _Reader(book)
    starts = {"c": reader.start_cell, "row": reader.start_row, "f": reader.start_formula, "mergeCell": reader.merge}
    parse(part, starts, {"c": reader.end_cell, "v": reader.end_value, "t": reader.inline.append})
    return reader.cells


class _Reader:
    """Takes the elements of a sheet one by one."""

    def __init__(self, book: Workbook) -> None:
        self.book, self.cells = book, Cells()
        self.row = self.column = 0
        self.kind = self.style = self.value = ""
        self.formula = False
        self.inline: list[str] = []
        self.letters: dict[str, int] = {}

    def start_row(self, attributes: dict[str, str]) -> None:
        self.row = int(attributes.get("r", self.row + 1))
        self.column = 0
        if attributes.get("hidden") in ("1", "true"):
            self.cells.hidden.add(self.row)

    def start_formula(self, _attributes: dict[str, str]) -> None:
        self.formula = True

    def merge(self, attributes: dict[str, str]) -> None:
        first, _, last = attributes["ref"].partition(":")
        (left, top), (right, bottom) = self._place(first), self._place(last or first)
        self.cells.merged.append(Merged(top, left, bottom, right))

    def start_cell(self, attributes: dict[str, str]) -> None:
        reference = attributes.get("r")
        if reference:
            self.column, self.row = self._place(reference)
        else:
            self.column += 1
        self.kind, self.style = attributes.get("t", "n"), attributes.get("s", "")
        self.value, self.formula = "", False
        self.inline.clear()

    def _place(self, reference: str) -> tuple[int, int]:
        """(column, row), both from 1. Raises ValueError beyond the sheet."""
        letters = reference.rstrip(string.digits)
        column = self.letters.get(letters)
        if column is None:
            if not re.fullmatch(r"[A-Z]{1,3}", letters):
                raise ValueError(reference)
            column = 0
            for letter in letters:
                column = 26 * column + ord(letter) - 64
            self.letters[letters] = column
        row = int(reference[len(letters) :])
        if not (0 < row <= LAST_ROW and column <= LAST_COLUMN):
            raise ValueError(reference)
        return column, row

    def end_value(self, text: str) -> None:
        self.value = text

    def end_cell(self, _text: str) -> None:
        text = self._text()
        if text and not text.isspace():
            column = self.cells.columns[self.column]
            column.rows.append(self.row)
            column.texts.append(text)
            different = column.as_number if self.kind == "n" else column.as_text
            if len(different) < MOST_DIFFERENT:
                different.add(text)
        elif self.formula and not self.value and self.kind != "str":
            self.cells.unsaved[self.column].append(self.row)

    def _text(self) -> str:
        """What a reader of the sheet means by the cell: 1, not 1.0; True; dates as ISO text; nothing for an error."""
        kind, value = self.kind, self.value
        if kind == "s":
            return self.book.texts[_position(value)] if value else ""
        if kind == "n":
            return self._number(value) if value else ""
        if kind == "inlineStr":
            return unescaped("".join(self.inline))
        if kind == "b":
            return "True" if value in ("1", "true") else "False"
        if kind == "e":
            self.cells.errors[self.column][value] += 1
            return ""
        return unescaped(value)

    def _number(self, value: str) -> str:
        number = float(value)
        if self.style and int(self.style) in self.book.dates:
            return _date(number, self.book.since_1904)
        if number.is_integer() and abs(number) < 1e15:
            return str(int(number))
        return repr(number)


def _position(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def _date(days: float, since_1904: bool) -> str:
    """A day count as ISO text: a date, a time below one day, or both."""
    try:
        moment = EPOCHS[since_1904] + timedelta(milliseconds=round(days * 86_400_000))
    except (OverflowError, ValueError):
        return repr(days)
    if 0 <= days < 1:
        return moment.time().isoformat()
    return moment.date().isoformat() if days.is_integer() else moment.isoformat()
