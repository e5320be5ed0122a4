"""What the numbers of a class, of an average and of a whole matrix have in common."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrics.counts import ConfusionMatrix
from metrics.definition import Metric
from metrics.interval_methods import via
from metrics.intervals.analytic import Estimate, proportion_interval
from metrics.intervals.bootstrap import Resamples, Stack

Figures = Mapping[str, Estimate]
Asked = dict[str, Estimate | Callable[[], Estimate]]  # of an `OnceEach`


def through(given: Estimate, of: Callable[[float], float], metric: Metric, name: str) -> Estimate:
    """A number that rises with another one, with the bounds that its bounds give. name: of the other."""
    if not given.is_defined:
        return Estimate(math.nan, note=metric.undefined_note)
    if given.low is None or given.high is None or given.method is None:
        return Estimate(of(given.value), note=given.note)
    return Estimate(of(given.value), of(given.low), of(given.high), via(given.method, name))


def classified_as_normal(stack: Stack) -> NDArray[Any]:
    assert stack.reassured is not None
    return stack.reassured


def cases_of_diseases(stack: Stack, diseases: list[int]) -> NDArray[Any]:
    """True cases of these classes together, over the leading axes of the stack."""
    return np.asarray((stack.counts.tp + stack.counts.fn)[..., diseases].sum(-1))


def normal_predictions(stack: Stack, normal: int, diseases: list[int]) -> NDArray[Any]:
    """Cases classified as Normal that are Normal or have one of these diseases."""
    return np.asarray(classified_as_normal(stack)[..., [normal, *diseases]].sum(-1))


def overall_accuracy(matrix: ConfusionMatrix, level: float, resamples: Resamples) -> Estimate:
    """Accuracy: the proportion of cases classified correctly."""
    given = proportion_interval(int(np.trace(matrix.cells)), matrix.total, level)
    return resamples.proportion_interval(given, _right_of_all, level)


def _right_of_all(stack: Stack) -> tuple[Any, Any]:
    return stack.counts.tp.sum(-1), (stack.counts.tp + stack.counts.fn).sum(-1)
