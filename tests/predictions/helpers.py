"""Small files made in memory, and what a study says about them."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa

from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.plain_table import PlainTable
from predictions.problems import Notice
from predictions.study import Study
from tests.support.text import plain
from words.notices import worded


def csv_bytes(
    columns: dict[str, Sequence[Any]], delimiter: str = ",", encoding: str = "utf-8", **options: Any
) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, **options)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue().encode(encoding)


def opened(columns: dict[str, Sequence[Any]], mapping: Mapping | None = None) -> Study:
    return open_files([("a.csv", csv_bytes(columns))], mapping)


def read_table(**columns: Sequence[Any]) -> PlainTable:
    return PlainTable(pa.table({name: pa.array(values) for name, values in columns.items()}), "text", "“a.csv”")


def said(notices: Iterable[Notice]) -> str:
    return plain("\n".join(worded(notice) for notice in notices))


def warnings(study: Study) -> str:
    return said(notice for notice in study.notices if notice.level == "warning")


def facts(study: Study) -> str:
    return said(notice for notice in study.notices if notice.level == "info")


def counted(study: Study, model: int = 0, split: str | None = None) -> Counter[tuple[str, str]]:
    """(true, predicted) -> cases, without empty cells."""
    matrix = study.evaluate(model, split).matrix
    cells = {
        (row, column): int(matrix.cells[i, j])
        for i, row in enumerate(matrix.labels)
        for j, column in enumerate(matrix.labels)
    }
    return Counter({pair: cases for pair, cases in cells.items() if cases})


def pairs(truth: Iterable[Any], predicted: Iterable[Any]) -> Counter[tuple[str, str]]:
    return Counter((str(a), str(b)) for a, b in zip(truth, predicted, strict=True))
