"""Every metric of each class (one-vs-rest), with its interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

import numpy as np

from metrics.catalog import METRICS
from metrics.counts import ConfusionMatrix, Counts
from metrics.definition import Metric, Proportion, Ratio
from metrics.intervals.analytic import Estimate, proportion_interval, ratio_interval, unless_few
from metrics.intervals.areas.areas import Areas
from metrics.intervals.bootstrap import Resamples, Stack
from metrics.kernels.once import OnceEach
from metrics.notes import Code
from metrics.summary.parts import Asked, Figures, classified_as_normal, normal_predictions, through


def by_class(
    matrix: ConfusionMatrix,
    areas: Areas,
    normal: int | None,
    level: float,
    resamples: Resamples,
    not_diseases: Collection[int],
) -> tuple[Figures, ...]:
    """Per class every metric of the catalog; with scores also `auc` and `average_precision`, made when asked for.

    With a Normal class also `risk_score` and `missed_as_normal` of every disease. Where `resamples` are patient-level,
    so is every interval.
    """
    each: list[Asked] = [{**figures} for figures in rates(matrix.one_vs_rest(), level, resamples)]
    diseases = [i for i in range(len(each)) if i != normal and i not in not_diseases]
    for i, figures in enumerate(each):
        if areas.has(i):
            figures.update(_ranked(areas, i, level))
        if normal is not None and i in diseases:
            figures.update(_risk_of_class(matrix, normal, i, diseases, level, resamples))
    return tuple(map(OnceEach, each))


def _ranked(areas: Areas, label: int, level: float) -> Asked:
    """Of one class; what is drawn for it is drawn for all at once."""

    def drawn(find: Callable[[int, float], Estimate]) -> Estimate:
        areas.prepare(range(len(areas.tables)))
        return find(label, level)

    each = {
        "auc": (areas.auc, areas.is_clustered),
        "average_precision": (areas.average_precision, areas.is_drawn and areas.is_clustered),
    }
    return {
        key: partial(drawn, find) if is_drawn else partial(find, label, level) for key, (find, is_drawn) in each.items()
    }


def rates(counts: Counts, level: float, resamples: Resamples) -> list[dict[str, Estimate]]:
    """Every metric of the catalog for each class. counts: (K,), those that the resamples were drawn from."""
    size = len(counts.tp)
    columns = {
        key: resamples.class_metric_intervals(metric, _column(metric, counts, level), level)
        for key, metric in METRICS.items()
    }
    return [{key: column[i] for key, column in columns.items()} for i in range(size)]


def _column(metric: Metric, counts: Counts, level: float) -> list[Estimate]:
    """One metric of every class with the interval of independent cases that its formula gives, or none."""
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
        return [through(each, of, metric, name) for each in _column(METRICS[metric.through.key], counts, level)]
    values = metric(counts).tolist()
    return [Estimate(value, note=metric.undefined_note if math.isnan(value) else None) for value in values]


def _ratio(metric: Metric, counts: Counts, level: float) -> Estimate:
    return unless_few(ratio_interval(metric, counts, level), counts)


def _risk_of_class(
    matrix: ConfusionMatrix, normal: int, label: int, diseases: list[int], level: float, resamples: Resamples
) -> Figures:
    def of_predictions(stack: Stack) -> tuple[Any, Any]:
        return classified_as_normal(stack)[..., label], normal_predictions(stack, normal, diseases)

    def of_cases(stack: Stack) -> tuple[Any, Any]:
        return classified_as_normal(stack)[..., label], (stack.counts.tp + stack.counts.fn)[..., label]

    missed, predicted = int(matrix.cells[label, normal]), int(matrix.cells[[normal, *diseases], normal].sum())
    score = proportion_interval(missed, predicted, level, Code.NO_NORMAL_PREDICTIONS)
    rate = proportion_interval(missed, int(matrix.support[label]), level, Code.NO_TRUE_CASES)
    return {
        "risk_score": resamples.proportion_interval(score, of_predictions, level),
        "missed_as_normal": resamples.proportion_interval(rate, of_cases, level),
    }
