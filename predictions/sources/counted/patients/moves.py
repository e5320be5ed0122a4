"""How far rows, or their patients, move areas and means of areas: an engine adds up the squares, in whole numbers."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics.measures.influence import WIDEST, MovedMean, Moves
from predictions.problems import TooManyGroups
from predictions.sources.counted.cases.columns import TIMES, CaseColumns, at_once_or_by_ids, id_in
from predictions.sources.counted.evaluate import is_of_class
from predictions.sources.counted.patients.areas import ID, Digits, digit, of_patients
from predictions.sources.counted.patients.ids import GROUP, patient_column, unknown_texts
from predictions.sources.counted.patients.in_ranges import reached
from predictions.sources.counted.table import CountedTable, joined
from predictions.sources.counted.weights import as_cases
from predictions.sources.engines.engine import Frame

CASES = "cases"
MOST_CLASSES = 30  # each is a join, and an engine plans all of them anew for each


@dataclass(frozen=True, eq=False)
class Moved:
    """The rows of a part by how far each moves some numbers. has_patients: whether those of one are added up."""

    columns: CaseColumns
    has_patients: bool
    moves: Mapping[int, Moves]
    numbers: Sequence[MovedMean]

    def squares(self) -> list[int] | None:
        """As `SumsOverRows.squares`; None for many classes, too."""
        if len(self.moves) > MOST_CLASSES:
            return None
        file, part = self.columns.file, self.columns.part
        rows, cases = self._rows(), int(part.output.table.cases[part.rows].sum())
        digits = Digits.of(cases, self._names, min(63, self._farthest(cases).bit_length()))
        if not self.has_patients:
            return _asked(file, digits, rows, nw.col(TIMES))[1:]
        ids, unknown, added = id_in(nw.col(ID)), unknown_texts(part.mapping), (CASES, *self._names)
        try:
            found = at_once_or_by_ids(
                rows, ids, lambda some: _asked(file, digits, of_patients(some, added, ids, unknown), nw.lit(1))
            )
        except TooManyGroups:
            return None
        if sum(each[0] for each in found) < cases:
            found.append(_asked(file, digits, rows.filter(ids.is_null() | ids.is_in(unknown)), nw.col(TIMES)))
        return [sum(each) for each in zip(*found, strict=True)][1:]

    @property
    def _names(self) -> tuple[str, ...]:
        """The columns with what each row moves the numbers."""
        return tuple(f"moved {place}" for place in range(len(self.numbers)))

    def _farthest(self, cases: int) -> int:
        """How far a row, or a patient who has all cases, moves a number at most."""
        each = (sum(of.weights.values()) * WIDEST + sum(map(abs, of.shifts.values())) for of in self.numbers)
        return max(each) * (cases if self.has_patients else 1)

    def _rows(self) -> Frame:
        file, part, settled = self.columns.file, self.columns.part, self.columns.settled
        times = as_cases(part.times(file))
        kept = {TIMES: times, CASES: nw.lit(1), GROUP: nw.lit(0)}
        if self.has_patients:
            kept[ID] = file.column(str(patient_column(part.mapping)))
        scores = {f"score {label}": _score(self.columns, label) for label in self.moves}
        own = {f"own {label}": is_of_class(file, part, settled.code(label)) for label in self.moves}
        keys = {f"key {label}": _key(label, each.lowest) for label, each in self.moves.items()}
        rows = file.where(part.conditions).select(**kept, **scores, **own).select(*kept, **keys)
        for label, each in self.moves.items():
            rows = rows.join(file.beside(_told(label, each, self.numbers)), on=f"key {label}", how="inner")
        named = zip(self._names, self.numbers, strict=True)
        sums = (
            joined(operator.add, [nw.col(f"{name} {label}") for label in of.weights]).alias(name) for name, of in named
        )
        return rows.select(*kept, *sums)


def _score(columns: CaseColumns, label: int) -> nw.Expr:
    """Of two classes the one without a score of its own has that of the other, turned round."""
    file, scores = columns.file, columns.output.scores
    found = scores.get(columns.settled.code(label))
    if found is not None:
        return file.score(found)
    (lone,) = scores.values()
    return nw.lit(0.0) - file.score(lone)


def _key(label: int, lowest: np.ndarray) -> nw.Expr:
    """Twice the range of a score, found by halves, and one more for a case of the class; -1 without a score."""
    score, own = nw.col(f"score {label}"), nw.col(f"own {label}")
    place = 2 * (len(lowest) - 1 - reached(score, lowest[-2::-1].tolist())) + nw.when(own).then(nw.lit(1)).otherwise(
        nw.lit(0)
    )
    return nw.when(score.is_null()).then(nw.lit(-1)).otherwise(place).cast(nw.Int64)


def _told(label: int, moves: Moves, numbers: Sequence[MovedMean]) -> pa.Table:
    """By the key of a class what it adds to each number."""
    size = len(moves.lowest)
    told = {f"key {label}": np.append(-1, np.arange(2 * size))}
    for place, of in enumerate(numbers):
        if label in of.weights:
            added = np.zeros(2 * size + 1, np.int64)
            added[2::2], added[1::2] = of.added(label, moves)
            told[f"moved {place} {label}"] = added
    return pa.table(told)


def _asked(file: CountedTable, digits: Digits, rows: Frame, times: nw.Expr) -> list[int]:
    """How many cases, and of each number the sum of the squares. times: how many patients each is."""
    places = [*itertools.combinations_with_replacement(range(digits.count), 2)]
    parts = [(digit(name, one), digit(name, other)) for name in digits.placed for one, other in places]
    squares = [(nw.col(one) * nw.col(other) * times).sum() for one, other in parts]
    rows = rows.select(CASES, *digits.columns, *([TIMES] if TIMES in rows.collect_schema() else []))
    cases, *found = (int(each or 0) for each in file.numbers(rows, [(nw.col(CASES) * times).sum(), *squares]))
    often = [(1 + (one != other)) << digits.bits * (one + other) for one, other in places]
    each = np.array(found, object).reshape(len(digits.placed), len(places))
    return [cases, *(each @ np.array(often, object)).tolist()]
