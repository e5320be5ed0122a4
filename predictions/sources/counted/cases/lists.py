"""Single cases of a file that is counted where it lies: how many meet a condition, and a page of their list.

The engine sorts by what the order rests on alone, and gives back the rows of one page. Equals stand in the order of
the file; where an engine has none, by their ids and then by their other columns, each rising.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics.kernels.once import Once
from predictions.build.row_fields import read_rows
from predictions.cases.kinds import CaseOrder
from predictions.columns.cells import as_numbers, without_markers
from predictions.counted import CaseQuestion
from predictions.groups.grouping import MOST_VALUES
from predictions.plain_table import PlainTable
from predictions.problems import Notes
from predictions.rows import Predictions
from predictions.sources.counted.cases.columns import CONFIDENCE, SAID, TRUTH, CaseColumns
from predictions.sources.counted.table import Condition, CountedTable, among, narrowed
from predictions.sources.engines.engine import Frame, one_where

PLACE, KEY, TIE, BIN = "place", "key {}", "tie {}", "bin"
BINS = 4096
Opened = Callable[[], AbstractContextManager[CaseColumns]]


@dataclass(frozen=True, eq=False)
class FileCases:
    """Of one model on one split. opened: the file as it was when it was read. head: kept columns of the first rows."""

    opened: Opened
    head: pa.Table
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def has_ids(self) -> bool:
        return self._facts[0]

    @property
    def has_order(self) -> bool:
        return self._facts[1]

    @property
    def _facts(self) -> tuple[bool, bool]:
        def found() -> tuple[bool, bool]:
            with self.opened() as columns:
                return columns.has_ids, columns.file.in_order()[1] is not None

        return self._once.get("facts", found)

    def values(self, column: str) -> pa.ChunkedArray | None:
        return self._once.get(("values", column), lambda: self._values(column))

    def _values(self, name: str) -> pa.ChunkedArray | None:
        with self.opened() as columns:
            file, mapping = columns.file, columns.settled.first.mapping
            if name not in file.names or len(file.head.table[name].unique()) > MOST_VALUES + 2:
                return None
            found, _ = file.grouped({name: file.column(name)}, file.where(columns.everywhere.conditions))
        return without_markers(found[name], name, mapping.missing)

    def confident_from(self, part: float) -> tuple[float, float, float] | None:
        return self._once.get(("from", part), lambda: self._confident_from(part))

    def _confident_from(self, part: float) -> tuple[float, float, float] | None:
        with self.opened() as columns:
            if not columns.scored:
                return None
            file = columns.file
            rows = columns.classified(file.where(columns.everywhere.conditions), ()).select(CONFIDENCE)
            score = nw.col(CONFIDENCE)
            low, high, number = file.numbers(rows, [score.min(), score.max(), score.count()])
            if not number:
                return None
            if low >= 0 and high <= 1:
                return low, high, np.nan
            place = part * (number - 1)
            ends = [_at_rank(file, rows, min(int(place) + step, number - 1), low, high) for step in (0, 1)]
        return low, high, float(np.quantile(ends, place % 1))

    def cells(self, asked: CaseQuestion) -> np.ndarray:
        with self.opened() as columns:
            size = len(columns.settled.labels)
            rows = self._asked(columns, columns.file.where(self._conditions(columns, asked)), asked, ())
            found, numbers = columns.file.grouped({TRUTH: nw.col(TRUTH), SAID: nw.col(SAID)}, rows)
        cells = np.zeros((size, size), np.int64)
        cells[found[TRUTH].to_numpy(), found[SAID].to_numpy()] = numbers
        return cells

    def page(self, asked: CaseQuestion, harm: np.ndarray | None, order: str, start: int, number: int) -> Predictions:
        with self.opened() as columns:
            frame, place = columns.file.in_order()
            listed = _Listed(columns, frame, place)
            rows = self._asked(columns, narrowed(frame, self._conditions(columns, asked)), asked, listed.further)
            return listed.page(rows, _keys(order, harm, asked.cells, place is not None), start, number)

    def _conditions(self, columns: CaseColumns, asked: CaseQuestion) -> Iterator[Condition | None]:
        """What the columns of the file must hold."""
        yield from columns.part.conditions
        if asked.column:
            yield among(columns.file.column(asked.column), asked.values, ())
        if asked.case_id:
            yield columns.id_is(asked.case_id)

    def _asked(self, columns: CaseColumns, rows: Frame, asked: CaseQuestion, further: Sequence[nw.Expr]) -> Frame:
        """Rows with what they are classified as, which is as asked for."""
        rows = columns.classified(rows, further)
        if not asked.cells.all():
            rows = rows.filter(_in_cells(asked.cells))
        if asked.least is not None:
            rows = rows.filter(nw.col(TRUTH) != nw.col(SAID), nw.col(CONFIDENCE) >= asked.least)
        return rows


@dataclass(frozen=True, eq=False)
class _Listed:
    """How a page is told apart from all rows: by the place of its rows where they have one, else by their columns."""

    columns: CaseColumns
    frame: Frame
    place: str | None

    @property
    def further(self) -> list[nw.Expr]:
        """What every row that is sorted takes along."""
        if self.place:
            return [nw.col(self.place).alias(PLACE)]
        return [*self.columns.file.whole(), *self._ties]

    @property
    def _ties(self) -> list[nw.Expr]:
        file, case_id = self.columns.file, self.columns.part.mapping.case_id
        simple = {each.name for each in file.head.table.schema if not pa.types.is_nested(each.type)} & {*file.names}
        names = sorted(simple, key=lambda name: (name != case_id, file.head.names.index(name)))
        return [file.column(name).alias(TIE.format(at)) for at, name in enumerate(names)]

    def page(self, rows: Frame, keys: Sequence[nw.Expr], start: int, number: int) -> Predictions:
        """keys: without nulls; all rise. The last of the first rows are the first of these from behind."""
        names = [KEY.format(at) for at in range(len(keys))]
        rows = rows.with_columns(*(key.alias(name) for key, name in zip(keys, names, strict=True)))
        names += [] if self.place else [TIE.format(at) for at in range(len(self._ties))]
        first = rows.sort(*names, nulls_last=False).head(start + number)
        last = first.sort(*names, descending=True, nulls_last=True).head(number)
        found = self.columns.file.answer(last.drop(*names))
        return self._predictions(found.take(np.arange(len(found))[::-1]))

    def _predictions(self, found: pa.Table) -> Predictions:
        """found: the rows in their order, which are fetched now where only their place is known."""
        file, fields = self.columns.file, found
        if self.place:
            places = found[PLACE].to_numpy()
            rows = self.frame.filter(nw.col(self.place).is_in(places.tolist()))
            fields = file.answer(rows.select(*file.whole(), nw.col(self.place).alias(PLACE)))
            fields = fields.take(np.argsort(fields[PLACE].to_numpy())[np.argsort(np.argsort(places))])
        return _predictions(self.columns, file.plain(fields), *(found[name].to_numpy() for name in (TRUTH, SAID)))


def _predictions(columns: CaseColumns, plain: PlainTable, truth: np.ndarray, said: np.ndarray) -> Predictions:
    """Some rows as the rows of a held file, in their order."""
    output, labels = columns.output, columns.settled.labels
    understood = replace(output.table.understood, plain=plain)
    rows = vars(read_rows(understood, Notes()))
    scores = [columns.scored.get(label) for label in range(len(labels))]
    if columns.scored:
        kept = [name for name in rows["details"].column_names if name not in understood.mapping.score_columns]
        rows |= {"details": rows["details"].select(kept)}
    return Predictions(
        model=output.model,
        labels=labels,
        truth=truth.astype(np.int16),
        predicted=said.astype(np.int16),
        scores=tuple(None if name is None else _finite(plain.table[name]) for name in scores) if any(scores) else None,
        reader=output.reader,
        modality=output.modality,
        **rows,
    )


def _finite(column: pa.ChunkedArray) -> np.ndarray:
    """(n,) nan where there is no score."""
    values = as_numbers(column, "").values
    return np.where(np.isfinite(values), values, np.nan)


def _keys(order: str, harm: np.ndarray | None, cells: np.ndarray, has_order: bool) -> list[nw.Expr]:
    """By what rows are sorted, all rising: in the order of `CaseList.listed`."""
    place = [nw.col(PLACE)] if has_order else []
    if order == CaseOrder.FILE:
        return place
    known, unknown = nw.col(CONFIDENCE).fill_null(0.0), nw.col(CONFIDENCE).is_null()
    last, falling = one_where(unknown), 0.0 - known
    if order == CaseOrder.CONFIDENT:
        return [last, falling, *place]
    is_error = nw.col(TRUTH) != nw.col(SAID)
    risen = [nw.when(is_error | unknown).then(each).otherwise(0 - each) for each in place]
    return [*_ranks(harm, cells), last, nw.when(is_error).then(falling).otherwise(known), *risen]


def _ranks(harm: np.ndarray | None, cells: np.ndarray) -> list[nw.Expr]:
    """The kind of an error and the danger of its true class, of which `harm` makes one rank; the highest if correct."""
    size = len(cells)
    kinds, places = np.divmod(np.zeros_like(cells, int) if harm is None else harm, size)
    is_error = cells & ~np.eye(size, dtype=bool)
    rank: nw.Expr = nw.lit(int(kinds.max()) + 1)
    for kind in np.unique(kinds[is_error]).tolist():
        rank = nw.when(_in_cells(is_error & (kinds == kind))).then(nw.lit(kind)).otherwise(rank)
    danger: nw.Expr = nw.lit(0)
    for place in np.unique(places[is_error]).tolist():
        truths = np.flatnonzero((is_error & (places == place)).any(1)).tolist()
        is_own = nw.col(TRUTH).is_in(truths) & (nw.col(TRUTH) != nw.col(SAID))
        danger = nw.when(is_own).then(nw.lit(place)).otherwise(danger)
    return [rank, danger]


def _in_cells(cells: np.ndarray) -> Condition:
    """That a row is in one of these cells of the matrix."""
    return (nw.col(TRUTH) * len(cells) + nw.col(SAID)).is_in(np.flatnonzero(cells).tolist())


def _at_rank(file: CountedTable, rows: Frame, rank: int, low: float, high: float) -> float:
    """The confidence that `rank` of the rows are below, as sorted ones have it; found in ever smaller bins."""
    score = nw.col(CONFIDENCE)
    while low < high:
        within = rows.filter(score >= low, score <= high)
        own = ((score - low) / (high - low) * BINS).floor().cast(nw.Int64)
        found, numbers = file.grouped({BIN: own}, within)
        order = np.argsort(found[BIN].to_numpy())
        passed = np.cumsum(numbers[order])
        at = int(np.searchsorted(passed, rank, side="right"))
        rank -= int(passed[at] - numbers[order][at])
        chosen = int(found[BIN].to_numpy()[order][at])
        low, high = file.numbers(within.filter(own == chosen), [score.min(), score.max()])
    return low
