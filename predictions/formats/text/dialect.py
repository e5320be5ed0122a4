"""How a text is split into cells: separator, quotation mark, escape, and where its header stands."""

from __future__ import annotations

import contextlib
import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from predictions.columns.aliases import TRUTH, key_of, likeliest_header
from predictions.limits import Limits
from predictions.problems import Notes, Problem
from words.text.names import listed

DELIMITERS = {",": "comma", "\t": "tab", ";": "semicolon", "|": "pipe"}
SNIFFED, LONGEST_LINES = 200_000, 5_000_000  # bytes
SNIFFED_RECORDS = 100
HEADER_SEARCH = 30
STATED = re.compile(r'\s*"?sep=(.)"?\s*', re.IGNORECASE)  # a first line that Excel writes for itself
DECIMAL = re.compile(r"[+-]?\d*\.\d+(?:[eE][+-]?\d+)?")
WHOLE = re.compile(r"[+-]?\d+")
INVISIBLE = "\ufeff\u200b\u200e\u200f\u2060"
WIDEST = 20_000  # cells of a record that may be a header
LARGEST_CELL = 50_000_000

csv.field_size_limit(LARGEST_CELL)


@dataclass(frozen=True)
class Dialect:
    """delimiter, quote, escape: one character each; no escape is empty. spaces: cells may begin after some."""

    delimiter: str
    quote: str = '"'
    escape: str = ""
    spaces: bool = False

    def records(self, lines: Iterable[str], strict: bool = False) -> Iterator[list[str]]:
        """The cells of each record, also of blank lines. Raises csv.Error for an open quotation mark if strict."""
        return csv.reader(
            lines, delimiter=self.delimiter, quotechar=self.quote, escapechar=self.escape or None, strict=strict,
            skipinitialspace=self.spaces,
        )  # fmt: skip


@dataclass(frozen=True)
class Head:
    """What the first lines show: the dialect, the header's cells, the first rows, and the byte where those begin."""

    dialect: Dialect
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    start: int
    line: int
    above: int  # records that stand above the header

    @property
    def agreement(self) -> tuple[float, int]:
        """The proportion of rows that are as wide as the header, and how wide that is."""
        widths = [len(self.header), *map(len, self.rows)]
        return round(widths.count(widths[0]) / len(widths), 1), widths[0]


def find_dialect(data: bytes, where: str, notes: Notes, limits: Limits) -> Head:
    """The dialect and header of a UTF-8 text. Raises Problem for one or too many columns, and without a header."""
    lines = _first_lines(data)
    stated = STATED.fullmatch(lines[0]) if lines else None
    skipped = len(lines.pop(0).encode()) if stated else 0
    delimiters = stated[1] if stated else DELIMITERS
    heads = [head for delimiter in delimiters if (head := _head(lines, Dialect(delimiter), skipped))]
    wide = [head for head in heads if head.agreement[1] > 1]
    if not wide:
        names = "comma, tab, semicolon or pipe"
        if blanks := _by_blanks(lines):
            what = f"{where} has blanks between its {blanks} columns: an empty cell or a name of two words is ambiguous"
            raise Problem(f"{what}. Save it as CSV, separated by {names}.")
        raise Problem(f"{where} shows only one column, or no table at all. Separate the columns by {names}.")
    best = max(wide, key=_likeliness)
    limits.check_columns(len(best.header), where)
    head = _other_quotes(best, lines, skipped)
    if _has_row_names(head, lines):
        head = replace(head, header=("", *head.header))
        notes.fact("row_names")
    _check_header(head, where)
    if head.above:
        notes.warn("lines_above_header", line=head.line + bool(stated))
    return replace(head, line=head.line + bool(stated))


def _by_blanks(lines: list[str]) -> int:
    """How many columns stand aligned by blanks, or with one between each; 0 for lines of other lengths."""
    sizes = [len(line.split()) for line in lines[:SNIFFED_RECORDS] if line.strip()]
    return sizes[-1] if len(sizes) > 1 and sizes[-1] > 1 and sizes.count(sizes[-1]) >= len(sizes) - 1 else 0


def _likeliness(head: Head) -> tuple[float, bool, int]:
    """How many rows agree with the header, whether that names the true class, and how wide it is."""
    proportion, width = head.agreement
    return proportion, any(key_of(name) in TRUTH for name in head.header), width


def _first_lines(data: bytes) -> list[str]:
    """The first lines with their ends, without a truncated last line."""
    size = SNIFFED
    while len(data) > size and len(re.findall(rb"\r\n?|\n", data[:size])) < 3 and size < LONGEST_LINES:
        size *= 4  # a header of thousands of columns
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", data[:size].decode("utf-8", "ignore"))
    return lines if len(data) <= size or len(lines) < 2 else lines[:-1]


