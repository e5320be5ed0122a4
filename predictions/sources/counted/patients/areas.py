"""Where the rows of patients are placed by their scores among the rows of other classes: an engine places and adds up.

Only sums over patients leave it, of whole numbers: an AUC has the error of Obuchowski from them.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics import PlacedSums, ThresholdTable
from predictions.sources.counted.case_columns import at_once_or_by_ids, id_in
from predictions.sources.counted.patients.ids import GROUP, PATIENT
from predictions.sources.counted.steps import STEP, in_steps
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame

ID, SCORE, OWN, OTHER, TIMES = "id", "score", "own", "other", "times"
OWN_PLACED, OTHER_PLACED = "own placed", "other placed"
ADDED = (OWN, OTHER, OWN_PLACED, OTHER_PLACED)  # by each row to what its patient has, in the order of `PlacedSums`


@dataclass(frozen=True)
class _Digits:
    """A patient's placements as digits of `bits` each, whose products of all patients add up within 64 bits.

    Bought: of a million rows 30 sums where digits of 16 bits took 68.
    """

    bits: int
    count: int

    @classmethod
    def of(cls, cases: int) -> _Digits:
        """cases: of all patients together, each placed by at most twice as many."""
        bits = (63 - cases.bit_length()) // 2
        return cls(bits, -(-(2 * cases.bit_length() + 1) // bits))

    @property
    def parts(self) -> dict[str, tuple[int, ...]]:
        """What an engine adds up, and what each is of `ADDED`."""
        return {OWN: (1, 0, 0, 0), OTHER: (0, 1, 0, 0)} | {
            _digit(name, place): tuple((1 << self.bits * place) * (at == name) for at in ADDED)
            for name in (OWN_PLACED, OTHER_PLACED)
            for place in range(self.count)
        }

    def of_column(self, name: str) -> list[nw.Expr]:
        """The lowest first: however an engine rounds a quotient, they add up to the column."""
        places = range(1, self.count)
        higher = [(nw.col(name) // nw.lit(1 << self.bits * place, nw.Int64)).cast(nw.Int64) for place in places]
        each = [nw.col(name), *higher]
        digits = [one - (1 << self.bits) * more for one, more in zip(each, higher, strict=False)]
        return [digit.alias(_digit(name, place)) for place, digit in enumerate([*digits, each[-1]])]


def _digit(name: str, place: int) -> str:
    return f"{name} {place}"


def placed_sums(
    file: CountedTable, rows: Frame, tables: Sequence[ThresholdTable], unknown: Sequence[str]
) -> list[PlacedSums]:
    """Of rows with `ID` as the file has it, `SCORE`, never null, and `OWN`: 1 for those of the class, else 0.

    `GROUP`: 0..g-1, a row is placed among those of its group. `TIMES`: how many cases each is; without an id each of
    them is a patient. tables: (g,) of these rows, by which the AUCs are worked out. unknown: texts that are no id, as
    null is none. Raises TooManyGroups.
    """
    placed, ids = _placed(rows, np.unique(np.concatenate([table.scores for table in tables]))), id_in(nw.col(ID))
    cases = sum(table.n_positive + table.n_negative for table in tables)
    ask = partial(_asked, file, len(tables), _Digits.of(cases))
    found = at_once_or_by_ids(placed, ids, lambda some: ask(_of_patients(some, unknown), nw.lit(1)))
    if sum(each.rows for part in found for each in part) < cases:
        found.append(ask(placed.filter(ids.is_null() | ids.is_in(unknown)), nw.col(TIMES)))
    return [functools.reduce(operator.add, each).placed() for each in zip(*found, strict=True)]


def _placed(rows: Frame, scores: np.ndarray) -> Frame:
    """`ID`, `GROUP`, what each case of a row adds, `ADDED`, and `TIMES`."""
    rows, keys = _keyed(rows.with_columns(**{OTHER: 1 - nw.col(OWN)}), scores)
    keys = (GROUP, *keys)
    sums = {f"{kind} at": _times(nw.col(kind)).sum().cast(nw.Int64) for kind in (OWN, OTHER)}
    at = rows.group_by(*keys).agg(nw.col(SCORE).min(), **sums)
    reached = {kind: nw.col(f"{kind} at").cum_sum().over(GROUP, order_by=SCORE).cast(nw.Int64) for kind in (OWN, OTHER)}
    below = {f"{kind} below": 2 * each - nw.col(f"{kind} at") for kind, each in reached.items()}
    placed = rows.select(ID, OWN, OTHER, TIMES, *keys).join(at.select(*keys, **below), on=list(keys), how="inner")
    of_own, of_other = nw.col(OWN) * nw.col(f"{OTHER} below"), nw.col(OTHER) * nw.col(f"{OWN} below")
    return placed.select(ID, GROUP, OWN, OTHER, TIMES, of_own.alias(OWN_PLACED), of_other.alias(OTHER_PLACED))


def _keyed(rows: Frame, scores: np.ndarray) -> tuple[Frame, tuple[str, ...]]:
    """With the columns that tell (d,) scores apart, and these: their steps, where no two have the same."""
    steps = in_steps(nw.from_native(pa.table({SCORE: scores})))
    if np.any([np.diff(steps[name].to_numpy().astype(np.float64)) for name in STEP], axis=0).all():
        return in_steps(rows), STEP
    return rows.with_columns(key=nw.col(SCORE)), ("key",)


@dataclass(frozen=True)
class _Sums:
    """Over some patients: how many, how many with rows of the class, and with others; of the parts, and of any two."""

    digits: _Digits
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
        """In whole numbers of any size."""
        pairs, both = np.triu_indices(len(self.parts)), np.zeros((len(self.parts),) * 2, object)
        both[pairs] = both.T[pairs] = self.products
        times = np.array([*self.digits.parts.values()], object)
        products = tuple(map(tuple, (times.T @ both @ times).tolist()))
        count, with_it, without = self.patients.tolist()
        return PlacedSums(tuple((self.parts @ times).tolist()), products, with_it, without, count)


def _times(each: nw.Expr) -> nw.Expr:
    return each * nw.col(TIMES)


def _of_patients(rows: Frame, unknown: Sequence[str]) -> Frame:
    """Added up by ids as they lie before these are trimmed. Bought: half of the time."""
    of_rows = [_times(nw.col(name)).sum().cast(nw.Int64).alias(name) for name in ADDED]
    each = rows.group_by(ID, GROUP).agg(*of_rows).select(id_in(nw.col(ID)).alias(PATIENT), GROUP, *ADDED)
    of_ids = [nw.col(name).sum().cast(nw.Int64).alias(name) for name in ADDED]
    return each.filter(~nw.col(PATIENT).is_in(unknown)).group_by(PATIENT, GROUP).agg(*of_ids)


def _asked(file: CountedTable, groups: int, digits: _Digits, patients: Frame, times: nw.Expr) -> list[_Sums]:
    """(g,) of what each patient of a group adds. times: how many patients each is."""
    of_both = (digits.of_column(name) for name in (OWN_PLACED, OTHER_PLACED))
    patients = patients.select(GROUP, OWN, OTHER, *itertools.chain(*of_both), times.alias(TIMES))
    counted = [nw.col(TIMES), *(nw.when(nw.col(kind) > 0).then(nw.col(TIMES)) for kind in (OWN, OTHER))]
    parts = [nw.col(name) for name in digits.parts]
    products = itertools.starmap(operator.mul, itertools.combinations_with_replacement(parts, 2))
    asked = [*counted, *map(_times, [*parts, *products])]
    sums = {f"asked {place}": each.sum().cast(nw.Int64) for place, each in enumerate(asked)}
    found = np.zeros((groups, len(asked)), object)
    for row in file.answer(patients.group_by(GROUP).agg(**sums)).to_pylist():
        found[row[GROUP]] = [int(row[name] or 0) for name in sums]
    return [_Sums(digits, *np.split(each, [len(counted), len(counted) + len(parts)])) for each in found]
