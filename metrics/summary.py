"""The numbers of a whole evaluation with their intervals: the same for the pages, the report and the export."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.catalog import METRICS, Metric, Proportion, Values, divided
from metrics.counts import ConfusionMatrix, Counts
from metrics.intervals.analytic import Estimate, agreement, likelihood_ratios, share
from metrics.intervals.bootstrap import FEWEST_CASES, Parts, Resamples, Stack, Statistic, few_cases
from metrics.intervals.methods import via
from metrics.intervals.rank_bootstrap import Areas
from metrics.measures.agreement import kappa_of, mcc, mcc_of
from metrics.measures.averages import defined, micro, weighted
from metrics.notes import Code, Note, note

__all__ = ["AVERAGED", "RANKED", "averages", "by_class", "cleared", "micro_averages", "overall", "rates"]

AVERAGED = ("sensitivity", "specificity", "ppv", "npv", "f1", "jaccard", "accuracy")
RANKED = ("auc", "average_precision")

Figures = Mapping[str, Estimate]


def by_class(
    matrix: ConfusionMatrix,
    areas: Areas | None = None,
    normal: int | None = None,
    level: float = 0.95,
    resamples: Resamples | None = None,
) -> tuple[Figures, ...]:
    """Per class every metric of the catalog; with scores also `auc` and `average_precision`.

    With a Normal class also `risk_score` and `miss_rate` of every other class. F1 has an interval with `resamples`;
    where these draw whole patients, so does every interval.
    """
    each = rates(matrix.one_vs_rest(), level, resamples)
    if areas is not None:
        areas.prepare(range(len(each)))
    for i, figures in enumerate(each):
        if areas is not None and areas.has(i):
            figures["auc"], figures["average_precision"] = areas.auc(i, level), areas.average_precision(i, level)
        if normal is not None and i != normal:
            figures.update(_risk_of_class(matrix, normal, i, level, resamples))
    return tuple(each)


def rates(counts: Counts, level: float = 0.95, resamples: Resamples | None = None) -> list[dict[str, Estimate]]:
    """Every metric of the catalog for each class. counts: (K,), those that the resamples were drawn from."""
    size = len(counts.tp)
    columns = {key: _column(metric, counts, level) for key, metric in METRICS.items()}
    columns["f1"] = [_f1(of) for of in columns["jaccard"]]
    ratios = [_ratios(counts[i], level) for i in range(size)]
    columns["lr_positive"], columns["lr_negative"] = [list(column) for column in zip(*ratios, strict=True)] or [[], []]
    if resamples is not None:
        columns = {key: resamples.column(METRICS[key], column, level) for key, column in columns.items()}
    return [{key: column[i] for key, column in columns.items()} for i in range(size)]


def _f1(jaccard: Estimate) -> Estimate:
    """F1 follows from Jaccard, which is a share: 2 J / (1 + J), and so do its bounds."""
    if jaccard.low is None or jaccard.high is None or jaccard.method is None:
        return Estimate(jaccard.value, note=METRICS["f1"].undefined_note)
    value, low, high = (2 * each / (1 + each) for each in (jaccard.value, jaccard.low, jaccard.high))
    return Estimate(value, low, high, via(jaccard.method, "Jaccard"))


def _ratios(counts: Counts, level: float) -> tuple[Estimate, Estimate]:
    """Likelihood ratios, without interval where a group has too few cases for one."""
    found = likelihood_ratios(counts, level)
    fewer = int(min(counts.tp + counts.fn, counts.fp + counts.tn))
    if fewer >= FEWEST_CASES:
        return found
    why = few_cases(fewer, Code.FEW_CASES_OF_GROUP)
    positive, negative = (Estimate(each.value, note=why) if each.is_defined else each for each in found)
    return positive, negative


def _column(metric: Metric, counts: Counts, level: float) -> list[Estimate]:
    """One metric of every class: shares with Wilson intervals, the rest as numbers."""
    if not isinstance(metric.rule, Proportion):
        values = metric(counts).tolist()
        return [Estimate(value, note=metric.undefined_note if math.isnan(value) else None) for value in values]
    parts = (np.asarray(part).tolist() for part in metric.rule.parts(counts))
    return [share(top, bottom, level, metric.undefined_note.code) for top, bottom in zip(*parts, strict=True)]


def _drawn_share(given: Estimate, parts: Parts, level: float, resamples: Resamples | None) -> Estimate:
    return given if resamples is None else resamples.share(given, parts, level)


def _risk_of_class(
    matrix: ConfusionMatrix, normal: int, label: int, level: float, resamples: Resamples | None
) -> Figures:
    def of_cleared(stack: Stack) -> tuple[Any, Any]:
        return _reassured(stack)[..., label], (stack.counts.tp + stack.counts.fp)[..., normal]

    def of_ill(stack: Stack) -> tuple[Any, Any]:
        return _reassured(stack)[..., label], (stack.counts.tp + stack.counts.fn)[..., label]

    reassured = int(matrix.cells[label, normal])
    score = share(reassured, int(matrix.called[normal]), level, Code.NO_NORMAL_PREDICTIONS)
    rate = share(reassured, int(matrix.support[label]), level, Code.NO_TRUE_CASES)
    return {
        "risk_score": _drawn_share(score, of_cleared, level, resamples),
        "miss_rate": _drawn_share(rate, of_ill, level, resamples),
    }


def _reassured(stack: Stack) -> NDArray[Any]:
    assert stack.reassured is not None
    return stack.reassured


# ------------------------------------------------------------------ averages over the classes


def averages(
    matrix: ConfusionMatrix,
    classes: Sequence[Figures],
    level: float = 0.95,
    resamples: Resamples | None = None,
    undefined_as_zero: bool = False,
    areas: Areas | None = None,
) -> tuple[Figures, Figures]:
    """Macro and weighted means of the class values, over the classes where the value is defined.

    The note says of how many, where it is not all; of areas always. Weights are the cases of each class.
    undefined_as_zero: count an undefined value as 0, as scikit-learn does. Intervals are those of the resamples,
    in which the same classes stay in the mean. Weighted sensitivity is the accuracy and macro accuracy follows from
    it, so they carry its interval.
    """
    macros: dict[str, Estimate] = {}
    weighteds: dict[str, Estimate] = {}
    for key in (*AVERAGED, *RANKED):
        if not any(key in figures for figures in classes):
            continue
        values = np.array([figures[key].value if key in figures else math.nan for figures in classes])
        for figures, weigh in ((macros, _equally), (weighteds, _by_cases)):
            figures[key] = _mean(key, values, weigh, matrix, level, resamples, undefined_as_zero, areas)
    correct = _correct(matrix, level, resamples)
    macros["accuracy"] = _from_accuracy("accuracy", matrix, correct)
    weighteds["sensitivity"] = correct
    return macros, weighteds


def _equally(counts: Counts) -> NDArray[Any]:
    return np.ones(np.shape(counts.tp))


def _by_cases(counts: Counts) -> NDArray[Any]:
    return np.asarray(counts.tp + counts.fn)


def _mean(
    key: str, values: Values, weigh: Statistic, matrix: ConfusionMatrix, level: float,
    resamples: Resamples | None, undefined_as_zero: bool, areas: Areas | None = None,
) -> Estimate:  # fmt: skip
    kept = ~np.isnan(values) | undefined_as_zero

    def mean(counts: Counts) -> Values:
        weights = np.where(kept, weigh(counts), 0)
        given = METRICS[key](counts)
        given = np.where(weights == 0, 0, np.nan_to_num(given) if undefined_as_zero else given)
        return divided((given * weights).sum(-1), weights.sum(-1))

    taken = np.nan_to_num(values) if undefined_as_zero else values
    value = float(weighted(taken, weigh(matrix.one_vs_rest())))
    if math.isnan(value):
        return Estimate(value, note=Note(Code.NO_CLASS_WITH_SCORES if key in RANKED else Code.NO_CLASS_DEFINED))
    scope = _which_classes(values, key, undefined_as_zero)
    if (areas if key in RANKED else resamples) is None:
        return Estimate(value, scope=scope)
    if key in RANKED and areas is not None:
        found = areas.mean(key, value, np.flatnonzero(~np.isnan(values)).tolist(), weigh is _by_cases, level)
    else:
        assert resamples is not None
        apart = _of_apart(value, kept, matrix, level) if key == "sensitivity" and weigh is _equally else None
        found = resamples.mean(Estimate(value), apart, mean, ~np.isnan(values), level)
    return replace(found, scope=scope)


def _of_apart(value: float, kept: NDArray[np.bool_], matrix: ConfusionMatrix, level: float) -> tuple[float, float]:
    """Bounds of the mean sensitivity of `kept` classes, whose cases are separate, from those of each.

    Zou and Donner 2008, doi 10.1002/sim.3095. A class without cases adds nothing, where it is counted as 0.
    """
    each = [share(int(matrix.cells[i, i]), int(matrix.support[i]), level) for i in np.flatnonzero(matrix.support)]
    down = math.sqrt(sum((of.value - (of.low or 0.0)) ** 2 for of in each)) / int(kept.sum())
    up = math.sqrt(sum(((of.high or 0.0) - of.value) ** 2 for of in each)) / int(kept.sum())
    return max(0.0, value - down), min(1.0, value + up)


def _which_classes(values: Values, key: str, undefined_as_zero: bool) -> Note | None:
    """Over how many of the classes the mean runs."""
    used, total = defined(values), len(values)
    if used == total and key not in RANKED:
        return None
    if used < total and undefined_as_zero:
        return note(Code.UNDEFINED_COUNTED_AS_ZERO, undefined=total - used, total=total)
    return note(Code.MEAN_OF_CLASSES, used=used, total=total)


def micro_averages(matrix: ConfusionMatrix, level: float = 0.95, resamples: Resamples | None = None) -> Figures:
    """Metrics of the counts added up over the classes.

    With one label per case each follows from the accuracy alone (sensitivity, PPV and F1 are the accuracy), so each
    carries the accuracy's interval through the same formula.
    """
    correct = _correct(matrix, level, resamples)
    return {key: _from_accuracy(key, matrix, correct) for key in AVERAGED}


def _from_accuracy(key: str, matrix: ConfusionMatrix, correct: Estimate) -> Estimate:
    value = float(micro(key, matrix.one_vs_rest()))
    if math.isnan(value):
        return Estimate(value, note=Note(Code.ONE_CLASS if matrix.total else Code.NO_CASES))
    if key in ("sensitivity", "ppv"):
        return correct
    if correct.low is None or correct.high is None or correct.method is None:
        return Estimate(value, note=correct.note)
    low, high = (_at_accuracy(key, bound, len(matrix.labels)) for bound in (correct.low, correct.high))
    return Estimate(value, low, high, via(correct.method, "accuracy"))


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
    kappa the one of Fleiss, the others the bootstrap; where whole patients are drawn, all carry the bootstrap.
    """
    present = np.where(matrix.support > 0, matrix.cells.diagonal() / np.maximum(matrix.support, 1), math.nan)
    figures = {
        "accuracy": (correct := _correct(matrix, level, resamples)),
        "balanced_accuracy": _mean("sensitivity", present, _equally, matrix, level, resamples, False),
        "mean_class_accuracy": _from_accuracy("accuracy", matrix, correct),
        "mcc": _mcc(matrix, level, resamples),
        "kappa": _kappa(matrix, level, resamples),
    }
    if normal is not None:
        figures |= _risk(matrix, normal, level, resamples)
    figures["macro_f1"] = macros["f1"]
    if "auc" in macros:
        figures["macro_auc"] = macros["auc"]
    return figures


