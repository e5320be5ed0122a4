"""DuckDB: an engine in this process, which opens the one file that it is given and nothing else."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import narwhals as nw
import pyarrow as pa
from pyarrow import parquet

from predictions.columns.cells import SAMPLE_ROWS
from predictions.limits import Limits
from predictions.problems import Problem
from predictions.sources.engines.engine import Frame
from words.text.names import quoted

MEMORY = "500MB"  # of the engine, for all groups of a question and all pieces on their way
PIECE = 1 << 18  # rows that come at once
MAGIC = b"PAR1"
MOST_ROWS_A_BYTE = 16  # half a bit a row is less than labels alone take
PLACE = "file_row_number"  # as DuckDB calls it
PAUSE = 0.1  # seconds between two looks at a question that runs
SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": MEMORY,
    "temp_directory": "",  # nothing of a patient on the disk
    "autoinstall_known_extensions": False,  # no network
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "python_enable_replacements": False,  # a name in a question is a column, never a variable of this program
}


class Duckdb:
    """One file. tick() runs before, during and after each question; what it raises ends it."""

    def __init__(self, name: str, path: Path, connection: Any, tick: Callable[[], None]) -> None:
        self._name, self._path, self._connection, self._tick = name, path, connection, tick
        with self._plain_errors():
            schema = parquet.read_schema(path)
            rows = connection.read_parquet(str(path), hive_partitioning=False)
            found = ((name, getattr(kind, "tz", None)) for name, kind in zip(rows.columns, schema.types, strict=True))
            self._zones = {column: str(zone) for column, zone in found if zone}
        head = self._run(rows.limit(SAMPLE_ROWS).to_arrow_table)
        self.head = head.rename_columns(schema.names)  # DuckDB renames those that differ only in case
        longer = "_" * max(map(len, rows.columns))  # than any name in the file
        self.days: Mapping[str, str] = {column: f"{longer}{place}" for place, column in enumerate(self._zones)}
        self.frame: Frame = nw.from_native(_with_days(rows, self._zones, self.days))

    def answer(self, question: Frame) -> pa.Table:
        return self._run(question.to_native().to_arrow_table)

    def in_order(self) -> tuple[Frame, str] | None:
        with self._plain_errors():
            rows = self._connection.read_parquet(str(self._path), hive_partitioning=False)
            if PLACE in map(str.casefold, rows.columns):
                return None
            rows = self._connection.read_parquet(str(self._path), hive_partitioning=False, file_row_number=True)
        return nw.from_native(_with_days(rows, self._zones, self.days)), PLACE

    def pieces(self, question: Frame) -> Iterator[pa.RecordBatch]:
        with self._plain_errors():
            for piece in self._run(lambda: question.to_native().to_arrow_reader(PIECE)):
                self._tick()
                yield piece

    def _run(self, ask: Callable[[], Any]) -> Any:
        """Ask beside this thread, which looks now and then whether it is to go on."""
        self._tick()
        with self._plain_errors(), ThreadPoolExecutor(1) as beside:
            asked = beside.submit(ask)
            try:
                while not _is_done(asked):
                    self._tick()
            except BaseException:
                self._connection.interrupt()
                raise
            return asked.result()

    @contextlib.contextmanager
    def _plain_errors(self) -> Iterator[None]:
        """The errors of the engine as problems: its own texts may hold values."""
        import duckdb

        try:
            yield
        except duckdb.OutOfMemoryException:
            what = f"The classes, models and splits of {quoted(self._name)} take too many different values to count"
            raise Problem(f"{what}. Choose other columns, or leave some out.") from None
        except (duckdb.Error, pa.ArrowException):
            raise damaged(self._name) from None


def _with_days(rows: Any, zones: Mapping[str, str], days: Mapping[str, str]) -> Any:
    """What Narwhals cannot say of DuckDB: the day of a time in a zone that is not that of the connection."""
    import duckdb

    found = [
        duckdb.FunctionExpression("timezone", duckdb.ConstantExpression(zone), duckdb.ColumnExpression(column))
        .cast("date")
        .alias(days[column])
        for column, zone in zones.items()
    ]
    return rows.select(duckdb.StarExpression(), *found) if found else rows


def _is_done(asked: Future[Any]) -> bool:
    with contextlib.suppress(NotYet):
        asked.exception(PAUSE)
    return asked.done()


def damaged(name: str) -> Problem:
    """A file whose bytes are not what its format says."""
    return Problem(f"{quoted(name)} is a damaged or incomplete Parquet file. Export it again.")


@dataclass(frozen=True)
class ParquetFile:
    """A Parquet file on this computer, read by an engine of its own that opens nothing else and reaches no network."""

    name: str
    path: Path
    kind: ClassVar[str] = "Parquet"

    def version(self) -> tuple[int, int] | None:
        """Bytes, and when it was written."""
        try:
            about = self.path.stat()
        except OSError:
            return None
        return about.st_size, about.st_mtime_ns

    def digest(self) -> str:
        with self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    @contextlib.contextmanager
    def opened(self, tick: Callable[[], None]) -> Iterator[Duckdb]:
        """Raises Problem for a damaged file, and for a path that the engine would take for a pattern."""
        import duckdb  # only here: most files are small

        path = self.path.resolve()
        if set("*?[") & set(str(path)):
            what = f"The path of {quoted(self.name)} holds one of * ? [ and cannot be opened"
            raise Problem(f"{what}. Rename the file or folder.")
        with duckdb.connect(config=SETTINGS) as connection:
            connection.execute("SET allowed_paths = [?]", [str(path)])
            connection.execute("SET enable_external_access = false")
            engine = Duckdb(self.name, path, connection, tick)
            connection.execute("SET preserve_insertion_order = false")  # no order is asked for from here on
            connection.execute("SET lock_configuration = true")
            yield engine


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
        raise damaged(path.name) from None
