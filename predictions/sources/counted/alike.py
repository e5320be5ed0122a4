"""The rows of a model as an engine tells them apart: those alike are one row, with the number of its cases."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from predictions.build.coded import CodedTable
from predictions.build.settled import Settled
from predictions.columns.cells import without_markers
from predictions.rows import Predictions, Unlabelled
from predictions.sources.counted.evaluate import Output
from predictions.sources.counted.table import KEPT
from predictions.sources.counted.weights import are_weights


def rows_alike(settled: Settled[str], output: Output, used: np.ndarray, names: Sequence[str]) -> Predictions:
    """Those of a model that are used, with these kept columns. used: (g,) of the groups of rows."""
    table, rows = output.table, output.table.rows
    details = pa.table({name: kept_values(table, name) for name in names})
    weights = rows.weights if are_weights(table.understood.mapping) else None
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


def kept_values(table: CodedTable, name: str) -> pa.ChunkedArray:
    """A kept column, blank where it holds a marker of missing values."""
    return without_markers(table.cells[KEPT.format(name)], name, table.understood.mapping.missing)


def _rows(details: pa.Table, mask: np.ndarray) -> pa.Table:
    return details.filter(pa.array(mask)) if details.num_columns else details


def _unlabelled(output: Output, details: pa.Table) -> Unlabelled | None:
    rows, mask = output.table.rows, output.unlabelled
    if not mask.any():
        return None
    split = None if rows.split is None else rows.split[mask]
    return Unlabelled(split, output.table.cases[mask], _rows(details, mask))
