"""The numbers of a whole matrix, with their intervals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from metrics.counts import ConfusionMatrix
from metrics.intervals.analytic import Estimate, kappa_logit_interval, proportion_interval
from metrics.intervals.bootstrap import FEWEST_CASES, Resamples, Stack, few_cases
from metrics.measures.agreement import kappa_of, mcc, mcc_of
from metrics.notes import Code, Note
from metrics.summary.averages import MeanOverClasses, following_accuracy
from metrics.summary.parts import Figures, classified_as_normal, drawn_proportion, overall_accuracy


def overall(
    matrix: ConfusionMatrix,
    macros: Figures,
    normal: int | None = None,
    level: float = 0.95,
    resamples: Resamples | None = None,
) -> Figures:
    """Accuracy, balanced accuracy, mean one-vs-rest accuracy, MCC, kappa; with a Normal class the two risks.

    `macro_f1`, and with scores `macro_auc`, are the macro averages of these names. Shares carry Wilson intervals,
    kappa the one of Fleiss, the others the bootstrap; where whole patients are drawn, all carry the bootstrap.
    """
    present = np.where(matrix.support > 0, matrix.cells.diagonal() / np.maximum(matrix.support, 1), math.nan)
    figures = {
        "accuracy": (correct := overall_accuracy(matrix, level, resamples)),
        "balanced_accuracy": MeanOverClasses(matrix, level, resamples)("sensitivity", present, by_cases=False),
        "mean_class_accuracy": following_accuracy("accuracy", matrix, correct),
        "mcc": _mcc(matrix, level, resamples),
        "kappa": _kappa(matrix, level, resamples),
    }
    if normal is not None:
        figures |= _risk(matrix, normal, level, resamples)
    return figures | {f"macro_{key}": macros[key] for key in ("f1", "auc") if key in macros}


def cleared(matrix: ConfusionMatrix, normal: int, level: float = 0.95, resamples: Resamples | None = None) -> Estimate:
    """The share of all cases that were called the all-clear class."""

    def parts(stack: Stack) -> tuple[Any, Any]:
        called = (stack.counts.tp + stack.counts.fp)[..., normal]
        return called, (stack.counts.tp + stack.counts.fn).sum(-1)

    given = proportion_interval(int(matrix.called[normal]), matrix.total, level)
    return drawn_proportion(given, parts, level, resamples)


def _mcc(matrix: ConfusionMatrix, level: float, resamples: Resamples | None) -> Estimate:
    value = float(mcc(matrix.cells))
    if math.isnan(value):
        return Estimate(value, note=Note(Code.ONE_SIDED if matrix.total else Code.NO_CASES))
    return Estimate(value) if resamples is None else resamples.bootstrap_interval(value, mcc_of, level, -1.0)


def _kappa(matrix: ConfusionMatrix, level: float, resamples: Resamples | None) -> Estimate:
    given, outside = kappa_logit_interval(matrix.cells, level), matrix.total - int(matrix.support.max(initial=0))
    if given.low is not None and outside < FEWEST_CASES:
        return Estimate(given.value, note=few_cases(outside, Code.FEW_CASES_OUTSIDE_LARGEST))
    return given if resamples is None else resamples.matrix_interval(given, kappa_of, level, -1.0)


def _risk(matrix: ConfusionMatrix, normal: int, level: float, resamples: Resamples | None) -> Figures:
    def missed(stack: Stack) -> Any:
        return classified_as_normal(stack).sum(-1) - classified_as_normal(stack)[..., normal]

    def of_cleared(stack: Stack) -> tuple[Any, Any]:
        return missed(stack), (stack.counts.tp + stack.counts.fp)[..., normal]

    def of_ill(stack: Stack) -> tuple[Any, Any]:
        return missed(stack), (stack.counts.fp + stack.counts.tn)[..., normal]

    reassured = int(matrix.called[normal] - matrix.cells[normal, normal])
    diseased = int(matrix.total - matrix.support[normal])
    score = proportion_interval(reassured, int(matrix.called[normal]), level, Code.NO_NORMAL_PREDICTIONS)
    rate = proportion_interval(reassured, diseased, level, Code.ONLY_NORMAL_CASES if matrix.total else Code.NO_CASES)
    return {
        "risk_score": drawn_proportion(score, of_cleared, level, resamples),
        "miss_rate": drawn_proportion(rate, of_ill, level, resamples),
    }
