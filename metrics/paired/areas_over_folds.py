"""Two areas of a cross-validated file on the same cases: each the mean of its folds, and their difference."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.interval_methods import DELONG, OBUCHOWSKI, Style
from metrics.intervals.analytic import Estimate, normal_quantile
from metrics.intervals.areas_over_folds import FoldPlaces, lacking
from metrics.intervals.rank_bootstrap import Areas
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.notes import Code, Note
from metrics.paired.covariance import distinct
from metrics.paired.hypothesis_tests import PairedAUC
from metrics.thresholds import ThresholdTable

Pair = tuple[NDArray[np.float64], NDArray[np.float64]]
ROUNDING = 1e-12


def paired_auc_over_folds(
    is_positive: ArrayLike, scores: Pair, folds: tuple[ArrayLike, ArrayLike], patients: ArrayLike | None = None,
    level: float = 0.95, tables: tuple[ThresholdTable, ThresholdTable] | None = None, style: Style = "default",
    weights: NDArray[np.int64] | None = None,
) -> PairedAUC | None:  # fmt: skip
    """Both means over the folds and first − second; None where one of them is no mean of folds.

    folds: (n,) codes of each model, -1 for none. How far each case, or patient, moves the two means is subtracted
    before it is squared, so that what both have in common counts for nothing. patients and tables as
    `paired_auc_of_patients`, the tables weighted where cases are. weights: (n,) above 0, how often each case counts.
    """
    truth = np.asarray(is_positive, np.bool_)
    known = tables or tuple(ThresholdTable.from_scores(each, truth) for each in scores)
    codes = None if patients is None else np.asarray(patients).astype(np.intp)
    clustered = codes is not None and len(codes) > distinct(codes)
    count = distinct(codes) if codes is not None and clustered else len(truth)
    classes, places, own = truth.astype(np.int8), [], []
    for table, values, fold in zip(known, scores, folds, strict=True):
        units = ResamplingUnits(
            classes, classes, 2, count, (None, values), codes if clustered else None, weights, np.asarray(fold)
        )
        areas = Areas((None, table), units, style)
        if (found := areas.over_folds(1)) is None:
            return None
        places.append(found)
        own.append(areas.auc(1, level))
    why = lacking(places)
    apart, z = _difference(places[0], places[1], clustered, level, why)
    return PairedAUC(own[0], own[1], apart, z, math.nan if math.isnan(z) else math.erfc(abs(z) / math.sqrt(2)))


def _difference(
    first: FoldPlaces, second: FoldPlaces, clustered: bool, level: float, why: Note | None
) -> tuple[Estimate, float]:
    """The difference with its interval, and z; nan where there is no interval."""
    value, away = first.value - second.value, first.influence.astype(np.float64) - second.influence
    if why is not None:
        return Estimate(value, note=why), math.nan
    fewer = min(*first.n_units, *second.n_units)
    error, method = math.sqrt(fewer / (fewer - 1) * float(away @ away)), OBUCHOWSKI if clustered else DELONG
    if error <= ROUNDING:
        alike = abs(value) <= ROUNDING
        code = Code.SAME_ORDER if alike else Code.CONSTANT_DIFFERENCE
        return Estimate(value, method=method, note=Note(code)), 0.0 if alike else math.nan
    reach = normal_quantile(level) * error
    return Estimate(value, max(-1.0, value - reach), min(1.0, value + reach), method), value / error
