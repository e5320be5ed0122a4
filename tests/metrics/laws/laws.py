"""Every metric of a whole matrix, declared once with its exact definition, and the laws each has to obey.

`exact` restates the definition in whole numbers and fractions: slow, and right. None = undefined.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.testing import assert_allclose

import metrics
from metrics import METRICS, Counts
from tests.metrics.laws.strategies import Cells

Exact = Fraction | float | None
Rows = list[list[int]]


@dataclass(frozen=True)
class Measure:
    """of(cells, normal) -> () or (K,) values over leading axes; exact(rows, normal) -> the same as a list."""

    name: str
    of: Callable[[Any, int], Any]
    exact: Callable[[Rows, int], list[Exact]]
    transposed: str | None = None  # the measure that shows this value for the transposed matrix
    counts_absent: bool = False  # a class without cases and predictions changes it, by definition
    low: float = 0.0
    high: float = 1.0
    spread: Callable[[Rows], Fraction | float] = lambda rows: 1.0  # what is divided by, as a difference from 1


def stacked_counts(cells: Any) -> Counts:
    """One-vs-rest over leading axes."""
    tp = np.diagonal(cells, axis1=-2, axis2=-1)
    fp, fn = cells.sum(-2) - tp, cells.sum(-1) - tp
    return Counts(tp, fp, fn, cells.sum((-2, -1))[..., None] - tp - fp - fn)


def cells_of_each(rows: Rows) -> list[tuple[int, int, int, int]]:
    total = sum(map(sum, rows))
    predicted = [sum(column) for column in zip(*rows, strict=True)]
    tps = [row[i] for i, row in enumerate(rows)]
    parts = [(tp, m - tp, sum(row) - tp) for tp, m, row in zip(tps, predicted, rows, strict=True)]
    return [(tp, fp, fn, total - tp - fp - fn) for tp, fp, fn in parts]


def or_undefined(rule: Callable[..., Any], *given: Any) -> Any:
    try:
        return rule(*given)
    except ZeroDivisionError:
        return None


RULES: dict[str, Callable[[int, int, int, int], Fraction]] = {
    "sensitivity": lambda tp, fp, fn, tn: Fraction(tp, tp + fn),
    "specificity": lambda tp, fp, fn, tn: Fraction(tn, tn + fp),
    "ppv": lambda tp, fp, fn, tn: Fraction(tp, tp + fp),
    "npv": lambda tp, fp, fn, tn: Fraction(tn, tn + fn),
    "fpr": lambda tp, fp, fn, tn: Fraction(fp, fp + tn),
    "fnr": lambda tp, fp, fn, tn: Fraction(fn, tp + fn),
    "accuracy": lambda tp, fp, fn, tn: Fraction(tp + tn, tp + fp + fn + tn),
    "f1": lambda tp, fp, fn, tn: Fraction(2 * tp, 2 * tp + fp + fn),
    "jaccard": lambda tp, fp, fn, tn: Fraction(tp, tp + fp + fn),
    "prevalence": lambda tp, fp, fn, tn: Fraction(tp + fn, tp + fp + fn + tn),
    "lr_positive": lambda tp, fp, fn, tn: Fraction(tp, tp + fn) / Fraction(fp, fp + tn),
    "lr_negative": lambda tp, fp, fn, tn: Fraction(fn, tp + fn) / Fraction(tn, fp + tn),
}


def per_class(key: str, rows: Rows) -> list[Exact]:
    return [or_undefined(RULES[key], *cells) for cells in cells_of_each(rows)]


def mean(values: Sequence[Exact], weights: Sequence[int]) -> Exact:
    given = [(value, weight) for value, weight in zip(values, weights, strict=True) if value is not None]
    return or_undefined(lambda: Fraction(sum(v * w for v, w in given)) / sum(w for _, w in given))


def exact_accuracy(rows: Rows) -> Fraction:
    return Fraction(sum(row[i] for i, row in enumerate(rows)), sum(map(sum, rows)))


def by_chance(rows: Rows) -> Fraction:
    margins = zip(map(sum, rows), (sum(column) for column in zip(*rows, strict=True)), strict=True)
    return Fraction(sum(n * m for n, m in margins), sum(map(sum, rows)) ** 2)


def exact_kappa(rows: Rows) -> Fraction:
    return (exact_accuracy(rows) - by_chance(rows)) / (1 - by_chance(rows))


def exact_mcc(rows: Rows) -> float:
    agreement = exact_accuracy(rows) - by_chance(rows)
    return math.copysign(math.sqrt(agreement**2 / math.prod(spreads(rows))), agreement)


def spreads(rows: Rows) -> tuple[Fraction, Fraction]:
    """How often two cases differ in true, and in predicted class."""
    margins = ([sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)])
    first, second = (1 - Fraction(sum(n * n for n in margin), sum(margin) ** 2) for margin in margins)
    return first, second


def reassured(rows: Rows, normal: int) -> tuple[list[int], list[int]]:
    """Of each disease: those classified as Normal, and all."""
    diseases = [row for i, row in enumerate(rows) if i != normal]
    return [row[normal] for row in diseases], [sum(row) for row in diseases]


def blank(values: list[Exact], normal: int) -> list[Exact]:
    return [None if i == normal else value for i, value in enumerate(values)]


def class_measure(key: str) -> Measure:
    swapped = {"sensitivity": "ppv", "ppv": "sensitivity", "specificity": "npv", "npv": "specificity"}
    same = {key: key for key in ("accuracy", "f1", "jaccard")}
    return Measure(
        key,
        lambda cells, normal: METRICS[key](stacked_counts(cells)),
        lambda rows, normal: per_class(key, rows),
        (swapped | same).get(key),
        low=METRICS[key].lowest,
        high=METRICS[key].highest,
    )


def macro_measure(key: str, **more: Any) -> Measure:
    return Measure(
        f"macro_{key}",
        lambda cells, normal: metrics.macro(METRICS[key](stacked_counts(cells))),
        lambda rows, normal: [mean(per_class(key, rows), [1] * len(rows))],
        **more,
    )


def weighted_measure(key: str, **more: Any) -> Measure:
    return Measure(
        f"weighted_{key}",
        lambda cells, normal: metrics.weighted(METRICS[key](stacked_counts(cells)), cells.sum(-1)),
        lambda rows, normal: [mean(per_class(key, rows), [sum(row) for row in rows])],
        **more,
    )


def micro_measure(key: str, **more: Any) -> Measure:
    def exact(rows: Rows, normal: int) -> list[Exact]:
        return [or_undefined(RULES[key], *map(sum, zip(*cells_of_each(rows), strict=True)))]

    return Measure(f"micro_{key}", lambda cells, normal: metrics.micro(key, stacked_counts(cells)), exact, **more)


def exact_f1_of_means(rows: Rows) -> Exact:
    found, right = (mean(per_class(key, rows), [1] * len(rows)) for key in ("sensitivity", "ppv"))
    if found is None or right is None:
        return None
    return 2 * found * right / (found + right) if found + right else Fraction(0)


def overall(name: str, exact: Callable[[Rows], Exact], **more: Any) -> Measure:
    of = getattr(metrics, name)
    return Measure(name, lambda cells, normal: of(cells), lambda rows, normal: [or_undefined(exact, rows)], **more)


def of_normal(name: str, exact: Callable[[Rows, int], list[Exact]]) -> Measure:
    return Measure(name, getattr(metrics, name), exact)


MEASURES = (
    *(class_measure(key) for key in METRICS),
    macro_measure("sensitivity", transposed="macro_ppv"),
    macro_measure("ppv", transposed="macro_sensitivity"),
    macro_measure("specificity", counts_absent=True),
    macro_measure("f1", transposed="macro_f1"),
    macro_measure("jaccard", transposed="macro_jaccard"),
    macro_measure("npv", counts_absent=True),
    weighted_measure("sensitivity"),
    weighted_measure("ppv"),
    weighted_measure("f1"),
    weighted_measure("specificity"),
    weighted_measure("jaccard"),
    micro_measure("sensitivity", transposed="accuracy_of_all"),
    micro_measure("specificity", transposed="micro_specificity", counts_absent=True),
    micro_measure("jaccard", transposed="micro_jaccard"),
    micro_measure("ppv", transposed="micro_sensitivity"),
    micro_measure("f1", transposed="micro_f1"),
    overall("f1_of_means", exact_f1_of_means, transposed="f1_of_means"),
    overall("balanced_accuracy", lambda rows: mean(per_class("sensitivity", rows), [1] * len(rows))),
    overall(
        "mean_class_accuracy",
        lambda rows: mean(per_class("accuracy", rows), [1] * len(rows)),
        transposed="mean_class_accuracy",
        counts_absent=True,
    ),
    overall("mcc", exact_mcc, transposed="mcc", low=-1.0, spread=lambda rows: min(spreads(rows))),
    overall("kappa", exact_kappa, transposed="kappa", low=-1.0, spread=lambda rows: 1 - by_chance(rows)),
    Measure(
        "accuracy_of_all",
        lambda cells, normal: metrics.accuracy(cells),
        lambda rows, normal: [or_undefined(exact_accuracy, rows)],
        "micro_sensitivity",
    ),
    of_normal(
        "risk_score",
        lambda rows, normal: [
            or_undefined(lambda: Fraction(sum(reassured(rows, normal)[0]), sum(row[normal] for row in rows)))
        ],
    ),
    of_normal(
        "missed_as_normal",
        lambda rows, normal: [or_undefined(lambda: Fraction(*map(sum, reassured(rows, normal))))],
    ),
    of_normal(
        "risk_scores",
        lambda rows, normal: blank(
            [or_undefined(Fraction, row[normal], sum(other[normal] for other in rows)) for row in rows],
            normal,
        ),
    ),
    of_normal(
        "missed_as_normal_by_class",
        lambda rows, normal: blank([or_undefined(Fraction, row[normal], sum(row)) for row in rows], normal),
    ),
)
BY_NAME = {measure.name: measure for measure in MEASURES}


def same(found: Any, expected: Any, **tolerance: float) -> None:
    """Equal up to rounding; undefined only where the other is."""
    assert_allclose(found, expected, **({"rtol": 1e-9, "atol": 1e-12} | tolerance))


def all_obey(law: Callable[..., None], *given: Any) -> None:
    """Try one law on every measure, and name all that break it."""
    broken = []
    for measure in MEASURES:
        try:
            law(measure, *given)
        except AssertionError as error:
            broken.append(f"{measure.name}: {' '.join(str(error).split())}")
    assert not broken, "\n".join(broken)


def definition(measure: Measure, cells: Cells, normal: int) -> None:
    """The value of the exact definition, and nan exactly where that divides by zero.

    A difference from 1 of 1e-12 keeps only four digits in floating point, so no more are asked for there.
    """
    spread = or_undefined(measure.spread, cells.tolist())
    rounding = 1e-14 / float(spread) if spread else 0.0
    if rounding > 0.01:
        return
    exact = [math.nan if value is None else float(value) for value in measure.exact(cells.tolist(), normal)]
    same(np.atleast_1d(measure.of(cells, normal)), exact, atol=1e-12 + rounding)


def bounds(measure: Measure, cells: Cells, normal: int) -> None:
    values = np.atleast_1d(measure.of(cells, normal))
    defined = values[~np.isnan(values)]
    assert ((defined >= measure.low - 1e-12) & (defined <= measure.high + 1e-12)).all(), values


def renaming(measure: Measure, cells: Cells, normal: int, order: list[int]) -> None:
    """Classes in another order: class values follow, overall values stay."""
    values = np.asarray(measure.of(cells, normal))
    moved = measure.of(cells[np.ix_(order, order)], order.index(normal))
    same(moved, values[order] if values.ndim else values)


def repetition(measure: Measure, cells: Cells, normal: int, times: int) -> None:
    same(measure.of(times * cells, normal), measure.of(cells, normal))


def transposition(measure: Measure, cells: Cells, normal: int) -> None:
    if measure.transposed:
        same(BY_NAME[measure.transposed].of(cells.T, normal), measure.of(cells, normal))


def absent_class(measure: Measure, cells: Cells, normal: int, place: int) -> None:
    """A class that is neither true nor predicted leaves the others alone."""
    if measure.counts_absent:
        return
    wider = np.insert(np.insert(cells, place, 0, axis=0), place, 0, axis=1)
    values = np.asarray(measure.of(wider, normal + (place <= normal)))
    same(np.delete(values, place) if values.ndim else values, measure.of(cells, normal))


def stack(measure: Measure, stack: Cells, normal: int) -> None:
    """Leading axes are looped over, as in a bootstrap: (2, 3, K, K) gives (2, 3) or (2, 3, K)."""
    values = np.asarray(measure.of(stack, normal))
    each = [[measure.of(cells, normal) for cells in block] for block in stack]
    same(values, each, rtol=1e-12)
