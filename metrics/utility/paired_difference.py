"""Two models' net benefit on the same cases: what one adds to the other at a threshold of risk."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.definition import Values
from metrics.interval_methods import BOOTSTRAP, CLUSTER_ROBUST, PATIENT_BOOTSTRAP
from metrics.intervals.analytic import Estimate
from metrics.intervals.bootstrap import around, spread
from metrics.intervals.patient_counts import PatientCounts, Patients
from metrics.intervals.resampling_units import FEWEST_UNITS, drawn_by, drawn_sums
from metrics.intervals.too_few import FEWEST_EVENTS, few_patients
from metrics.kernels.codes import distinct
from metrics.notes import Code, Note, note
from metrics.paired.counted_pairs import OUTCOMES, SAYINGS, THE_CLASS
from metrics.utility.net_benefit import odds

ROUNDING = 1e-12  # a standard error that is less is 0


def net_benefit_difference(
    truth: ArrayLike, first: ArrayLike, second: ArrayLike, risk: float, level: float = 0.95,
    patients: NDArray[np.intp] | None = None, weights: ArrayLike | None = None,
) -> Estimate:  # fmt: skip
    """first − second, per person: Vickers and Elkin 2006, of the cases on which the two decide differently.

    truth, first, second: (n,) bool, of the class and at or above the threshold by each model. patients: (n,) codes;
    None where cases are independent. weights: (n,) how often each case counts. The interval is that of the bootstrap,
    as the decision curve's; it needs 20 cases of either kind, of patients with several rows 15 of each. nan without
    cases. Raises ValueError for a risk outside 0 to 1.

    >>> net_benefit_difference([1, 1, 0, 0], [1, 1, 0, 1], [1, 0, 0, 0], 0.5).value
    0.0
    """
    is_class, one, other = (np.asarray(each, np.bool_) for each in (truth, first, second))
    often = np.ones(len(is_class)) if weights is None else np.asarray(weights, np.float64)
    if not often.sum():
        return Estimate(math.nan, note=Note(Code.UNDEFINED))
    harm, more = float(odds(risk)), one.astype(np.int64) - other
    gained = np.where(is_class, 1.0, -harm) * more
    value = float(often @ gained / often.sum())
    if why := _too_few(is_class, patients):
        return Estimate(value, note=why)
    if weights is None and patients is not None and distinct(patients) < len(more):
        columns = (np.bincount(patients, each) for each in (more * is_class, more * ~is_class, often))
        gains = np.column_stack([*columns]).astype(np.int64)
        error, method = _error_of_gains(gains[gains[:, 2] > 0], harm), PATIENT_BOOTSTRAP
    else:
        error, method = _error(often * gained, often, patients, weights is not None)
    return _around(value, error, min(_units(is_class, patients), _units(~is_class, patients)), level, method)


def net_benefit_difference_of_counts(
    cells: NDArray[np.int64], known: Patients | None, risk: float, level: float
) -> Estimate:
    """The same of cases that are not held. cells: how many are at each place, see `place_of`.

    known: the patients of these cases; None where each case is one. Of sums over patients the error is cluster-robust.
    """
    places = np.arange(len(cells)) if known is None else known.cells
    often = cells[places].astype(np.float64)
    if not often.sum():
        return Estimate(math.nan, note=Note(Code.UNDEFINED))
    is_class, more = _of_places(places)
    gained = np.where(is_class, 1.0, -float(odds(risk))) * more
    value, cases = float(often @ gained / often.sum()), int(min(often[is_class].sum(), often[~is_class].sum()))
    if cases < FEWEST_EVENTS:
        return Estimate(value, note=note(Code.FEW_CASES_OF_GROUP, cases=cases, needed=FEWEST_EVENTS))
    if known is None or not known.repeated:
        error = math.sqrt(float(often @ (gained - value) ** 2) / often.sum() / (often.sum() - 1))
        return _around(value, error, cases, level, BOOTSTRAP)
    units = min(known.told(group.astype(np.float64)) for group in (is_class, ~is_class))
    if units < FEWEST_UNITS:
        return Estimate(value, note=few_patients(units))
    if isinstance(known, PatientCounts):
        each = np.column_stack([more * is_class, more * ~is_class, np.ones_like(more)])
        gains = known.vectors.astype(np.int64) @ each
        error, method = _error_of_gains(gains, float(odds(risk)), known.patients), PATIENT_BOOTSTRAP
    else:
        error, method = known.error((gained - value) / known.sums.sum()), CLUSTER_ROBUST
    return _around(value, error, units, level, method)


def _of_places(places: NDArray[np.integer[Any]]) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Whether a case at a place is of the class, and whether the first model flags it, 1, or the second, -1."""
    is_class, said = np.divmod(places, OUTCOMES)
    first, second = (each == THE_CLASS for each in np.divmod(said, SAYINGS))
    return is_class > 0, first.astype(np.int64) - second


def _error_of_gains(gains: NDArray[np.int64], harm: float, copies: NDArray[np.integer[Any]] | None = None) -> float:
    """gains: (patients, 3) true positives more, false positives more, and cases. copies: patients with these."""
    often = np.ones(len(gains), np.int64) if copies is None else copies
    more, worse, _ = often @ gains
    turned = gains * (-1, -1, 1) if more < harm * worse else gains  # the same draws with the models in the other order
    found, lost, cases = drawn_sums(turned, copies).T
    return spread((found - harm * lost) / cases, int(often.sum()))


def _around(value: float, error: float, units: int, level: float, method: str) -> Estimate:
    if error <= ROUNDING:
        return Estimate(value, note=Note(Code.CONSTANT_DIFFERENCE))
    return around(value, error, units, level, method)


def _error(gained: Values, often: Values, patients: NDArray[np.intp] | None, is_weighted: bool) -> tuple[float, str]:
    """Standard error of the bootstrap and how it was drawn: of independent cases in closed form, as of every mean."""
    codes = drawn_by(patients, len(gained))
    units = int(codes.max()) + 1
    if units == len(gained) and not is_weighted:
        return math.sqrt(float(gained.var()) / (len(gained) - 1)), BOOTSTRAP
    drawn = drawn_sums(np.column_stack([np.bincount(codes, each) for each in (gained, often)]))
    return spread(drawn[:, 0] / drawn[:, 1], units), PATIENT_BOOTSTRAP if units < len(codes) else BOOTSTRAP


def _too_few(is_class: NDArray[np.bool_], patients: NDArray[np.intp] | None) -> Note | None:
    cases = min(int(is_class.sum()), int((~is_class).sum()))
    if cases < FEWEST_EVENTS:
        return note(Code.FEW_CASES_OF_GROUP, cases=cases, needed=FEWEST_EVENTS)
    fewer = min(_units(is_class, patients), _units(~is_class, patients))
    return few_patients(fewer) if patients is not None and fewer < FEWEST_UNITS else None


def _units(group: NDArray[np.bool_], patients: NDArray[np.intp] | None) -> int:
    return int(group.sum()) if patients is None else distinct(patients[group])
