"""Odd tables that every engine is to answer alike."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa

ROWS = 40
NAN, INF = float("nan"), float("inf")
UTC = datetime.UTC


def two(score: Any, **further: Any) -> pa.Table:
    """Two classes, a score and predictions by it."""
    truth = ["b" if place % 3 == 0 else "a" for place in range(ROWS)]
    return pa.table({"y_true": truth, "y_pred": truth[1:] + truth[:1], "score_b": score, **further})


def lone(score: Any) -> pa.Table:
    """Two classes and a lone score, which decides at 0.5."""
    return pa.table({"y_true": [str(place % 2) for place in range(ROWS)], "score": score})


def cycle(*values: Any) -> list[Any]:
    return [values[place % len(values)] for place in range(ROWS)]


def labels(*values: Any, kind: pa.DataType | None = None) -> pa.Table:
    """True and predicted classes of these values."""
    truth = pa.array(cycle(*values), kind)
    return pa.table({"y_true": truth, "y_pred": truth.take(pa.array([(7 * place) % ROWS for place in range(ROWS)]))})


def grouped(values: list[Any], kind: pa.DataType | None = None) -> pa.Table:
    return labels("Normal", "VT").append_column("site", pa.array(values, kind))


def many_classes(classes: int) -> pa.Table:
    codes = np.arange(2 * classes)
    return pa.table({"y_true": [f"c{code % classes}" for code in codes], "y_pred": [f"c{code // 2}" for code in codes]})


def wide(columns: int, occur: int = 4) -> pa.Table:
    """Scores of many classes, the first few of which occur."""
    scores = np.random.default_rng(0).dirichlet(np.ones(columns), ROWS)
    scores[:, :occur] += 1
    scores /= scores.sum(1, keepdims=True)
    truth = [f"k{place % occur}" for place in range(ROWS)]
    return pa.table({"y_true": truth} | {f"score_k{place}": scores[:, place] for place in range(columns)})


def times(*values: datetime.datetime, zone: str | None) -> pa.Table:
    table = labels("Normal", "VT")
    return table.append_column("acquired", pa.array(cycle(*values), pa.timestamp("us", zone)))


LATE = datetime.datetime(2024, 3, 30, 23, 30, tzinfo=UTC)  # already the next day in Brussels
STEPS = [place / ROWS for place in range(ROWS)]
ODD: dict[str, Callable[[], pa.Table]] = {
    "null and NaN scores": lambda: two(pa.array(cycle(0.1, None, NAN, 0.9, 0.5))),
    "NaN is not above the threshold": lambda: lone(pa.array(cycle(0.2, NAN, 0.7))),
    "infinite scores": lambda: two(cycle(INF, -INF, 0.2, 0.8)),
    "only NaN but one": lambda: two([NAN] * (ROWS - 1) + [0.4]),
    "zeros with a sign": lambda: two(cycle(-0.0, 0.0, 1.0)),
    "negative scores": lambda: two([place - 0.5 for place in STEPS]),
    "large scores": lambda: two([1e6 * place for place in STEPS]),
    "tiny scores": lambda: two([1e-300 * (place + 1) for place in range(ROWS)]),
    "float32 at 0.1": lambda: lone(pa.array(cycle(0.1, 0.3, 0.5, 0.7), pa.float32())),
    "float32 in steps of a tenth": lambda: two(pa.array([place / 10 for place in range(ROWS)], pa.float32())),
    "decimals of 18 places": lambda: two(
        pa.array([Decimal(place).scaleb(-2) + Decimal("1e-18") for place in range(ROWS)], pa.decimal128(38, 18))
    ),
    "decimals of two places": lambda: lone(
        pa.array([Decimal(place).scaleb(-2) for place in range(ROWS)], pa.decimal128(5, 2))
    ),
    "whole numbers as scores": lambda: two(pa.array(range(ROWS), pa.int64())),
    "small whole numbers as scores": lambda: two(pa.array(cycle(0, 1, 1), pa.int8())),
    "text labels that are dictionaries": lambda: labels("Normal", "VT").set_column(
        0, "y_true", pa.array(cycle("Normal", "VT")).dictionary_encode()
    ),
    "blank and null labels": lambda: labels("Normal", "VT", "", " ", None),
    "blanks around labels": lambda: labels("Normal", " VT", "VT "),
    "labels unlike in case": lambda: labels("normal", "Normal", "VT"),
    "composed and decomposed labels": lambda: labels("caf\u00e9", "cafe\u0301", "tea"),
    "labels of other scripts": lambda: labels("\u6b63\u5e38", "VT", "\U0001f600"),
    "labels with quotes": lambda: labels("it's", 'a "b"', "a`b", "a\\b"),
    "leading zeros": lambda: labels("01", "1", "1.0"),
    "int8 labels": lambda: labels(0, 1, None, kind=pa.int8()),
    "int64 labels": lambda: labels(2**62, -(2**62), 3, kind=pa.int64()),
    "uint64 labels": lambda: labels(0, 2**63, kind=pa.uint64()),
    "float labels": lambda: labels(0.0, 1.0, NAN, None, kind=pa.float64()),
    "zero as a label with a sign": lambda: labels(0.0, -0.0, 1.0, kind=pa.float64()),
    "float32 labels": lambda: labels(0.5, 1.5, kind=pa.float32()),
    "decimal labels": lambda: labels(Decimal("1.0"), Decimal("2.0"), kind=pa.decimal128(10, 1)),
    "boolean labels": lambda: labels(True, False, None, kind=pa.bool_()),
    "bytes as labels": lambda: labels(b"Normal", b"VT", None, kind=pa.binary()),
    "days as labels": lambda: labels(datetime.date(2024, 1, 1), datetime.date(2024, 1, 2)),
    "500 classes": lambda: many_classes(500),
    "150 score columns": lambda: wide(150),
    "one class": lambda: labels("Normal"),
    "names with dots, spaces and backticks": lambda: (
        labels("Normal", "VT")
        .rename_columns(["y_true", "y_pred"])
        .append_column("a.b `c` d", pa.array(cycle("x", "y")))
    ),
    "names with blanks around": lambda: two(STEPS, **{" site ": cycle("x", "y")}),
    "duplicate ids": lambda: two(STEPS, case_id=cycle("p1", "p2", "p1")),
    "duplicate ids that are numbers": lambda: two(STEPS, patient_id=pa.array(cycle(1, 2, 2), pa.int32())),
    "ids that mislead": lambda: two(
        STEPS, case_id=cycle("p1", " p1", "", None, "p2\t"), fold=cycle("x", "y", "y", "y")
    ),
    "rows that stand twice": lambda: two(cycle(0.1, 0.9, 0.1, 0.9), case_id=cycle("p1", "p2", "p1", "p3")),
    "models and splits": lambda: two(STEPS, model=cycle("m", "n"), split=cycle("test", "train", "dev")),
    "nested columns": lambda: two(STEPS, extra=pa.array(cycle({"sex": "F"}, {"sex": "M"}))),
    "lists": lambda: two(STEPS, extra=pa.array(cycle([1, 2], [], None), pa.list_(pa.int64()))),
    "groups that are null": lambda: grouped(cycle("x", None, "")),
    "groups of floats": lambda: grouped(cycle(0.0, -0.0, NAN, None)),
    "groups of days": lambda: grouped(cycle(datetime.date(2024, 1, 1), None)),
    "times in the zone of the cluster": lambda: times(LATE, LATE + datetime.timedelta(hours=1), zone="Europe/Brussels"),
    "times without a zone": lambda: times(LATE.replace(tzinfo=None), datetime.datetime(2024, 1, 1), zone=None),
}
