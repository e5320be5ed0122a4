"""What cases become below every threshold of a class, by its score: what a dragged threshold does to all classes."""

from __future__ import annotations

from dataclasses import replace

import narwhals as nw

from metrics import ThresholdTable
from predictions.sources.counted.cases.columns import BELOW, SAID, TRUTH, CaseColumns
from predictions.sources.counted.steps import MOST_HELD, Scored

TIMES = "times"


def below_thresholds(columns: CaseColumns, label: int, most: int) -> tuple[list[ThresholdTable], bool]:
    """As `Counter.below`. most: distinct scores that are told apart. Raises TooManyGroups."""
    file, part, size = columns.file, columns.part, len(columns.settled.labels)
    times = part.times(file)
    further = [] if times is None else [times.alias(TIMES)]
    rows = columns.with_below(columns.with_classes(file.where(part.conditions), further), label)
    is_label = nw.when(nw.col(SAID) == label).then(nw.lit(1)).otherwise(nw.lit(0))
    kind = (nw.col(TRUTH) * size + nw.col(BELOW)) * 2 + is_label
    many = None if times is None else nw.col(TIMES)
    found = Scored.of(file, rows, columns.own(label), nw.col(TRUTH) == label, kind, 2 * size * size, many)
    return replace(found, limit=MOST_HELD).tables(most)
