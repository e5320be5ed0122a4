"""The AUC of a cross-validated file: the mean of its folds, whose models need not score on one scale."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values
from metrics.interval_methods import DELONG, OBUCHOWSKI, Style, on_odds_scale, score_of_area
from metrics.intervals.analytic import Estimate, on_plain_scale
from metrics.intervals.auc_bounds import Spread, auc_bounds, freedom_of
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.resampling_units import FEWEST_UNITS, ResamplingUnits
from metrics.intervals.too_few import FEWEST_CASES, few_cases, few_patients
from metrics.kernels.codes import distinct
from metrics.kernels.once import Once, once
from metrics.measures.influence import placed_at
from metrics.measures.placements import PlacedSums, parts_of_groups, proportions_placed, weighted_placements
from metrics.notes import Code, Note, note
from metrics.ranking import auc
from metrics.thresholds import ThresholdTable

FEWEST_FOLDS = 2
ROUNDING = 1e-12
LARGEST_GAP = 0.02  # between the mean of the folds and the pooled AUC, above which it is said


@dataclass(frozen=True, eq=False)
class FoldPlaces:
    """One class over the folds.

    value: the mean of the AUCs of the `used` of `total` folds that have cases with the class and without. n_units: the
    cases, or patients, with negatives, and with positives. variance: of the value; None where patients are not known.
    freedom: of that variance. is_clustered: whether units are patients. is_shared: whether one has rows in several
    folds. by_unit: works out `influence`; None where rows are not held.
    """

    value: float
    used: int
    total: int
    n_units: tuple[int, int]
    variance: float | None
    freedom: float
    is_clustered: bool = False
    is_shared: bool = False
    by_unit: Callable[[], NDArray[np.float32]] | None = None
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def scope(self) -> Note:
        return note(Code.MEAN_OF_FOLDS, used=self.used, total=self.total)

    @once
    def influence(self) -> NDArray[np.float32]:
        """(units,) how far each case, or patient, moves the value; the squares add up to the variance."""
        assert self.by_unit is not None
        return self.by_unit()


@dataclass(frozen=True, eq=False)
class FoldTables:
    """What is known of the folds of rows that are not held.

    tables: of each class that has scores, one for each of the `total` folds. is_shared: as `FoldPlaces` has it.
    placed: where each fold places the rows of its patients, of the classes of which that is known.
    """

    tables: Mapping[int, Sequence[ThresholdTable]]
    total: int
    is_shared: bool = False
    placed: Mapping[int, Sequence[PlacedSums]] = field(default_factory=dict)

    def over_folds(self, label: int, is_clustered: bool) -> FoldPlaces | None:
        """As `over_folds`. is_clustered: whether patients have several rows."""
        found = of_tables(self.tables.get(label, ()), self.total)
        if found is None or not is_clustered:
            return found
        return _of_patients(found, self.tables[label], self.placed.get(label), self.is_shared)


@dataclass(frozen=True, eq=False)
class _Fold:
    """rows: (n,) their numbers. placed: where each stands in the other group. part: what each is of its own group.

    auc: of whole pairs where each row counts once, so that it has the digits of the table.
    """

    rows: NDArray[np.intp]
    is_class: NDArray[np.bool_]
    placed: Values
    part: Values
    auc: float

    @classmethod
    def of(cls, rows: NDArray[np.intp], scores: Values, is_class: NDArray[np.bool_], counts: Values | None) -> _Fold:
        """counts: (n,) how often each row counts, None where each counts once."""
        part = parts_of_groups(np.ones(len(rows)) if counts is None else counts, is_class)
        if counts is None:
            exact = auc(ThresholdTable.from_scores(scores, is_class))
            return cls(rows, is_class, proportions_placed(scores, is_class), part, exact)
        placed = weighted_placements(scores, is_class, part)
        return cls(rows, is_class, placed, part, float(placed[is_class] @ part[is_class]))


def over_folds(units: ResamplingUnits, label: int) -> FoldPlaces | None:
    """The mean over the folds of one class that has scores; None where fewer than two folds have an AUC."""
    scores = units.scores[label]
    assert scores is not None
    assert units.folds is not None
    rows = np.flatnonzero(~np.isnan(scores) & (units.folds >= 0))
    parts = [rows[fold] for fold in _parts(units.folds[rows])]
    total = len(np.unique(units.folds[units.folds >= 0]))
    if units.count < len(units.truth) or units.case_weights is not None:
        return _of_units(units, label, parts, total)
    found = of_tables([ThresholdTable.from_scores(scores[fold], units.truth[fold] == label) for fold in parts], total)
    if found is None:
        return None

    def by_unit() -> NDArray[np.float32]:
        alike = _of_units(units, label, parts, total)
        assert alike is not None
        return alike.influence

    return replace(found, is_clustered=units.patients is not None, by_unit=by_unit)


def of_tables(tables: Sequence[ThresholdTable], total: int) -> FoldPlaces | None:
    """The same of independent cases, by the table of each fold. total: folds, also those without a table here."""
    mixed = [table for table in tables if table.has_both]
    if len(mixed) < FEWEST_FOLDS:
        return None
    value = float(np.mean([auc(table) for table in mixed]))
    both = zip(*(_spreads(table, value, len(mixed)) for table in mixed), strict=True)
    groups = [_added(each) for each in both]
    variance = sum(group[1] for group in groups)
    return FoldPlaces(value, len(mixed), total, (groups[0][0], groups[1][0]), variance, freedom_of(groups))


def _spreads(table: ThresholdTable, value: float, folds: int) -> Iterator[Spread]:
    """Of the negatives of one of so many folds, then of its positives, about the mean of all."""
    positives, negatives = table.positives, table.negatives
    above, below = placed_at(table)
    for cases, placed in ((negatives, above), (positives, below)):
        away = (placed - value) / (int(cases.sum()) * folds)
        yield int(cases.sum()), float(cases @ away**2), float(cases @ away**4)


def _added(each: Iterable[Spread]) -> Spread:
    cases, variances, fourths = zip(*each, strict=True)
    return sum(cases), sum(variances), sum(fourths)


def _of_patients(
    found: FoldPlaces, tables: Sequence[ThresholdTable], placed: Sequence[PlacedSums] | None, is_shared: bool
) -> FoldPlaces:
    """With the error of the patients of each fold (Obuchowski 1997). placed: None where these are not known."""
    if placed is None:
        return replace(found, variance=None, is_clustered=True, is_shared=is_shared)
    mixed = [sums for table, sums in zip(tables, placed, strict=True) if table.has_both]
    variance = sum(sums.squares_about(found.value) for sums in mixed) / found.used**2
    units = sum(sums.without for sums in mixed), sum(sums.with_it for sums in mixed)
    return replace(
        found, variance=variance, n_units=units, freedom=min(units) - 1.0, is_clustered=True, is_shared=is_shared
    )


def _of_units(units: ResamplingUnits, label: int, parts: Sequence[NDArray[np.intp]], total: int) -> FoldPlaces | None:
    """Of patients with several rows, or weighted cases. parts: the numbers of the scored rows of each fold."""
    scores = units.scores[label]
    assert scores is not None
    counts = None if units.case_weights is None else units.case_weights.astype(np.float64)
    is_class = units.truth == label
    has_weight = np.ones(len(is_class), bool) if counts is None else counts > 0
    mixed = [rows for rows in parts if all((own & has_weight)[rows].any() for own in (is_class, ~is_class))]
    each = [_Fold.of(rows, scores[rows], is_class[rows], None if counts is None else counts[rows]) for rows in mixed]
    if len(each) < FEWEST_FOLDS:
        return None
    value = float(np.mean([fold.auc for fold in each]))
    found = np.concatenate([fold.rows for fold in each])
    away = np.concatenate([(fold.placed - value) * fold.part for fold in each]) / len(each)
    unit, positive = units.unit[found], is_class[found]
    influence = np.bincount(unit, away, units.count)
    groups = [_spread(unit[own], away[own]) for own in (~positive, positive)]
    return FoldPlaces(
        value, len(each), total, (groups[0][0], groups[1][0]), float(influence @ influence), freedom_of(groups),
        units.patients is not None, units.folds_overlap, influence.astype(np.float32).copy,
    )  # fmt: skip


def _spread(unit: NDArray[np.integer], away: Values) -> Spread:
    """Of the rows of one group, added up within units."""
    squares = np.bincount(unit, away) ** 2
    return distinct(unit), float(squares.sum()), float(squares @ squares)


def _parts(folds: NDArray[np.integer]) -> Iterator[NDArray[np.intp]]:
    """The positions of the rows of each fold."""
    order = np.argsort(folds, kind="stable")
    yield from np.split(order, np.flatnonzero(np.diff(folds[order])) + 1)


def mean_interval(
    value: float, each: Sequence[FoldPlaces], weights: Values, level: float, style: Style = "default"
) -> Estimate:
    """A weighted mean of classes over the folds, with its interval given the fitted models. weights: (classes,).

    Influences are added up within patients before they are squared (Obuchowski 1997); with one row per patient this
    is DeLong's error within the folds. Deviations are taken from the mean, so that a fold with one case counts.
    """
    if (why := lacking(each)) is not None:
        return Estimate(value, note=why)
    fewer, variance = fewest_units(each), _variance(each, weights)
    if variance is None:
        return Estimate(value, note=Note(Code.PATIENTS_WITHOUT_SCORES))
    error = math.sqrt(fewer / (fewer - 1) * variance)
    method = OBUCHOWSKI if each[0].is_clustered else DELONG
    if style == "default" and len(each) == 1 and (error > ROUNDING or value in (0, 1)):
        low, high = auc_bounds(value, error, *each[0].n_units, level, each[0].freedom)
        return Estimate(value, low, high, score_of_area(method, value, each[0].freedom))
    if error <= ROUNDING or not 0 < value < 1:
        return Estimate(value, note=Note(Code.SEPARATED if value in (0, 1) else Code.CONSTANT_SCORES))
    if style == "conventional":
        return on_plain_scale(Estimate(value, method=method), error, level)
    return Estimate(value, *bounds_of(value, error, fewer, level), on_odds_scale(method, fewer))


def _variance(each: Sequence[FoldPlaces], weights: Values) -> float | None:
    """Of the weighted mean of classes, of which several have rows that are held; None where it is not known."""
    if len(each) == 1:
        return each[0].variance
    both = zip(weights, each, strict=True)
    away = np.sum([weight * found.influence.astype(np.float64) for weight, found in both], axis=0)
    return float(away @ away)


def fewest_units(each: Sequence[FoldPlaces]) -> int:
    """The cases, or patients, of the smallest group of these classes."""
    return min(min(found.n_units) for found in each)


def lacking(each: Sequence[FoldPlaces]) -> Note | None:
    """Why there is no interval: ids in several folds, or too few cases or patients of a group."""
    fewer = fewest_units(each)
    if each[0].is_shared:
        return Note(Code.IDS_IN_SEVERAL_FOLDS)
    if not each[0].is_clustered:
        return few_cases(fewer, Code.FEW_CASES_OF_GROUP) if fewer < FEWEST_CASES else None
    return few_patients(fewer) if fewer < FEWEST_UNITS else None
