"""Threshold tables of scores that are not held: exact while their distinct values are few, else in fixed steps.

A step holds the scores whose distance to the nearer of 0 and 1 is the same to 13 binary digits: its width is 0.012 to
0.024 % of the distance. The threshold of a step is the lowest score in it, so what it counts is exact; scores within
one step count as ties. Sums and products are rounded alike on every engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics import ThresholdTable
from metrics.counted_weights import WeightedScores
from predictions.build.weights import weights_in
from predictions.problems import TooManyGroups
from predictions.sources.counted.table import CountedTable
from predictions.sources.counted.weights import as_cases
from predictions.sources.engines.engine import Frame, added_up

MOST_DISTINCT = 1_000_000  # of one table
MOST_HELD = 2_000_000  # of all tables of a study: 24 bytes each
DIGITS = 13  # of a distance
SPLIT = float(
    (1 << 53 - DIGITS) + 1
)  # a product with it, less what it is larger by than the factor, keeps DIGITS of it
FARTHEST = 2.0**40  # from 0 and 1: all beyond is one step
GRID = 2.0**-12  # a sum with it is a multiple of 2**-64: all nearer than that is one step
STEP = ("is_upper", "step")
Rows = TypeVar("Rows", Frame, nw.DataFrame[Any])


def told_apart(tables: int, most: int) -> int:
    """How many distinct scores each table may have, so that all of a study are held in 48 MB. most: of one alone."""
    return min(most, MOST_HELD // max(1, tables))


@dataclass(frozen=True, eq=False)
class Scored:
    """Rows with a score: columns `score`, `own` (1 for those of the class, else null), and those of `keys`.

    keys: `group`, `weight`, both or nothing. size: how many groups there are. are_several: whether `own` and a further
    column, `all`, are how many cases a row is. limit: scores, or steps, of all groups together that may be brought;
    None where groups are few.
    """

    file: CountedTable
    rows: Frame
    keys: tuple[str, ...] = ()
    size: int = 1
    are_several: bool = False
    limit: int | None = None

    @classmethod
    def of(
        cls, file: CountedTable, rows: Frame, score: nw.Expr, own: nw.Expr, group: nw.Expr | None = None,
        size: int = 1, times: nw.Expr | None = None, weight: nw.Expr | None = None, limit: int | None = None,
    ) -> Scored:  # fmt: skip
        """own: true for those of the class. group: 0 to size - 1. times: how many cases each row is; None: one.

        weight: the column of weights, for `by_weight`. Rows without a score, a group or a weight do not count.
        """
        keys = {name: each for name, each in (("group", group), ("weight", weight)) if each is not None}
        several = {} if times is None else {"all": times}
        chosen = rows.select(score=score, own=nw.when(own).then(as_cases(times)), **keys, **several)
        known = chosen.filter(*(~nw.col(name).is_null() for name in ("score", *keys)))
        return cls(file, known, (*keys,), size, times is not None, limit)

    def tables(self, most: int = MOST_DISTINCT) -> tuple[list[ThresholdTable], bool]:
        """One table a group, and whether they are exact: all of them are, or none is."""
        counts, is_exact = self.counts(most)
        return self._split(counts), is_exact

    def by_weight(self, name: str, most: int) -> tuple[list[WeightedScores], bool]:
        """The same of weighted rows. name: of the column of weights."""
        counts, is_exact = self.counts(most)
        low, own, rows = (counts[column].to_numpy() for column in ("low", "own", "rows"))
        weights = weights_in(counts["weight"], name)
        each = (low + 0.0, weights, own, rows - own)
        return [WeightedScores(*(part[inside] for part in each)) for inside in self._groups(counts)], is_exact

    def counts(self, most: int = MOST_DISTINCT) -> tuple[pa.Table, bool]:
        """Columns `low`, the score, `own` and `rows`, and those of `keys`; and whether it is each score or a step."""
        if self.file.rows <= most:
            return self._at_scores(), True
        steps = self._at_steps()
        if self._distinct(steps) > most:
            return _with_common_ends(steps), False
        is_single = (steps["low"].to_numpy() == steps["top"].to_numpy()).all()
        return steps if is_single else self._at_scores(), True

    def _at_scores(self) -> pa.Table:
        return self._answer(self._counted(self.rows.with_columns(low=nw.col("score")), ["low"]))

    def _at_steps(self) -> pa.Table:
        """For each group and step what `_at_scores` tells of its lowest score, and the highest, `top`."""
        ends = {"low": nw.col("score").min(), "top": nw.col("score").max()}
        return self._answer(self._counted(in_steps(self.rows), STEP, **ends))

    def _answer(self, question: Frame) -> pa.Table:
        """Raises TooManyGroups beyond the limit."""
        if self.limit is None:
            return self.file.answer(question)
        found = self.file.answer(question.head(self.limit + 1))
        if len(found) > self.limit:
            raise TooManyGroups("too many different scores of so many groups")
        return found

    def _counted(self, rows: Frame, keys: Sequence[str], **further: nw.Expr) -> Frame:
        """Cases of each group and key, and how many of them are of the class."""
        own = _summed_up("own") if self.are_several else nw.col("own").count()
        return rows.group_by(*self.keys, *keys).agg(own, rows=self._cases, **further)

    @property
    def _cases(self) -> nw.Expr:
        return _summed_up("all") if self.are_several else nw.len()

    def _distinct(self, steps: pa.Table) -> float:
        """How many distinct scores there are, by those of the fullest step of several."""
        low, top, rows = (steps[name].to_numpy() for name in ("low", "top", "rows"))
        several = np.flatnonzero(low != top)
        if not len(several):
            return len(np.unique(low))
        fullest = several[np.lexsort((low[several], -rows[several]))[0]]
        within = nw.col("score").is_between(float(low[fullest]), float(top[fullest]))
        inside, distinct = self.file.numbers(self.rows.filter(within), [self._cases, nw.col("score").n_unique()])
        return len(low) - len(several) + float(rows[several].sum() * distinct / inside)

    def _split(self, counts: pa.Table) -> list[ThresholdTable]:
        """A table a group. Equal scores, such as a zero with a sign, become one threshold."""
        low, own, rows = (counts[name].to_numpy() for name in ("low", "own", "rows"))
        each = (low + 0.0, own, rows - own)
        return [ThresholdTable.added_up(*(part[inside] for part in each)) for inside in self._groups(counts)]

    def _groups(self, counts: pa.Table) -> list[np.ndarray]:
        """(m,) of each group, which of these counts are its own."""
        group = counts["group"].to_numpy() if "group" in self.keys else np.zeros(len(counts), np.int64)
        return [group == code for code in range(self.size)]


def _summed_up(column: str) -> nw.Expr:
    """A whole number, 0 of nothing."""
    return added_up(nw.col(column)).fill_null(0)


def _with_common_ends(steps: pa.Table) -> pa.Table:
    """A step of several groups begins at the lowest score of all, so that their tables add up to that of all."""
    keys = np.stack([steps[name].to_numpy().astype(np.float64) for name in STEP])
    _, place = np.unique(keys, axis=1, return_inverse=True)
    lowest = np.full(place.max(initial=-1) + 1, np.inf)
    np.minimum.at(lowest, place, steps["low"].to_numpy())
    return steps.drop(["low"]).append_column("low", pa.array(lowest[place]))


def in_steps(rows: Rows) -> Rows:
    """Rows with the columns of `STEP`, which tell the steps of their scores apart.

    A split by Veltkamp: roots of the distance take 1.4 times as long.
    """
    score, far = nw.col("score"), nw.col("far")
    is_upper = score >= 0.5
    distance = nw.when(is_upper).then(1 - score).otherwise(score)
    rows = rows.with_columns(is_upper=is_upper, far=(distance.clip(-FARTHEST, FARTHEST) + GRID) - GRID)
    return rows.with_columns(step=far * SPLIT - (far * SPLIT - far))