def _correct(matrix: ConfusionMatrix, level: float, resamples: Resamples | None) -> Estimate:
    """Accuracy: the share of cases called right."""
    given = share(int(np.trace(matrix.cells)), matrix.total, level)
    return _drawn_share(given, _right_of_all, level, resamples)


def cleared(matrix: ConfusionMatrix, normal: int, level: float = 0.95, resamples: Resamples | None = None) -> Estimate:
    """The share of all cases that were called the all-clear class."""

    def parts(stack: Stack) -> tuple[Any, Any]:
        called = (stack.counts.tp + stack.counts.fp)[..., normal]
        return called, (stack.counts.tp + stack.counts.fn).sum(-1)

    given = share(int(matrix.called[normal]), matrix.total, level)
    return _drawn_share(given, parts, level, resamples)


def _right_of_all(stack: Stack) -> tuple[Any, Any]:
    return stack.counts.tp.sum(-1), (stack.counts.tp + stack.counts.fn).sum(-1)


def _mcc(matrix: ConfusionMatrix, level: float, resamples: Resamples | None) -> Estimate:
    value = float(mcc(matrix.cells))
    if math.isnan(value):
        return Estimate(value, note=Note(Code.ONE_SIDED if matrix.total else Code.NO_CASES))
    return Estimate(value) if resamples is None else resamples.interval(value, mcc_of, level, -1.0)


