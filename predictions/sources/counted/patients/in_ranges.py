"""Patients by ranges of one score: an engine adds up products of how many rows they have in two of them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import narwhals as nw
import numpy as np

from predictions.problems import TooManyGroups
from predictions.sources.counted.cases.columns import at_once_or_by_ids
from predictions.sources.counted.evaluate import Part
from predictions.sources.counted.patients.areas import OTHER, OWN, SCORE, TIMES
from predictions.sources.counted.patients.evaluations import known_rows_of_class
from predictions.sources.counted.patients.ids import PATIENT
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame

RANGE, SECOND = "range", " again"  # how many of the lowest scores, rising, a score reaches; of the second of two
KINDS = (OWN, OTHER)


def patients_in_ranges(
    file: CountedTable, part: Part, code: int, lowest: Sequence[float]
) -> tuple[np.ndarray, np.ndarray] | None:
    """As `SumsOverRows.in_ranges`, of a class; None where nothing tells patients apart, or they do not fit.

    lowest: (g,) falling.
    """
    known = known_rows_of_class(file, part, code)
    if known is None:
        return None
    rising = [*reversed(lowest)]
    try:
        told = at_once_or_by_ids(
            known, nw.col(PATIENT), lambda rows: _asked(file, _in_ranges(rows, rising), len(rising))
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


def _in_ranges(rows: Frame, rising: Sequence[float]) -> Frame:
    """How many rows of each kind each patient has in each range."""
    own, other = nw.col(OWN) * nw.col(TIMES), (1 - nw.col(OWN)) * nw.col(TIMES)
    placed = rows.select(PATIENT, reached(nw.col(SCORE), rising).alias(RANGE), own.alias(OWN), other.alias(OTHER))
    return placed.group_by(PATIENT, RANGE).agg(*(nw.col(kind).sum().cast(nw.Int64) for kind in KINDS))


def _asked(file: CountedTable, rows: Frame, ranges: int) -> tuple[np.ndarray, np.ndarray]:
    """(2g, 2g) products, and (2g,) sums of the rows of both kinds in each range, the highest first."""
    pairs = rows.join(rows, on=PATIENT, how="inner", suffix=SECOND)
    pairs = pairs.filter(nw.col(RANGE) <= nw.col(RANGE + SECOND))
    each = {f"{one} by {two}": nw.col(one) * nw.col(two + SECOND) for one, two in itertools.product(KINDS, KINDS)}
    is_same = nw.col(RANGE) == nw.col(RANGE + SECOND)
    each |= {f"sum of {kind}": nw.when(is_same).then(nw.col(kind)).otherwise(nw.lit(0)) for kind in KINDS}
    asked = pairs.select(RANGE, RANGE + SECOND, **each).group_by(RANGE, RANGE + SECOND)
    answer = file.answer(asked.agg(*(nw.col(name).sum().cast(nw.Int64) for name in each)))
    found = {name: answer[name].to_numpy().astype(np.int64) for name in answer.column_names}
    first, second = (ranges - found[name] for name in (RANGE, RANGE + SECOND))
    products, sums = np.zeros((2, ranges, 2, ranges), np.int64), np.zeros((2, ranges), np.int64)
    for (at, one), (to, two) in itertools.product(enumerate(KINDS), enumerate(KINDS)):
        products[at, first, to, second] = products[to, second, at, first] = found[f"{one} by {two}"]
    for at, kind in enumerate(KINDS):
        np.add.at(sums[at], first, found[f"sum of {kind}"])
    return products.reshape(2 * ranges, -1), sums.ravel()
