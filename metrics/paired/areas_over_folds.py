"""Two areas of a cross-validated file on the same cases: each the mean of its folds, and their difference."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.interval_methods import DELONG, OBUCHOWSKI, Style
from metrics.intervals.analytic import Estimate, on_plain_scale
from metrics.intervals.areas.areas import Areas
from metrics.intervals.areas.over_folds import FoldPlaces, FoldTables, lacking
from metrics.intervals.quantiles import two_sided_p
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.kernels.codes import distinct, of_repeated
from metrics.measures.placements import PlacedPair
from metrics.notes import Code, Note
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
    codes = of_repeated(patients)
    count = len(truth) if codes is None else distinct(codes)
    classes, places, own = truth.astype(np.int8), [], []
    for table, values, fold in zip(known, scores, folds, strict=True):
        units = ResamplingUnits(classes, classes, 2, count, (None, values), codes, weights, np.asarray(fold))
        areas = Areas((None, table), units, style)
        if (found := areas.over_folds(1)) is None:
            return None
        places.append(found)
        own.append(areas.auc(1, level))
    return _paired(own, places, lambda: _variance(*places), codes is not None, level)


def paired_auc_of_folds(
    tables: tuple[Sequence[ThresholdTable], Sequence[ThresholdTable]], placed: Sequence[PlacedPair],
    is_shared: bool, level: float, style: Style,
) -> PairedAUC | None:  # fmt: skip
    """The same of rows that are not held: of each model and fold the table, and of each fold where rows are placed.

    None where fewer than two folds have cases of both groups. is_shared: whether a patient has rows in several; then
    placed may be empty.
    """
    total = sum(len(table.scores) > 0 for table in tables[0])
    clustered = is_shared or any(each.is_clustered for each in placed)
    own, places = [], []
    for each, sums in zip(tables, ([pair.first for pair in placed], [pair.second for pair in placed]), strict=True):
        folds = FoldTables({0: each}, total, is_shared, {0: sums} if sums else {})
        areas = Areas((ThresholdTable.pooled(each),), None, style, {} if clustered else None, folds)
        if (found := areas.over_folds(0)) is None:
            return None
        places.append(found)
        own.append(areas.auc(0, level))
    value = places[0].value - places[1].value
    return _paired(own, places, lambda: _variance_of(tables[0], placed, value), clustered, level)


def _variance(first: FoldPlaces, second: FoldPlaces) -> float:
    away = first.influence.astype(np.float64) - second.influence
    return float(away @ away)


def _variance_of(tables: Sequence[ThresholdTable], placed: Sequence[PlacedPair], value: float) -> float:
    """The same, of the folds that have cases of both groups."""
    mixed = [pair for table, pair in zip(tables, placed, strict=True) if table.has_both]
    return sum(pair.squares_about(value) for pair in mixed) / len(mixed) ** 2


def _paired(
    own: Sequence[Estimate], places: Sequence[FoldPlaces], variance: Callable[[], float], clustered: bool, level: float
) -> PairedAUC:
    """variance: of the difference, before it is corrected for the number of units."""
    apart, z = _difference(places[0], places[1], variance, clustered, level)
    return PairedAUC(own[0], own[1], apart, z, two_sided_p(z))


def _difference(
    first: FoldPlaces, second: FoldPlaces, variance: Callable[[], float], clustered: bool, level: float
) -> tuple[Estimate, float]:
    """The difference with its interval, and z; nan where there is no interval."""
    value = first.value - second.value
    if (why := lacking([first, second])) is not None:
        return Estimate(value, note=why), math.nan
    fewer = min(*first.n_units, *second.n_units)
    error, method = math.sqrt(fewer / (fewer - 1) * variance()), OBUCHOWSKI if clustered else DELONG
    if error <= ROUNDING:
        alike = abs(value) <= ROUNDING
        code = Code.SAME_ORDER if alike else Code.CONSTANT_DIFFERENCE
        return Estimate(value, method=method, note=Note(code)), 0.0 if alike else math.nan
    return on_plain_scale(Estimate(value, method=method), error, level, -1.0), value / error
