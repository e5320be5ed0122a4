"""Any number of many slices at once, for example of every fold: one function takes a stack of matrices."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.catalog import METRICS, RANKED
from metrics.counts import Counts
from metrics.definition import Values, divided
from metrics.evaluation import Evaluation
from metrics.kernels.cached import cached_property
from metrics.measures.agreement import (
    accuracy,
    balanced_accuracy,
    kappa,
    matrices,
    mcc,
    mean_class_accuracy,
    one_vs_rest,
)
from metrics.measures.averages import macro, micro, scalar, weighted


def f1_of_means(cells: ArrayLike) -> float | Values:
    """Harmonic mean of macro sensitivity and macro PPV (Opitz and Burst 2019), not the mean of the classes' F1.

    0 to 1, higher is better; it can hide a class that fails. Undefined without cases.
    """
    counts = one_vs_rest(matrices(cells))
    recall, precision = macro(METRICS["sensitivity"](counts)), macro(METRICS["ppv"](counts))
    total = np.add(recall, precision)
    return scalar(np.where(total == 0, 0.0, divided(2 * np.multiply(recall, precision), total)))


WHOLE_MATRIX: MappingProxyType[str, Callable[..., float | Values]] = MappingProxyType(
    {
        "accuracy": accuracy,
        "balanced_accuracy": balanced_accuracy,
        "mean_class_accuracy": mean_class_accuracy,
        "mcc": mcc,
        "kappa": kappa,
        "f1_of_means": f1_of_means,
    }
)


@dataclass(frozen=True)
class MetricChoice:
    """Which number of a slice: a metric, and how its classes are brought together.

    average: "overall" for a key of WHOLE_MATRIX; else the key is one of METRICS or RANKED, and the average is
    "macro", "weighted", "micro" (METRICS only) or the position of one class.
    """

    key: str
    average: str | int = "overall"


@dataclass(frozen=True, eq=False)
class Slices:
    """What is left of F evaluations with the same K classes once their threshold tables are ranked.

    cells: (F, K, K) that rates are read from, rows = true class. ranked: key of RANKED -> (F, K), nan for a class
    without scores or undefined. seen: (F, K, K) the cases, each once; the cells but for weighted cases.
    """

    cells: NDArray[np.int64]
    ranked: MappingProxyType[str, Values]
    seen: NDArray[np.int64]

    @classmethod
    def of(cls, evaluations: Sequence[Evaluation]) -> Slices:
        """Raises ValueError for none: without one the classes are not known."""
        if not evaluations:
            raise ValueError("there is no slice")
        cells = np.stack([each.in_population.matrix.cells for each in evaluations])
        ranked = {key: _ranked(evaluations, each.rule) for key, each in RANKED.items()}
        return cls(cells, MappingProxyType(ranked), np.stack([each.matrix.cells for each in evaluations]))

    @cached_property
    def counts(self) -> Counts:
        """Each class, one-vs-rest: arrays of (F, K)."""
        return one_vs_rest(self.cells)

    @cached_property
    def counts_seen(self) -> Counts:
        """The same of the cases, each once."""
        return one_vs_rest(self.seen)

    @cached_property
    def support(self) -> NDArray[np.int64]:
        """(F, K) cases of each true class, each once."""
        return np.asarray(self.seen.sum(-1))

    @cached_property
    def n(self) -> NDArray[np.int64]:
        """(F,) cases, each once."""
        return np.asarray(self.seen.sum((-2, -1)))

    @cached_property
    def class_weights(self) -> NDArray[np.int64]:
        """(F, K) by which a weighted average weighs its classes."""
        return np.asarray(self.cells.sum(-1))

    @property
    def has_scores(self) -> bool:
        """Whether a class could be ranked in some slice."""
        return not np.isnan(self.ranked["auc"]).all()

    def by_class(self, key: str) -> Values:
        """(F, K) values of a key of METRICS or RANKED, nan where undefined."""
        return self.ranked[key] if key in RANKED else METRICS[key](self.counts)

    def values(self, reading: MetricChoice) -> Values:
        """(F,) the number of every slice, nan where it is undefined."""
        key, average = reading.key, reading.average
        if average == "overall":
            return np.asarray(WHOLE_MATRIX[key](self.cells))
        if average == "micro":
            return np.asarray(micro(key, self.counts))
        values = self.by_class(key)
        if not isinstance(average, str):
            return values[:, average]
        return np.asarray(macro(values) if average == "macro" else weighted(values, self.class_weights))

    def classes_used(self, reading: MetricChoice) -> NDArray[np.int64] | None:
        """(F,) over how many classes a macro or weighted average runs; None for any other reading."""
        if reading.average not in ("macro", "weighted"):
            return None
        return np.asarray((~np.isnan(self.by_class(reading.key))).sum(-1))


def _ranked(evaluations: Sequence[Evaluation], rank: Callable[..., Any]) -> Values:
    """(F, K), nan for a class without scores."""
    classes = range(len(evaluations[0].labels))
    tables = [[each.curve(label) for label in classes] for each in evaluations]
    return np.array([[math.nan if table is None else rank(table) for table in row] for row in tables])
