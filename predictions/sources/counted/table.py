"""Rows that are not held, asked by lazy expressions: an engine counts them where they lie."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from collections.abc import Mapping as FrozenMapping
from dataclasses import dataclass, replace
from typing import Any

import narwhals as nw
import numpy as np
import pyarrow as pa

from predictions.columns.cells import SAMPLE_ROWS, is_text
from predictions.formats.arrow_tables import plain_columns
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Problem
from predictions.progress import Progress, Tick
from predictions.sources.counted.written import number_in
from predictions.sources.engines.engine import Engine, Frame, Origin, whole
from predictions.sources.kept_open import kept_open
from words.text.names import quoted

WEIGHT = "rows behind"
KEPT = "kept {}"
FIELD = "field {}"
Condition = nw.Expr  # true, false or null for each row


def among(column: nw.Expr, chosen: Sequence[object], present: Sequence[object]) -> Condition | None:
    """That a column holds one of the chosen values, which may be null; None where it holds no others."""
    if len(chosen) == len(present):
        return None
    is_value = column.is_in([value for value in chosen if value is not None])
    return column.is_null() | is_value if None in chosen else is_value


def narrowed(rows: Frame, conditions: Iterable[Condition | None]) -> Frame:
    """Those that meet all conditions."""
    kept = [condition for condition in conditions if condition is not None]
    return rows.filter(*kept) if kept else rows


def joined(how: Callable[[nw.Expr, nw.Expr], nw.Expr], each: Sequence[nw.Expr]) -> nw.Expr:
    """Half and half, as 500 one after the other nest too deep."""
    half = len(each) // 2
    return how(joined(how, each[:half]), joined(how, each[half:])) if half else each[0]


@dataclass
class Patience:
    """What an engine looks at while it works: tick() runs, and no question may take too long. rows: of the file."""

    name: str
    limits: Limits
    tick: Tick
    rows: int = 0

    def __post_init__(self) -> None:
        self.begin(self.tick)

    def begin(self, tick: Tick) -> None:
        """The time of the next question, and what runs while it is asked."""
        self.tick, self._started = tick, time.monotonic()

    def __call__(self) -> None:
        """Raises Problem where the time is over, and whatever tick() raises."""
        limit = self.limits.seconds * max(1, self.rows // self.limits.rows)  # the more rows, the longer it may take
        if time.monotonic() - self._started > limit:
            what = f"{quoted(self.name)} is too large: reading it takes longer than {limit} s"
            raise Problem(f"{what}. Remove columns or rows.")
        self.tick()


class CountedTable:
    """An open origin. head: its first rows as any file becomes them; rows: how many it has.

    complete: columns of scores that were found to have one in every row with a true class. progress: how far it is
    counted, for those who wait. patience: of its questions.
    """

    def __init__(self, origin: Origin, engine: Engine, patience: Patience) -> None:
        self.origin, self.limits, self._engine, self.patience = origin, patience.limits, engine, patience
        self.progress = Progress()
        self.complete: set[str] = set()
        columns = engine.frame.collect_schema().names()
        pairs = zip(engine.head.column_names, columns, strict=False)  # an engine has further ones behind them
        self._columns = {name.strip() or f"column {place}": column for place, (name, column) in enumerate(pairs, 1)}
        self._fields = columns[: engine.head.num_columns]
        self.head = self._plain(engine.head, Notes([*engine.notices]))
        (self.rows,) = self.numbers(engine.frame, [nw.len()])
        patience.rows = self.rows

    def begin(self, tick: Tick, progress: Progress) -> None:
        """Before the next questions: tick() runs while they are asked, and progress is told how far they are."""
        self.progress = progress
        self.patience.begin(tick)

    def _plain(self, rows: pa.Table, notes: Notes) -> PlainTable:
        limits = replace(self.limits, rows=SAMPLE_ROWS)
        return plain_columns(rows, self.origin.kind, quoted(self.origin.name), notes, limits)

    @property
    def names(self) -> Iterable[str]:
        """The columns that can be asked for: none inside a nested column."""
        return self._columns.keys()

    def column(self, name: str) -> nw.Expr:
        """A column as the engine knows it. Raises Problem for one inside a nested column."""
        if name not in self._columns:
            what = f"Column {quoted(name)} is part of a nested column, which a file of this size cannot be read from"
            raise Problem(f"{what}. Give it a column of its own.")
        return nw.col(self._columns[name])

    def is_text(self, name: str) -> bool:
        """Whether a column holds text, also as categories."""
        return is_text(self.head.table.schema.field(name).type)

    def is_number(self, name: str) -> bool:
        """Whether a column holds numbers, not as text."""
        kind = self.head.table.schema.field(name).type
        return bool(pa.types.is_floating(kind) or pa.types.is_integer(kind) or pa.types.is_decimal(kind))

    def number(self, name: str) -> nw.Expr:
        """A column of numbers, or of texts that are some, as doubles. Raises Problem for other types."""
        kind = self.head.table.schema.field(name).type
        if is_text(kind):
            return number_in(self.column(name).cast(nw.String))
        if not self.is_number(name):
            what = f"Score column {quoted(name)} holds no numbers ({kind}), as it must in a file of this size"
            raise Problem(f"{what}. Export it as numbers.")
        return self.column(name).cast(nw.Float64)

    def score(self, name: str) -> nw.Expr:
        """A score: a double, null where it is blank or infinite. Raises Problem for a column without numbers."""
        number = self.number(name)
        return nw.when(number.is_finite()).then(number)

    def kept(self, name: str) -> nw.Expr:
        """A kept column as it tells groups apart: of times the day, where the file says so in its own zone."""
        column, kind = self.column(name), self.head.table.schema.field(name).type
        if pa.types.is_timestamp(kind):
            day = self._engine.days.get(self._columns[name])
            return nw.col(day) if day else column.dt.date()
        return column

    def in_order(self) -> tuple[Frame, str | None]:
        """All rows, and the column that rises in their order; None where they have none."""
        return self._engine.in_order() or (self._engine.frame, None)

    def whole(self) -> list[nw.Expr]:
        """Every column of the source, as `plain` takes them."""
        return [nw.col(name).alias(own) for name, own in zip(self._fields, self.whole_names, strict=True)]

    @property
    def whole_names(self) -> list[str]:
        """The names of the columns of `whole`."""
        return [FIELD.format(place) for place in range(len(self._fields))]

    def plain(self, answer: pa.Table) -> PlainTable:
        """Some rows with the columns of `whole`, and perhaps others, as any file has them. At most SAMPLE_ROWS."""
        return self._plain(answer.select(self.whole_names).rename_columns(self._engine.head.column_names), Notes())

    def where(self, conditions: Iterable[Condition | None] = ()) -> Frame:
        """The rows that meet all conditions."""
        return narrowed(self._engine.frame, conditions)

    def grouped(
        self, asked: FrozenMapping[str, nw.Expr], rows: Frame | None = None, most: int | None = None
    ) -> tuple[pa.Table, np.ndarray]:
        """Every combination of values that occurs, and how many rows have it. asked: what differs, by its name.

        rows: of which it is asked; None: of all rows. most: combinations, of which no more are brought than one beyond.
        Raises Problem where they are too many for the memory.
        """
        keys = [f"key {place}" for place in range(len(asked))]
        rows = (self.where() if rows is None else rows).select(
            *(each.alias(key) for each, key in zip(asked.values(), keys, strict=True))
        )
        question = rows.group_by(*keys, drop_null_keys=False).agg(nw.len().alias(WEIGHT))
        table = self._engine.answer(question if most is None else question.head(most + 1))
        return table.select(keys).rename_columns(list(asked)), whole(table[WEIGHT])

    def numbers(self, rows: Frame, asked: Sequence[nw.Expr]) -> list[Any]:
        """Aggregates over rows, each a number; None where there is none."""
        named = (each.alias(f"asked {place}") for place, each in enumerate(asked))
        (found,) = self._engine.answer(rows.select(*named)).to_pylist()
        return list(found.values())

    def beside(self, few: pa.Table) -> Frame:
        """A table of a few hundred numbers of ours, to be joined with rows."""
        return self._engine.beside(few)

    def answer(self, question: Frame) -> pa.Table:
        """Counts, of any shape; single rows only of the page of a list that is looked at."""
        return self._engine.answer(question)


@contextlib.contextmanager
def unchanged(origin: Origin, version: Hashable, seconds: int) -> Iterator[None]:
    """Around what asks an origin. Raises Problem where its rows are others before or after, whatever else failed.

    seconds: that a server has to tell its version.
    """
    _check_version(origin, version, seconds)
    try:
        yield
    except (Problem, OSError):
        _check_version(origin, version, seconds)
        raise
    _check_version(origin, version, seconds)


def _check_version(origin: Origin, version: Hashable, seconds: int) -> None:
    found = origin.version(seconds)
    if found == version:
        return
    if found is None:
        raise Problem(f"{quoted(origin.name)} is no longer there. Put it back, or open another file.")
    raise Problem(f"{quoted(origin.name)} has changed since it was opened. Open it again.")


@contextlib.contextmanager
def counted_table(origin: Origin, limits: Limits, tick: Tick) -> Iterator[CountedTable]:
    """Open an origin for questions. Raises Problem for one that cannot be read.

    tick() runs before, during and after each question; what it raises ends the reading.
    """
    patience = Patience(origin.name, limits, tick)
    with origin.opened(patience) as engine:
        yield CountedTable(origin, engine, patience)


@contextlib.contextmanager
def unchanged_table(
    origin: Origin,
    version: Hashable,
    wanted: Mapping,
    limits: Limits,
    tick: Tick,
    progress: Progress | None = None,
) -> Iterator[CountedTable]:
    """An origin as it was at this version, open for questions: that of the questions before where it stays open.

    wanted: how its columns are read, which decides what is remembered of them. Raises Problem as `unchanged` does.
    """
    key = origin, version, limits, repr(wanted)
    with (
        unchanged(origin, version, limits.seconds),
        kept_open(key, lambda: counted_table(origin, limits, tick)) as table,
    ):
        table.begin(tick, progress or Progress())
        yield table
