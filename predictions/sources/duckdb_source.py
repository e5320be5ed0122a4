"""Scores that stay in a file: a table is its combinations of labels, and the file is asked for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from predictions.build.coded import CodedTable, code, vocabulary_of
from predictions.build.encoded import Encoded, understand
from predictions.build.exclusions import exclude
from predictions.build.outputs import outputs_of
from predictions.build.row_fields import Rows, read_splits
from predictions.build.settled import Settled, settle
from predictions.columns.labels import BLANK, Coded, Vocabulary, encode
from predictions.columns.scores import Oddity, say_oddities, without_score
from predictions.mapping import Mapping
from predictions.problems import Notes, Problem
from predictions.roles.understood import Understood
from predictions.sources.duckdb_file import Condition, LargeFile, among


@dataclass(frozen=True, eq=False)
class Weighted(Coded):
    """A column of groups: each has as many rows as its weight."""

    weights: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))

    def rows_of(self, chosen: Iterable[int]) -> int:
        return int(self.weights[np.isin(self.codes, list(chosen))].sum())


@dataclass(frozen=True, eq=False)
class DuckdbSource:
    """Scores by the name of their column. kept: further columns that tell rows apart."""

    file: LargeFile
    kept: tuple[str, ...] = ()

    def encode(self, understood: Understood, notes: Notes, more: Sequence[str] = ()) -> Encoded:
        """The combinations of labels, model, reader and split that occur. more: further values that differ, in SQL."""
        mapping = understood.mapping
        if mapping.weight:
            what = "A file that is too large for memory is counted without weights"
            raise Problem(f"{what}. Choose no column of weights, or remove rows or columns until the file fits.")
        names = [str(mapping.truth), *(mapping.predicted or ()), mapping.model, mapping.reader, mapping.split]
        cells, weights = self.file.grouped([name for name in dict.fromkeys(names) if name], more, self.kept)
        split, splits = read_splits(mapping, cells, notes, lambda chosen: int(weights[chosen].sum()))
        truth, *predicted = (
            Weighted(**vars(encode(cells[name], name)), weights=weights)
            for name in (str(mapping.truth), *(mapping.predicted or ()))
        )
        rows = Rows(None, None, split, splits, None, (), None, (), None, pa.table({}))
        return Encoded(
            understood=understood, cells=cells, truth=truth, predicted=tuple(predicted), rows=rows, weights=weights
        )

    def read(self, table: CodedTable, columns: Sequence[str], notes: Notes) -> list[str]:
        """The columns as they are; what is infinite or blank among the rows that have a true class is said."""
        if not columns:
            return []
        written: list[str] = []
        for name in columns:
            self.file.score(name)  # refuses a column without numbers
            score = f"{self.file.column(name)}::DOUBLE"
            written += [f"count(*) FILTER (isinf({score}))", f"count(*) FILTER ({score} IS NULL OR isnan({score}))"]
        truth = holds(self.file, table, table.truth.name, table.exclusions.used)
        (found,) = self.file.numbers(written, [truth])
        said: dict[Oddity, list[str]] = {}
        for name, infinite, blank in zip(columns, found[::2], found[1::2], strict=True):
            for each in without_score(infinite, blank):
                said.setdefault(each, []).append(name)
        say_oddities(said, notes)
        return list(columns)

    def means(self, table: CodedTable, score: str, predicted: Coded, vocabulary: Vocabulary) -> tuple[float, float]:
        written = self.file.score(score)
        found = self.file.numbers([f"sum({written})", f"count({written})"], (), self.file.column(predicted.name))
        texts = encode(pa.chunked_array([pa.array([value for value, _, _ in found])]), predicted.name)
        totals = dict.fromkeys(table.labels, np.zeros(2))
        for place, (_, total, number) in zip(vocabulary.codes(texts), found, strict=True):
            if place != BLANK and number and (label := vocabulary.labels[place]) in totals:
                totals[label] = totals[label] + (total, number)
        first, second = (float(total / number) if number else -np.inf for total, number in totals.values())
        return first, second

    def by_threshold(
        self, table: CodedTable, score: str, positive: int, other: int, vocabulary: Vocabulary
    ) -> tuple[CodedTable, np.ndarray]:
        threshold = float(table.understood.mapping.threshold)
        is_predicted = f"({self.file.score(score)} >= {threshold!r}::DOUBLE)::INTEGER"
        table = self._regrouped(table, [is_predicted], vocabulary)
        return table, _codes(table, [other, positive])

    def by_highest(
        self, table: CodedTable, scores: dict[int, str], vocabulary: Vocabulary
    ) -> tuple[CodedTable, np.ndarray, int]:
        codes = sorted(scores)
        more = _highest([self.file.score(scores[code]) for code in codes])
        table = self._regrouped(table, more, vocabulary)
        return table, _codes(table, codes), table.count(table.cells["more 1"].fill_null(False).to_numpy())

    def _regrouped(self, table: CodedTable, more: Sequence[str], vocabulary: Vocabulary) -> CodedTable:
        """The same rows, told apart by further values, too. What is odd was said already."""
        encoded = self.encode(table.understood, Notes(), more)
        codes = vocabulary.codes(encoded.truth)
        exclusions = exclude(encoded, codes, vocabulary, Notes())
        return CodedTable(**vars(encoded), codes=codes, exclusions=exclusions, labels=table.labels)


def settled_of(source: DuckdbSource, wanted: Mapping, notes: Notes) -> Settled[str]:
    """Columns as the first rows tell them, and the labels of all rows."""
    file = source.file
    encoded = source.encode(understand(file.head, wanted, file.limits, notes), notes)
    vocabulary = vocabulary_of([encoded], wanted, file.limits, notes)
    return settle(outputs_of(code(encoded, vocabulary, notes), vocabulary, source, notes), vocabulary)


def _codes(table: CodedTable, predicted: Sequence[int]) -> np.ndarray:
    """(n,) the predicted code of each row, -1 for none."""
    places = table.cells["more 0"].fill_null(BLANK).to_numpy().astype(np.int64)
    found: np.ndarray = np.take(np.array([*predicted, BLANK], np.int32), places)
    return found


def _highest(scores: Sequence[str]) -> list[str]:
    """The position of the highest score, null where one is missing, and whether another one is as high, in SQL."""
    each, is_complete = f"[{', '.join(scores)}]", f"({' + '.join(scores)}) IS NOT NULL"
    first = f"list_position({each}, list_max({each}))"
    last = f"{len(scores) + 1} - list_position(list_reverse({each}), list_max({each}))"
    return [f"CASE WHEN {is_complete} THEN {first} - 1 END", f"{is_complete} AND {first} <> {last}"]


def holds(file: LargeFile, table: CodedTable, name: str, rows: np.ndarray) -> Condition | None:
    """That a column holds what it holds in these groups; None where that is all it ever holds."""
    values = table.cells[name].to_pylist()
    chosen = dict.fromkeys(value for value, is_chosen in zip(values, rows.tolist(), strict=True) if is_chosen)
    return among(file.column(name), list(chosen), list(dict.fromkeys(values)))
