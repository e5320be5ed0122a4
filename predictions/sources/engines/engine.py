"""What every engine gives: its rows as a lazy frame, and the answer to a lazy frame, as Arrow."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, runtime_checkable

import narwhals as nw
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from predictions.limits import Limits
from predictions.plain_table import PlainTable
from predictions.problems import Notice

Read = Callable[[Sequence[tuple[str, bytes]]], list[PlainTable]]  # files, each as a plain table
Frame = nw.LazyFrame[Any]


def number_of(condition: nw.Expr) -> nw.Expr:
    """In how many rows a condition is true."""
    return nw.when(condition).then(nw.lit(1)).count()


def one_where(condition: nw.Expr) -> nw.Expr:
    """1 where a condition is true, else 0."""
    return nw.when(condition).then(nw.lit(1)).otherwise(nw.lit(0))


def added_up(each: nw.Expr) -> nw.Expr:
    """The sum of whole numbers. DuckDB adds up in 128 bits, which Arrow has as decimals."""
    return each.sum().cast(nw.Int64)


def whole(column: pa.ChunkedArray) -> NDArray[np.int64]:
    """Counts of an answer, which every engine has in a type of its own."""
    found: NDArray[np.int64] = column.to_numpy().astype(np.int64)
    return found


class Engine(Protocol):
    """Rows in one place.

    head: the first SAMPLE_ROWS of them, with the columns as the source spells them, in the order of those of `frame`.
    days: columns of `frame` behind those of `head`: the day, in the zone of its column, by the column of times.
    notices: what a reader must know of how the rows were found.
    """

    frame: Frame
    head: pa.Table
    days: Mapping[str, str]
    notices: tuple[Notice, ...]

    def answer(self, question: Frame) -> pa.Table:
        """All rows of the answer. Raises Problem for what cannot be read, and for too many groups to count."""

    def beside(self, few: pa.Table) -> Frame:
        """A table of a few hundred numbers of ours, which the engine can join with `frame`."""

    def in_order(self) -> tuple[Frame, str] | None:
        """`frame` with one more column that rises in the order of the rows, and its name; None where they have none."""


class Origin(Protocol):
    """Where the rows of a study lie. Frozen and hashable: equal ones lead to the same rows.

    name: as people know it. kind: what it is, as they read it ("Parquet").
    """

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    def version(self, seconds: int) -> Hashable:
        """Changes whenever the rows do; None where there are none any more.

        seconds: that a server has to answer. Raises Problem for one that does not.
        """

    def digest(self, tick: Callable[[], None]) -> str:
        """SHA-256 of the rows as they lie, in hexadecimal digits. tick() runs now and then; what it raises ends it."""

    def opened(self, tick: Callable[[], None]) -> AbstractContextManager[Engine]:
        """Its engine. tick() runs before, during and after each question; what it raises ends it.

        Raises Problem for what cannot be opened.
        """


@runtime_checkable
class Versioned(Origin, Protocol):
    """An origin whose format may keep earlier versions of its rows."""

    def at_newest(self, tick: Callable[[], None]) -> Origin:
        """The same at the version that is the newest now, whatever comes later; itself where none are kept.

        tick() runs now and then; what it raises ends it. Raises Problem for what cannot be opened.
        """


@runtime_checkable
class Holdable(Origin, Protocol):
    """An origin whose rows are held where they are few, as those of a file are."""

    def is_large(self, limits: Limits) -> bool:
        """Whether they are counted where they lie. Raises Problem for what cannot be opened."""

    def whole(self, read: Read, limits: Limits) -> PlainTable:
        """All of them. Raises Problem for what cannot be opened. read: how the bytes of files are read."""
