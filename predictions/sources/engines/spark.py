"""Spark: an engine on other computers, which is asked by Spark Connect. No Java here, and no row is held."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import narwhals as nw
import pyarrow as pa

from predictions.columns.cells import SAMPLE_ROWS
from predictions.problems import Notice, Problem
from predictions.sources.engines.asking import answer_of
from predictions.sources.engines.engine import Frame
from predictions.sources.engines.servers import Server, written
from predictions.sources.engines.spark_client import NoTable, plain_errors, session_on
from words.text.names import quoted

Tick = Callable[[], None]
FILE = ("file_path", "file_size", "file_modification_time")  # what a cluster tells of each file behind its rows
NOT_HASHED = ("map", "variant")
NEWEST = (  # how a format tells its newest version, in which column, and whether no other table has that number
    ("DESCRIBE HISTORY {} LIMIT 1", "version", False),  # Delta
    ("SELECT snapshot_id FROM {}.refs WHERE name = 'main'", "snapshot_id", True),  # Iceberg
)


class Version(NamedTuple):
    """What `VERSION AS OF` names. is_unique: whether no other rows ever have this number."""

    number: int
    is_unique: bool


class Table:
    """A table as it lies, or at one of its versions.

    tick() runs before and during each question; what it raises ends it.
    """

    def __init__(self, session: Any, parts: Sequence[str], tick: Tick, at: Version | None = None) -> None:
        self.session, self._tick, self._part = session, tick, 0.0
        session.registerProgressHandler(self._hear)
        self.at, self._written = at, written(tuple(parts))
        self._name = ".".join(f"`{part.replace('`', '``')}`" for part in parts)
        self.rows, self.fields = self._as_it_is() if at is None else self._kept(at)

    def _as_it_is(self) -> tuple[Any, Any]:
        rows = self.session.table(self._name)
        return rows, self.run(lambda: rows.schema).fields

    def _kept(self, at: Version) -> tuple[Any, Any]:
        """Raises Problem where the table is there, but not this version."""
        from pyspark.errors import PySparkException

        try:
            rows = self._rows_at(at)
            return rows, self.run(lambda: rows.schema).fields
        except PySparkException:
            self._as_it_is()
            raise Problem(f"{quoted(self._written)} has changed since it was opened. Open it again.") from None

    def newest(self) -> Version | None:
        """None for a format without versions, and where the cluster reads none."""
        from pyspark.errors import PySparkException

        for ask, column, is_unique in NEWEST:
            with contextlib.suppress(PySparkException):
                told = self._sql(ask.format(self._name))
                for number in self.run(told.select(column).toArrow)[column].to_pylist():
                    version = Version(int(number), is_unique)
                    self._rows_at(version)
                    return version
        return None

    def _rows_at(self, version: Version) -> Any:
        return self._sql(f"SELECT * FROM {self._name} VERSION AS OF {version.number}")

    def _sql(self, statement: str) -> Any:
        return self.run(lambda: self.session.sql(statement))

    def run(self, ask: Callable[[], Any]) -> Any:
        return answer_of(ask, self._tick, lambda: self.session.client.stop("interrupt_all"), lambda: self._part)

    def _hear(self, stages: Iterable[Any] | None, done: bool, **_: object) -> None:
        """What the cluster tells every two seconds: its stages so far, each with its tasks."""
        told = [] if done else [*(stages or ())]
        tasks = sum(stage.num_tasks for stage in told)
        self._part = sum(stage.num_completed_tasks for stage in told) / tasks if tasks else 0.0

    def version(self) -> tuple[int, int]:
        """How many rows there are, and the sum of a hash over their files; over all values where no files are told.

        Nothing is asked of a version whose number says it all.
        """
        from pyspark.errors import AnalysisException, UnsupportedOperationException

        if self.at is not None and self.at.is_unique:
            return self.at.number, 0
        try:
            return self._sums(self.rows, *(self.rows.metadataColumn("_metadata")[part] for part in FILE))
        except (AnalysisException, UnsupportedOperationException):
            kinds = (field.dataType.simpleString() for field in self.fields)
            known = [place for place, kind in enumerate(kinds) if not any(word in kind for word in NOT_HASHED)]
            numbered = self.rows.toDF(*(f"c{place}" for place in range(len(self.fields))))
            return self._sums(numbered, *(numbered[f"c{place}"] for place in known))

    def _sums(self, rows: Any, *values: Any) -> tuple[int, int]:
        """Integers, whatever the order of the rows."""
        from pyspark.sql.connect import functions

        hashes = functions.sum(functions.xxhash64(*values).cast("decimal(38,0)"))
        found = self.run(rows.agg(functions.count("*"), hashes).toArrow)
        number, total = (column[0].as_py() for column in found.columns)
        return number, int(total or 0)


class Spark:
    """A table with the first of its rows.

    The columns of `frame` are numbered: Spark reads a dot in a name as a path, and takes `a` for `A`.
    """

    def __init__(self, table: Table) -> None:
        at = [] if table.at is None else [Notice("info", "table_at_version", {"version": table.at.number})]
        self.notices: tuple[Notice, ...] = tuple(at)
        self._table, kinds = table, [field.dataType.typeName() for field in table.fields]
        names = [f"c{place}" for place in range(len(kinds))]
        times = [name for name, kind in zip(names, kinds, strict=True) if kind == "timestamp"]
        self.days: Mapping[str, str] = {time: f"day {time}" for time in times}
        rows = table.rows.toDF(*names)
        days = (rows[time].cast("date").alias(day) for time, day in self.days.items())
        self.frame: Frame = nw.from_native(rows.select("*", *days))
        self.head = self._in_zone(table.run(rows.limit(SAMPLE_ROWS).toArrow))

    def answer(self, question: Frame) -> pa.Table:
        return self._table.run(question.to_native().toArrow)

    def beside(self, few: pa.Table) -> Frame:
        return nw.from_native(self._table.run(lambda: self._table.session.createDataFrame(few)))  # type: ignore[no-any-return]

    def in_order(self) -> None:
        """The rows of a cluster have no order."""

    def _in_zone(self, head: pa.Table) -> pa.Table:
        """The first rows with their own names, and with times in the zone of the cluster, as its users see them."""
        zone = (
            self._table.run(lambda: self._table.session.conf.get("spark.sql.session.timeZone")) if self.days else None
        )
        kind = pa.timestamp("us", zone)
        columns = [
            column.cast(kind) if name in self.days else column
            for name, column in zip(head.column_names, head.columns, strict=True)
        ]
        return pa.table(columns, [field.name for field in self._table.fields])


@dataclass(frozen=True)
class SparkTable:
    """A table on a cluster. parts: its catalog, its schema, perhaps further ones, and its own name.

    at: the version that is read; None for the rows as they are whenever they are asked for.
    """

    server: Server
    parts: tuple[str, ...]
    at: Version | None = None
    kind: ClassVar[str] = "Spark table"

    @property
    def name(self) -> str:
        """The address without its parameters."""
        return f"{self.server.name}/{written(self.parts)}"

    def at_newest(self, tick: Tick) -> SparkTable:
        with self._table(tick) as table:
            return replace(self, at=table.newest())

    def version(self, seconds: int) -> Hashable:
        return self._version(_within(self.name, seconds))

    def digest(self, tick: Tick) -> str:
        """SHA-256 of the address and the version: the rows themselves stay where they are."""
        return hashlib.sha256(f"{self.name} {self._version(tick)}".encode()).hexdigest()

    @contextlib.contextmanager
    def opened(self, tick: Tick) -> Iterator[Spark]:
        """Raises Problem for what cannot be opened, and for whatever fails before it is left."""
        with self._table(tick) as table:
            yield Spark(table)

    def _version(self, tick: Tick) -> Hashable:
        try:
            with self._table(tick) as table:
                return table.version()
        except NoTable:
            return None

    @contextlib.contextmanager
    def _table(self, tick: Tick) -> Iterator[Table]:
        with plain_errors(self.server, written(self.parts)), session_on(self.server) as session:
            yield Table(session, self.parts, tick, self.at)


def _within(name: str, seconds: int) -> Tick:
    """Raises Problem once that many seconds are over."""
    end = time.monotonic() + seconds

    def tick() -> None:
        if time.monotonic() > end:
            raise Problem(f"{name} did not answer within {seconds} s. Open it again later.")

    return tick
