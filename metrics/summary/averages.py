"""Macro, weighted and micro averages over the classes, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.catalog import AVERAGED, METRICS, RANKED
from metrics.counts import ConfusionMatrix, Counts
from metrics.definition import Values, divided
from metrics.intervals.analytic import Estimate, proportion_interval
from metrics.intervals.bootstrap import Resamples
from metrics.intervals.rank_bootstrap import Areas
from metrics.measures.averages import defined, micro, weighted
from metrics.notes import Code, Note, note
from metrics.summary.parts import Figures, overall_accuracy, through


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
    in which the same classes stay in the mean. Weighted sensitivity is the accuracy and macro accuracy follows from
    it, so they carry its interval.
    """
    mean = MeanOverClasses(matrix, level, resamples, undefined_as_zero, areas)
    macros: dict[str, Estimate] = {}
    weighteds: dict[str, Estimate] = {}
    for key in (*AVERAGED, *RANKED):
        if any(key in figures for figures in classes):
            values = np.array([figures[key].value if key in figures else math.nan for figures in classes])
            macros[key], weighteds[key] = mean(key, values, by_cases=False), mean(key, values, by_cases=True)
    correct = overall_accuracy(matrix, level, resamples)
    macros["accuracy"] = following_accuracy("accuracy", matrix, correct)
    weighteds["sensitivity"] = correct
    return macros, weighteds


@dataclass(frozen=True)
class MeanOverClasses:
    """Means over the classes of one matrix, each class counting the same or by its cases."""

    matrix: ConfusionMatrix
    level: float
    resamples: Resamples
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
        assert self.areas is not None
        return self.areas.mean(key, value, np.flatnonzero(has_value).tolist(), by_cases, self.level)

    def _of_counts(self, key: str, value: float, has_value: NDArray[np.bool_], by_cases: bool) -> Estimate:
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
    if key in ("sensitivity", "ppv"):
        return correct
    size = len(matrix.labels)
    found = through(correct, lambda accuracy: _at_accuracy(key, accuracy, size), METRICS[key], "accuracy")
    return replace(found, value=value)  # exact, of whole counts


def _at_accuracy(key: str, accuracy: float, size: int) -> float:
    """A micro average of `size` classes, from what one case adds up to: TP, FN, FP, TN."""
    error = 1 - accuracy
    return max(METRICS[key].lowest, float(METRICS[key](Counts(accuracy, error, error, size - 2 + accuracy))))
