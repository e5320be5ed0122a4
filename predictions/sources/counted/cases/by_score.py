"""Cases of each kind by a score: of a class, what a dragged threshold does to all classes; or the highest of a case."""

from __future__ import annotations

import narwhals as nw

from metrics import ThresholdTable
from predictions.sources.counted.cases.columns import BELOW, SAID, TIMES, TRUTH, CaseColumns
from predictions.sources.counted.steps import MOST_HELD, Scored
from predictions.sources.engines.engine import Frame, one_where


def below_thresholds(columns: CaseColumns, label: int, most: int) -> tuple[list[ThresholdTable], bool]:
    """As `Counter.below`. most: distinct scores that are told apart. Raises TooManyGroups."""
    is_label = one_where(nw.col(SAID) == label)
    size, (rows, times) = len(columns.settled.labels), _classified(columns)
    kind = (nw.col(TRUTH) * size + nw.col(BELOW)) * 2 + is_label
    rows, own = columns.with_below(rows, label), nw.col(TRUTH) == label
    scored = Scored.of(columns.file, rows, columns.own(label), own, kind, 2 * size * size, times, limit=MOST_HELD)
    return scored.tables(most)


def by_confidence(columns: CaseColumns, most: int) -> list[ThresholdTable]:
    """As `Counter.by_confidence`. most: distinct scores that are told apart."""
    size, (rows, times) = len(columns.settled.labels), _classified(columns)
    cell, own = nw.col(TRUTH) * size + nw.col(SAID), nw.col(TRUTH) == nw.col(SAID)
    scored = Scored.of(columns.file, rows, columns.highest(), own, cell, size * size, times, limit=MOST_HELD)
    return scored.tables(most)[0]


def _classified(columns: CaseColumns) -> tuple[Frame, nw.Expr | None]:
    """The rows of a part with their classes, and how many cases each is; None where each is one."""
    rows, times = columns.file.where(columns.part.conditions), columns.part.times(columns.file)
    if times is None:
        return columns.with_classes(rows, []), None
    return columns.with_classes(rows, [times.alias(TIMES)]), nw.col(TIMES)