def _kappa(matrix: ConfusionMatrix, level: float, resamples: Resamples | None) -> Estimate:
    given, outside = agreement(matrix.cells, level), matrix.total - int(matrix.support.max(initial=0))
    if given.low is not None and outside < FEWEST_CASES:
        return Estimate(given.value, note=few_cases(outside, Code.FEW_CASES_OUTSIDE_LARGEST))
    return given if resamples is None else resamples.whole(given, kappa_of, level, -1.0)


def _risk(matrix: ConfusionMatrix, normal: int, level: float, resamples: Resamples | None) -> Figures:
    def missed(stack: Stack) -> Any:
        return _reassured(stack).sum(-1) - _reassured(stack)[..., normal]

    def of_cleared(stack: Stack) -> tuple[Any, Any]:
        return missed(stack), (stack.counts.tp + stack.counts.fp)[..., normal]

    def of_ill(stack: Stack) -> tuple[Any, Any]:
        return missed(stack), (stack.counts.fp + stack.counts.tn)[..., normal]

    reassured = int(matrix.called[normal] - matrix.cells[normal, normal])
    diseased = int(matrix.total - matrix.support[normal])
    score = share(reassured, int(matrix.called[normal]), level, Code.NO_NORMAL_PREDICTIONS)
    rate = share(reassured, diseased, level, Code.ONLY_NORMAL_CASES if matrix.total else Code.NO_CASES)
    return {
        "risk_score": _drawn_share(score, of_cleared, level, resamples),
        "miss_rate": _drawn_share(rate, of_ill, level, resamples),
    }
