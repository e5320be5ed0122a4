"""Is acting on the model worth it: net benefit, which weighs true positives against false positives.

Who acts from a risk of t on holds one missed case for as bad as (1 − t) / t needless actions. Probabilities are
needed: a threshold is a risk.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from metrics.catalog import METRICS
from metrics.counts import Counts
from metrics.definition import Values, divided
from metrics.kernels.given import expect, floats
from metrics.measures.averages import scalar


def net_benefit(counts: Counts, threshold: ArrayLike, prevalence: ArrayLike | None = None) -> float | Values:
    """True positives per person, less the false positives per person at what they cost: TP/N − FP/N · t / (1 − t).

    Vickers and Elkin 2006. At most the prevalence; 0 for acting on nobody, below 0 is worse than that. With a
    `prevalence` that of another population: sensitivity · π − (1 − specificity)(1 − π) · t / (1 − t). Counts,
    thresholds and prevalence broadcast. nan without cases, at a threshold of 1, and with a prevalence where a group
    is empty. Raises ValueError for a threshold or a prevalence outside 0 to 1.

    >>> net_benefit(Counts(tp=80, fp=120, fn=20, tn=780), 0.1)
    0.06666666666666667
    """
    expect("counts", counts, Counts)
    tp, fp = _rates(counts, prevalence)
    return scalar(tp - fp * odds(threshold))


def net_benefit_of_all(prevalence: ArrayLike, threshold: ArrayLike) -> float | Values:
    """Net benefit of acting on everybody: π − (1 − π) · t / (1 − t). nan at a threshold of 1.

    Raises ValueError for a threshold or a prevalence outside 0 to 1.
    """
    given = _within("prevalence", prevalence)
    return scalar(given - (1 - given) * odds(threshold))


def standardised_net_benefit(counts: Counts, threshold: ArrayLike) -> float | Values:
    """Net benefit as a part of the highest possible, which is the prevalence: at most 1 (Kerr 2016).

    nan without cases of the class and at a threshold of 1. Raises ValueError for a threshold outside 0 to 1.
    """
    return scalar(divided(net_benefit(counts, threshold), METRICS["prevalence"](counts)))


def actions_avoided(counts: Counts, threshold: ArrayLike) -> float | Values:
    """Needless actions that the model spares per 100 people, with as many cases detected as by acting on everybody.

    (net benefit − that of acting on everybody) · (1 − t) / t. Below 0 the model is worse. nan at thresholds of 0 and 1.
    """
    fn, tn = _rates(Counts.worked_out(counts.fn, counts.tn, counts.tp, counts.fp), None)
    return scalar(100 * (tn - divided(fn, odds(threshold))))


def odds(threshold: ArrayLike) -> Values:
    """How many true positives one false positive outweighs: t / (1 − t)."""
    risk = _within("threshold", threshold)
    return divided(risk, 1 - risk)


def _rates(counts: Counts, prevalence: ArrayLike | None) -> tuple[Values, Values]:
    """True and false positives per person."""
    if prevalence is None:
        total = np.sum([np.asarray(part, np.float64) for part in counts], axis=0)
        return divided(counts.tp, total), divided(counts.fp, total)
    given = _within("prevalence", prevalence)
    return METRICS["sensitivity"](counts) * given, METRICS["fpr"](counts) * (1 - given)


def _within(name: str, values: ArrayLike) -> Any:
    given = floats(name, values)
    if not ((given >= 0) & (given <= 1)).all():
        raise ValueError(f"`{name}` must lie between 0 and 1")
    return given
