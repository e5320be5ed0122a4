"""The numbers of a whole evaluation with their intervals: the same for the pages, the report and the export."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.agreement import mcc, mcc_of
from metrics.averages import defined, micro, weighted
from metrics.catalog import METRICS, Metric, Proportion, Values, divided
from metrics.counts import ConfusionMatrix, Counts
from metrics.intervals import Estimate, delong, kappa_interval, likelihood_ratios, wilson
from metrics.ranking import average_precision
from metrics.resampling import Resamples, Statistic
from metrics.thresholds import ThresholdTable

__all__ = ["AVERAGED", "RANKED", "averages", "by_class", "micro_averages", "overall"]

AVERAGED = ("sensitivity", "specificity", "ppv", "npv", "f1", "jaccard", "accuracy")
RANKED = ("auc", "average_precision")
NO_CASES, WITHOUT_CASES = "there are no cases", "no case truly has it"
NOBODY_CLEARED, NOBODY_ILL = "no case was called all clear", "every case is truly of the all-clear class"
ONE_SIDED = "all cases are of one class, or all were called one class"

Tables = Sequence[ThresholdTable | None]
Figures = Mapping[str, Estimate]


def by_class(
    matrix: ConfusionMatrix,
    tables: Tables = (),
    normal: int | None = None,
    level: float = 0.95,
    resamples: Resamples | None = None,
) -> tuple[Figures, ...]:
    """Per class every metric of the catalog; with scores also `auc` (DeLong) and `average_precision`.

    With a Normal class also `risk_score` and `miss_rate` of every other class. F1 has an interval with `resamples`.
    """
    counts, size = matrix.one_vs_rest(), len(matrix.labels)
    columns = {key: _column(metric, counts, level) for key, metric in METRICS.items()}
    ratios = [likelihood_ratios(counts[i], level) for i in range(size)]
    columns["lr_positive"], columns["lr_negative"] = [list(column) for column in zip(*ratios, strict=True)] or [[], []]
    if resamples is not None:
        columns["f1"] = resamples.by_class(columns["f1"], METRICS["f1"], level)
    each = [{key: column[i] for key, column in columns.items()} for i in range(size)]
    for figures, table in zip(each, tables, strict=False):
        if table is not None:
            figures["auc"] = delong(table, level)
            figures["average_precision"] = _average_precision(table)
    for i, figures in enumerate(each if normal is not None else ()):
        figures.update(_risk_of_class(matrix, normal or 0, i, level) if i != normal else {})
    return tuple(each)


def _column(metric: Metric, counts: Counts, level: float) -> list[Estimate]:
    """One metric of every class: shares with Wilson intervals, the rest as numbers."""
    if not isinstance(metric.rule, Proportion):
        values = metric(counts).tolist()
        return [Estimate(value, note=metric.undefined if math.isnan(value) else None) for value in values]
    parts = (np.asarray(part).tolist() for part in metric.rule.parts(counts))
    return [_share(top, bottom, metric.undefined, level) for top, bottom in zip(*parts, strict=True)]


def _share(successes: int, trials: int, undefined: str, level: float) -> Estimate:
    if not trials:
        return Estimate(math.nan, note=undefined, successes=successes, trials=trials)
    return wilson(successes, trials, level)


def _average_precision(table: ThresholdTable) -> Estimate:
    return Estimate(average_precision(table), note=None if table.n_positive else WITHOUT_CASES)


def _risk_of_class(matrix: ConfusionMatrix, normal: int, label: int, level: float) -> Figures:
    reassured = int(matrix.cells[label, normal])
    return {
        "risk_score": _share(reassured, int(matrix.called[normal]), NOBODY_CLEARED, level),
        "miss_rate": _share(reassured, int(matrix.support[label]), WITHOUT_CASES, level),
    }


# ------------------------------------------------------------------ averages over the classes


def averages(
    matrix: ConfusionMatrix,
    classes: Sequence[Figures],
    level: float = 0.95,
    resamples: Resamples | None = None,
    undefined_as_zero: bool = False,
) -> tuple[Figures, Figures]:
    """Macro and weighted means of the class values, over the classes where the value is defined.

    The note says of how many, where it is not all; of areas always. Weights are the cases of each class.
    undefined_as_zero: count an undefined value as 0, as scikit-learn does. Intervals are those of the resamples,
    in which the same classes stay in the mean; areas carry none. Weighted sensitivity is the accuracy and macro
    accuracy follows from it, so they carry its interval (Wilson).
    """
    macros: dict[str, Estimate] = {}
    weighteds: dict[str, Estimate] = {}
    for key in (*AVERAGED, *RANKED):
        if not any(key in figures for figures in classes):
            continue
        values = np.array([figures[key].value if key in figures else math.nan for figures in classes])
        for figures, weigh in ((macros, _equally), (weighteds, _by_cases)):
            figures[key] = _mean(key, values, weigh, matrix, level, resamples, undefined_as_zero)
    macros["accuracy"] = _from_accuracy("accuracy", matrix, level)
    weighteds["sensitivity"] = _correct(matrix, level)
    return macros, weighteds


def _equally(counts: Counts) -> NDArray[Any]:
    return np.ones(np.shape(counts.tp))


def _by_cases(counts: Counts) -> NDArray[Any]:
    return np.asarray(counts.tp + counts.fn)


def _mean(
    key: str, values: Values, weigh: Statistic, matrix: ConfusionMatrix, level: float,
    resamples: Resamples | None, undefined_as_zero: bool,
) -> Estimate:  # fmt: skip
    kept = ~np.isnan(values) | undefined_as_zero

    def mean(counts: Counts) -> Values:
        weights = np.where(kept, weigh(counts), 0)
        given = METRICS[key](counts)
        given = np.where(weights == 0, 0, np.nan_to_num(given) if undefined_as_zero else given)
        return divided((given * weights).sum(-1), weights.sum(-1))

    taken = np.nan_to_num(values) if undefined_as_zero else values
    value = float(weighted(taken, weigh(matrix.one_vs_rest())))
    note = _which_classes(values, key, undefined_as_zero)
    if key in RANKED or resamples is None or math.isnan(value):
        return Estimate(value, note=note)
    found = resamples.interval(value, mean, level)
    return replace(found, note="; ".join(part for part in (note, found.note) if part) or None)


def _which_classes(values: Values, key: str, undefined_as_zero: bool) -> str | None:
    """Over how many of the classes the mean runs."""
    used = defined(values)
    of = f"{used}" if used == len(values) else f"{used} of {len(values)}"
    if used and used < len(values) and undefined_as_zero:
        return f"undefined values of {len(values) - used} of {len(values)} classes counted as 0"
    if used:
        return f"mean of {of} classes" if key in RANKED or used < len(values) else None
    return "no class has both scores and cases" if key in RANKED else "it is undefined for every class"


def micro_averages(matrix: ConfusionMatrix, level: float = 0.95) -> Figures:
    """Metrics of the counts added up over the classes.

    With one label per case each follows from the accuracy alone (sensitivity, PPV and F1 are the accuracy), so each
    carries the accuracy's Wilson interval through the same formula.
    """
    return {key: _from_accuracy(key, matrix, level) for key in AVERAGED}


def _from_accuracy(key: str, matrix: ConfusionMatrix, level: float) -> Estimate:
    correct = _correct(matrix, level)
    value = float(micro(key, matrix.one_vs_rest()))
    if math.isnan(value):
        return Estimate(value, note="there is only one class" if matrix.total else NO_CASES)
    if key in ("sensitivity", "ppv"):
        return correct
    low, high = (_at_accuracy(key, bound or 0.0, len(matrix.labels)) for bound in (correct.low, correct.high))
    return Estimate(value, low, high, correct.method)


def _at_accuracy(key: str, accuracy: float, size: int) -> float:
    """A micro average of `size` classes, from what one case adds up to: right, missed, false alarm, the rest."""
    wrong = 1 - accuracy
    return max(0.0, float(METRICS[key](Counts(accuracy, wrong, wrong, size - 2 + accuracy))))


# ------------------------------------------------------------------ numbers of the whole matrix


def overall(
    matrix: ConfusionMatrix,
    macros: Figures,
    normal: int | None = None,
    level: float = 0.95,
    resamples: Resamples | None = None,
) -> Figures:
    """Accuracy, balanced accuracy, mean one-vs-rest accuracy, MCC, kappa; with a Normal class the two risks.

    `macro_f1`, and with scores `macro_auc`, are the macro averages of these names. Shares carry Wilson intervals,
    kappa the one of Fleiss, the others the bootstrap of the matrix; a macro area says its classes instead.
    """
    present = np.where(matrix.support > 0, matrix.cells.diagonal() / np.maximum(matrix.support, 1), math.nan)
    figures = {
        "accuracy": _correct(matrix, level),
        "balanced_accuracy": _mean("sensitivity", present, _equally, matrix, level, resamples, False),
        "mean_class_accuracy": _from_accuracy("accuracy", matrix, level),
        "mcc": _mcc(matrix, level, resamples),
        "kappa": kappa_interval(matrix.cells, level),
    }
    if normal is not None:
        figures |= _risk(matrix, normal, level)
    figures["macro_f1"] = macros["f1"]
    if "auc" in macros:
        figures["macro_auc"] = macros["auc"]
    return figures


def _correct(matrix: ConfusionMatrix, level: float) -> Estimate:
    """Accuracy: the share of cases called right."""
    return _share(int(np.trace(matrix.cells)), matrix.total, NO_CASES, level)


def _mcc(matrix: ConfusionMatrix, level: float, resamples: Resamples | None) -> Estimate:
    value = float(mcc(matrix.cells))
    if math.isnan(value):
        return Estimate(value, note=ONE_SIDED if matrix.total else NO_CASES)
    return Estimate(value) if resamples is None else resamples.interval(value, mcc_of, level)


def _risk(matrix: ConfusionMatrix, normal: int, level: float) -> Figures:
    reassured = int(matrix.called[normal] - matrix.cells[normal, normal])
    diseased = int(matrix.total - matrix.support[normal])
    return {
        "risk_score": _share(reassured, int(matrix.called[normal]), NOBODY_CLEARED, level),
        "miss_rate": _share(reassured, diseased, NOBODY_ILL if matrix.total else NO_CASES, level),
    }
