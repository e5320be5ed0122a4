"""The scores of a table in ranges of as many cases of each kind."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from metrics.thresholds import ThresholdTable


def ends_of_ranges(table: ThresholdTable, ranges: int) -> NDArray[np.intp]:
    """Thresholds that part the positives, and the negatives, into equal ranges; every one where there are few."""
    rules = len(table.scores)
    if rules <= 2 * ranges:
        return np.arange(1, rules + 1)
    steps = np.arange(1, ranges + 1) / ranges
    positives = table.first_rows("positives", steps * table.n_positive)
    negatives = table.first_rows("negatives", steps * table.n_negative)
    ends = np.unique(np.concatenate([positives, negatives, [rules]]))
    return ends[ends > 0]


def in_ranges(table: ThresholdTable, ranges: int) -> ThresholdTable:
    """The table with the scores of each range as one, the lowest of them; itself where there are few.

    Bought: 8 times in what 1,000,000 distinct scores move an area, from 8,192 ranges of each kind of case.
    """
    ends = ends_of_ranges(table, ranges)
    if len(ends) == len(table.scores):
        return table
    return ThresholdTable(table.scores[ends - 1], *(np.diff(each, prepend=0) for each in table.flagged_at(ends)))
