"""The numbers of a whole evaluation with their intervals: the same for the pages, the report and the export."""

from __future__ import annotations

import math

import numpy as np

from metrics.agreement import balanced_accuracy, kappa, mcc
from metrics.averages import defined, macro
from metrics.catalog import METRICS, Values
from metrics.counts import Counts
from metrics.evaluation import Evaluation
from metrics.intervals import Estimate, wilson
from metrics.ranking import auc
from metrics.resampling import bootstrap_cells

__all__ = ["overall"]


def overall(evaluation: Evaluation) -> dict[str, Estimate]:
    """Accuracy, balanced accuracy, MCC, kappa, macro F1, and macro AUC where there are scores.

    Shares carry Wilson intervals; the others the bootstrap of the matrix; the macro AUC says its classes instead.
    """
    cells = evaluation.matrix.cells
    figures = {
        "accuracy": wilson(int(np.trace(cells)), evaluation.n),
        "balanced_accuracy": bootstrap_cells(balanced_accuracy, cells),
        "mcc": bootstrap_cells(mcc, cells),
        "kappa": bootstrap_cells(kappa, cells),
        "macro_f1": bootstrap_cells(_macro_f1, cells),
    }
    if evaluation.has_scores:
        figures["macro_auc"] = _macro_auc(evaluation)
    return figures


def _macro_f1(cells: Values) -> float | Values:
    """Mean F1 of the classes, for a stack of matrices."""
    tp = np.diagonal(cells, axis1=-2, axis2=-1)
    fp, fn = cells.sum(-2) - tp, cells.sum(-1) - tp
    return macro(METRICS["f1"](Counts(tp, fp, fn, np.zeros_like(tp))))


def _macro_auc(evaluation: Evaluation) -> Estimate:
    values = [math.nan if table is None else auc(table) for table in evaluation.tables]
    used = defined(values)
    if not used:
        return Estimate(math.nan, note="no class has both scores and cases")
    of = f"{used}" if used == len(values) else f"{used} of {len(values)}"
    return Estimate(float(macro(values)), note=f"mean of {of} classes")
