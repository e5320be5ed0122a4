"""Delimited text on this computer, plain or gzip, that is counted without holding its rows.

Its dialect is found as that of any other text, and told to the engine, which guesses nothing. Every column is text but
scores that are fractions as programs write them.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import narwhals as nw
import pyarrow as pa

from metrics.kernels.once import Once
from predictions.formats.non_case_rows import (
    NAMES_OF_TRUTH,
    is_repeated_header,
    label_column,
    naming_columns,
    rows_above_cases,
)
from predictions.formats.readers import say_misnamed
from predictions.formats.text.dialect import Dialect, Head, find_dialect
from predictions.formats.text.text_reader import column_types, swallowed_rows, swallowing
from predictions.limits import Limits
from predictions.plain_table import PlainTable, column_names
from predictions.problems import Notes, Notice, Problem
from predictions.sources.engines.csv_scan import beginning, counts, is_packed
from predictions.sources.engines.duckdb import Duckdb, Opened, connected, plain_errors, settle
from predictions.sources.engines.engine import number_of
from predictions.sources.engines.files import LocalFile
from words.text.names import quoted

LINE = re.compile(r"CSV Error on Line: (\d+)")
BUFFER = 4_300_000  # bytes that the engine reads at once: with its own 32 MB the peak is some 90 MB higher
MOST_JOINED = 1_000  # rows that may be headers, and are looked at one by one


@dataclass(frozen=True)
class Layout:
    """How a text is read. names: of its columns. skipped: lines above the first case. numbers: which columns are some.

    repeats: the names stand again as rows, which are no cases. notices: what a reader must know of it.
    """

    dialect: Dialect
    names: tuple[str, ...]
    skipped: int
    is_gzip: bool
    numbers: frozenset[str] = frozenset()
    repeats: bool = False
    notices: tuple[Notice, ...] = ()

    @property
    def columns(self) -> dict[str, str]:
        """The name that the engine knows a column by, as names may differ only in case."""
        return {name: f"c{place}" for place, name in enumerate(self.names)}

    @property
    def texts(self) -> list[str]:
        return [name for name in self.names if name not in self.numbers]

    def is_header(self) -> nw.Expr:
        """Of a row that holds the names of its columns."""
        return nw.all_horizontal(*(self.folded(name) == name.lower() for name in self.texts), ignore_nulls=False)

    def like_header(self) -> list[nw.Expr]:
        """Of a row with the name of a column as its class, or with its own name in the first column or as its id.

        [] where no column of text could tell.
        """
        texts, label = self.texts, label_column(self.texts)
        found = [nw.col(self.columns[name]) == name for name in sorted(naming_columns(texts))]
        if label:
            found.append(self.folded(label).is_in([name.lower() for name in (*texts, *NAMES_OF_TRUTH)]))
        return [nw.any_horizontal(*found, ignore_nulls=True)] if found else []

    def folded(self, name: str) -> nw.Expr:
        """A column of text in lower case, without outer blanks."""
        return nw.col(self.columns[name]).str.strip_chars().str.to_lowercase()


LAYOUTS = Once(most=8, told=Problem)


@dataclass(frozen=True)
class CsvFile(LocalFile):
    """A file of delimited text. limits: of its columns, and of their names."""

    limits: Limits
    kind: ClassVar[str] = "text"

    @contextlib.contextmanager
    def opened(self, tick: Callable[[], None]) -> Iterator[Duckdb]:
        """Raises Problem for a text that is damaged, ragged or in another encoding than UTF-8."""
        with connected(self.name, [self.path]) as connection:
            layout = LAYOUTS.get((self, self.version()), lambda: _layout(self, connection, tick), tick)
            engine = _engine(self, connection, layout, tick)
            settle(connection)
            yield engine


def _layout(file: CsvFile, connection: Any, tick: Callable[[], None]) -> Layout:
    """Raises Problem for what the engine would not read as it is read everywhere else."""
    where, notes = quoted(file.name), Notes()
    head = find_dialect(beginning(file.path), where, notes, file.limits)
    names = column_names(list(head.header), where, file.limits)
    _check_dialect(head.dialect, where)
    marks = [head.dialect.quote.encode(), head.dialect.delimiter.encode()]
    (quotes, separators), ends = counts(file.path, head.start, marks, tick)
    if ends.are_mixed and not quotes:
        raise Problem(f"{where} ends its lines in two ways, and must in one at this size. Export it again.")
    layout = Layout(head.dialect, tuple(names), head.line, is_packed(file.path))
    sample = PlainTable(_engine(file, connection, layout, tick).head, file.kind, where)
    _check_beginning(sample.table, head, where)
    above = rows_above_cases(sample)
    types = column_types(head.rows[above:], names, numbers=True)
    layout = replace(layout, skipped=head.line + above)
    found = _looked_through(_Reading(file, connection, tick, quotes > 0), layout, types)
    if not quotes and (longer := separators - (len(names) - 1) * (found.rows + above)) > 0:
        notes.warn("blank_trailing_fields", rows=longer)
    if found.headers:
        notes.warn("repeated_header_rows", rows=found.headers)
    notes.extend(sample.notes.notices)
    say_misnamed(notes, file.name, "gzip" if layout.is_gzip else "text")
    return replace(found.layout, repeats=found.headers > 0, notices=tuple(notes.notices))


def _check_dialect(dialect: Dialect, where: str) -> None:
    """Raises Problem for what the engine cannot read exactly."""
    odd = "backslashes before" if dialect.escape else "blanks before" if dialect.spaces else ""
    if odd:
        what = f"{where} is too large for a text with {odd} quotation marks"
        raise Problem(f"{what}. Save it without them, or as Parquet.")


def _check_beginning(sample: pa.Table, head: Head, where: str) -> None:
    """Raises Problem where the engine reads the first rows in another way."""
    read = [["" if cell is None else cell for cell in row.values()] for row in sample.to_pylist()]
    filled = [row for row in read if any(map(str.strip, row))]
    if filled[: len(head.rows)] != [list(row[: sample.num_columns]) for row in head.rows]:
        what = f"{where} is too large for a text whose first lines are unlike the others"
        raise Problem(f"{what}. Remove what stands above the header, or save it as Parquet.")


@dataclass(frozen=True)
class _Reading:
    """What is needed to ask all rows of a text."""

    file: CsvFile
    connection: Any
    tick: Callable[[], None]
    has_quotes: bool


@dataclass(frozen=True)
class _Found:
    """What all rows tell: the layout with its columns of numbers; how many rows there are, and headers among them."""

    layout: Layout
    rows: int
    headers: int


def _looked_through(reading: _Reading, layout: Layout, types: Mapping[str, pa.DataType]) -> _Found:
    """Columns of fractions are numbers where every cell of them is one."""
    numbers = frozenset(name for name, kind in types.items() if pa.types.is_floating(kind))
    if numbers:
        with contextlib.suppress(Problem):  # a cell further down is no such number
            return _asked(reading, replace(layout, numbers=numbers))
    return _asked(reading, layout)


def _asked(reading: _Reading, layout: Layout) -> _Found:
    """Raises Problem for a row that does not fit, for rows inside a cell, and for the header of another table."""
    engine, where, names = (
        _engine(reading.file, reading.connection, layout, reading.tick),
        quoted(reading.file.name),
        layout.texts,
    )
    inside = {
        name: nw.col(layout.columns[name]).str.contains(pattern)
        for name in (names if reading.has_quotes else ())
        if (pattern := swallowing(name, len(layout.names), layout.dialect.delimiter))
    }
    named = layout.like_header()
    asked = [nw.len(), *map(number_of, (*inside.values(), *named))]
    asked += [nw.col(layout.columns[name]).count() for name in layout.numbers]
    question = engine.frame.select(*(each.alias(f"asked {place}") for place, each in enumerate(asked)))
    rows, *found = engine.answer(question).to_pylist()[0].values()
    for name, cells in zip(inside, found, strict=False):
        if cells:
            raise swallowed_rows(name, where)
    headers = 0
    if named and found[len(inside)]:
        few = engine.answer(engine.frame.filter(*named).head(MOST_JOINED)).rename_columns(list(layout.names))
        headers = sum(is_repeated_header(row, names, where, "a row") for row in few.to_pylist())
    return _Found(layout, rows, headers)


def _engine(file: CsvFile, connection: Any, layout: Layout, tick: Callable[[], None]) -> Duckdb:
    """The rows of a text as its layout says, with nothing guessed."""
    dialect, where = layout.dialect, quoted(file.name)

    def damaged(error: Exception) -> Problem:
        if line := LINE.search(str(error)):
            what = f"{where}: line {int(line[1]):,} does not fit the {len(layout.names)} columns, or a quotation mark"
            return Problem(f"{what} in it is never closed. Correct it, or export the file again.")
        return Problem(f"{where} cannot be read to its end. Export it again.")

    with plain_errors(file.name, damaged):
        rows = connection.read_csv(
            str(file.path),
            auto_detect=False,
            columns={key: "DOUBLE" if name in layout.numbers else "VARCHAR" for name, key in layout.columns.items()},
            header=False,
            skiprows=layout.skipped,
            delimiter=dialect.delimiter,
            quotechar=dialect.quote,
            escapechar=dialect.quote,
            strict_mode=True,
            encoding="utf-8",
            compression="gzip" if layout.is_gzip else "none",
            buffer_size=BUFFER,
        )
    if layout.repeats:
        rows = nw.from_native(rows).filter(~layout.is_header() | layout.is_header().is_null()).to_native()
    return Duckdb(Opened(file.name, connection, rows, layout.names, damaged, notices=layout.notices), tick)
