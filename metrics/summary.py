"""The numbers of a whole evaluation with their intervals: the same for the pages, the report and the export."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from metrics.agreement import balanced_accuracy, kappa, mcc
from metrics.averages import defined, macro
from metrics.catalog import METRICS, Values
from metrics.counts import ConfusionMatrix, Counts
from metrics.intervals import Estimate, delong, estimate, wilson
from metrics.ranking import average_precision
from metrics.resampling import bootstrap_cells
from metrics.thresholds import ThresholdTable

__all__ = ["by_class", "overall"]

Tables = Sequence[ThresholdTable | None]


def by_class(matrix: ConfusionMatrix, tables: Tables = ()) -> tuple[Mapping[str, Estimate], ...]:
    """Per class every metric of the catalog; with scores also `auc` (DeLong) and `average_precision`."""
    counts = matrix.one_vs_rest()
    each = [{key: estimate(key, counts[i]) for key in METRICS} for i in range(len(matrix.labels))]
    for figures, table in zip(each, tables, strict=False):
        if table is not None:
            figures["auc"] = delong(table)
            figures["average_precision"] = _average_precision(table)
    return tuple(each)


def _average_precision(table: ThresholdTable) -> Estimate:
    return Estimate(average_precision(table), note=None if table.n_positive else "no case truly has it")


def overall(matrix: ConfusionMatrix, classes: Sequence[Mapping[str, Estimate]]) -> Mapping[str, Estimate]:
    """Accuracy, balanced accuracy, MCC, kappa, macro F1, and macro AUC where a class has scores.

    Shares carry Wilson intervals; the others the bootstrap of the matrix; the macro AUC says its classes instead.
    """
    resampled = {"balanced_accuracy": balanced_accuracy, "mcc": mcc, "kappa": kappa, "macro_f1": _macro_f1}
    figures = {"accuracy": wilson(int(np.trace(matrix.cells)), matrix.total)}
    figures |= bootstrap_cells(resampled, matrix.cells)
    if any("auc" in each for each in classes):
        figures["macro_auc"] = _macro_auc([each["auc"].value if "auc" in each else math.nan for each in classes])
    return figures


def _macro_f1(cells: Values) -> float | Values:
    """Mean F1 of the classes, for a stack of matrices."""
    tp = np.diagonal(cells, axis1=-2, axis2=-1)
    fp, fn = cells.sum(-2) - tp, cells.sum(-1) - tp
    return macro(METRICS["f1"](Counts(tp, fp, fn, np.zeros_like(tp))))


def _macro_auc(values: list[float]) -> Estimate:
    used = defined(values)
    if not used:
        return Estimate(math.nan, note="no class has both scores and cases")
    of = f"{used}" if used == len(values) else f"{used} of {len(values)}"
    return Estimate(float(macro(values)), note=f"mean of {of} classes")
