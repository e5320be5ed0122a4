"""The rows of a model as an engine tells them apart: those alike are one row, with the number of its cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import narwhals as nw
import numpy as np
import pyarrow as pa

from predictions.build.coded import CodedTable
from predictions.build.settled import Settled
from predictions.build.weights import weights_in
from predictions.columns.cells import without_markers
from predictions.columns.labels import BLANK
from predictions.rows import Predictions, Unlabelled
from predictions.sources.counted.cases.columns import SAID, TIMES, TRUTH, CaseColumns
from predictions.sources.counted.evaluate import Output
from predictions.sources.counted.source import given, holds
from predictions.sources.counted.table import KEPT, CountedTable
from predictions.sources.counted.weights import are_weights, as_cases
from predictions.sources.engines.engine import added_up, whole

SPLIT, WEIGHT, CASES = "split", "weight", "cases"


def rows_alike(settled: Settled[str], output: Output, used: np.ndarray, names: Sequence[str]) -> Predictions:
    """Those of a model that are used, with these kept columns. used: (g,) of the groups of rows."""
    table, rows = output.table, output.table.rows
    details = pa.table({name: kept_values(table, name) for name in names})
    weights = rows.weights if are_weights(table.mapping) else None
    return Predictions(
        model=output.model,
        labels=settled.labels,
        truth=settled.final[table.codes[used]],
        predicted=settled.final[output.predicted[used]],
        split=None if rows.split is None else rows.split[used],
        splits=rows.splits,
        details=_rows(details, used),
        reader=output.reader,
        modality=output.modality,
        weights=None if weights is None else weights[used],
        copies=table.cases[used],
        unlabelled=_unlabelled(output, details),
        is_held=False,
    )


def rows_made_again(columns: CaseColumns, output: Output, delivered: Predictions, names: Sequence[str]) -> Predictions:
    """The same with the predictions that a threshold makes, which an engine counts anew. columns: of all splits.

    output: of the model by splits. delivered: its rows as delivered.
    """
    file, mapping = columns.file, output.table.mapping
    weight = mapping.weight if are_weights(mapping) else None
    keys = {f"kept {place}": file.kept(name) for place, name in enumerate(names)} | {SPLIT: _split_of(file, output)}
    keys |= {WEIGHT: file.column(weight)} if weight else {}
    times = columns.part.times(file)
    further = [*(each.alias(name) for name, each in keys.items()), as_cases(times).alias(TIMES)]
    rows = columns.with_classes(file.where(columns.part.conditions), further)
    cases = added_up(nw.col(TIMES)).alias(CASES)
    answer = file.answer(rows.group_by(TRUTH, SAID, *keys, drop_null_keys=False).agg(cases))
    truth, predicted, split = (answer[name].to_numpy().astype(np.int16) for name in (TRUTH, SAID, SPLIT))
    found = {name: answer[f"kept {place}"] for place, name in enumerate(names)}
    return replace(
        delivered,
        truth=truth,
        predicted=predicted,
        split=None if delivered.split is None else split,
        details=pa.table({name: without_markers(each, name, mapping.missing) for name, each in found.items()}),
        weights=weights_in(answer[WEIGHT], weight) if weight else None,
        copies=whole(answer[CASES]),
    )


def _split_of(file: CountedTable, output: Output) -> nw.Expr:
    """Its code; 0 without splits."""
    table = output.table
    name, rows = table.mapping.split, table.rows
    if not name or rows.split is None:
        return nw.lit(0)
    each_of = [(code, given(holds(file, table, name, rows.split == code))) for code in range(len(rows.splits))]
    return nw.coalesce(*(nw.when(is_in).then(nw.lit(code)) for code, is_in in each_of), nw.lit(BLANK))


def kept_values(table: CodedTable, name: str) -> pa.ChunkedArray:
    """A kept column, blank where it holds a marker of missing values."""
    return without_markers(table.cells[KEPT.format(name)], name, table.mapping.missing)


def _rows(details: pa.Table, mask: np.ndarray) -> pa.Table:
    return details.filter(pa.array(mask)) if details.num_columns else details


def _unlabelled(output: Output, details: pa.Table) -> Unlabelled | None:
    rows, mask = output.table.rows, output.unlabelled
    if not mask.any():
        return None
    split = None if rows.split is None else rows.split[mask]
    return Unlabelled(split, output.table.cases[mask], _rows(details, mask))
