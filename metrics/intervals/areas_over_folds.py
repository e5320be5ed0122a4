"""The AUC of a cross-validated file: the mean of its folds, whose models need not score on one scale."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values
from metrics.interval_methods import DELONG, OBUCHOWSKI, Style, on_odds_scale, score_of_area
from metrics.intervals.analytic import Estimate, on_plain_scale
from metrics.intervals.auc_bounds import Spread, auc_bounds, freedom_of
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.resampling_units import FEWEST_UNITS, ResamplingUnits
from metrics.intervals.too_few import FEWEST_CASES, few_cases, few_patients
from metrics.measures.placements import proportions_placed, weighted_placements
from metrics.notes import Code, Note, note

FEWEST_FOLDS = 2
ROUNDING = 1e-12
LARGEST_GAP = 0.02  # between the mean of the folds and the pooled AUC, above which it is said


@dataclass(frozen=True, eq=False)
class FoldPlaces:
    """One class over the folds.

    value: the mean of the AUCs of the `used` of `total` folds that have cases with the class and without. influence:
    (units,) how far each case, or patient, moves it; the squares add up to the variance. n_units: the units with
    negatives, and with positives. freedom: of that variance.
    """

    value: float
    used: int
    total: int
    influence: NDArray[np.float32]
    n_units: tuple[int, int]
    freedom: float

    @property
    def scope(self) -> Note:
        return note(Code.MEAN_OF_FOLDS, used=self.used, total=self.total)


@dataclass(frozen=True, eq=False)
class _Fold:
    """rows: (n,) their numbers. placed: where each stands in the other group. part: what each is of its own group."""

    rows: NDArray[np.intp]
    is_class: NDArray[np.bool_]
    placed: Values
    part: Values

    @classmethod
    def of(cls, rows: NDArray[np.intp], scores: Values, is_class: NDArray[np.bool_], counts: Values | None) -> _Fold:
        """counts: (n,) how often each row counts, None where each counts once."""
        weights = np.ones(len(rows)) if counts is None else counts
        part = weights / np.where(is_class, weights[is_class].sum(), weights[~is_class].sum())
        placed = proportions_placed(scores, is_class) if counts is None else weighted_placements(scores, is_class, part)
        return cls(rows, is_class, placed, part)

    @property
    def auc(self) -> float:
        return float(self.placed[self.is_class] @ self.part[self.is_class])


def over_folds(units: ResamplingUnits, label: int) -> FoldPlaces | None:
    """The mean over the folds of one class that has scores; None where fewer than two folds have an AUC."""
    scores = units.scores[label]
    assert scores is not None
    assert units.folds is not None
    rows = np.flatnonzero(~np.isnan(scores) & (units.folds >= 0))
    is_class = units.truth[rows] == label
    counts = None if units.case_weights is None else units.case_weights[rows].astype(np.float64)
    has_weight = np.ones(len(rows), bool) if counts is None else counts > 0
    mixed = [
        fold
        for fold in _parts(units.folds[rows])
        if all((own & has_weight)[fold].any() for own in (is_class, ~is_class))
    ]
    each = [
        _Fold.of(rows[fold], scores[rows[fold]], is_class[fold], None if counts is None else counts[fold])
        for fold in mixed
    ]
    if len(each) < FEWEST_FOLDS:
        return None
    value = float(np.mean([fold.auc for fold in each]))
    found = np.concatenate([fold.rows for fold in each])
    away = np.concatenate([(fold.placed - value) * fold.part for fold in each]) / len(each)
    unit, positive = units.unit[found], units.truth[found] == label
    influence = np.bincount(unit, away, units.count).astype(np.float32)
    groups = [_spread(unit[own], away[own]) for own in (~positive, positive)]
    total = len(np.unique(units.folds[units.folds >= 0]))
    return FoldPlaces(value, len(each), total, influence, (groups[0][0], groups[1][0]), freedom_of(groups))


def _spread(unit: NDArray[np.integer], away: Values) -> Spread:
    """Of the rows of one group, added up within units."""
    squares = np.bincount(unit, away) ** 2
    return int(np.count_nonzero(np.bincount(unit))), float(squares.sum()), float(squares @ squares)


def _parts(folds: NDArray[np.integer]) -> Iterator[NDArray[np.intp]]:
    """The positions of the rows of each fold."""
    order = np.argsort(folds, kind="stable")
    yield from np.split(order, np.flatnonzero(np.diff(folds[order])) + 1)


def mean_interval(
    units: ResamplingUnits, value: float, each: Sequence[FoldPlaces], weights: Values, level: float,
    style: Style = "default",
) -> Estimate:  # fmt: skip
    """A weighted mean of classes over the folds, with its interval given the fitted models. weights: (classes,).

    Influences are added up within patients before they are squared (Obuchowski 1997); with one row per patient this
    is DeLong's error within the folds. Deviations are taken from the mean, so that a fold with one case counts.
    """
    clustered, fewer = units.patients is not None, fewest_units(each)
    if (why := lacking(units, fewer)) is not None:
        return Estimate(value, note=why)
    away = np.sum(
        [weight * found.influence.astype(np.float64) for weight, found in zip(weights, each, strict=True)], axis=0
    )
    error, method = math.sqrt(fewer / (fewer - 1) * float(away @ away)), OBUCHOWSKI if clustered else DELONG
    if style == "default" and len(each) == 1 and (error > ROUNDING or value in (0, 1)):
        low, high = auc_bounds(value, error, *each[0].n_units, level, each[0].freedom)
        return Estimate(value, low, high, score_of_area(method, value, each[0].freedom))
    if error <= ROUNDING or not 0 < value < 1:
        return Estimate(value, note=Note(Code.SEPARATED if value in (0, 1) else Code.CONSTANT_SCORES))
    if style == "conventional":
        return on_plain_scale(Estimate(value, method=method), error, level)
    return Estimate(value, *bounds_of(value, error, fewer, level), on_odds_scale(method, fewer))


def fewest_units(each: Sequence[FoldPlaces]) -> int:
    """The cases, or patients, of the smallest group of these classes."""
    return min(min(found.n_units) for found in each)


def lacking(units: ResamplingUnits, fewer: int) -> Note | None:
    """Why there is no interval: ids in several folds, or too few cases or patients of a group. fewer: its units."""
    if units.folds_overlap:
        return Note(Code.IDS_IN_SEVERAL_FOLDS)
    if units.patients is None:
        return few_cases(fewer, Code.FEW_CASES_OF_GROUP) if fewer < FEWEST_CASES else None
    return few_patients(fewer) if fewer < FEWEST_UNITS else None
