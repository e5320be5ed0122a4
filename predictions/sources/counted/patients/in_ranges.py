"""Patients by ranges of one score: an engine adds up products of how many rows they have in two of them."""

from __future__ import annotations

from collections.abc import Sequence

import narwhals as nw
import numpy as np

from predictions.problems import TooManyGroups
from predictions.sources.counted.cases.columns import TIMES, CaseColumns, at_once_or_by_ids
from predictions.sources.counted.patients.areas import OWN, SCORE
from predictions.sources.counted.patients.counts import CELL, OTHER_CELL, PRODUCT, pairs_of_cells
from predictions.sources.counted.patients.evaluations import known_rows_of_class
from predictions.sources.counted.patients.ids import GROUP, PATIENT, ROWS
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame, added_up, whole


def patients_in_ranges(
    columns: CaseColumns, label: int, lowest: Sequence[float], group: nw.Expr, groups: int
) -> tuple[np.ndarray, np.ndarray] | None:
    """As `SumsOverRows.in_ranges`, of a class in each group; None where patients are not told apart, or do not fit.

    lowest: (g,) falling. group: 0 to groups - 1, null for none.
    """
    file, known = columns.file, known_rows_of_class(columns, label, group)
    if known is None:
        return None
    rising, times = [*reversed(lowest)], columns.part.times(file)
    try:
        told = at_once_or_by_ids(
            known, nw.col(PATIENT), lambda rows: _asked(file, _in_cells(rows, rising, times), len(rising), groups)
        )
    except TooManyGroups:
        return None
    products, sums = (np.sum(each, axis=0) for each in zip(*told, strict=True))
    return np.asarray(products, np.int64), np.asarray(sums, np.int64)


def reached(score: nw.Expr, rising: Sequence[float], least: int = 0) -> nw.Expr:
    """How many of these rising values a score reaches, and `least` before them, by halving.

    Bought: 1.7 times the question of `patients_by_risk` at 197 values.
    """
    if not rising:
        return nw.lit(least)
    middle = len(rising) // 2
    higher, lower = reached(score, rising[middle + 1 :], least + middle + 1), reached(score, rising[:middle], least)
    return nw.when(score >= rising[middle]).then(higher).otherwise(lower)


def _in_cells(rows: Frame, rising: Sequence[float], times: nw.Expr | None) -> Frame:
    """How many rows each patient has in each range and kind, few bytes for each: an engine holds them all."""
    cell = 2 * reached(nw.col(SCORE), rising) + nw.col(OWN)
    placed = rows.select(PATIENT, GROUP, TIMES, cell.cast(nw.Int16).alias(CELL))
    many = nw.len() if times is None else added_up(nw.col(TIMES))
    return placed.group_by(PATIENT, GROUP, CELL).agg(many.alias(ROWS))


def _asked(file: CountedTable, rows: Frame, ranges: int, groups: int) -> tuple[np.ndarray, np.ndarray]:
    """Of each group (2g, 2g) products, and (2g,) sums of the rows of both kinds in each range, the highest first."""
    answer = file.answer(pairs_of_cells(rows, (GROUP,)))
    found = {name: whole(answer[name]) for name in answer.column_names}
    first, second = (_places(found[name], ranges) for name in (CELL, OTHER_CELL))
    products, sums = np.zeros((groups, 2 * ranges, 2 * ranges), np.int64), np.zeros((groups, 2 * ranges), np.int64)
    at = found[GROUP]
    products[at, first, second] = products[at, second, first] = found[PRODUCT]
    np.add.at(sums, (at, first), found[ROWS])
    return products, sums


def _places(cells: np.ndarray, ranges: int) -> np.ndarray:
    """Those of the class in each range, the highest first, then the others."""
    reached_so_many, own = np.divmod(cells, 2)
    return np.asarray(ranges - reached_so_many + ranges * (1 - own))
