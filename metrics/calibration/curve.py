"""The flexible calibration curve: how often cases of the class occur at each predicted risk, with a band."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from metrics.calibration.patient_draws import DrawnRisks
from metrics.calibration.ranges import starts_of_groups
from metrics.calibration.splines import QUANTILES, basis, knots_of, quantiles_of
from metrics.definition import Values
from metrics.interval_methods import DRAWS_FROM_ZERO, DRAWS_OF_CURVE
from metrics.intervals.analytic import Estimate
from metrics.intervals.bootstrap import MOST_UNDEFINED
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.quantiles import t_quantile
from metrics.intervals.resampling_units import SEED
from metrics.kernels.once import Once, once
from metrics.measures.calibration import log_odds
from metrics.measures.logistic import IN_CACHE, LogisticFit
from metrics.notes import Code, Note, note

DETERMINED = 5.0  # standard error of the log odds, above which a curve is not determined
PARTS = (0.5, 0.9)  # of the cases, within the median and the 90th percentile
DRAWS, GROUPS = 1000, 200  # of equal size, in which the draws of a mean distance are made


@dataclass(frozen=True, eq=False)
class CalibrationCurve:
    """Logistic regression of the class on a restricted cubic spline of the log odds of the predicted risk.

    knots: (k,) of the log odds. coefficients: (q,) of `basis`, the constant first; covariance: (q, q) of them,
    linearised. of_band: (q, q) the same of 2,000 draws where there are patients or weights; nan where over 5 % of the
    draws have no fit. freedom: degrees of freedom: inf for normal quantiles, nan where patients are too few for bounds.
    cases: what it was fitted to. without_band: why there are no bounds; None where there are.
    """

    knots: Values
    coefficients: Values
    covariance: Values
    of_band: Values
    freedom: float
    cases: ScoredCases
    without_band: Note | None = None
    _once: Once = field(default_factory=Once, init=False, repr=False)

    def at(self, risks: ArrayLike) -> Values:
        """How often cases of the class occur at predicted risks."""
        given = np.atleast_1d(np.asarray(risks, np.float64))
        found = np.empty(len(given))
        for start in range(0, len(given), IN_CACHE):
            rows = slice(start, start + IN_CACHE)
            found[rows] = special.expit(self.coefficients @ _full(log_odds(given[rows]), self.knots))
        return found

    def band(self, risks: ArrayLike, level: float = 0.95) -> tuple[Values, Values]:
        """Low and high of it, each for its own risk: from the standard error of the log odds; nan with few patients."""
        columns = _full(log_odds(risks), self.knots)
        middle = self.coefficients @ columns
        spread = np.sqrt(np.einsum("qd,qr,rd->d", columns, self.of_band, columns))
        reach = t_quantile(self.freedom, level) * spread
        return special.expit(middle - reach), special.expit(middle + reach)

    def distances(self, level: float = 0.95) -> dict[str, Estimate]:
        """How far the curve lies from the predicted risks of the cases: ici the mean, e50 and e90 quantiles.

        Austin and Steyerberg 2019. 0 is perfect; another kind of curve gives others. The interval is from 1,000 draws
        of the coefficients, as far as they lie from the curve itself (root mean square): the wider of the plain and the
        log scale, with Student's t. It begins at 0 where the cases agree with the diagonal: a distance is never below
        0, so that the estimate lies above it even if the risks are correct.
        """
        exact, (near, drawn) = self._exact, self._drawn
        quantile, agrees = t_quantile(self.freedom, level), self._agrees_with_diagonal(level)
        found = {}
        for place, key in enumerate(("ici", "e50", "e90")):
            value, reach = exact[place], quantile * math.sqrt(((drawn[:, place] - near[place]) ** 2).mean())
            if not reach > 0:
                found[key] = Estimate(value, note=self.without_band or Note(Code.NO_INTERVAL))
                continue
            grown = quantile * float(np.log(drawn[:, place]).std(ddof=1))
            high = max(value + reach, value * math.exp(min(grown, 700)))
            low = 0.0 if agrees else max(0.0, value - reach)
            found[key] = Estimate(value, low, min(1.0, high), DRAWS_FROM_ZERO if agrees else DRAWS_OF_CURVE)
        return found

    def _agrees_with_diagonal(self, level: float) -> bool:
        """Whether the Wald test of all coefficients together leaves the risks as they are (of patients Hotelling's)."""
        apart = self.coefficients - np.eye(len(self.coefficients))[1]
        statistic, size = float(apart @ np.linalg.pinv(self.covariance) @ apart), len(apart)
        if math.isinf(self.freedom):
            return statistic <= float(special.chdtri(size, 1 - level))
        rest = self.freedom - size + 1
        return statistic <= size * self.freedom / rest * float(special.fdtri(size, rest, level))

    @once
    def _exact(self) -> tuple[float, ...]:
        risks, cases = self.cases.table.scores, self.cases.table.cases
        apart = np.abs(self.at(risks) - risks)
        return float(apart @ cases) / self.cases.total, *quantiles_of(apart, cases, PARTS).tolist()

    @once
    def _drawn(self) -> tuple[tuple[float, ...], Values]:
        """The three numbers in ranges of the risk, of the curve itself and (DRAWS, 3) of draws of it."""
        risks, cases = _coarse(self.cases)
        columns = _full(log_odds(risks), self.knots)
        normal = np.random.default_rng(SEED).standard_normal((DRAWS, len(self.coefficients)))
        values, vectors = np.linalg.eigh(self.covariance)
        drawn = self.coefficients + normal * np.sqrt(np.maximum(values, 0)) @ vectors.T
        found = _summaries(np.abs(special.expit(np.vstack([self.coefficients, drawn]) @ columns) - risks), cases)
        return tuple(found[0].tolist()), found[1:]


def fitted_curve(cases: ScoredCases) -> CalibrationCurve | None:
    """The curve of these cases, of fewer knots where it has no fit; None where also a straight line has none."""
    table = cases.table
    if not table.has_both or len(table.scores) < 2:
        return None
    if not cases.condensed.overlap:
        return None
    for knots in knots_of(table, log_odds):
        found = cases.condensed.fitted(partial(basis, knots=knots))
        if found is not None and _is_determined(found, cases, knots):
            curve = _with_bounds(cases, knots, found)
            return curve if cases.units is None or cases.too_few_units else _with_band_of_draws(curve)
    return None


def line(cases: ScoredCases) -> CalibrationCurve | None:
    """The straight line in the log odds: its coefficients are intercept and slope of the logistic recalibration."""
    found = cases.condensed.fitted() if cases.condensed.overlap else None
    return None if found is None else _with_bounds(cases, np.empty(0), found)


def _with_bounds(cases: ScoredCases, knots: Values, found: LogisticFit) -> CalibrationCurve:
    """With the patient-level (sandwich) covariance where there are patients with several rows."""
    if not cases.is_clustered:
        return CalibrationCurve(knots, found.coefficients, found.covariance, found.covariance, math.inf, cases)

    def contributions(risks: Values) -> tuple[Values, Values]:
        full = _full(log_odds(risks), knots)
        chance = special.expit(found.coefficients @ full)
        return full * (1 - chance), -full * chance

    covariance, few = found.covariance @ cases.products(contributions) @ found.covariance, cases.too_few_units
    if np.isnan(covariance).any():
        covariance, few = found.covariance, Note(Code.NO_INTERVAL)
    freedom = math.nan if few else cases.independent[0] - 1
    return CalibrationCurve(knots, found.coefficients, covariance, covariance, freedom, cases, few)


def _with_band_of_draws(curve: CalibrationCurve) -> CalibrationCurve:
    """With the band of the coefficients of patients, or weighted cases, drawn again (bootstrap SE)."""
    drawn = DrawnRisks.of(curve.cases)
    found = drawn.fitted(_full(drawn.x, curve.knots), curve.coefficients)
    fitted = found[~np.isnan(found).any(1)]
    lost = 1 - len(fitted) / len(found)
    if lost > MOST_UNDEFINED:
        why = note(Code.UNDEFINED_REPLICATES, percent=lost * 100)
        return replace(curve, of_band=np.full_like(curve.covariance, math.nan), without_band=why)
    units = curve.cases.independent[0]
    return replace(curve, of_band=np.cov(fitted.T, bias=True) * units / (units - 1))


def _is_determined(found: LogisticFit, cases: ScoredCases, knots: Values) -> bool:
    """Whether the curve is known where most cases are: in almost separated ones its log odds could be anything.

    By as many cases as there are: of weighted ones the covariance is that of their copies, which are no more evidence.
    """
    table = cases.table
    parts = np.ceil(np.array(QUANTILES[0]) * cases.total)
    full = _full(log_odds(table.scores[table.first_rows("all", parts) - 1]), knots)
    variance = np.einsum("qd,qr,rd->d", full, found.covariance, full) * cases.copies
    return bool((variance < DETERMINED**2).all())


def _full(x: Values, knots: Values) -> Values:
    """(q, d) a constant and the columns of the spline."""
    columns = basis(np.atleast_1d(x), knots)
    return np.vstack([np.ones(columns.shape[1]), columns])


def _summaries(apart: Values, cases: Values) -> Values:
    """(m, 3) mean, median and 90th percentile of (m, g) distances, each of so many cases."""
    order = apart.argsort(1)
    rising, ends = np.take_along_axis(apart, order, 1), np.cumsum(cases[order], 1)
    found = [apart @ cases / cases.sum()]
    for part in PARTS:
        place = part * (cases.sum() - 1)
        at = [(ends <= each).sum(1)[:, None] for each in (math.floor(place), math.ceil(place))]
        low, high = (np.take_along_axis(rising, each, 1)[:, 0] for each in at)
        found.append(low + (place - math.floor(place)) * (high - low))
    return np.column_stack(found)


def _coarse(cases: ScoredCases) -> tuple[Values, Values]:
    """Mean risk and number of cases in ranges of equal size; equal risks stay together."""
    many, risks = cases.table.cases, cases.table.scores
    starts = starts_of_groups(many, GROUPS)
    size = np.add.reduceat(many, starts)
    return np.add.reduceat(many * risks, starts) / size, size
