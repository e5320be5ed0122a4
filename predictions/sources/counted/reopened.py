"""A file that is counted where it lies, opened again for a further question, with what was settled when it was read."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace

import numpy as np
import pyarrow as pa

from metrics.kernels.once import Once
from predictions import progress
from predictions.build.settled import Settled
from predictions.columns.labels import BLANK
from predictions.counted import Cut, Keep, Slice
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.problems import Notes, Problem
from predictions.sources.counted.alike import kept_values
from predictions.sources.counted.cases.columns import CaseColumns
from predictions.sources.counted.evaluate import Output, Part, part_of_all, parts_of
from predictions.sources.counted.source import CountedSource, settled_of
from predictions.sources.counted.table import CountedTable, unchanged_table
from predictions.sources.counted.ways import too_many
from predictions.sources.engines.engine import Origin
from words.text.names import quoted

MOST_ROWS = 200_000  # combinations of labels, splits and values of the kept columns that one question may bring
MOST_KEPT = 64  # answers for each study: every threshold that a reader tries is a question of its own
MOST_IN_HEAD = 5_000  # values among the first rows: a column of more is not asked for
Parts = tuple[tuple[str, Keep], ...]


@dataclass(frozen=True, eq=False)
class Reopened:
    """Of one origin as it was when it was read. head: its kept columns in the first rows.

    most: distinct scores of a class that are told apart. parts: what the rows that are looked at have in common. fold:
    the column of folds. not_answered: why questions had no answer.
    """

    origin: Origin
    version: Hashable
    wanted: Mapping
    limits: Limits
    most: int
    head: pa.Table
    parts: Parts = ()
    fold: str | None = None
    not_answered: Notes = field(default_factory=Notes, init=False, repr=False)
    _once: Once = field(default_factory=lambda: Once(MOST_KEPT), init=False, repr=False)

    @contextmanager
    def _columns(self, place: Slice, cut: Cut | None) -> Iterator[CaseColumns]:
        """As `_at`, beside all splits of the model."""
        settled = self._settled(())
        with self._open() as file:
            yield replace(self._on_all(file, settled, place[0], cut), part=self._part(file, settled, place))

    def _on_all(self, file: CountedTable, settled: Settled[str], model: int, cut: Cut | None) -> CaseColumns:
        """Of a model on all splits."""
        part = part_of_all(file, settled.outputs[model], model, self._kept)
        return CaseColumns(file, settled, part, part, cut)

    def _open(self) -> AbstractContextManager[CountedTable]:
        """Raises Problem where the file is no longer the one that was read."""
        return unchanged_table(self.origin, self.version, self.wanted, self.limits, progress.tick)

    def _settled(self, columns: tuple[str, ...]) -> Settled[str]:
        """What was settled when the file was read, its rows told apart by these columns and those of `parts`."""
        names = tuple(sorted({*columns, *self._kept}))
        return self._once.get(names, lambda: self._asked(names), progress.tick)

    def _asked(self, names: tuple[str, ...]) -> Settled[str]:
        for name in names:
            self._check(name)
        with self._open() as file:
            settled = settled_of(CountedSource(file, names), self.wanted, Notes())
        if len(settled.outputs[0].table.codes) > MOST_ROWS:
            raise too_many(names)
        return replace(settled, outputs=tuple(self._narrowed(each, settled) for each in settled.outputs))

    def _check(self, name: str) -> None:
        if name == self.fold:
            return
        if name not in self.head.column_names:
            raise Problem(f"There is no column {quoted(name)} that tells groups apart.")
        column = self.head[name]
        if not pa.types.is_temporal(column.type) and len(column.unique()) > MOST_IN_HEAD:
            raise too_many([name])

    def _narrowed(self, output: Output, settled: Settled[str]) -> Output:
        """With the rows that every part keeps, also of those that have no prediction, or no true class."""
        table = output.table
        inside: np.ndarray = (output.allowed & (settled.final[table.codes] != BLANK)) | output.unlabelled
        known, mask = inside.copy(), pa.array(inside)
        for name, keep in self.parts:
            inside[known] &= keep(pa.table({name: kept_values(table, name).filter(mask)}))
        own = inside if output.own is None else output.own & inside
        return replace(output, allowed=output.allowed & inside, own=own)

    @contextmanager
    def _at(self, place: Slice, cut: Cut | None = None) -> Iterator[CaseColumns]:
        """The open file with one model on one split of it."""
        settled = self._settled(())
        with self._open() as file:
            part = self._part(file, settled, place)
            yield CaseColumns(file, settled, part, part, cut)

    def _part(self, file: CountedTable, settled: Settled[str], place: Slice) -> Part:
        """One model on one split."""
        return next(each for each in self._parts(file, settled) if each.place == place)

    def _parts(self, file: CountedTable, settled: Settled[str]) -> list[Part]:
        """Every model on every split, of the rows that are looked at."""
        return parts_of(file, settled.outputs, self._kept)

    @property
    def _kept(self) -> list[str]:
        """The columns that tell these rows from others."""
        return [name for name, _ in self.parts]
