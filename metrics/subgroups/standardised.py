"""A proportion of a group as it would be with the case mix of the rest (direct standardisation).

A group may do worse only because its cases are older. In each stratum of the columns that tell the cases apart the
group keeps its own proportion; the strata count as often as they do in the rest (Fleiss, Levin and Paik 2003,
chapter 19).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.definition import Values, divided
from metrics.interval_methods import DELTA, RATIO_ESTIMATOR, on_odds_scale
from metrics.intervals.analytic import Estimate
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.mean_of_proportions import HALF_A_CASE, exact_bounds
from metrics.intervals.patient_counts import Patients
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.intervals.too_few import few_cases, few_patients
from metrics.kernels.codes import distinct
from metrics.notes import Code, Note
from metrics.subgroups.class_figures import assessable, parts_of_rows, told_by
from metrics.subgroups.divided import Alike, Codes, Divided, kinds


@dataclass(frozen=True)
class Standardised:
    """own: of the group, with the strata weighed as in the rest. rest: of the rest, over the same strata.

    absent: cases of the rest, of those that the number is about, in strata where the group has none; of: all of them.
    These count in neither.
    """

    own: Estimate
    rest: float
    absent: int
    of: int


@dataclass(frozen=True, eq=False)
class Combined:
    """Patients whom an engine counts, by their rows of a class in the combinations of groups and strata.

    jointly: see `PatientsInGroups`. codes: (n,) the combination of each row of the groups, -1 for none.
    """

    jointly: Patients
    codes: Codes
    label: int

    def places(self, rows: Alike) -> Codes:
        """(n,) the place of each row among those of `spread`."""
        return kinds(rows, self.label, self.codes)

    def spread(self, places: Codes, moves: Values) -> tuple[float, int]:
        """As `_Rows.spread`. moves: of a row in each of these places."""
        group, cell = np.divmod(self.jointly.cells, self.jointly.size**2)
        of_cells = kinds(Alike(*np.divmod(cell, self.jointly.size), cell), self.label, group)
        forms = np.zeros((2, int(max(places.max(), of_cells.max())) + 1))
        forms[:, places] = moves, np.ones(len(moves))
        moved, told = forms[:, of_cells]
        return float(self.jointly.cross_products(moved[None])[0, 0]), self.jointly.told(told)


@dataclass(frozen=True, eq=False)
class _Rows:
    """Of each row that the number is about: stratum, whether it is a hit, how many cases it is, what each weighs.

    unit: its patient, or its place among the combinations of `known`; None where every case is drawn for itself.
    """

    stratum: Codes
    hit: NDArray[np.bool_]
    cases: NDArray[np.int64]
    weight: Values
    unit: NDArray[np.integer] | None
    known: Combined | None = None

    def only(self, rows: NDArray[np.bool_]) -> _Rows:
        unit = None if self.unit is None else self.unit[rows]
        return _Rows(self.stratum[rows], self.hit[rows], self.cases[rows], self.weight[rows], unit, self.known)

    @property
    def number(self) -> int:
        return int(self.cases.sum())

    def totals(self, size: int) -> tuple[Values, Values]:
        """(size,) hits and cases of each stratum, by weight."""
        weighs = self.weight * self.cases
        each = (weighs * self.hit, weighs)
        hits, cases = (np.bincount(self.stratum, values, size).astype(np.float64) for values in each)
        return hits, cases

    def spread(self, moves: Values) -> tuple[float, int]:
        """The squared sums within patients of what (n,) cases add, themselves added up, and how many patients."""
        if self.unit is None:
            return math.fsum(self.cases * moves**2), self.number
        if self.known is not None:
            return self.known.spread(self.unit, moves)
        sums = np.bincount(self.unit, moves)
        return float(sums @ sums), distinct(self.unit)


def standardised_rate(hits: ArrayLike, cases: ArrayLike, of_rest: ArrayLike) -> float:
    """A rate whose strata count as often as in the rest: (s,) hits and cases of the group, cases of the rest.

    Strata without a case of the group are excluded; nan where the others have none of the rest.

    >>> round(standardised_rate([9, 12], [10, 30], [40, 20]), 4)
    0.7333
    """
    own, rest = np.asarray(cases, np.float64), np.asarray(of_rest, np.float64)
    rates, weights = divided(hits, own), np.where(own > 0, rest, 0.0)
    return float(divided(np.nan_to_num(rates) @ weights, weights.sum()))


def standardised(
    divided_by: Divided, strata: Codes, group: int, key: str, level: float = 0.95, known: Combined | None = None
) -> Standardised:
    """strata: (n,) codes from 0 on of the rows of the evaluation, -1 for none; such rows count nowhere.

    known: the patients where an engine counts these; without them its rows are independent. Undefined where the group
    is not assessable, or shares no stratum with the rest.
    """
    counts = divided_by.counts[group]
    if not assessable(key, counts):
        few = few_cases(told_by(key, counts), Code.NOT_ASSESSABLE)
        return Standardised(Estimate(math.nan, note=few), math.nan, 0, 0)
    codes, size = divided_by.codes_in_population, int(strata.max(initial=0)) + 1
    own, rest = (_rows(divided_by, strata, of, key, known) for of in (codes == group, (codes >= 0) & (codes != group)))
    (hits, cases), (hits_of_rest, cases_of_rest) = own.totals(size), rest.totals(size)
    shared = (cases > 0) & (cases_of_rest > 0)
    absent = rest.only(~shared[rest.stratum]).number
    if not shared.any():
        return Standardised(Estimate(math.nan, note=Note(Code.EMPTY_GROUP)), math.nan, absent, rest.number)
    weights = np.where(shared, cases_of_rest, 0) / cases_of_rest[shared].sum()
    rates, others = (np.nan_to_num(divided(*each)) for each in ((hits, cases), (hits_of_rest, cases_of_rest)))
    value = standardised_rate(hits, cases, cases_of_rest)
    kept = own.only(shared[own.stratum])
    bounded = _of_patients if known is not None or divided_by.whole.in_population.is_clustered else _of_cases
    return Standardised(bounded(kept, value, rates, weights, level), float(weights @ others), absent, rest.number)


def _rows(divided_by: Divided, strata: Codes, of: NDArray[np.bool_], key: str, known: Combined | None) -> _Rows:
    """Those of one side that the number is about and whose stratum is known."""
    alike = divided_by.alike
    units = alike or divided_by.population
    hit, trial = parts_of_rows(key, units.truth, units.predicted, divided_by.label)
    ones = np.ones(len(hit), np.int64)
    cases, weighing = (ones, ones > 0) if alike is None else (alike.cases, alike.weighing)
    if isinstance(units, Alike):
        weights, unit = units.weights, None if known is None else known.places(units)
    else:
        weights, unit = units.case_weights, units.unit
    weight = (ones if weights is None else weights).astype(np.float64)
    every = _Rows(divided_by.in_population(strata), np.asarray(hit, np.bool_), cases, weight, unit, known)
    return every.only(of & np.asarray(trial, np.bool_) & (every.stratum >= 0) & weighing)


def _of_cases(rows: _Rows, value: float, rates: Values, weights: Values, level: float) -> Estimate:
    """Independent cases: the delta method on the logit scale, as far as `exact_bounds` at most."""
    hits, cases = rows.totals(len(weights))
    p = (hits + HALF_A_CASE) / (cases + 2 * HALF_A_CASE)  # a stratum whose cases are all hits, or none, still varies
    error = math.sqrt(float(np.nansum(weights**2 * divided(p * (1 - p), cases))))
    found, known = _bounded(value, error, rows.number, level, DELTA), cases > 0
    if found.low is None or found.high is None:
        return found
    lowest, highest = exact_bounds(hits[known], cases[known], weights[known], level)
    return replace(found, low=max(found.low, lowest), high=min(found.high, highest))


def _of_patients(rows: _Rows, value: float, rates: Values, weights: Values, level: float) -> Estimate:
    """Linearised over the patients, or over weighted cases."""
    cases = rows.totals(len(weights))[1]
    moves = rows.weight * (weights / np.where(cases > 0, cases, 1))[rows.stratum] * (rows.hit - rates[rows.stratum])
    squares, patients = rows.spread(moves)
    if patients < FEWEST_UNITS:
        return Estimate(value, note=few_patients(patients))
    error = math.sqrt(patients / (patients - 1) * squares)
    return _bounded(value, error, patients, level, on_odds_scale(RATIO_ESTIMATOR, patients))


def _bounded(value: float, error: float, units: int, level: float, method: str) -> Estimate:
    if not (0 < value < 1 and error > 0):
        return Estimate(value, note=Note(Code.NO_INTERVAL))
    return Estimate(value, *bounds_of(value, error, units, level), method)
