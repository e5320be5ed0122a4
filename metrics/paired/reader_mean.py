"""Several readers of the same cases: the mean over the readers, for other readers and other cases like these.

Obuchowski and Rockette 1995, with the degrees of freedom of Hillis 2007 (doi 10.1002/sim.2532). The same serves the
difference of two modalities: the mean over the readers of what each reads better with the one than with the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.definition import Values
from metrics.interval_methods import Style, obuchowski_rockette
from metrics.intervals.analytic import Estimate
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.quantiles import t_quantile
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.intervals.too_few import FEWEST_CASES, few_cases, few_patients
from metrics.kernels.codes import distinct
from metrics.measures.placements import parts_of_groups, proportions_placed, weighted_placements
from metrics.notes import Code, Note, note
from metrics.paired.covariance import covariance

FEWEST_READERS = 3
AS_NORMAL = 1e9  # degrees of freedom, from which on Student's t is the normal distribution


@dataclass(frozen=True, eq=False)
class Reading:
    """One number of one reader: what each of the n common cases adds to it.

    parts: (n,), whose mean over the cases of a group is the number. groups: (g, n) bool, the cases that it rests on.
    weights: (n,) how often each case counts; None: once.
    """

    value: float
    parts: NDArray[np.float64]
    groups: NDArray[np.bool_]
    weights: Values | None = None


def proportion_read(is_correct: ArrayLike, group: ArrayLike, weights: ArrayLike | None = None) -> Reading:
    """The proportion of a group that a reader classifies correctly; nan where the group is empty. Both (n,) bool."""
    correct, own = np.asarray(is_correct, np.float64), np.asarray(group, np.bool_)
    counts = None if weights is None else np.asarray(weights, np.float64)
    return Reading(_mean(correct, own, counts), correct, own[None], counts)


def area_read(scores: ArrayLike, is_positive: ArrayLike, weights: ArrayLike | None = None) -> Reading:
    """The AUC of a reader's scores, from its placements; nan without cases of both kinds. Both (n,)."""
    truth, found = np.asarray(is_positive, np.bool_), np.asarray(scores, np.float64)
    groups, counts = np.array([truth, ~truth]), None if weights is None else np.asarray(weights, np.float64)
    if not (groups if counts is None else groups * counts).any(1).all():
        return Reading(math.nan, np.zeros(len(truth)), groups, counts)
    if counts is None:
        placed = proportions_placed(found, truth)
    else:
        placed = weighted_placements(found, truth, parts_of_groups(counts, truth))
    return Reading(_mean(placed, truth, counts), placed, groups, counts)


def _mean(parts: Values, group: NDArray[np.bool_], weights: Values | None) -> float:
    if weights is None:
        return float(parts[group].mean()) if group.any() else math.nan
    total = float(weights[group].sum())
    return float(parts[group] @ weights[group]) / total if total else math.nan


def over_readers(
    readings: Sequence[Reading], patients: ArrayLike | None = None, level: float = 0.95, lowest: float = 0.0,
    style: Style = "default",
) -> Estimate:  # fmt: skip
    """The mean of one number over r readers of the same n cases, each counting the same.

    patients: (n,) codes from 0 on where some have several rows. lowest: 0, or −1 for differences. No interval below 3
    readers, 10 cases of a group or 15 patients of one. Undefined where it is for a reader, or without readers.
    """
    value = float(np.mean([each.value for each in readings])) if readings else math.nan
    if math.isnan(value):
        return Estimate(value, note=Note(Code.UNDEFINED_FOR_READER))
    codes = None if patients is None else np.asarray(patients, np.intp)
    if why := _why_none(len(readings), readings[0].groups, codes):
        return Estimate(value, note=why)
    first = readings[0]
    spread = covariance(np.array([each.parts for each in readings]), first.groups, codes, first.weights)
    return mean_over_readers([each.value for each in readings], spread, level, lowest, style)


def difference_of_readers(
    first: Sequence[Reading], second: Sequence[Reading], patients: ArrayLike | None = None, level: float = 0.95
) -> Estimate:
    """first − second over the same readers, in the same order, who read the same cases twice; see `over_readers`."""
    apart = [
        Reading(one.value - other.value, one.parts - other.parts, one.groups, one.weights)
        for one, other in zip(first, second, strict=True)
    ]
    return over_readers(apart, patients, level, lowest=-1.0)


def mean_over_readers(
    values: ArrayLike, covariance_of_values: ArrayLike, level: float = 0.95, lowest: float = 0.0,
    style: Style = "default",
) -> Estimate:  # fmt: skip
    """The mean of (r,) numbers with their (r, r) covariance due to the cases; from `lowest` to 1.

    On the logit scale, as every area; a difference (lowest −1), and the conventional style, on the plain one. Its
    standard error is the root of (MS + r max(Cov2, 0)) / r: MS is the variance between the readers, Cov2 the mean
    covariance of two of them. No interval where that is 0.
    """
    found, spread = np.asarray(values, np.float64), np.asarray(covariance_of_values, np.float64)
    readers, value = len(found), float(np.mean(found))
    between = float(found.var(ddof=1))
    shared = readers * max(0.0, float(spread[~np.eye(readers, dtype=bool)].mean()))
    if not between + shared > 0:
        return Estimate(value, note=Note(Code.READERS_ALIKE))
    freedom = (between + shared) ** 2 / between**2 * (readers - 1) if between else math.inf
    freedom = freedom if freedom < AS_NORMAL else math.inf
    error = math.sqrt((between + shared) / readers)
    if style == "default" and lowest == 0 and 0 < value < 1:
        return Estimate(value, *bounds_of(value, error, freedom + 1, level), obuchowski_rockette(freedom, "logit"))
    reach = error * t_quantile(freedom, level)
    low, high = max(lowest, value - reach), min(1.0, value + reach)
    return Estimate(value, low, high, obuchowski_rockette(freedom))


def _why_none(readers: int, groups: NDArray[np.bool_], patients: NDArray[np.intp] | None) -> Note | None:
    if readers < FEWEST_READERS:
        return note(Code.FEW_READERS, readers=readers, needed=FEWEST_READERS)
    fewest = min(int(group.sum()) for group in groups)
    if fewest < FEWEST_CASES:
        return few_cases(fewest, Code.FEW_CASES_OF_GROUP)
    if patients is None:
        return None
    units = min(distinct(patients[group]) for group in groups)
    return few_patients(units) if units < FEWEST_UNITS else None
