"""Threshold tables of scores that are not held: exact while their distinct values are few, else in fixed steps.

A step is 1/4096 of the distance to the next power of two, from the nearer end of 0 to 1: as fine for a risk of one in
a million as for one of a half. Scores outside 0 to 1 have the same steps from 0. The threshold of a step is the lowest
score in it, so what it counts is exact; scores within one step count as ties. Powers of two are exact on every engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics import ThresholdTable
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame

MOST_DISTINCT = 1_000_000
PART = 1 << 12  # steps of an octave
OCTAVES = 40  # down to 1e-12, and up to 1e12
FARTHEST = 2.0**OCTAVES
NONE = pa.table({name: pa.array([], pa.int64()) for name in ("group", "low", "top", "own", "rows")})


@dataclass(frozen=True, eq=False)
class Scored:
    """Rows with a score: columns `score`, `own` (1 for those of the class, else null), and those of `keys`.

    keys: `group`, or nothing. size: how many groups there are.
    """

    file: CountedTable
    rows: Frame
    keys: tuple[str, ...] = ()
    size: int = 1

    @classmethod
    def of(
        cls, file: CountedTable, rows: Frame, score: nw.Expr, own: nw.Expr, group: nw.Expr | None = None, size: int = 1
    ) -> Scored:
        """own: true for those of the class. group: 0 to size - 1. Rows without a score or a group do not count."""
        groups = {} if group is None else {"group": group}
        chosen = rows.select(score=score, own=nw.when(own).then(nw.lit(1)), **groups)
        return cls(file, chosen.filter(*(~nw.col(name).is_null() for name in ("score", *groups))), (*groups,), size)

    def tables(self, most: int = MOST_DISTINCT) -> tuple[list[ThresholdTable], bool]:
        """One table a group, and whether they are exact: all of them are, or none is."""
        if self.file.rows <= most:
            return self._split(self._at_scores()), True
        steps = self._at_steps()
        if self._distinct(steps) > most:
            return self._split(_with_common_ends(steps)), False
        is_single = (steps["low"].to_numpy() == steps["top"].to_numpy()).all()
        return self._split(steps if is_single else self._at_scores()), True

    def _at_scores(self) -> pa.Table:
        return self.file.answer(self._counted(self.rows.with_columns(low=nw.col("score")), ["low"]))

    def _at_steps(self) -> pa.Table:
        """For each group and step what `_at_scores` tells of its lowest score, and the highest, `top`."""
        low, top = self.file.numbers(self.rows, [nw.col("score").min(), nw.col("score").max()])
        if low is None:
            return NONE
        rows, step = _in_steps(self.rows, low, top)
        ends = {"low": nw.col("score").min(), "top": nw.col("score").max()}
        return self.file.answer(self._counted(rows, step, **ends))

    def _counted(self, rows: Frame, keys: Sequence[str], **further: nw.Expr) -> Frame:
        """Rows of each group and key, and how many of them are of the class."""
        return rows.group_by(*self.keys, *keys).agg(nw.col("own").count(), rows=nw.len(), **further)

    def _distinct(self, steps: pa.Table) -> float:
        """How many distinct scores there are, by those of the fullest step of several."""
        low, top, rows = (steps[name].to_numpy() for name in ("low", "top", "rows"))
        several = np.flatnonzero(low != top)
        if not len(several):
            return len(np.unique(low))
        fullest = several[np.lexsort((low[several], -rows[several]))[0]]
        within = nw.col("score").is_between(float(low[fullest]), float(top[fullest]))
        inside, distinct = self.file.numbers(self.rows.filter(within), [nw.len(), nw.col("score").n_unique()])
        return len(low) - len(several) + float(rows[several].sum() * distinct / inside)

    def _split(self, counts: pa.Table) -> list[ThresholdTable]:
        """A table a group. Equal scores, such as a zero with a sign, become one threshold."""
        own, rows, low = (counts[name].to_numpy() for name in ("own", "rows", "low"))
        group = counts["group"].to_numpy() if self.keys else np.zeros(len(rows), np.int64)
        return [
            _table(low[group == code] + 0.0, *(each[group == code] for each in (own, rows)))
            for code in range(self.size)
        ]


def _with_common_ends(steps: pa.Table) -> pa.Table:
    """A step of several groups begins at the lowest score of all, so that their tables add up to that of all."""
    names = [name for name in ("side", "step") if name in steps.column_names]
    _, place = np.unique(np.stack([steps[name].to_numpy() for name in names]), axis=1, return_inverse=True)
    lowest = np.full(place.max(initial=-1) + 1, np.inf)
    np.minimum.at(lowest, place, steps["low"].to_numpy())
    return steps.drop(["low"]).append_column("low", pa.array(lowest[place]))


def _table(scores: np.ndarray, own: np.ndarray, rows: np.ndarray) -> ThresholdTable:
    distinct, place = np.unique(scores, return_inverse=True)
    with_it, all_of = (_summed(each, place, len(distinct))[::-1] for each in (own, rows))
    return ThresholdTable(distinct[::-1], with_it, all_of - with_it)


def _summed(counts: np.ndarray, place: np.ndarray, size: int) -> np.ndarray:
    found = np.zeros(size, np.int64)
    np.add.at(found, place, counts)
    return found


def _in_steps(rows: Frame, low: float, top: float) -> tuple[Frame, list[str]]:
    """Rows with columns that tell the steps of their scores apart, and the names of these.

    One stage after the other: an engine that works a stage out wherever it is named takes twice as long.
    """
    score, far = nw.col("score"), nw.col("far")
    rows = rows.with_columns(far=nw.when(score >= 0.5).then(1 - score).otherwise(score))
    outside, last = low < 0 or top > 1, 0
    if outside:
        last = min(OCTAVES, max(0, int(np.frexp(max(-low, top))[1])))
        side = nw.when(score < 0).then(nw.lit(-1)).when(score > 1).then(nw.lit(1)).otherwise(nw.lit(0))
        size = nw.when(score.abs() < FARTHEST).then(score.abs()).otherwise(nw.lit(FARTHEST))
        rows = rows.with_columns(side=side, size=size)
        rows = rows.with_columns(far=nw.when(nw.col("side") == 0).then(far).otherwise(nw.col("size")))
    rows = rows.with_columns(per_unit=_per_unit(far, -OCTAVES, last))
    rows = rows.with_columns(end=((far * nw.col("per_unit")).floor() + 1) / nw.col("per_unit"))
    step = nw.when((score >= 0.5) & (score <= 1)).then(-nw.col("end")).otherwise(nw.col("end"))
    return rows.with_columns(step=step), ["step", "side"] if outside else ["step"]


def _per_unit(distance: nw.Expr, first: int, last: int) -> nw.Expr:
    """Steps in a unit of the octave of a distance: found by halves, as 40 questions one after the other cost more."""
    if last - first == 1:
        return nw.lit(float(PART * 2.0**-first))
    middle = (first + last) // 2
    upper, lower = _per_unit(distance, middle, last), _per_unit(distance, first, middle)
    return nw.when(distance >= 2.0**middle).then(upper).otherwise(lower)
