"""The numbers of a whole evaluation with their intervals: the same for the pages, the report and the export."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.catalog import AVERAGED, METRICS, RANKED
from metrics.counts import ConfusionMatrix, Counts
from metrics.definition import Metric, Proportion, Ratio, Values, divided
from metrics.interval_methods import via
from metrics.intervals.analytic import Estimate, kappa_logit_interval, proportion_interval, ratio_interval
from metrics.intervals.bootstrap import FEWEST_CASES, Parts, Resamples, Stack, few_cases
from metrics.intervals.rank_bootstrap import Areas
from metrics.measures.agreement import kappa_of, mcc, mcc_of
from metrics.measures.averages import defined, micro, weighted
from metrics.notes import Code, Note, note

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
    if resamples is not None:
        columns = {
            key: resamples.class_metric_intervals(METRICS[key], column, level) for key, column in columns.items()
        }
    return [{key: column[i] for key, column in columns.items()} for i in range(size)]


def _column(metric: Metric, counts: Counts, level: float) -> list[Estimate]:
    """One metric of every class with the interval of independent cases that its rule gives, none for other formulas."""
    if isinstance(metric.rule, Proportion):
        parts = (np.asarray(part).tolist() for part in metric.rule.parts(counts))
        return [
            proportion_interval(top, bottom, level, metric.undefined_note.code)
            for top, bottom in zip(*parts, strict=True)
        ]
    if isinstance(metric.rule, Ratio):
        return [_ratio(metric, counts[i], level) for i in range(len(counts.tp))]
    if metric.through is not None:
        of, name = metric.through.of, METRICS[metric.through.key].name
        return [_through(each, of, metric, name) for each in _column(METRICS[metric.through.key], counts, level)]
    values = metric(counts).tolist()
    return [Estimate(value, note=metric.undefined_note if math.isnan(value) else None) for value in values]


def _through(given: Estimate, of: Callable[[float], float], metric: Metric, name: str) -> Estimate:
    """A number that rises with another one, with the bounds that its bounds give. name: of the other."""
    if not given.is_defined:
        return Estimate(math.nan, note=metric.undefined_note)
    if given.low is None or given.high is None or given.method is None:
        return Estimate(of(given.value), note=given.note)
    return Estimate(of(given.value), of(given.low), of(given.high), via(given.method, name))


def _ratio(metric: Metric, counts: Counts, level: float) -> Estimate:
    """A ratio of shares, without interval where a group has too few cases for one."""
    found, fewer = ratio_interval(metric, counts, level), int(min(counts.tp + counts.fn, counts.fp + counts.tn))
    if fewer >= FEWEST_CASES or not found.is_defined:
        return found
    return Estimate(found.value, note=few_cases(fewer, Code.FEW_CASES_OF_GROUP))


def _drawn_share(given: Estimate, parts: Parts, level: float, resamples: Resamples | None) -> Estimate:
    return given if resamples is None else resamples.proportion_interval(given, parts, level)


def _risk_of_class(
    matrix: ConfusionMatrix, normal: int, label: int, level: float, resamples: Resamples | None
) -> Figures:
    def of_cleared(stack: Stack) -> tuple[Any, Any]:
        return _reassured(stack)[..., label], (stack.counts.tp + stack.counts.fp)[..., normal]

    def of_ill(stack: Stack) -> tuple[Any, Any]:
        return _reassured(stack)[..., label], (stack.counts.tp + stack.counts.fn)[..., label]

    reassured = int(matrix.cells[label, normal])
    score = proportion_interval(reassured, int(matrix.called[normal]), level, Code.NO_NORMAL_PREDICTIONS)
    rate = proportion_interval(reassured, int(matrix.support[label]), level, Code.NO_TRUE_CASES)
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
    mean = _Mean(matrix, level, resamples, undefined_as_zero, areas)
    macros: dict[str, Estimate] = {}
    weighteds: dict[str, Estimate] = {}
    for key in (*AVERAGED, *RANKED):
        if any(key in figures for figures in classes):
            values = np.array([figures[key].value if key in figures else math.nan for figures in classes])
            macros[key], weighteds[key] = mean(key, values, by_cases=False), mean(key, values, by_cases=True)
    correct = _correct(matrix, level, resamples)
    macros["accuracy"] = _from_accuracy("accuracy", matrix, correct)
    weighteds["sensitivity"] = correct
    return macros, weighteds


@dataclass(frozen=True)
class _Mean:
    """Means over the classes of one matrix, each class counting the same or by its cases."""

    matrix: ConfusionMatrix
    level: float
    resamples: Resamples | None
    undefined_as_zero: bool = False
    areas: Areas | None = None

    def __call__(self, key: str, values: Values, by_cases: bool) -> Estimate:
        """values: (K,) of a key of METRICS or RANKED, nan where undefined."""
        taken = np.nan_to_num(values) if self.undefined_as_zero else values
        value = float(weighted(taken, _weights(self.matrix.one_vs_rest(), by_cases)))
        if math.isnan(value):
            return Estimate(value, note=Note(Code.NO_CLASS_WITH_SCORES if key in RANKED else Code.NO_CLASS_DEFINED))
        found = (self._of_scores if key in RANKED else self._of_counts)(key, value, ~np.isnan(values), by_cases)
        return replace(found, scope=self._which_classes(values, key))

    def _of_scores(self, key: str, value: float, has_value: NDArray[np.bool_], by_cases: bool) -> Estimate:
        if self.areas is None:
            return Estimate(value)
        return self.areas.mean(key, value, np.flatnonzero(has_value).tolist(), by_cases, self.level)

    def _of_counts(self, key: str, value: float, has_value: NDArray[np.bool_], by_cases: bool) -> Estimate:
        if self.resamples is None:
            return Estimate(value)
        kept, metric = has_value | self.undefined_as_zero, METRICS[key]

        def mean(counts: Counts) -> Values:
            weights = np.where(kept, _weights(counts, by_cases), 0)
            given = metric(counts)
            given = np.where(weights == 0, 0, np.nan_to_num(given) if self.undefined_as_zero else given)
            return divided((given * weights).sum(-1), weights.sum(-1))

        of_own = key == "sensitivity" and not by_cases
        bounds = _of_apart(value, kept, self.matrix, self.level) if of_own else None
        return self.resamples.mean_interval(Estimate(value), bounds, mean, has_value, self.level, metric.lowest)

    def _which_classes(self, values: Values, key: str) -> Note | None:
        """Over how many of the classes the mean runs."""
        used, total = defined(values), len(values)
        if used == total and key not in RANKED:
            return None
        if used < total and self.undefined_as_zero:
            return note(Code.UNDEFINED_COUNTED_AS_ZERO, undefined=total - used, total=total)
        return note(Code.MEAN_OF_CLASSES, used=used, total=total)


def _weights(counts: Counts, by_cases: bool) -> NDArray[Any]:
    return np.asarray(counts.tp + counts.fn) if by_cases else np.ones(np.shape(counts.tp))


def _of_apart(value: float, kept: NDArray[np.bool_], matrix: ConfusionMatrix, level: float) -> tuple[float, float]:
    """Bounds of the mean sensitivity of `kept` classes, whose cases are separate, from those of each.

    Zou and Donner 2008, doi 10.1002/sim.3095. A class without cases adds nothing, where it is counted as 0.
    """
    each = [
        proportion_interval(int(matrix.cells[i, i]), int(matrix.support[i]), level)
        for i in np.flatnonzero(matrix.support)
    ]
    down = math.sqrt(sum((of.value - (of.low or 0.0)) ** 2 for of in each)) / int(kept.sum())
    up = math.sqrt(sum(((of.high or 0.0) - of.value) ** 2 for of in each)) / int(kept.sum())
    return max(0.0, value - down), min(1.0, value + up)


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
    size = len(matrix.labels)
    found = _through(correct, lambda accuracy: _at_accuracy(key, accuracy, size), METRICS[key], "accuracy")
    return replace(found, value=value)  # exact, of whole counts


def _at_accuracy(key: str, accuracy: float, size: int) -> float:
    """A micro average of `size` classes, from what one case adds up to: right, missed, false alarm, the rest."""
    wrong = 1 - accuracy
    return max(METRICS[key].lowest, float(METRICS[key](Counts(accuracy, wrong, wrong, size - 2 + accuracy))))


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
        "balanced_accuracy": _Mean(matrix, level, resamples)("sensitivity", present, by_cases=False),
        "mean_class_accuracy": _from_accuracy("accuracy", matrix, correct),
        "mcc": _mcc(matrix, level, resamples),
        "kappa": _kappa(matrix, level, resamples),
    }
    if normal is not None:
        figures |= _risk(matrix, normal, level, resamples)
    return figures | {f"macro_{key}": macros[key] for key in ("f1", "auc") if key in macros}


def _correct(matrix: ConfusionMatrix, level: float, resamples: Resamples | None) -> Estimate:
    """Accuracy: the share of cases called right."""
    given = proportion_interval(int(np.trace(matrix.cells)), matrix.total, level)
    return _drawn_share(given, _right_of_all, level, resamples)


def cleared(matrix: ConfusionMatrix, normal: int, level: float = 0.95, resamples: Resamples | None = None) -> Estimate:
    """The share of all cases that were called the all-clear class."""

    def parts(stack: Stack) -> tuple[Any, Any]:
        called = (stack.counts.tp + stack.counts.fp)[..., normal]
        return called, (stack.counts.tp + stack.counts.fn).sum(-1)

    given = proportion_interval(int(matrix.called[normal]), matrix.total, level)
    return _drawn_share(given, parts, level, resamples)


def _right_of_all(stack: Stack) -> tuple[Any, Any]:
    return stack.counts.tp.sum(-1), (stack.counts.tp + stack.counts.fn).sum(-1)


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
        return _reassured(stack).sum(-1) - _reassured(stack)[..., normal]

    def of_cleared(stack: Stack) -> tuple[Any, Any]:
        return missed(stack), (stack.counts.tp + stack.counts.fp)[..., normal]

    def of_ill(stack: Stack) -> tuple[Any, Any]:
        return missed(stack), (stack.counts.fp + stack.counts.tn)[..., normal]

    reassured = int(matrix.called[normal] - matrix.cells[normal, normal])
    diseased = int(matrix.total - matrix.support[normal])
    score = proportion_interval(reassured, int(matrix.called[normal]), level, Code.NO_NORMAL_PREDICTIONS)
    rate = proportion_interval(reassured, diseased, level, Code.ONLY_NORMAL_CASES if matrix.total else Code.NO_CASES)
    return {
        "risk_score": _drawn_share(score, of_cleared, level, resamples),
        "miss_rate": _drawn_share(rate, of_ill, level, resamples),
    }
