"""A table or view of a DuckDB database file, opened read only: `study.duckdb::predictions`."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from predictions.formats.arrow_tables import plain_columns
from predictions.limits import Limits
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Problem
from predictions.sources.engines.duckdb import PLACE, Duckdb, Opened, check_readable, limited, plain_errors, settle
from predictions.sources.engines.engine import Read
from predictions.sources.engines.files import Version, digest_of, version_of
from words.text.names import listed, quoted

MAGIC, MAGIC_AT = b"DUCK", 8
SIGN = "::"  # between a file and its table
CATALOG = "source"
MOST_NAMED = 20
CELL = 8  # bytes, of a number
Table = tuple[str, str]  # schema and name


@dataclass(frozen=True)
class DatabaseTable:
    """A table by its name, or by its schema and name; "": the only one there is."""

    path: Path
    table: str = ""
    kind: ClassVar[str] = "DuckDB"

    @property
    def name(self) -> str:
        return f"{self.path.name}{SIGN}{self.table}" if self.table else self.path.name

    def version(self, seconds: int = 0) -> Version | None:
        """Of the file, with what was written last and stands beside it."""
        log = self.path.with_name(f"{self.path.name}.wal")
        return version_of([self.path, *([log] if log.exists() else [])])

    def digest(self, tick: Callable[[], None]) -> str:
        return hashlib.sha256(f"{digest_of(self.path, tick)}  {self.table}".encode()).hexdigest()

    @contextlib.contextmanager
    def opened(self, tick: Callable[[], None]) -> Iterator[Duckdb]:
        """Raises Problem for a table that is not there, and for a file that is damaged or that a program writes."""
        with _attached(self.path) as connection:
            rows, ordered = _rows(connection, self._found(connection))
            engine = Duckdb(Opened(self.name, connection, rows, rows.columns, self._damaged, ordered=ordered), tick)
            settle(connection)
            yield engine

    def is_large(self, limits: Limits) -> bool:
        with self.opened(lambda: None) as engine:
            rows = engine.rows()
            return rows > limits.rows or rows * engine.head.num_columns * CELL > limits.upload

    def whole(self, read: Read, limits: Limits) -> PlainTable:
        with self.opened(lambda: None) as engine:
            table = engine.answer(engine.frame)
        return plain_columns(table, self.kind, quoted(self.name), Notes(), limits)

    def _found(self, connection: Any) -> Table:
        """The table that is meant. Raises Problem that lists those there are."""
        with plain_errors(self.name, self._damaged):
            there = _tables(connection)
        meant = [each for each in there if self.table in ("", _said(each), ".".join(each), each[1])]
        file, names = quoted(self.path.name), listed(list(map(_said, there)), MOST_NAMED)
        if len(meant) == 1:
            return meant[0]
        if not there:
            raise Problem(f"{file} is a database without tables. Name one that holds predictions.")
        example = quoted(f"{self.path.name}{SIGN}{_said(there[0])}")
        what = (
            f"{file} has no table {quoted(self.table)} but {names}" if not meant else f"{file} has the tables {names}"
        )
        raise Problem(f"{what}. Name one of them, as in {example}.")

    def _damaged(self, _: Exception) -> Problem:
        return _damaged(self.path)


def _damaged(path: Path) -> Problem:
    return Problem(f"{quoted(path.name)} is a damaged DuckDB database, or of a newer version. Export the table again.")


@contextlib.contextmanager
def _attached(path: Path) -> Iterator[Any]:
    """A connection that reads this database and no other file. Raises Problem."""
    import duckdb

    check_readable(path.name, path)
    if not is_database(path):
        raise Problem(f"{quoted(path.name)} is no DuckDB database and has no tables. Name the file without “{SIGN}”.")
    with limited() as connection:
        with plain_errors(path.name, lambda _: _damaged(path)):
            try:
                connection.execute(f"ATTACH ? AS {CATALOG} (READ_ONLY)", [str(path)])
            except duckdb.IOException as error:
                if "lock" not in str(error):
                    raise
                what = f"{quoted(path.name)} is open in another program that writes it"
                raise Problem(f"{what}. Close it there, then open it again.") from None
        connection.execute("SET TimeZone = 'UTC'")  # the same days on every computer
        connection.execute("SET enable_external_access = false")
        yield connection


def _tables(connection: Any) -> list[Table]:
    """Tables and views, by name."""
    found: list[Table] = []
    for function, name in (("duckdb_tables", "table_name"), ("duckdb_views", "view_name")):
        asked = connection.table_function(function).select("database_name", "schema_name", name, "internal")
        rows = (tuple(row.values()) for row in asked.to_arrow_table().to_pylist())
        found += [(schema, table) for catalog, schema, table, internal in rows if catalog == CATALOG and not internal]
    return sorted(found)


def _said(table: Table) -> str:
    """As a person types it."""
    schema, name = table
    return name if schema == "main" else f"{schema}.{name}"


def _rows(connection: Any, table: Table) -> tuple[Any, Any | None]:
    """Its rows, and the same with their place where it is no view. Raises Problem for a view that cannot be read."""
    import duckdb

    address = ".".join('"' + part.replace('"', '""') + '"' for part in (CATALOG, *table))
    try:
        rows = connection.table(address)
    except duckdb.Error:
        what = f"The view {quoted(_said(table))} cannot be read: it needs other files, or tables that are not there"
        raise Problem(f"{what}. Make a table of it.") from None
    taken = {"rowid", PLACE} & {*map(str.casefold, rows.columns)}
    with contextlib.suppress(duckdb.BinderException):  # a view
        place = duckdb.ColumnExpression("rowid").alias(PLACE)
        return rows, None if taken else rows.select(duckdb.StarExpression(), place)
    return rows, None


def is_database(path: Path) -> bool:
    """Whether a file is a DuckDB database; False for one that cannot be read."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        file.seek(MAGIC_AT)
        return file.read(len(MAGIC)) == MAGIC
    return False
