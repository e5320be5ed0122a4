"""Two models in columns of one table: their groups of rows, or what an engine counts that both predict."""

from __future__ import annotations

import narwhals as nw
import numpy as np

from predictions.build.settled import Settled
from predictions.build.weights import weights_in
from predictions.counted import Together
from predictions.sources.counted.alike import rows_alike
from predictions.sources.counted.cases.columns import BOTH, TIMES, TRUTH
from predictions.sources.counted.evaluate import Output
from predictions.sources.counted.pairs.counted import CASES, WEIGHT, Counted
from predictions.sources.counted.pairs.matched import PairedRows
from predictions.sources.counted.weights import are_weights, as_cases
from predictions.sources.engines.engine import added_up, whole


def are_apart(one: Output, other: Output) -> bool:
    """Whether two models have rows of their own."""
    if one.column and other.column:
        return not np.array_equal(one.allowed, other.allowed)
    mapping = one.table.mapping
    return bool(mapping.model or mapping.reader)


def in_columns(settled: Settled[str], one: Output, other: Output, split: str | None) -> Together:
    """Two models whose predictions stand in columns of one table, by its groups of rows; without a counter."""
    table, rows = one.table, one.table.rows
    inside = np.ones(len(table.codes), bool) if rows.split is None else rows.split == rows.splits.index(str(split))
    both = one.used & other.used & inside
    by_first, by_second = (rows_alike(settled, each, both, ()) for each in (one, other))
    only_first, only_second = (int(table.cases[each.used & ~both & inside].sum()) for each in (one, other))
    return Together(by_first, by_second, only_first, only_second)


def beside(paired: PairedRows) -> Together:
    """Where no column has what both predict, but a threshold of their scores makes it."""
    file, size = paired.file, len(paired.settled.labels)
    weight = paired.mapping.weight if are_weights(paired.mapping) else None
    weights = {WEIGHT: file.column(weight)} if weight else {}
    times = as_cases(paired.times)
    first, second = paired.columns(0), paired.columns(1)
    further = [times.alias(TIMES), *(each.alias(name) for name, each in weights.items())]
    rows = first.with_both(second, paired.of_both, further)
    counted = added_up(nw.col(TIMES)).alias(CASES)
    answer = file.answer(rows.group_by(TRUTH, *BOTH, *weights).agg(counted))
    truth, one, other, cases = (whole(answer[name]) for name in (TRUTH, *BOTH, CASES))
    of_each = np.stack([weights_in(answer[WEIGHT], weight)] * 2) if weight else None
    found = Counted(size, truth * size + np.stack([one, other]), cases, np.zeros(2, np.int64), False, of_each)
    only_first, only_second = (int(part.output.table.cases[part.rows].sum()) - found.common for part in paired.parts)
    by_first, by_second = (found.predictions(at, paired.settled.labels, paired.parts[at].output) for at in (0, 1))
    return Together(by_first, by_second, only_first, only_second)
