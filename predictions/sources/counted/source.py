"""Scores that stay in a file: a table is its combinations of labels, and the file is asked for the rest."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Mapping as FrozenMapping
from dataclasses import dataclass, field, replace

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics import ThresholdTable
from predictions.build.coded import CodedTable, code, vocabulary_of
from predictions.build.encoded import Encoded, understand
from predictions.build.exclusions import MOST_TOTALS, exclude
from predictions.build.outputs import outputs_of
from predictions.build.row_fields import Rows, read_splits
from predictions.build.settled import Settled, settle
from predictions.columns.labels import BLANK, Coded, encode
from predictions.columns.scores import Oddity, say_oddities, without_score
from predictions.formats.non_case_rows import AROUND_TOTALS, TOTALS, is_total
from predictions.mapping import Mapping
from predictions.problems import Notes
from predictions.roles.understood import Understood
from predictions.sources.counted.steps import Scored
from predictions.sources.counted.table import KEPT, Condition, CountedTable, among, joined
from predictions.sources.counted.text_numbers import written
from predictions.sources.counted.weights import MOST_WEIGHED, weighed, weights_of
from predictions.sources.engines.engine import number_of, whole

BY, TIED, BESIDE = "place by scores", "tied by scores", "scored beside"  # beside the columns of the file
Count = Callable[[FrozenMapping[str, nw.Expr], int | None], tuple[pa.Table, np.ndarray]]


@dataclass(frozen=True, eq=False)
class Weighted(Coded):
    """A column of groups: each has as many rows as its weight."""

    weights: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))

    def rows_of(self, chosen: Iterable[int]) -> int:
        return int(self.weights[np.isin(self.codes, list(chosen))].sum())


@dataclass(frozen=True, eq=False)
class CountedSource:
    """Scores by the name of their column. kept: further columns that tell rows apart."""

    file: CountedTable
    kept: tuple[str, ...] = ()

    def encode(self, understood: Understood, notes: Notes, count: Count | None = None) -> Encoded:
        """The combinations of labels, model, reader and split that occur. count: what groups these columns."""
        mapping = understood.mapping
        given = (
            mapping.truth, *(mapping.predicted or ()), mapping.model, mapping.reader, mapping.split, mapping.weight
        )  # fmt: skip
        names = [name for name in dict.fromkeys(given) if name]
        columns = {name: self.file.column(name) for name in names}
        columns |= {KEPT.format(name): self.file.kept(name) for name in self.kept}
        cells, weights = (count or self._grouped)(columns, MOST_WEIGHED if mapping.weight else None)
        split, splits = read_splits(mapping, cells, notes, lambda chosen: int(weights[chosen].sum()))
        truth, *predicted = (
            Weighted(**vars(encode(cells[name], name)), weights=weights)
            for name in (str(mapping.truth), *(mapping.predicted or ()))
        )
        each = weights_of(self.file, mapping, cells, weights)
        rows = Rows(None, None, split, splits, None, (), None, (), None, pa.table({}), *each)
        totals = self._totals(mapping, cells, truth)
        return Encoded(
            understood=understood, cells=cells, truth=truth, predicted=tuple(predicted), rows=rows, weights=weights,
            totals=totals,
        )  # fmt: skip

    def _totals(self, mapping: Mapping, cells: pa.Table, truth: Weighted) -> np.ndarray:
        """(n,) groups of a true class that only rows of totals have, as their first cell or their id says."""
        codes, first = truth.codes, next(iter(self.file.names))
        support = np.bincount(np.where(codes == BLANK, len(truth.texts), codes), truth.weights, len(truth.texts) + 1)
        is_rare, found = (codes != BLANK) & (support[codes] <= MOST_TOTALS), np.zeros_like(support)
        names = [name for name in dict.fromkeys((first, mapping.case_id)) if name and name in self.file.names]
        asked = [says_total(self.file.column(name)) for name in names if self.file.is_text(name) and name != truth.name]
        if asked and is_rare.any():  # else the file need not be asked
            code_of = dict(zip(cells[truth.name].to_pylist(), codes.tolist(), strict=True))
            values, rows = self._by_value(truth.name, cells.filter(pa.array(is_rare)), joined(operator.or_, asked))
            np.add.at(found, [code_of[value] for value in values], rows)
        if first == truth.name:
            found += (support == 1) & np.array([*map(is_total, truth.texts), False])
        are_totals: np.ndarray = is_rare & (found == support)[codes]
        return are_totals

    def _by_value(self, name: str, cells: pa.Table, condition: Condition) -> tuple[list[object], np.ndarray]:
        """The values of a column that these cells hold, and how many rows that meet a condition have each."""
        column = self.file.column(name)
        rows = self.file.where([among(column, cells[name].unique().to_pylist(), ()), condition])
        found, numbers = self.file.grouped({name: column}, rows)
        return found[name].to_pylist(), numbers

    def _grouped(self, columns: FrozenMapping[str, nw.Expr], most: int | None) -> tuple[pa.Table, np.ndarray]:
        return self.file.grouped(columns, None, most)

    def read(self, table: CodedTable, columns: Sequence[str], notes: Notes) -> list[str]:
        """The columns as they are; what is infinite or blank among the rows that have a true class is said."""
        if not columns:
            return []
        asked = []
        for number in map(self.file.number, columns):
            is_infinite = (number == math.inf) | (number == -math.inf)  # DuckDB finds no NaN where Parquet tells bounds
            is_blank = number.is_null() | ~(is_infinite | number.is_finite())
            asked += [number_of(is_infinite), number_of(is_blank)]
        used = self.file.where(usable(self.file, table))
        found = self.file.numbers(used, asked)
        said: dict[Oddity, list[str]] = {}
        texts = {name: written(self.file, name, used) for name in columns if self.file.is_text(name)}
        for name, infinite, blank in zip(columns, found[::2], found[1::2], strict=True):
            oddities = texts[name].oddities if name in texts else without_score
            for each in oddities(infinite, blank):
                said.setdefault(each, []).append(name)
            if not infinite and not blank:
                self.file.complete.add(name)
        say_oddities(said, notes)
        return list(columns)

    def means(self, table: CodedTable, score: str, predicted: Coded) -> tuple[float, float]:
        vocabulary = table.vocabulary
        codes = vocabulary.codes(predicted)
        of_each = [codes == vocabulary.labels.index(label) for label in table.labels]
        groups = [holds(self.file, table, predicted.name, rows) for rows in of_each]
        group = nw.coalesce(*(nw.when(given(each)).then(nw.lit(place)) for place, each in enumerate(groups)))
        asked = Scored.of(self.file, self.file.where(), self.file.score(score), nw.lit(True), group, len(groups))
        first, second = (_mean(each) for each in asked.tables()[0])
        return first, second

    def by_threshold(self, table: CodedTable, score: str, positive: int, other: int) -> tuple[CodedTable, np.ndarray]:
        mapping, keys = table.mapping, dict[str, nw.Expr]()
        keys[BY] = (self.file.score(score) >= float(mapping.threshold)).cast(nw.Int64)
        if others := [self.file.score(each) for each in mapping.score_models if each != score]:
            keys[BESIDE] = joined(operator.or_, [~each.is_null() for each in others])
        table = self._regrouped(table, lambda columns, most: self.file.grouped({**columns, **keys}, most=most))
        if others:
            table = replace(table, elsewhere=table.cells[BESIDE].to_numpy())
        return table, _codes(table, [other, positive])

    def by_highest(self, table: CodedTable, scores: dict[int, str]) -> tuple[CodedTable, np.ndarray, int]:
        codes = sorted(scores)
        each = [self.file.score(scores[code]) for code in codes]
        table = self._regrouped(table, lambda columns, most: self._by_highest(columns, most, each))
        return table, _codes(table, codes), table.count(table.cells[TIED].fill_null(False).to_numpy())

    def _by_highest(
        self, columns: FrozenMapping[str, nw.Expr], most: int | None, scores: Sequence[nw.Expr]
    ) -> tuple[pa.Table, np.ndarray]:
        """Grouped by the place of the highest score too, null where one is missing, and whether two share it."""
        keys = {name: f"key {place}" for place, name in enumerate(columns)}
        names = [f"score {place}" for place in range(len(scores))]
        rows = self.file.where().select(
            *(columns[name].alias(key) for name, key in keys.items()),
            *(score.alias(name) for score, name in zip(scores, names, strict=True)),
        )
        is_blank = joined(operator.or_, [nw.col(name).is_null() for name in names])
        rows = rows.with_columns(highest=nw.max_horizontal(*names), blank=is_blank)
        is_highest = (nw.col(name) == nw.col("highest") for name in names)
        places = [nw.when(each).then(nw.lit(place)) for place, each in enumerate(is_highest)]
        kept = [*keys.values(), "blank"]
        rows = rows.select(*kept, first=nw.min_horizontal(*places), last=nw.max_horizontal(*places))
        is_tied = ~nw.col("blank") & (nw.col("first") != nw.col("last"))
        asked = {BY: nw.when(~nw.col("blank")).then(nw.col("first")), TIED: is_tied}
        return self.file.grouped({name: nw.col(key) for name, key in keys.items()} | asked, rows, most)

    def _regrouped(self, table: CodedTable, count: Count) -> CodedTable:
        """The same rows, told apart by further values, too. What is odd was said already."""
        encoded = self.encode(table.understood, Notes(), count)
        codes = table.vocabulary.codes(encoded.truth)
        exclusions = exclude(encoded, codes, table.vocabulary, Notes())
        return replace(table, **vars(encoded), codes=codes, exclusions=exclusions)


def settled_of(source: CountedSource, wanted: Mapping, notes: Notes) -> Settled[str]:
    """Columns as the first rows tell them, and the labels of all rows."""
    file = source.file
    encoded = source.encode(understand(file.head, wanted, file.limits, notes), notes)
    vocabulary = vocabulary_of([encoded], wanted, file.limits, notes)
    return settle(outputs_of(code(encoded, vocabulary, notes), source, notes))


def _codes(table: CodedTable, predicted: Sequence[int]) -> np.ndarray:
    """(n,) the predicted code of each row, -1 for none."""
    places = whole(table.cells[BY].fill_null(BLANK))
    found: np.ndarray = np.take(np.array([*predicted, BLANK], np.int32), places)
    return found


def _mean(scores: ThresholdTable) -> float:
    """Of the lowest scores of all steps where they are not exact; -inf for none."""
    return float(scores.scores @ scores.positives / scores.n_positive) if scores.n_positive else -np.inf


def usable(file: CountedTable, table: CodedTable) -> tuple[Condition | None, Condition | None]:
    """That a row has a true class that is used, and a weight where rows are weighted."""
    is_weighed = weighed(file, table.mapping, table.rows)
    return holds(file, table, table.truth.name, table.exclusions.used), is_weighed


def says_total(column: nw.Expr) -> Condition:
    """That a cell says that its row adds up the others, as `is_total` does of a text."""
    return column.cast(nw.String).str.strip_chars(AROUND_TOTALS).str.to_lowercase().is_in(sorted(TOTALS))


def given(condition: Condition | None) -> Condition:
    """A condition that may be none at all."""
    return nw.lit(True) if condition is None else condition


def holds(file: CountedTable, table: CodedTable, name: str, rows: np.ndarray) -> Condition | None:
    """That a column holds what it holds in these groups; None where that is all it ever holds."""
    values = table.cells[name]
    chosen = values.filter(pa.array(rows)).unique()
    return among(file.column(name), chosen.to_pylist(), values.unique().to_pylist())
