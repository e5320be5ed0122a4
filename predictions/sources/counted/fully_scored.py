"""Rows that have a score of every class, by fold, true class and score: what numbers of whole rows are made of."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence

import narwhals as nw

from metrics import ThresholdTable
from predictions.counted import FullyScored, Way
from predictions.sources.counted.cases.columns import CaseColumns
from predictions.sources.counted.checks import is_off_one
from predictions.sources.counted.evaluate import is_of_class
from predictions.sources.counted.steps import MOST_HELD, Scored
from predictions.sources.counted.table import CountedTable, joined
from predictions.sources.counted.ways import code_of, combinations
from predictions.sources.counted.weights import are_weights
from predictions.sources.engines.engine import Frame, number_of


def fully_scored(columns: CaseColumns, folds: Way | None, most: int) -> FullyScored | None:
    """None where a class has no scores, and with weights. most: distinct scores told apart. Raises TooManyGroups."""
    file, part, settled = columns.file, columns.part, columns.settled
    size, scored = len(settled.labels), columns.scored
    lone = settled.positive if size == 2 and [*scored] == [settled.positive] else None
    if are_weights(part.mapping) or (lone is None and len(scored) < size):
        return None
    scores = {label: file.score(name) for label, name in scored.items()}
    rows = file.where([*part.conditions, joined(operator.and_, [~score.is_null() for score in scores.values()])])
    told = _told(columns, rows, scores, folds, most)
    if lone is not None:
        told[1 - lone] = [table.complement() for table in told[lone]]
    starts = range(0, len(told[0]), size)
    by_class = tuple(tuple(tuple(told[label][at : at + size]) for label in range(size)) for at in starts)
    cases, total = sum(table.n for table in told[0]), int(part.output.table.cases[part.rows].sum())
    lowest, highest, are_whole = _ends(file, rows, [*scores.values()])
    return FullyScored(cases, total, lowest, highest, are_whole or lone is not None, by_class, folds is not None, lone)


def _told(
    columns: CaseColumns, rows: Frame, scores: Mapping[int, nw.Expr], folds: Way | None, most: int
) -> dict[int, list[ThresholdTable]]:
    """The scores of each class by fold, then true class; the last fold are rows without one."""
    file, part = columns.file, columns.part
    own = [is_of_class(file, part, code) for code in columns.settled.kept.tolist()]
    group = nw.coalesce(*(nw.when(each).then(nw.lit(at)) for at, each in enumerate(own)))
    several = 1
    if folds is not None:
        several = combinations([folds]) + 1
        group = group + len(own) * nw.coalesce(code_of(file, folds), nw.lit(several - 1))
    size, times = several * len(own), part.times(file)
    return {
        label: Scored.of(file, rows, score, own[label], group, size, times, limit=MOST_HELD).tables(most)[0]
        for label, score in scores.items()
    }


def _ends(file: CountedTable, rows: Frame, scores: Sequence[nw.Expr]) -> tuple[float, float, bool]:
    """The lowest and the highest score, and whether those of each row add up to 1."""
    names = [f"score {place}" for place in range(len(scores))]
    rows = rows.select(*(score.alias(name) for score, name in zip(scores, names, strict=True)))
    each = [nw.col(name) for name in names]
    off, *ends = file.numbers(
        rows, [number_of(is_off_one(each)), *(end for one in each for end in (one.min(), one.max()))]
    )
    known = [end for end in ends if end is not None]
    return min(known, default=math.nan), max(known, default=math.nan), not off
