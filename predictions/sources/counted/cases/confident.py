"""Cases by how confident the model is, its highest score: what it does where it decides only some of them."""

from __future__ import annotations

from dataclasses import replace

import narwhals as nw

from metrics import ThresholdTable
from predictions.sources.counted.cases.columns import SAID, TRUTH, CaseColumns
from predictions.sources.counted.steps import MOST_HELD, Scored

TIMES = "times"


def by_confidence(columns: CaseColumns, most: int) -> list[ThresholdTable]:
    """As `Counter.by_confidence`. most: distinct scores that are told apart."""
    file, part, size = columns.file, columns.part, len(columns.settled.labels)
    times = part.times(file)
    further = [] if times is None else [times.alias(TIMES)]
    rows = columns.with_classes(file.where(part.conditions), further)
    cell, many = nw.col(TRUTH) * size + nw.col(SAID), None if times is None else nw.col(TIMES)
    found = Scored.of(file, rows, columns.highest(), nw.col(TRUTH) == nw.col(SAID), cell, size * size, many)
    return replace(found, limit=MOST_HELD).tables(most)[0]