def _head(lines: list[str], dialect: Dialect, skipped: int) -> Head | None:
    """The same lines in one dialect; None where that makes no sense at all."""
    given = [0, skipped]  # lines and bytes

    def counted() -> Iterator[str]:
        for line in lines:
            given[0], given[1] = given[0] + 1, given[1] + len(line.encode())
            yield line

    found: list[tuple[tuple[str, ...], int, int]] = []
    try:
        for record in dialect.records(counted()):
            if any(cell.strip() for cell in record):
                found.append((tuple(record), given[0], given[1]))
            if len(found) == SNIFFED_RECORDS:
                break
    except csv.Error:
        return None
    if not found:
        return None
    at = _header_position([record for record, _, _ in found])
    header, line, start = found[at]
    header = (header[0].lstrip("# \t") if header[0].startswith("#") else header[0], *header[1:])
    above = found[at - 1][0] if at else ()
    if len(above) == len(header):  # names on two lines
        header = tuple(name if name.strip() else over for name, over in zip(header, above, strict=True))
    rows = tuple(record for record, _, _ in found[at + 1 :])
    return Head(dialect, tuple(name.strip(INVISIBLE) for name in header), rows, start, line, at)


def _header_position(records: list[tuple[str, ...]]) -> int:
    """The first record that names the true class, else the first that is no title (short, at the left)."""
    searched = [record if len(record) <= WIDEST else () for record in records[:HEADER_SEARCH]]
    header = likeliest_header(enumerate([cell.lstrip("#") for cell in record] for record in searched))
    if header is not None:
        return header
    usual = Counter(map(len, records)).most_common(1)[0][0]
    titles = [bool(record[0].strip()) and 2 * sum(bool(cell.strip()) for cell in record) <= usual for record in records]
    return titles.index(False) if False in titles else 0


def _other_quotes(head: Head, lines: list[str], skipped: int) -> Head:
    """Single quotation marks where they wrap the header, backslashes unless they make rows swallow each other."""
    cells = [cell.strip() for cell in head.header if cell.strip()]
    others = []
    if all(len(cell) > 1 and cell[0] == cell[-1] == "'" for cell in cells):
        others.append(Dialect(head.dialect.delimiter, "'"))
    if any('\\"' in line for line in lines):
        others.append(Dialect(head.dialect.delimiter, '"', "\\"))
    for dialect in others:
        other = _head(lines, dialect, skipped)
        if other and (other.agreement >= head.agreement or dialect.quote == "'"):
            head = other
    if head.dialect.delimiter != "\t" and _begin_after_blanks(lines, head.dialect):
        head = _head(lines, replace(head.dialect, spaces=True), skipped) or head
    return head


def _begin_after_blanks(lines: list[str], dialect: Dialect) -> bool:
    """Whether quotation marks stand after a blank at the beginning of a cell, not only inside of one."""
    if not any(f'{dialect.delimiter} "' in line for line in lines):
        return False
    with contextlib.suppress(csv.Error):
        return any(cell.startswith(' "') for record in dialect.records(lines) for cell in record)
    return False


def _has_row_names(head: Head, lines: list[str]) -> bool:
    """Whether R wrote the rows: each has one cell more than the header, the first of them "1", "2", ... in quotes."""
    firsts = [row[0] for row in head.rows if len(row) == len(head.header) + 1]
    counted = [str(number) for number in range(1, len(head.rows) + 1)]
    return bool(firsts) and firsts == counted and "".join(lines[head.line :]).lstrip().startswith('"1"')


def _stands_again(names: list[str], rows: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the header is repeated among the rows, and its cells stand nowhere else as those of a case would."""
    holding = [row for row in rows if any(cell.strip() == name for name, cell in zip(names, row, strict=False) if name)]
    return all([cell.strip() for cell in row] == names for row in holding)


def _check_header(head: Head, where: str) -> None:
    """Raises Problem for a first row that is one of the rows."""
    names = [name.strip() for name in head.header]
    filled = [name for name in names if name]
    if any(DECIMAL.fullmatch(name) for name in filled) or all(WHOLE.fullmatch(name) for name in filled):
        raise Problem(f"{where} has no header: its first row holds numbers. Put the column names in the first row.")
    if any(key_of(name) in TRUTH for name in filled):
        return
    below = [{row[at].strip() for row in head.rows if at < len(row)} for at in range(len(names))]
    again = [name for name, texts in zip(names, below, strict=True) if name and name in texts]
    if len(again) > 1 and not _stands_again(names, head.rows):
        text = f"{where} has no header: its first row holds {listed(again, 3)} like the rows below"
        raise Problem(f"{text}. Put the column names (y_true, y_pred ...) in the first row.")
