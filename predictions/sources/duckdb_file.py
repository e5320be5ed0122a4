"""A Parquet file that is too large to hold, asked by SQL: DuckDB reads it where it lies, and nothing else."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from predictions.columns.cells import SAMPLE_ROWS
from predictions.formats.arrow_tables import plain_columns
from predictions.limits import Limits
from predictions.problems import Notes, Problem
from words.text.names import quoted

MAGIC = b"PAR1"
MEMORY = "500MB"  # of the engine, for all groups of a question and all pieces on their way
MOST_ROWS_A_BYTE = 16  # half a bit a row is less than labels alone take
PIECE = 1 << 18  # rows that come at once
WEIGHT = "rows behind"
KEPT = "kept {}"
SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": MEMORY,
    "temp_directory": "",  # nothing of a patient on the disk
    "autoinstall_known_extensions": False,  # no network
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "python_enable_replacements": False,  # a name in a question is a column, never a variable of this program
}


class Condition(NamedTuple):
    """A part of a question that is true or false for each row, with the values for its question marks."""

    text: str
    values: tuple[object, ...] = ()


def among(column: str, chosen: Sequence[object], present: Sequence[object]) -> Condition | None:
    """That a column holds one of the chosen values; None where it holds no others. column: as SQL writes it."""
    if len(chosen) == len(present):
        return None
    if not chosen:
        return Condition("FALSE")
    return Condition(f"{column} IN ({', '.join('?' * len(chosen))})", tuple(chosen))


def is_large(path: Path, limits: Limits) -> bool:
    """Whether a file is Parquet and larger than what is read whole; False for what is no file or cannot be read.

    Too many rows for its bytes is no larger file but a bomb: it is left to the reader, which refuses it by its rows.
    Raises Problem where it is damaged.
    """
    with contextlib.suppress(OSError):  # said when it is read
        if path.is_file() and _begins_as_parquet(path):
            size = path.stat().st_size
            return size > limits.upload or limits.rows < _rows(path) <= MOST_ROWS_A_BYTE * size
    return False


def _begins_as_parquet(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _rows(path: Path) -> int:
    try:
        return int(parquet.read_metadata(path).num_rows)
    except pa.ArrowException:
        raise _damaged(path.name) from None


def _damaged(name: str) -> Problem:
    return Problem(f"{quoted(name)} is a damaged or incomplete Parquet file. Export it again.")


class LargeFile:
    """An open file. head: its first rows as any file becomes them; rows: how many it has.

    tick() runs between the pieces; what it raises ends the reading.
    """

    def __init__(self, name: str, path: Path, connection: Any, limits: Limits, tick: Callable[[], None]) -> None:
        self.name, self.path, self.limits = name, path, limits
        self._connection, self._tick, self._started = connection, tick, time.monotonic()
        self.rows = 0
        head = self._table(f"SELECT * FROM {self._source} LIMIT {SAMPLE_ROWS}")
        ((self.rows,),) = self.numbers(["count(*)"], ())
        self._names = {name.strip() or f"column {place}": name for place, name in enumerate(head.column_names, 1)}
        self.head = plain_columns(head, "Parquet", quoted(name), Notes(), replace(limits, rows=SAMPLE_ROWS))

    @property
    def names(self) -> Iterable[str]:
        """The columns that can be asked for: none inside a nested column."""
        return self._names.keys()

    @property
    def _source(self) -> str:
        path = str(self.path.resolve()).replace("'", "''")
        return f"read_parquet('{path}', hive_partitioning = false)"

    def column(self, name: str) -> str:
        """A column as SQL writes it. Raises Problem for one inside a nested column."""
        if name not in self._names:
            what = f"Column {quoted(name)} is part of a nested column, which a file of this size cannot be read from"
            raise Problem(f"{what}. Give it a column of its own.")
        written: str = self._names[name].replace('"', '""')
        return f'"{written}"'

    def score(self, name: str) -> str:
        """A score as SQL writes it: a double, null where it is blank or infinite. Raises Problem for other types."""
        kind = self.head.table.schema.field(name).type
        if not (pa.types.is_floating(kind) or pa.types.is_integer(kind) or pa.types.is_decimal(kind)):
            what = f"Score column {quoted(name)} holds no numbers ({kind}), as it must in a file of this size"
            raise Problem(f"{what}. Export it as numbers.")
        column = f"{self.column(name)}::DOUBLE"
        return f"(CASE WHEN isfinite({column}) THEN {column} END)"

    def kept(self, name: str) -> str:
        """A kept column as SQL writes it, as it tells groups apart: of times the day."""
        column = self.column(name)
        kind = parquet.read_schema(self.path).field(self._names[name]).type  # with the zone that the file names
        if not pa.types.is_timestamp(kind):
            return column
        return f"({column} AT TIME ZONE '{kind.tz}')::DATE" if kind.tz else f"{column}::DATE"

    def grouped(
        self, columns: Sequence[str], more: Sequence[str] = (), kept: Sequence[str] = ()
    ) -> tuple[pa.Table, np.ndarray]:
        """Every combination of values that occurs, and how many rows have it. more: further values, as SQL has them.

        kept: further columns as they tell groups apart. Raises Problem where they are too many for the memory.
        """
        written = [*map(self.column, columns), *more, *map(self.kept, kept)]
        names = [*columns, *(f"more {place}" for place in range(len(more))), *map(KEPT.format, kept)]
        text = f"SELECT {', '.join(written)}, count(*) FROM {self._source} GROUP BY ALL"
        table = self._table(text).rename_columns([*names, WEIGHT])
        return table.drop_columns(WEIGHT), table[WEIGHT].to_numpy().astype(np.int64)

    def numbers(
        self, written: Iterable[str], conditions: Iterable[Condition | None], group: str = "",
        values: Sequence[object] = (),
    ) -> list[Any]:  # fmt: skip
        """Aggregates over the rows that meet all conditions, in one row, or one for each value of `group`.

        values: for question marks in `written`.
        """
        text, more = self._question([*([group] if group else []), *written], conditions)
        with self._plain_errors():
            rows: list[Any] = self._ask(text + (f" GROUP BY {group}" if group else ""), [*values, *more]).fetchall()
        return rows

    def pieces(
        self, written: Sequence[str], conditions: Iterable[Condition | None], values: Sequence[object] = ()
    ) -> Iterator[tuple[np.ndarray, ...]]:
        """The columns of all rows that meet all conditions, piece by piece. values: for question marks in `written`."""
        for batch in self.batches(written, conditions, values):
            yield tuple(column.to_numpy(zero_copy_only=False) for column in batch.columns)

    def batches(
        self, written: Sequence[str], conditions: Iterable[Condition | None], values: Sequence[object] = ()
    ) -> Iterator[pa.RecordBatch]:
        """The same as Arrow has them."""
        text, more = self._question(written, conditions)
        with self._plain_errors():
            for batch in self._ask(text, [*values, *more]).to_arrow_reader(PIECE):
                self._look()
                yield batch

    def _question(self, written: Iterable[str], conditions: Iterable[Condition | None]) -> tuple[str, list[object]]:
        kept = [condition for condition in conditions if condition]
        where = " AND ".join(condition.text for condition in kept)
        text = f"SELECT {', '.join(written)} FROM {self._source}" + (f" WHERE {where}" if where else "")
        return text, [value for condition in kept for value in condition.values]

    def _table(self, text: str) -> pa.Table:
        with self._plain_errors():
            return self._ask(text).to_arrow_table()

    def _ask(self, text: str, values: Sequence[object] = ()) -> Any:
        self._look()
        return self._connection.sql(text, params=list(values))

    @contextlib.contextmanager
    def _plain_errors(self) -> Iterator[None]:
        """The errors of the engine as problems: its own texts may hold values."""
        import duckdb

        try:
            yield
        except duckdb.OutOfMemoryException:
            what = f"The classes, models and splits of {quoted(self.name)} take too many different values to count"
            raise Problem(f"{what}. Choose other columns, or leave some out.") from None
        except duckdb.Error:
            raise _damaged(self.name) from None

    def _look(self) -> None:
        seconds = time.monotonic() - self._started
        limit = self.limits.seconds * max(1, self.rows // self.limits.rows)  # the more rows, the longer it may take
        if seconds > limit:
            what = f"{quoted(self.name)} is too large: reading it takes longer than {limit} s"
            raise Problem(f"{what}. Remove columns or rows.")
        self._tick()


@contextlib.contextmanager
def large_file(name: str, path: Path, limits: Limits, tick: Callable[[], None]) -> Iterator[LargeFile]:
    """Open a file for questions, with an engine of its own that may open nothing else and reach no network.

    Raises Problem for a damaged file, and for a path that the engine would take for a pattern.
    """
    import duckdb  # only here: most files are small

    if set("*?[") & set(str(path.resolve())):
        raise Problem(f"The path of {quoted(name)} holds one of * ? [ and cannot be opened. Rename the file or folder.")
    with duckdb.connect(config=SETTINGS) as connection:
        connection.execute("SET allowed_paths = [?]", [str(path.resolve())])
        connection.execute("SET enable_external_access = false")
        file = LargeFile(name, path, connection, limits, tick)
        connection.execute("SET preserve_insertion_order = false")  # no order is asked for from here on
        connection.execute("SET lock_configuration = true")
        yield file
