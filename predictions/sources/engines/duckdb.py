"""DuckDB: an engine in this process, which opens the files that it is given and nothing else."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import narwhals as nw
import pyarrow as pa

from predictions.columns.cells import SAMPLE_ROWS
from predictions.problems import Notice, Problem, TooManyGroups
from predictions.sources.engines.asking import answer_of
from predictions.sources.engines.engine import Frame
from words.text.names import quoted

MEMORY = "500MB"  # of the engine, for all groups of a question
PLACE = "place among the rows"
PATTERN = set("*?[")  # the engine would take a path with one of them for several
SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": MEMORY,
    "temp_directory": "",  # nothing of a patient on the disk
    "autoinstall_known_extensions": False,  # no network
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "disabled_optimizers": "build_side_probe_side",  # it would hold 5,000,000 rows in place of 70,000 steps of scores
    "python_enable_replacements": False,  # a name in a question is a column, never a variable of this program
}

TELLING = ("enable_progress_bar = true", "enable_progress_bar_print = false")  # without the first none is told


@dataclass(frozen=True, eq=False)
class Opened:
    """Rows of a connection, before they are asked for.

    names: of the columns as the source spells them, in the order of those of `rows`. zones: time zone by the column of
    `rows` that has one. damaged: what is said of rows that cannot be read. notices: what a reader must know of them.
    ordered: `rows` with one more column, PLACE, that rises in their order; None where they have none.
    """

    name: str
    connection: Any
    rows: Any
    names: Sequence[str]
    damaged: Callable[[Exception], Problem]
    zones: Mapping[str, str] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    ordered: Any | None = None


class Duckdb:
    """Rows of one origin. tick() runs before, during and after each question; what it raises ends it."""

    def __init__(self, opened: Opened, tick: Callable[[], None]) -> None:
        self._opened, self._connection, self._tick = opened, opened.connection, tick
        self.notices = opened.notices
        rows, zones = opened.rows, opened.zones
        head = self._run(rows.limit(SAMPLE_ROWS).to_arrow_table)
        self.head = head.rename_columns(list(opened.names))  # DuckDB renames those that differ only in case
        longer = "_" * max(map(len, rows.columns))  # than any name among the columns
        self.days: Mapping[str, str] = {column: f"{longer}{place}" for place, column in enumerate(zones)}
        self.frame: Frame = nw.from_native(_with_days(rows, zones, self.days))

    def answer(self, question: Frame) -> pa.Table:
        return self._run(question.to_native().to_arrow_table)

    def rows(self) -> int:
        """How many there are."""
        (found,) = self.answer(self.frame.select(nw.len().alias("rows"))).to_pylist()
        return int(found["rows"])

    def beside(self, few: pa.Table) -> Frame:
        return nw.from_native(self._connection.from_arrow(few))  # type: ignore[no-any-return]

    def in_order(self) -> tuple[Frame, str] | None:
        ordered = self._opened.ordered
        return ordered and (nw.from_native(_with_days(ordered, self._opened.zones, self.days)), PLACE)

    def _run(self, ask: Callable[[], Any]) -> Any:
        with self._plain_errors():
            return answer_of(ask, self._tick, self._connection.interrupt, self._part)

    def _part(self) -> float:
        return max(0.0, float(self._connection.query_progress()) / 100)  # -1 while it does not know

    def _plain_errors(self) -> contextlib.AbstractContextManager[None]:
        return plain_errors(self._opened.name, self._opened.damaged)


@contextlib.contextmanager
def plain_errors(name: str, damaged: Callable[[Exception], Problem]) -> Iterator[None]:
    """The errors of the engine as problems: its own texts may hold values. damaged: what is said of the others."""
    import duckdb

    try:
        yield
    except duckdb.OutOfMemoryException:
        what = f"The classes, models and splits of {quoted(name)} take too many different values to count"
        raise TooManyGroups(f"{what}. Choose other columns, or leave some out.") from None
    except (duckdb.Error, pa.ArrowException) as error:
        raise damaged(error) from None


@contextlib.contextmanager
def limited() -> Iterator[Any]:
    """A connection with nothing in it yet."""
    import duckdb  # only here: most files are small

    with duckdb.connect(config=SETTINGS) as connection:
        for setting in TELLING:
            connection.execute(f"SET {setting}")
        yield connection


@contextlib.contextmanager
def connected(name: str, paths: Sequence[Path]) -> Iterator[Any]:
    """A connection that opens these files and nothing else. Raises Problem for what it could not open as it is named.

    paths: resolved.
    """
    for path in paths:
        check_path(name, path)
    with limited() as connection:
        connection.execute("SET allowed_paths = ?", [[str(path) for path in paths]])
        connection.execute("SET enable_external_access = false")
        yield connection


def settle(connection: Any) -> None:
    """Once the first rows are known: no order is asked for from here on, and nothing is set any more."""
    connection.execute("SET preserve_insertion_order = false")
    connection.execute("SET lock_configuration = true")


def check_path(name: str, path: Path) -> None:
    """Raises Problem for a path that the engine would take for a pattern, and for one that cannot be read."""
    if PATTERN & set(str(path)):
        what = f"The path of {quoted(name)} holds one of * ? [ and cannot be opened"
        raise Problem(f"{what}. Rename the file or folder.")
    check_readable(name, path)


def check_readable(name: str, path: Path) -> None:
    """Raises Problem for a file that is not there, or that this program may not read."""
    try:
        with path.open("rb"):
            pass
    except FileNotFoundError:
        raise Problem(f"There is no file {quoted(name)}. Check its name and folder.") from None
    except OSError as error:
        raise Problem(f"{quoted(name)} cannot be read: {error.strerror}.") from None


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
