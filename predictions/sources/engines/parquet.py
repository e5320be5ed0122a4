"""Parquet on this computer: a file, or several that are the parts of one table."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pyarrow as pa
from pyarrow import parquet

from predictions.limits import Limits
from predictions.problems import Notice, Problem
from predictions.sources.engines.duckdb import PLACE, Duckdb, Opened, connected, plain_errors, settle
from predictions.sources.engines.files import LocalFile, Version, digest_of_all, version_of
from predictions.sources.engines.schemas import common
from words.text.names import quoted

MAGIC = b"PAR1"
UNREADABLE = (pa.ArrowException, OSError, UnicodeDecodeError)
MOST_ROWS_A_BYTE = 16  # half a bit a row is less than labels alone take
FILE_PLACE, ROW_PLACE = "file_index", "file_row_number"  # what DuckDB knows of a row beside its columns
MOST_IN_FILE = 1 << 40  # rows


@dataclass(frozen=True)
class Part:
    """A file of a table: its name in messages, and the columns that its folders name, with the value of each."""

    name: str
    path: Path
    partition: tuple[tuple[str, str | None], ...] = ()


class ParquetFile(LocalFile):
    """A Parquet file."""

    kind: ClassVar[str] = "Parquet"

    @contextlib.contextmanager
    def opened(self, tick: Callable[[], None]) -> Iterator[Duckdb]:
        """Raises Problem for a damaged file, and for a path that the engine would take for a pattern."""
        with opened_parts(self.name, [Part(self.name, self.path)], (), tick) as engine:
            yield engine


@dataclass(frozen=True)
class ParquetFiles:
    """Several files with the same columns, counted as the parts of one table."""

    files: tuple[tuple[str, Path], ...]
    kind: ClassVar[str] = "Parquet"

    @property
    def name(self) -> str:
        first, *others = (name for name, _ in self.files)
        return f"{first} and {len(others):,} more"

    def version(self, seconds: int = 0) -> Version | None:
        return version_of([path for _, path in self.files])

    def digest(self, tick: Callable[[], None]) -> str:
        return digest_of_all(self.files, tick)

    @contextlib.contextmanager
    def opened(self, tick: Callable[[], None]) -> Iterator[Duckdb]:
        """Raises Problem for files of different columns, and as each of them does."""
        said = Notice("info", "parts_of_one_table", {"files": len(self.files)})
        parts = [Part(name, path) for name, path in self.files]
        with opened_parts(self.name, parts, (said,), tick) as engine:
            yield engine


@contextlib.contextmanager
def opened_parts(
    name: str, parts: Sequence[Part], notices: tuple[Notice, ...], tick: Callable[[], None]
) -> Iterator[Duckdb]:
    """All rows of the parts, with the columns that their folders name behind their own."""
    import duckdb

    paths = [part.path.resolve() for part in parts]
    with connected(name, paths) as connection:
        connection.execute("SET disable_parquet_prefetching = true")  # which holds 30 MB a column and thread
        schemas = [schema_of(part) for part in parts]
        schema = common([(part.name, schema) for part, schema in zip(parts, schemas, strict=True)], quoted(name))

        def damaged(_: Exception) -> Problem:
            return _damaged_part(parts)

        with plain_errors(name, damaged):
            rows = connection.read_parquet(
                [str(path) for path in paths],
                hive_partitioning=False,
                union_by_name=any(each != schemas[0] for each in schemas),
            )
            found = (
                (column, getattr(kind, "tz", None)) for column, kind in zip(rows.columns, schema.types, strict=True)
            )
            zones = {column: str(zone) for column, zone in found if zone}
            keys = list(_partition_columns(parts))
            ordered = _ordered(rows, keys)
            rows = rows.select(duckdb.StarExpression(), *keys) if keys else rows
        names = [*schema.names, *partition_names(parts, schema.names, quoted(name))]
        engine = Duckdb(Opened(name, connection, rows, names, damaged, zones, notices, ordered), tick)
        settle(connection)
        yield engine


def _partition_columns(parts: Sequence[Part]) -> Iterator[Any]:
    """For each key of the folders: the value of the file that a row is from."""
    import duckdb

    for key, values in partitions_of(parts).items():
        each = duckdb.FunctionExpression("list_value", *map(duckdb.ConstantExpression, values))
        place = _column(FILE_PLACE) + duckdb.ConstantExpression(1)
        yield duckdb.FunctionExpression("list_extract", each, place).cast("varchar").alias(key)


def _ordered(rows: Any, keys: Sequence[Any]) -> Any | None:
    """The rows with their place: file by file; None where a column has the name of one that the engine knows of."""
    import duckdb

    if {FILE_PLACE, ROW_PLACE, PLACE} & {*map(str.casefold, rows.columns)}:
        return None
    place = _column(FILE_PLACE) * duckdb.ConstantExpression(MOST_IN_FILE) + _column(ROW_PLACE)
    return rows.select(duckdb.StarExpression(), *keys, place.alias(PLACE))


def _column(name: str) -> Any:
    import duckdb

    return duckdb.ColumnExpression(name).cast("bigint")


def partition_names(parts: Sequence[Part], names: Sequence[str], where: str) -> list[str]:
    """The columns that the folders name. Raises Problem for one that stands in the files, too."""
    keys, taken = [key for key, _ in parts[0].partition], {name.casefold() for name in names}
    if twice := [key for key in keys if key.casefold() in taken]:
        what = f"{where}: column {quoted(twice[0])} is in the files and in the names of their folders"
        raise Problem(f"{what}. Remove one of the two.")
    if keys and FILE_PLACE in taken:
        what = f"{where}: column {quoted(FILE_PLACE)} has a name that the folders of a table need"
        raise Problem(f"{what}. Rename the column.")
    return keys


def partitions_of(parts: Sequence[Part]) -> dict[str, list[str | None]]:
    """The columns that the folders name: the value of each part."""
    return {key: [dict(part.partition)[key] for part in parts] for key, _ in parts[0].partition}


def schema_of(part: Part) -> pa.Schema:
    """The columns of a file. Raises Problem for a damaged one."""
    try:
        return parquet.read_schema(part.path)
    except UNREADABLE:
        raise damaged_file(part.name) from None


def rows_of(name: str, path: Path) -> int:
    """How many rows a file says it has. Raises Problem for a damaged one."""
    try:
        return int(parquet.read_metadata(path).num_rows)
    except UNREADABLE:
        raise damaged_file(name) from None


def damaged_file(name: str) -> Problem:
    """A file whose bytes are not what its format says."""
    return Problem(f"{quoted(name)} is a damaged or incomplete Parquet file. Export it again.")


def _damaged_part(parts: Sequence[Part]) -> Problem:
    """Which of the parts cannot be read through; the first where each can."""
    for part in parts if len(parts) > 1 else ():
        try:
            for _ in parquet.ParquetFile(part.path, page_checksum_verification=True).iter_batches():
                pass
        except UNREADABLE:
            return damaged_file(part.name)
    return damaged_file(parts[0].name)


def is_large(path: Path, limits: Limits) -> bool:
    """Whether a file is Parquet and larger than what is read whole; False for what is no file or cannot be read.

    Too many rows for its bytes is no larger file but a bomb: it is left to the reader, which refuses it by its rows.
    Raises Problem where it is damaged.
    """
    with contextlib.suppress(OSError):  # said when it is read
        if path.is_file() and begins_as_parquet(path):
            size = path.stat().st_size
            return size > limits.upload or limits.rows < rows_of(path.name, path) <= MOST_ROWS_A_BYTE * size
    return False


def begins_as_parquet(path: Path) -> bool:
    """Whether its first bytes are those of a Parquet file. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
