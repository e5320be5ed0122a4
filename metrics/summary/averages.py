"""Macro, weighted and micro averages over the classes, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.catalog import AVERAGED, METRICS, RANKED
from metrics.counts import ConfusionMatrix, Counts
from metrics.definition import Values, divided
from metrics.intervals.analytic import Estimate
from metrics.intervals.areas.areas import Areas
from metrics.intervals.bootstrap import Resamples
from metrics.intervals.mean_of_proportions import mean_of_proportions
from metrics.intervals.too_few import FEWEST_CASES, few_cases
from metrics.kernels.once import OnceEach
from metrics.measures.averages import defined, micro, weighted
from metrics.notes import Code, Note, note
from metrics.summary.parts import Asked, Figures, overall_accuracy, through

THE_SAME_OF_TWO = {"specificity": "sensitivity", "npv": "ppv"}  # macro averages of two classes


def averages(
    matrix: ConfusionMatrix,
    classes: Sequence[Figures],
    level: float,
    resamples: Resamples,
    undefined_as_zero: bool,
    areas: Areas,
) -> tuple[Figures, Figures]:
    """Macro and weighted means of the class values, over the classes where the value is defined.

    The note says of how many, where it is not all; of areas always. Weights are the cases of each class.
    undefined_as_zero: count an undefined value as 0, as scikit-learn does. Intervals are those of the resamples,
    in which the same classes stay in the mean; the mean sensitivity of independent cases has one of its own. Weighted
    sensitivity is the accuracy and macro accuracy follows from it, so they carry its interval.
    """
    mean = MeanOverClasses(matrix, level, resamples, undefined_as_zero, areas)
    keys = [key for key in (*AVERAGED, *RANKED) if any(key in figures for figures in classes)]

    def of(key: str, by_cases: bool) -> Estimate:
        return mean(key, [figures.get(key) for figures in classes], by_cases)

    macros: Asked = {key: partial(of, key, by_cases=False) for key in keys}
    weighteds: Asked = {key: partial(of, key, by_cases=True) for key in keys}
    correct = overall_accuracy(matrix, level, resamples)
    macros["accuracy"] = following_accuracy("accuracy", matrix, correct)
    weighteds["sensitivity"] = correct
    if len(matrix.labels) == 2:
        weighteds["accuracy"] = macros["accuracy"]
    return OnceEach(macros), OnceEach(weighteds)


@dataclass(frozen=True)
class MeanOverClasses:
    """Means over the classes of one matrix, each class counting the same or by its cases."""

    matrix: ConfusionMatrix
    level: float
    resamples: Resamples
    undefined_as_zero: bool = False
    areas: Areas | None = None

    def __call__(self, key: str, of_classes: Sequence[Estimate | None], by_cases: bool) -> Estimate:
        """of_classes: (K,) of a key of METRICS or RANKED, None or undefined where a class has no such number."""
        values = np.array([math.nan if each is None else each.value for each in of_classes])
        taken = np.nan_to_num(values) if self.undefined_as_zero else values
        value = float(weighted(taken, _weights(self.matrix.one_vs_rest(), by_cases)))
        if math.isnan(value):
            return Estimate(value, note=Note(Code.NO_CLASS_WITH_SCORES if key in RANKED else Code.NO_CLASS_DEFINED))
        own = self._of_one_class(key, values)
        if own is not None:
            found = replace(of_classes[own] or Estimate(value), value=value, successes=None, trials=None)
        else:
            found = (self._of_scores if key in RANKED else self._of_counts)(key, value, ~np.isnan(values), by_cases)
        return replace(found, scope=self._which_classes(values, key))

    def _of_one_class(self, key: str, values: Values) -> int | None:
        """The class whose number the mean is: the only one, or one of two whose AUC is that of the other."""
        has_value = np.flatnonzero(~np.isnan(values)).tolist()
        if len(has_value) == 1 and not self.undefined_as_zero:
            return int(has_value[0])
        is_shared = key == "auc" and self.areas is not None and self.areas.are_mirrored
        return 0 if is_shared and len(has_value) == 2 else None

    def _of_scores(self, key: str, value: float, has_value: NDArray[np.bool_], by_cases: bool) -> Estimate:
        assert self.areas is not None
        if not has_value.any():
            return Estimate(value, note=Note(Code.NO_CLASS_DEFINED))
        weights = _weights(self.matrix.one_vs_rest(), by_cases)
        share = float(weights[has_value].sum() / weights.sum()) if self.undefined_as_zero else 1.0
        if not share:
            return Estimate(value, note=Note(Code.NO_CLASS_DEFINED))
        found = self.areas.mean(key, value / share, np.flatnonzero(has_value).tolist(), by_cases, self.level)
        low, high = (None if end is None else share * end for end in (found.low, found.high))
        return replace(found, value=value, low=low, high=high)

    def _of_counts(self, key: str, value: float, has_value: NDArray[np.bool_], by_cases: bool) -> Estimate:
        if len(self.matrix.labels) == 2 and not by_cases and key in THE_SAME_OF_TWO:
            key, has_value = THE_SAME_OF_TWO[key], has_value[::-1]
        kept, metric = has_value | self.undefined_as_zero, METRICS[key]

        def mean(counts: Counts) -> Values:
            weights = np.where(kept, _weights(counts, by_cases), 0)
            given = metric(counts)
            given = np.where(weights == 0, 0, np.nan_to_num(given) if self.undefined_as_zero else given)
            return divided((given * weights).sum(-1), weights.sum(-1))

        if key == "sensitivity" and not by_cases and self.resamples.style == "default":
            return self.resamples.matrix_interval(self._mean_sensitivity(value, kept), mean, self.level, 0.0, has_value)
        return self.resamples.bootstrap_interval(value, mean, self.level, metric.lowest, has_value)

    def _mean_sensitivity(self, value: float, kept: NDArray[np.bool_]) -> Estimate:
        """With the interval of independent cases. A class without cases, where it is counted as 0, adds nothing."""
        support = self.matrix.support
        present = np.flatnonzero(support)
        if not len(present):
            return Estimate(value, note=Note(Code.NO_CASES))
        if (fewest := int(support[present].min())) < FEWEST_CASES:
            return Estimate(value, note=few_cases(fewest, Code.FEW_CASES_OF_CLASS))
        hits = self.matrix.cells.diagonal()[present]
        return replace(mean_of_proportions(hits, support[present], self.level, int(kept.sum())), value=value)

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


def micro_averages(matrix: ConfusionMatrix, level: float, resamples: Resamples) -> Figures:
    """Metrics of the counts added up over the classes.

    With one label per case each follows from the accuracy alone (sensitivity, PPV and F1 are the accuracy), so each
    carries the accuracy's interval through the same formula.
    """
    correct = overall_accuracy(matrix, level, resamples)
    return {key: following_accuracy(key, matrix, correct) for key in AVERAGED}


def following_accuracy(key: str, matrix: ConfusionMatrix, correct: Estimate) -> Estimate:
    value = float(micro(key, matrix.one_vs_rest()))
    if math.isnan(value):
        return Estimate(value, note=Note(Code.ONE_CLASS if matrix.total else Code.NO_CASES))
    size = len(matrix.labels)
    if key in ("sensitivity", "ppv", "f1") or (size == 2 and key in ("specificity", "npv", "accuracy")):
        return correct
    found = through(correct, lambda accuracy: _at_accuracy(key, accuracy, size), METRICS[key], "accuracy")
    return replace(found, value=value)  # exact, of whole counts


def _at_accuracy(key: str, accuracy: float, size: int) -> float:
    """A micro average of `size` classes, from what one case adds up to: TP, FN, FP, TN."""
    error = 1 - accuracy
    counts = Counts.worked_out(accuracy, error, error, size - 2 + accuracy)
    return max(METRICS[key].lowest, float(METRICS[key](counts)))
