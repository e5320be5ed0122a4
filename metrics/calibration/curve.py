"""The flexible calibration curve: how often cases of the class occur at each predicted risk, with a band."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from metrics.calibration.splines import QUANTILES, basis, knots_of, quantiles
from metrics.definition import Values, divided
from metrics.interval_methods import DRAWS_OF_CURVE
from metrics.intervals.analytic import Estimate
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.resampling_units import SEED
from metrics.kernels.once import Once, once
from metrics.measures.calibration import log_odds
from metrics.measures.logistic import LogisticFit, logistic_fit, overlap
from metrics.notes import Code, Note

DETERMINED = 5.0  # standard error of the log odds, above which a curve is not determined
DRAWS, GROUPS = 1000, 200  # of equal size, in which the draws of a mean distance are made


@dataclass(frozen=True, eq=False)
class CalibrationCurve:
    """Logistic regression of the class on a restricted cubic spline of the log odds of the predicted risk.

    knots: (k,) of the log odds. coefficients: (q,) of `basis`, the constant first; covariance: (q, q) of them.
    freedom: degrees of freedom of the band: inf for normal quantiles, nan where patients are too few for bounds.
    cases: what it was fitted to.
    """

    knots: Values
    coefficients: Values
    covariance: Values
    freedom: float
    cases: ScoredCases
    _once: Once = field(default_factory=Once, init=False, repr=False)

    def at(self, risks: ArrayLike) -> Values:
        """How often cases of the class occur at predicted risks."""
        return np.asarray(special.expit(self.coefficients @ self._columns(log_odds(risks))))

    def band(self, risks: ArrayLike, level: float = 0.95) -> tuple[Values, Values]:
        """Low and high of it, each for its own risk: Wald bounds on the log odds; nan with few patients."""
        columns = self._columns(log_odds(risks))
        middle = self.coefficients @ columns
        spread = np.sqrt(np.einsum("qd,qr,rd->d", columns, self.covariance, columns))
        reach = float(special.stdtrit(self.freedom, (1 + level) / 2)) * spread
        return special.expit(middle - reach), special.expit(middle + reach)

    def distances(self, level: float = 0.95) -> dict[str, Estimate]:
        """How far the curve lies from the predicted risks of the cases: ici the mean, e50 and e90 quantiles.

        Austin and Steyerberg 2019. 0 is perfect; another kind of curve gives others. The interval is on the log scale,
        from 1,000 draws of the coefficients.
        """
        exact, (near, drawn) = self._exact, self._drawn
        quantile = float(special.stdtrit(self.freedom, (1 + level) / 2))
        found = {}
        for place, key in enumerate(("ici", "e50", "e90")):
            value = exact[place]
            ratio = divided(drawn[:, place], np.asarray(near[place]))
            spread = float(np.log(ratio).std(ddof=1)) if value > 0 and (ratio > 0).all() else math.nan
            if not math.isfinite(quantile * spread):
                found[key] = Estimate(value, note=self.cases.too_few_units or Note(Code.NO_INTERVAL))
                continue
            factor = math.exp(quantile * spread)
            found[key] = Estimate(value, value / factor, min(1.0, value * factor), DRAWS_OF_CURVE)
        return found

    def _columns(self, x: Values) -> Values:
        columns = basis(np.atleast_1d(x), self.knots)
        return np.vstack([np.ones(columns.shape[1]), columns])

    @once
    def _exact(self) -> tuple[float, ...]:
        table = self.cases.table
        return _summary(np.abs(self.at(table.scores) - table.scores), self.cases.at_scores)

    @once
    def _drawn(self) -> tuple[tuple[float, ...], Values]:
        """The three numbers in ranges of the risk, of the curve itself and (DRAWS, 3) of draws of it."""
        risks, cases = _coarse(self.cases)
        columns = self._columns(log_odds(risks))
        normal = np.random.default_rng(SEED).standard_normal((DRAWS, len(self.coefficients)))
        values, vectors = np.linalg.eigh(self.covariance)
        drawn = self.coefficients + normal * np.sqrt(np.maximum(values, 0)) @ vectors.T
        apart = np.abs(special.expit(drawn @ columns) - risks)
        of_all = np.array([_summary(each, cases) for each in apart])
        return _summary(np.abs(special.expit(self.coefficients @ columns) - risks), cases), of_all


def fitted_curve(cases: ScoredCases) -> CalibrationCurve | None:
    """The curve of these cases, of fewer knots where it has no fit; None where also a straight line has none."""
    table = cases.table
    if not table.n_positive or not table.n_negative or len(table.scores) < 2:
        return None
    x, groups = log_odds(table.scores), cases.groups
    for knots in knots_of(x[::-1], cases.at_scores[::-1]):
        columns = basis(x, knots)
        found = logistic_fit(columns, groups) if overlap(x, groups) else None
        if found is not None and _is_determined(found, columns, cases.at_scores):
            return _with_bounds(cases, columns, knots, found)
    return None


def line(cases: ScoredCases) -> CalibrationCurve | None:
    """The straight line in the log odds: its coefficients are intercept and slope of the logistic recalibration."""
    x, groups = log_odds(cases.table.scores), cases.groups
    found = logistic_fit(x[None], groups) if overlap(x, groups) else None
    return None if found is None else _with_bounds(cases, x[None], np.empty(0), found)


def _with_bounds(cases: ScoredCases, columns: Values, knots: Values, found: LogisticFit) -> CalibrationCurve:
    """With the patient-level (sandwich) covariance where there are patients with several rows."""
    if cases.units is None:
        return CalibrationCurve(knots, found.coefficients, found.covariance, math.inf, cases)
    full = np.vstack([np.ones(columns.shape[1]), columns])
    chance = special.expit(found.coefficients @ full)
    meat = cases.products(full * (1 - chance), -full * chance)
    covariance = found.covariance @ meat @ found.covariance
    freedom = math.nan if cases.too_few_units else cases.independent[0] - 1
    return CalibrationCurve(knots, found.coefficients, covariance, freedom, cases)


def _is_determined(found: LogisticFit, columns: Values, cases: Values) -> bool:
    """Whether the curve is known where most cases are: in almost separated ones its log odds could be anything."""
    ends = np.cumsum(cases)
    at = np.searchsorted(ends, np.array(QUANTILES[0]) * ends[-1])
    full = np.vstack([np.ones(len(at)), columns[:, at]])
    return bool((np.einsum("qd,qr,rd->d", full, found.covariance, full) < DETERMINED**2).all())


def _summary(apart: Values, cases: Values) -> tuple[float, float, float]:
    """Mean, median and 90th percentile of distances, each of so many cases."""
    order = apart.argsort()
    middle, most = quantiles(apart[order], cases[order], (0.5, 0.9)).tolist()
    return float(apart @ cases) / float(cases.sum()), middle, most


def _coarse(cases: ScoredCases) -> tuple[Values, Values]:
    """Mean risk and number of cases in ranges of equal size; equal risks stay together."""
    table = cases.table
    many = cases.at_scores
    group = ((np.cumsum(many) - many / 2) * GROUPS // cases.total).astype(np.intp)
    size: Values = np.bincount(group, many, GROUPS).astype(np.float64)
    return (np.bincount(group, many * table.scores, GROUPS) / np.maximum(size, 1))[size > 0], size[size > 0]
