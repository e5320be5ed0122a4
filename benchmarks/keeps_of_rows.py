"""What tuned parts of the other rooms buy beside the plain way; asked by `benchmarks.keeps`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import duckdb
import narwhals as nw
import numpy as np
import plotly.graph_objects as go
import pyarrow as pa

from charts.style import theme, thinning
from metrics import ThresholdTable
from predictions.formats.text import text_reader
from predictions.groups import dates
from predictions.sources.counted.cases import columns

Ways = tuple[Callable[[], Any], Callable[[], Any]]
DAYS, LINES, CELLS = 730, 5, 1_000_000


def days(scores: np.ndarray, truth: np.ndarray) -> Ways:
    """Each distinct text of a column of days read once, against every cell."""
    each = np.datetime64("2024-01-01") + (scores * DAYS).astype(int)
    text = pa.chunked_array([pa.array(each.astype(str))])
    return lambda: dates.days_in(text, "day"), lambda: dates._from_text(text, np.ones(len(text), np.int64))


def taken(scores: np.ndarray, truth: np.ndarray) -> Ways:
    """Columns of a part of the rows taken by its places, against its mask."""

    def by_places() -> None:
        places = np.flatnonzero(truth)
        _ = [scores.take(places) for _ in range(5)]

    return by_places, lambda: [scores[truth] for _ in range(5)]


def treads(scores: np.ndarray, truth: np.ndarray) -> Ways:
    """The steps of a precision-recall curve thinned as they are, against both ends of each written out."""
    table = ThresholdTable.from_scores(scores, truth)
    tp, fp = table.flagged_at(np.flatnonzero(table.positives) + 1)
    recall = np.concatenate([[0.0], tp / table.n_positive])
    precision = np.append(tp / (tp + fp), table.n_positive / table.n)
    step = thinning.TOLERANCE / thinning.STEPS
    return (
        lambda: thinning._ends_of_treads(recall, precision, step),
        lambda: thinning._ends_of_steps(np.repeat(recall, 2)[1:], np.repeat(precision, 2)[:-1], step),
    )


def figures(scores: np.ndarray, truth: np.ndarray) -> Ways:
    """Figures without Plotly's look at every property, against with it."""
    look = theme._LAYOUT_LOOK | {"xaxis": theme._AXIS_LOOK, "yaxis": theme._AXIS_LOOK}
    lines = [{"type": "scatter", "x": [0.0, 1.0], "y": [0.0, 1.0], "line": {"width": 2}} for _ in range(LINES)]
    return lambda: go.Figure(lines, look, _validate=False), lambda: go.Figure(lines, look)


def formulas(scores: np.ndarray, truth: np.ndarray) -> Ways:
    """What must stand before a text formula looked at behind its first marks, against at every byte."""
    text = b"patient,0.123456,Normal\n" * (CELLS // 10)
    plain = re.compile(rb'(?<![^,;\t|\r\n])="([^"\r\n]*)"(?![^,;\t|\r\n])')
    return lambda: text_reader.TEXT_FORMULAS[0].search(text), lambda: plain.search(text)


def ids(scores: np.ndarray, truth: np.ndarray) -> Ways:
    """Ids of an engine trimmed where one has an outer blank, against all of them."""
    table = pa.table({"id": pa.array((scores * CELLS).astype(int)).cast(pa.string())})
    rows = nw.from_native(duckdb.connect().from_arrow(table))

    def asked(id_: nw.Expr) -> Callable[[], Any]:
        return lambda: rows.select(id_.str.len_chars().sum()).to_native().fetchall()

    return asked(columns.id_in(nw.col("id"))), asked(nw.col("id").str.strip_chars(columns.SPACES))


PARTS = (days, taken, treads, figures, formulas, ids)
