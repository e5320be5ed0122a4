"""A folder of Parquet files that are the parts of one table, nested and with columns named by its folders, too."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote

import pyarrow as pa

from predictions.limits import Limits
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Notice, Problem
from predictions.sources.engines.duckdb import Duckdb
from predictions.sources.engines.engine import Read
from predictions.sources.engines.files import Version, digest_of_all, version_of
from predictions.sources.engines.parquet import (
    MOST_ROWS_A_BYTE,
    Part,
    begins_as_parquet,
    damaged_file,
    opened_parts,
    partition_names,
    partitions_of,
    rows_of,
)
from predictions.sources.engines.schemas import common
from words.text.names import quoted

MOST_FILES = 10_000
HIDDEN = (".", "_")  # what Spark and others write beside the rows, and do not read as rows
NO_VALUE = "__HIVE_DEFAULT_PARTITION__"
LAKES = {"_delta_log": "a Delta table", ".hoodie": "a Hudi table"}
ICEBERG = ".metadata.json"
SUFFIXES = (".parquet", ".pq", ".parq")


@dataclass(frozen=True)
class ParquetFolder:
    """All Parquet files in a folder and the folders in it, but for hidden ones."""

    name: str
    path: Path
    kind: ClassVar[str] = "Parquet"

    def version(self, seconds: int = 0) -> Version | None:
        """Changes with every file that appears, vanishes or is written."""
        try:
            return version_of(_files(self.path)) or None
        except OSError:
            return None

    def digest(self, tick: Callable[[], None]) -> str:
        parts, _ = self._parts()
        return digest_of_all([(part.name, part.path) for part in parts], tick)

    @contextlib.contextmanager
    def opened(self, tick: Callable[[], None]) -> Iterator[Duckdb]:
        """Raises Problem for one without Parquet files, for parts that do not fit together, and damaged ones."""
        parts, notices = self._parts()
        with opened_parts(self.name, parts, notices, tick) as engine:
            yield engine

    def is_large(self, limits: Limits) -> bool:
        parts, _ = self._parts()
        size, rows = sum(part.path.stat().st_size for part in parts), _rows(parts)
        if rows > MOST_ROWS_A_BYTE * size:
            limits.check_rows(rows, quoted(self.name))
        return size > limits.upload or rows > limits.rows

    def whole(self, read: Read, limits: Limits) -> PlainTable:
        parts, notices = self._parts()
        filled = [part for part in parts if rows_of(part.name, part.path)] or [*parts[:1]]
        tables = read([(part.name, part.path.read_bytes()) for part in filled])
        notes = Notes()
        notes.extend(notices)
        for table in tables:
            notes.extend(table.notes.notices)
        where = quoted(self.name)
        return PlainTable(_together(filled, tables, where), self.kind, where, notes)

    def _parts(self) -> tuple[list[Part], tuple[Notice, ...]]:
        """Its Parquet files in the order of their names, and what is said of the others."""
        where = quoted(self.name)
        try:
            files = _files(self.path)
        except OSError as error:
            raise Problem(f"{where} cannot be read: {error.strerror}.") from None
        inside = {path.relative_to(self.path).as_posix(): path for path in files}
        found = {name: path for name, path in inside.items() if _is_parquet(name, path)}
        parts = [_part(name, path, where) for name, path in found.items()]
        others = [name for name in inside if name not in found]
        if not parts:
            raise Problem(f"{where} is a folder without Parquet files. Name a folder that holds some, or one file.")
        _check_keys(parts, where)
        return parts, (Notice("warning", "folder_other_files", {"where": where, "files": others}),) if others else ()


def _files(folder: Path) -> list[Path]:
    """Every file that is not hidden, by name. Raises OSError, and Problem for too many."""
    found: list[Path] = []
    for place, folders, names in os.walk(folder, onerror=_raise):
        _refuse_lake(folders, names, quoted(folder.name))
        folders[:] = [name for name in folders if not _is_hidden(name)]
        found += [Path(place, name) for name in names if not _is_hidden(name)]
        if len(found) > MOST_FILES:
            what = f"{quoted(folder.name)} is a folder of more than {MOST_FILES:,} files"
            raise Problem(f"{what}. Name the folder of the table, or write the table in fewer files.")
    return sorted(found)


def _raise(error: OSError) -> None:
    raise error


def _is_hidden(name: str) -> bool:
    return name.startswith(HIDDEN) and "=" not in name


def _refuse_lake(folders: Sequence[str], names: Sequence[str], where: str) -> None:
    """Raises Problem for a table whose folder holds rows that were deleted, too."""
    found = next((what for name, what in LAKES.items() if name in folders), "")
    if any(name.endswith(ICEBERG) for name in names):
        found = "an Iceberg table"
    if found:
        what = f"{where} is {found}: its folder may hold deleted rows, too"
        raise Problem(f"{what}. Export the table as Parquet, or read it from Spark.")


def _is_parquet(name: str, path: Path) -> bool:
    """Raises Problem for a file that cannot be read, and for one that is named like Parquet and begins like none."""
    try:
        if begins_as_parquet(path):
            return True
    except OSError as error:
        raise Problem(f"{quoted(name)} cannot be read: {error.strerror}.") from None
    if path.suffix.casefold() in SUFFIXES:
        raise damaged_file(name)
    return False


def _part(name: str, path: Path, where: str) -> Part:
    """A file with the values that stand in the names of its folders, such as `site=Ghent`."""
    pairs = [folder.partition("=")[::2] for folder in name.split("/")[:-1] if "=" in folder]
    partition = tuple((unquote(key), None if value == NO_VALUE else unquote(value)) for key, value in pairs)
    if len(dict(partition)) < len(partition):
        raise Problem(f"{where}: the folders of {quoted(name)} name a column twice. Rename one of them.")
    return Part(name, path, partition)


def _check_keys(parts: Sequence[Part], where: str) -> None:
    """Raises Problem for parts whose folders name different columns."""
    first = {key for key, _ in parts[0].partition}
    for part in parts:
        if other := {key for key, _ in part.partition} ^ first:
            what = f"{where}: the folders of {quoted(part.name)} and {quoted(parts[0].name)} name different columns"
            raise Problem(f"{what}, such as {quoted(min(other))}. Open folders of one kind.")


def _rows(parts: Sequence[Part]) -> int:
    return sum(rows_of(part.name, part.path) for part in parts)


def _together(parts: Sequence[Part], tables: Sequence[PlainTable], where: str) -> pa.Table:
    """The rows of all parts below each other, with the columns that their folders name."""
    rows = [each.table for each in tables]
    if any(each.schema != rows[0].schema for each in rows):
        rows = list(map(_without_blank_types, rows))
        schema = common([(part.name, each.schema) for part, each in zip(parts, rows, strict=True)], where)
        rows = [each.select(schema.names).cast(schema) for each in rows]
    table = pa.concat_tables(rows)
    partition_names(parts, table.column_names, where)
    for key, values in partitions_of(parts).items():
        cells = [pa.array([value] * len(each), pa.string()) for value, each in zip(values, rows, strict=True)]
        table = table.append_column(key, pa.chunked_array(cells, pa.string()))
    return table


def _without_blank_types(table: pa.Table) -> pa.Table:
    """A column without a value has the type of the same column in other files."""
    columns = [pa.nulls(len(each)) if each.null_count == len(each) else each for each in table.columns]
    return pa.table(columns, table.column_names)
