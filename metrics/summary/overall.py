"""The numbers of a whole matrix, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from metrics.counts import ConfusionMatrix
from metrics.intervals.analytic import Estimate, kappa_logit_interval, proportion_interval
from metrics.intervals.bootstrap import Resamples, Stack
from metrics.intervals.too_few import FEWEST_CASES, few_cases
from metrics.kernels.once import OnceEach
from metrics.measures.agreement import kappa_of, mcc, mcc_of
from metrics.notes import Code, Note
from metrics.summary.averages import MeanOverClasses, following_accuracy
from metrics.summary.parts import (
    Asked,
    Figures,
    cases_of_diseases,
    classified_as_normal,
    normal_predictions,
    overall_accuracy,
)


def overall(
    matrix: ConfusionMatrix,
    classes: Sequence[Figures],
    macros: Figures,
    normal: int | None,
    level: float,
    resamples: Resamples,
    not_diseases: Collection[int],
) -> Figures:
    """Accuracy, balanced accuracy, mean one-vs-rest accuracy, MCC, kappa; with a Normal class the two risks.

    `macro_f1`, and with scores `macro_auc`, are the macro averages of these names. Proportions carry Wilson intervals,
    kappa the one of Fleiss, balanced accuracy the delta method, the others the bootstrap; where patients are resampled,
    all carry the bootstrap.
    """
    sensitivities = [figures.get("sensitivity") for figures in classes]
    figures: Asked = {
        "accuracy": (correct := overall_accuracy(matrix, level, resamples)),
        "balanced_accuracy": MeanOverClasses(matrix, level, resamples)("sensitivity", sensitivities, by_cases=False),
        "mean_class_accuracy": following_accuracy("accuracy", matrix, correct),
        "mcc": _mcc(matrix, level, resamples),
        "kappa": _kappa(matrix, level, resamples),
    }
    if normal is not None:
        figures |= _risk(matrix, normal, level, resamples, not_diseases)
    figures |= {f"macro_{key}": partial(macros.__getitem__, key) for key in ("f1", "auc") if key in macros}
    return OnceEach(figures)


def predicted_normal(matrix: ConfusionMatrix, normal: int, level: float, resamples: Resamples) -> Estimate:
    """The proportion of Normal predictions among all cases."""

    def parts(stack: Stack) -> tuple[Any, Any]:
        predicted = (stack.counts.tp + stack.counts.fp)[..., normal]
        return predicted, (stack.counts.tp + stack.counts.fn).sum(-1)

    given = proportion_interval(int(matrix.predicted[normal]), matrix.total, level)
    return resamples.proportion_interval(given, parts, level)


def _mcc(matrix: ConfusionMatrix, level: float, resamples: Resamples) -> Estimate:
    value = float(mcc(matrix.cells))
    if math.isnan(value):
        return Estimate(value, note=Note(Code.ONE_SIDED if matrix.total else Code.NO_CASES))
    return resamples.bootstrap_interval(value, mcc_of, level, -1.0)


def _kappa(matrix: ConfusionMatrix, level: float, resamples: Resamples) -> Estimate:
    outside = matrix.total - int(matrix.support.max(initial=0))
    given = kappa_logit_interval(matrix.cells, level, resamples.style)
    if given.low is not None and outside < FEWEST_CASES:
        return Estimate(given.value, note=few_cases(outside, Code.FEW_CASES_OUTSIDE_LARGEST))
    return resamples.matrix_interval(given, kappa_of, level, -1.0)


def _risk(
    matrix: ConfusionMatrix, normal: int, level: float, resamples: Resamples, not_diseases: Collection[int]
) -> Figures:
    diseases = [i for i in range(len(matrix.labels)) if i != normal and i not in not_diseases]

    def as_normal(stack: Stack) -> Any:
        return classified_as_normal(stack)[..., diseases].sum(-1)

    def of_predictions(stack: Stack) -> tuple[Any, Any]:
        return as_normal(stack), normal_predictions(stack, normal, diseases)

    def of_cases(stack: Stack) -> tuple[Any, Any]:
        return as_normal(stack), cases_of_diseases(stack, diseases)

    missed, diseased = int(matrix.cells[diseases, normal].sum()), int(matrix.support[diseases].sum())
    predicted = missed + int(matrix.cells[normal, normal])
    no_disease = (
        Code.NO_CASES if not matrix.total else Code.NO_DISEASED_CASES if not_diseases else Code.ONLY_NORMAL_CASES
    )
    score = proportion_interval(missed, predicted, level, Code.NO_NORMAL_PREDICTIONS)
    rate = proportion_interval(missed, diseased, level, no_disease)
    return {
        "risk_score": resamples.proportion_interval(score, of_predictions, level),
        "missed_as_normal": resamples.proportion_interval(rate, of_cases, level),
    }
