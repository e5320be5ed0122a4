"""Where the rows of patients are placed by their scores among the rows of other classes: an engine places and adds up.

Only sums over patients leave it, of whole numbers: an AUC, or a difference, has the error of Obuchowski from them.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics import PlacedSums, ThresholdTable
from metrics.measures.placements import PlacedPair
from predictions.sources.counted.cases.columns import TIMES, at_once_or_by_ids, id_in
from predictions.sources.counted.patients.ids import GROUP, PATIENT
from predictions.sources.counted.steps import STEP, in_steps
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame, added_up

ID, SCORE, OWN, OTHER = "id", "score", "own", "other"
SCORES = ("score of the first", "score of the second")
PLACED = ("own placed", "other placed")
OF_FIRST, OF_SECOND = (tuple(f"{name} by the {which}" for name in PLACED) for which in ("first", "second"))
# Of the sums of a pair, those of `PlacedSums` by the first score, the second, and of the difference.
BY_FIRST, BY_SECOND = ([0, 1, 2, 3], [0, 1, 4, 5])


@dataclass(frozen=True)
class Digits:
    """Whole numbers of a patient, `placed`, as digits of `bits` each: products of all patients add up within 64 bits.

    Bought: of a million rows 30 sums where digits of 16 bits took 68.
    """

    bits: int
    count: int
    placed: tuple[str, ...]

    @classmethod
    def of(cls, cases: int, placed: tuple[str, ...], longest: int = 0) -> Digits:
        """cases: of a group's patients. longest: in bits, what one has; by default it is placed by twice as many."""
        bits = (63 - cases.bit_length()) // 2
        return cls(bits, -(-(longest or 2 * cases.bit_length() + 1) // bits), placed)

    @property
    def added(self) -> tuple[str, ...]:
        """By each row to what its patient has, in the order of `PlacedSums`."""
        return (OWN, OTHER, *self.placed)

    @property
    def parts(self) -> dict[str, tuple[int, ...]]:
        """What an engine adds up, and what each is of `added`."""
        digits = {
            digit(name, place): tuple((1 << self.bits * place) * (at == name) for at in self.added)
            for name in self.placed
            for place in range(self.count)
        }
        return {name: tuple(int(at == name) for at in self.added) for name in (OWN, OTHER)} | digits

    @property
    def columns(self) -> list[nw.Expr]:
        """The digits of all placements."""
        return [*itertools.chain(*map(self._of_column, self.placed))]

    def _of_column(self, name: str) -> list[nw.Expr]:
        """The lowest first: however an engine rounds a quotient, they add up to the column."""
        places = range(1, self.count)
        higher = [(nw.col(name) // nw.lit(1 << self.bits * place, nw.Int64)).cast(nw.Int64) for place in places]
        each = [nw.col(name), *higher]
        digits = [one - (1 << self.bits) * more for one, more in zip(each, higher, strict=False)]
        return [one.alias(digit(name, place)) for place, one in enumerate([*digits, each[-1]])]


def digit(name: str, place: int) -> str:
    return f"{name} {place}"


def placed_sums(
    file: CountedTable, rows: Frame, tables: Sequence[ThresholdTable], unknown: Sequence[str]
) -> list[PlacedSums]:
    """Of rows with `ID` as the file has it, `SCORE`, never null, and `OWN`: 1 for those of the class, else 0.

    `GROUP`: 0..g-1, a row is placed among those of its group. `TIMES`: how many cases each is; without an id each of
    them is a patient. tables: (g,) of these rows, by which the AUCs are worked out. unknown: texts that are no id, as
    null is none. Raises TooManyGroups.
    """
    rows = rows.with_columns(**{OTHER: 1 - nw.col(OWN)})
    placed = _placed(rows, rows, (ID,), tables, PLACED)
    return [each.placed() for each in _summed(file, placed, tables, PLACED, id_in(nw.col(ID)), unknown)]


def placed_pairs(
    file: CountedTable,
    rows: Frame,
    among: Sequence[Frame],
    tables: Sequence[Sequence[ThresholdTable]],
    ids: nw.Expr,
    unknown: Sequence[str] | None,
) -> list[PlacedPair]:
    """The same of rows with two scores, `SCORES`. tables: (2, g). ids: those of `ID` as texts without outer blanks.

    unknown: None where each case is a patient. among: the same cases with one of the two as `SCORE`, `OWN`, `GROUP` and
    `TIMES`, which may be easier to find.
    """
    one, other = SCORES
    first, second = (each.with_columns(**{OTHER: 1 - nw.col(OWN)}) for each in among)
    rows = rows.with_columns(**{OTHER: 1 - nw.col(OWN)}).rename({one: SCORE})
    placed = _placed(rows, first, (ID, other), tables[0], OF_FIRST).rename({other: SCORE})
    placed = _placed(placed, second, (ID, *OF_FIRST), tables[1], OF_SECOND)
    return [each.pair() for each in _summed(file, placed, tables[0], (*OF_FIRST, *OF_SECOND), ids, unknown)]


def _summed(
    file: CountedTable,
    placed: Frame,
    tables: Sequence[ThresholdTable],
    names: tuple[str, ...],
    ids: nw.Expr,
    unknown: Sequence[str] | None,
) -> list[_Sums]:
    """(g,) over the patients of each group."""
    cases = sum(table.n for table in tables)
    ask = partial(_asked, file, len(tables), Digits.of(max(table.n for table in tables), names))
    if unknown is None:
        found = at_once_or_by_ids(placed, ids, lambda some: ask(some, nw.col(TIMES)))
    else:
        added = (OWN, OTHER, *names)
        found = at_once_or_by_ids(placed, ids, lambda some: ask(of_patients(some, added, ids, unknown), nw.lit(1)))
        if sum(each.rows for part in found for each in part) < cases:
            found.append(ask(placed.filter(ids.is_null() | ids.is_in(unknown)), nw.col(TIMES)))
    return [functools.reduce(operator.add, each) for each in zip(*found, strict=True)]


def _placed(
    rows: Frame, among: Frame, kept: tuple[str, ...], tables: Sequence[ThresholdTable], names: tuple[str, ...]
) -> Frame:
    """`GROUP`, `OWN`, `OTHER` and `TIMES`, the columns that are kept, and what each case adds by its `SCORE`: names."""
    keyed, keys = _keys([table.scores for table in tables])
    keys, kept = (GROUP, *keys), (OWN, OTHER, TIMES, *kept)
    sums = {f"{kind} at": added_up(_times(nw.col(kind))) for kind in (OWN, OTHER)}
    at = keyed(among).group_by(*keys).agg(nw.col(SCORE).min(), **sums)
    reached = {kind: nw.col(f"{kind} at").cum_sum().over(GROUP, order_by=SCORE).cast(nw.Int64) for kind in (OWN, OTHER)}
    below = {f"{kind} below": 2 * each - nw.col(f"{kind} at") for kind, each in reached.items()}
    placed = keyed(rows).select(*kept, *keys).join(at.select(*keys, **below), on=list(keys), how="inner")
    of_own, of_other = nw.col(OWN) * nw.col(f"{OTHER} below"), nw.col(OTHER) * nw.col(f"{OWN} below")
    return placed.select(GROUP, *kept, of_own.alias(names[0]), of_other.alias(names[1]))


def _keys(scores: Sequence[np.ndarray]) -> tuple[Callable[[Frame], Frame], tuple[str, ...]]:
    """The columns that tell the scores of each group apart, and what adds them: steps, where no two have the same."""
    if all(map(in_different_steps, scores)):
        return in_steps, STEP
    return lambda rows: rows.with_columns(key=nw.col(SCORE)), ("key",)


def in_different_steps(scores: np.ndarray) -> bool:
    """Of (d,) distinct scores in their order."""
    steps = in_steps(nw.from_native(pa.table({SCORE: scores})))
    return bool(np.any([np.diff(steps[name].to_numpy().astype(np.float64)) for name in STEP], axis=0).all())


@dataclass(frozen=True)
class _Sums:
    """Over some patients: how many, how many with rows of the class, and with others; of the parts, and of any two."""

    digits: Digits
    patients: np.ndarray
    parts: np.ndarray
    products: np.ndarray

    @property
    def rows(self) -> int:
        return int(self.parts[0] + self.parts[1])

    def __add__(self, other: _Sums) -> _Sums:
        products = self.products + other.products
        return _Sums(self.digits, self.patients + other.patients, self.parts + other.parts, products)

    def placed(self) -> PlacedSums:
        return self._of(np.eye(4, dtype=object))

    def pair(self) -> PlacedPair:
        """Of the placements by two scores."""
        every = np.eye(6, dtype=object)
        apart = np.concatenate([every[:2], every[2:4] - every[4:]])
        return PlacedPair(self._of(every[BY_FIRST]), self._of(every[BY_SECOND]), self._of(apart))

    def _of(self, chosen: np.ndarray) -> PlacedSums:
        """In whole numbers of any size. chosen: (4, s) what each is of the `added`."""
        pairs, both = np.triu_indices(len(self.parts)), np.zeros((len(self.parts),) * 2, object)
        both[pairs] = both.T[pairs] = self.products
        times = np.array([*self.digits.parts.values()], object) @ chosen.T
        products = tuple(map(tuple, (times.T @ both @ times).tolist()))
        count, with_it, without = self.patients.tolist()
        return PlacedSums(tuple((self.parts @ times).tolist()), products, with_it, without, count)


def _times(each: nw.Expr) -> nw.Expr:
    return each * nw.col(TIMES)


def of_patients(rows: Frame, added: tuple[str, ...], ids: nw.Expr, unknown: Sequence[str]) -> Frame:
    """Each `added` up by ids as they lie before these are trimmed. Bought: half of the time."""
    of_rows = [added_up(_times(nw.col(name))).alias(name) for name in added]
    each = rows.group_by(ID, GROUP).agg(*of_rows).select(ids.alias(PATIENT), GROUP, *added)
    of_ids = [added_up(nw.col(name)).alias(name) for name in added]
    return each.filter(~nw.col(PATIENT).is_in(unknown)).group_by(PATIENT, GROUP).agg(*of_ids)


def _asked(file: CountedTable, groups: int, digits: Digits, patients: Frame, times: nw.Expr) -> list[_Sums]:
    """(g,) of what each patient of a group adds. times: how many patients each is."""
    patients = patients.select(GROUP, OWN, OTHER, *digits.columns, times.alias(TIMES))
    counted = [nw.col(TIMES), *(nw.when(nw.col(kind) > 0).then(nw.col(TIMES)) for kind in (OWN, OTHER))]
    parts = [nw.col(name) for name in digits.parts]
    products = itertools.starmap(operator.mul, itertools.combinations_with_replacement(parts, 2))
    asked = [*counted, *map(_times, [*parts, *products])]
    sums = {f"asked {place}": added_up(each) for place, each in enumerate(asked)}
    found = np.zeros((groups, len(asked)), object)
    for row in file.answer(patients.group_by(GROUP).agg(**sums)).to_pylist():
        found[row[GROUP]] = [int(row[name] or 0) for name in sums]
    return [_Sums(digits, *np.split(each, [len(counted), len(counted) + len(parts)])) for each in found]
