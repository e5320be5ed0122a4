"""Where the rows of patients are placed by their scores among the rows of other classes: an engine places and adds up.

Only sums over patients leave it, of whole numbers: an AUC has the error of Obuchowski from them.
"""

from __future__ import annotations

import functools
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
BASE, DIGITS = 1 << 16, 4  # a patient's placements as so many digits, whose products add up within 64 bits


def _digit(name: str, place: int) -> str:
    return f"{name} {place}"


# What an engine adds up, and what each is of `ADDED`.
PARTS = {OWN: (1, 0, 0, 0), OTHER: (0, 1, 0, 0)} | {
    _digit(name, place): tuple(BASE**place * (at == name) for at in ADDED)
    for name in (OWN_PLACED, OTHER_PLACED)
    for place in range(DIGITS)
}
PAIRS = np.triu_indices(len(PARTS))


def placed_sums(
    file: CountedTable, rows: Frame, tables: Sequence[ThresholdTable], unknown: Sequence[str]
) -> list[PlacedSums]:
    """Of rows with `ID` as the file has it, `SCORE`, never null, and `OWN`: 1 for those of the class, else 0.

    `GROUP`: 0..g-1, a row is placed among those of its group. `TIMES`: how many cases each is; without an id each of
    them is a patient. tables: (g,) of these rows, by which the AUCs are worked out. unknown: texts that are no id, as
    null is none. Raises TooManyGroups.
    """
    placed, ids = _placed(rows, np.unique(np.concatenate([table.scores for table in tables]))), id_in(nw.col(ID))
    found = at_once_or_by_ids(placed, ids, partial(_of_patients, file, unknown, len(tables)))
    if sum(each.rows for part in found for each in part) < sum(table.n_positive + table.n_negative for table in tables):
        found.append(_asked(file, placed.filter(ids.is_null() | ids.is_in(unknown)), nw.col(TIMES), len(tables)))
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
    """Over some patients: how many, how many with rows of the class, and with others; of `PARTS`, and of any two."""

    patients: np.ndarray
    parts: np.ndarray
    products: np.ndarray

    @property
    def rows(self) -> int:
        return int(self.parts[0] + self.parts[1])

    def __add__(self, other: _Sums) -> _Sums:
        return _Sums(self.patients + other.patients, self.parts + other.parts, self.products + other.products)

    def placed(self) -> PlacedSums:
        """In whole numbers of any size."""
        both = np.zeros((len(PARTS),) * 2, object)
        both[PAIRS] = both.T[PAIRS] = self.products
        times = np.array([*PARTS.values()], object)
        products = tuple(map(tuple, (times.T @ both @ times).tolist()))
        count, with_it, without = self.patients.tolist()
        return PlacedSums(tuple((self.parts @ times).tolist()), products, with_it, without, count)


def _times(each: nw.Expr) -> nw.Expr:
    return each * nw.col(TIMES)


def _of_patients(file: CountedTable, unknown: Sequence[str], groups: int, rows: Frame) -> list[_Sums]:
    """Added up by ids as they lie before these are trimmed. Bought: half of the time."""
    of_rows = [_times(nw.col(name)).sum().cast(nw.Int64).alias(name) for name in ADDED]
    each = rows.group_by(ID, GROUP).agg(*of_rows).select(id_in(nw.col(ID)).alias(PATIENT), GROUP, *ADDED)
    of_ids = [nw.col(name).sum().cast(nw.Int64).alias(name) for name in ADDED]
    known = each.filter(~nw.col(PATIENT).is_in(unknown)).group_by(PATIENT, GROUP).agg(*of_ids)
    return _asked(file, known, nw.lit(1), groups)


def _asked(file: CountedTable, patients: Frame, times: nw.Expr, groups: int) -> list[_Sums]:
    """(g,) of what each patient of a group adds. times: how many patients each is."""
    patients = patients.select(GROUP, OWN, OTHER, *_digits(OWN_PLACED), *_digits(OTHER_PLACED), times.alias(TIMES))
    counted = [nw.col(TIMES), *(nw.when(nw.col(kind) > 0).then(nw.col(TIMES)) for kind in (OWN, OTHER))]
    parts = [nw.col(name) for name in PARTS]
    products = [parts[one] * parts[other] for one, other in zip(*PAIRS, strict=True)]
    asked = [*counted, *map(_times, [*parts, *products])]
    sums = {f"asked {place}": each.sum().cast(nw.Int64) for place, each in enumerate(asked)}
    found = np.zeros((groups, len(asked)), object)
    for row in file.answer(patients.group_by(GROUP).agg(**sums)).to_pylist():
        found[row[GROUP]] = [int(row[name] or 0) for name in sums]
    return [_Sums(*np.split(each, [len(counted), len(counted) + len(parts)])) for each in found]


def _digits(name: str) -> list[nw.Expr]:
    """The digits of a column, the lowest first: however an engine rounds a quotient, they add up to the column."""
    higher = [(nw.col(name) // nw.lit(BASE**place, nw.Int64)).cast(nw.Int64) for place in range(1, DIGITS)]
    each = [nw.col(name), *higher]
    digits = [one - BASE * more for one, more in zip(each, higher, strict=False)]
    return [digit.alias(_digit(name, place)) for place, digit in enumerate([*digits, each[-1]])]
