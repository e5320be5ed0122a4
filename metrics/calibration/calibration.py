"""The probabilities of one class: whether they are correct on average and along their range, and how sharp.

Below 20 cases on either side only the ratio of observed to expected is given.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from metrics.calibration.curve import CalibrationCurve, fitted_curve
from metrics.calibration.curve import line as line_of
from metrics.calibration.patient_draws import DrawnRisks
from metrics.calibration.ranges import RiskRange, equal_groups, risk_ranges
from metrics.definition import Values
from metrics.interval_methods import BOOTSTRAP, CLUSTER_ROBUST, RATIO_ESTIMATOR, WALD, of_linear, on_odds_scale
from metrics.intervals.analytic import Estimate
from metrics.intervals.bootstrap import around, from_draws, plain_from_draws
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.logit_bounds import bounds_of
from metrics.intervals.observed_to_expected import expected_ratio
from metrics.intervals.quantiles import t_quantile
from metrics.intervals.too_few import FEWEST_EVENTS
from metrics.kernels.once import Once, once
from metrics.kernels.threads import at_once
from metrics.measures.calibration import brier, in_the_large, log_odds, scaled_brier
from metrics.measures.logistic import uphill
from metrics.notes import Code, Note, note
from metrics.thresholds import ThresholdTable

BINS = 10  # of equal width, of the expected calibration error
ROUNDING = 1e-12  # a standard error that is less is 0
LEAST_INFORMATION = 1e-3  # where all risks are 0 or 1, the only one comes from how far these are moved
MOVED = 0.1  # standard errors of the slope by which risks of exactly 0 or 1 may move it unsaid


@dataclass(frozen=True, eq=False)
class Calibration:
    """Of the predicted risks of one class. level: of every interval."""

    cases: ScoredCases
    level: float = 0.95
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def prevalence(self) -> float:
        """The observed proportion of the class."""
        return self.cases.table.n_positive / self.cases.total

    @property
    def mean_risk(self) -> float:
        """The mean predicted risk."""
        return self.cases.expected / self.cases.total

    @property
    def at_ends(self) -> int:
        """Cases with a risk of exactly 0 or 1, which have no log odds and are moved by 1e-8."""
        return self._at(0.0) + self._at(1.0)

    @once
    def too_few(self) -> Note | None:
        """Why there is no slope and no curve, or None where there is."""
        fewer = self.cases.seen.fewer
        return note(Code.FEW_FOR_CALIBRATION, cases=fewer, needed=FEWEST_EVENTS) if fewer < FEWEST_EVENTS else None

    @once
    def oe_ratio(self) -> Estimate:
        """Observed / expected cases; see `expected_ratio`."""
        return expected_ratio(self.cases, self.level)

    @once
    def line(self) -> tuple[Estimate, Estimate]:
        """(intercept, slope) of the logistic recalibration, fitted together: 0 and 1 are ideal."""
        fit = self._line
        if fit is None:
            found = Estimate(math.nan, note=self.too_few or Note(Code.SEPARATED_OR_CONSTANT))
            return found, found
        if self.cases.units is not None and not self.cases.too_few_units:
            intercept, slope = map(self._of_draws, fit.coefficients.tolist(), self._drawn[:2])
            return intercept, slope
        return self._wald(fit, 0), self._wald(fit, 1)

    @property
    def quick_slope(self) -> Estimate:
        """The slope; where patients are still to be drawn for its interval, without one.

        Of independent cases it takes up to 60 ms, of patients with several rows 240 to 1,140, the value alone 10.
        """
        fit = self._line
        if fit is None or not self.cases.is_clustered or "line" in self._once.done:
            return self.line[1]
        return Estimate(float(fit.coefficients[1]), note=Note(Code.NO_INTERVAL))

    @once
    def citl(self) -> Estimate:
        """Calibration in the large: the intercept with a slope of 1. 0 is ideal, above 0 risks are too low."""
        if self.too_few:
            return Estimate(math.nan, note=self.too_few)
        few = self.cases.condensed
        shift = in_the_large(few.x, few.groups)
        if self.cases.units is not None and not self.cases.too_few_units:
            return self._of_draws(shift, self._drawn[2])
        information = float(uphill(few.x + shift, few.groups)[1].sum())
        if information < LEAST_INFORMATION:
            return Estimate(math.nan, note=Note(Code.SEPARATED_OR_CONSTANT))
        if not self.cases.is_clustered:
            return self._around(shift, 1 / math.sqrt(information))

        def pulls(risks: Values) -> tuple[Values, Values]:
            chance = special.expit(log_odds(risks) + shift)[None]
            return 1 - chance, -chance

        return self._around(shift, self.cases.error(pulls) / information)

    @once
    def slope_without_ends(self) -> Estimate | None:
        """The slope of the risks that are neither 0 nor 1, where leaving these out moves it; else None.

        With a risk of exactly 0 or 1 the slope depends on how far it is moved, which is a convention.
        """
        table = self.cases.table
        inside = (table.scores > 0) & (table.scores < 1)
        if inside.all() or self._line is None:
            return None
        kept = ThresholdTable(table.scores[inside], table.positives[inside], table.negatives[inside])
        fit, usual = line_of(ScoredCases(kept)), self._line
        if fit is None or abs(fit.coefficients[1] - usual.coefficients[1]) <= MOVED * math.sqrt(usual.covariance[1, 1]):
            return None
        return Estimate(float(fit.coefficients[1]))

    @once
    def brier(self) -> Estimate:
        """Mean squared distance of the risk from the outcome: 0 is perfect."""
        value, total = brier(self.cases.table), self.cases.total
        lacking = self.too_few or self.cases.too_few_units
        if not 0 < value < 1 or lacking:
            return Estimate(value, note=lacking or Note(Code.ALL_REPLICATES_EQUAL))
        units = self.cases.independent[0]
        if self.cases.units is not None:
            squares, _, cases = self._drawn_squares
            return from_draws(value, squares / cases, units, self.level, method=self.cases.units.method)
        error = self.cases.error(lambda risks: ((1 - risks[None]) ** 2 - value, risks[None] ** 2 - value)) / total
        if not error > ROUNDING:
            return _without_interval(value, error)
        bounds = bounds_of(value, error, units, self.level)
        estimator = CLUSTER_ROBUST if self.cases.is_clustered else BOOTSTRAP
        return Estimate(value, *bounds, on_odds_scale(f"{estimator} SE", units))

    @once
    def scaled_brier(self) -> Estimate:
        """1 − Brier score / that of saying the prevalence to everybody: 1 is perfect, 0 useless."""
        value = scaled_brier(self.cases.table)
        lacking = self.too_few or self.cases.too_few_units
        if math.isnan(value) or lacking:
            return Estimate(value, note=lacking or Note(Code.ONE_KIND_OF_CASES))
        if self.cases.units is None:
            return self._scaled_linearised(value)
        squares, positives, cases = self._drawn_squares
        drawn = 1 - squares / (positives * (1 - positives / cases))
        return self._of_draws(value, drawn)

    def _scaled_linearised(self, value: float) -> Estimate:
        """Linearised: how far each case moves the score and the prevalence."""
        total, score, share = self.cases.total, brier(self.cases.table), self.prevalence
        uninformed = share * (1 - share)
        slope = score * (1 - 2 * share) / uninformed
        of_case, of_other = score + slope * (1 - share), score - slope * share
        error = self.cases.error(lambda risks: ((1 - risks[None]) ** 2 - of_case, risks[None] ** 2 - of_other))
        found = self._around(value, error / (uninformed * total), total - 1)
        return found if self.cases.is_clustered else replace(found, method=of_linear(RATIO_ESTIMATOR, total))

    @once
    def curve(self) -> CalibrationCurve | None:
        """The flexible curve; None where there are too few cases, or they are separated."""
        return None if self.too_few else fitted_curve(self.cases)

    @property
    def without_curve(self) -> Note:
        """Why there is no curve. In almost separated cases there is a slope, but the curve is not determined."""
        return self.too_few or Note(Code.ALMOST_SEPARATED if self._line else Code.SEPARATED_OR_CONSTANT)

    @once
    def distances(self) -> Mapping[str, Estimate]:
        """ici, e50 and e90 of the curve; see `CalibrationCurve.distances`."""
        if self.curve is None:
            missing = Estimate(math.nan, note=self.without_curve)
            return dict.fromkeys(("ici", "e50", "e90"), missing)
        return self.curve.distances(self.level)

    @once
    def expected_calibration_error(self) -> float:
        """Mean distance of mean risk and observed proportion over 10 bins of equal width, by cases (Naeini 2015).

        It depends on the bins: not comparable with that of others.
        """
        table = self.cases.table
        place = np.minimum((table.scores * BINS).astype(np.intp), BINS - 1)
        apart = np.bincount(place, table.positives - table.cases * table.scores, BINS)
        return float(np.abs(apart).sum()) / self.cases.total

    def make_ready(self) -> None:
        """Curve and line worked out, by two threads where the second is idle: 1.4 times as fast."""
        parts = (lambda: self.distances, lambda: (self.line, self.citl, self.oe_ratio))
        at_once(lambda part: parts[part](), len(parts))

    def shift_to(self, prevalence: float) -> float:
        """What to add to the log odds of all risks for a population that differs in its prevalence alone.

        Calibration in the large of these cases, and the difference of the log odds of the two prevalences.
        """
        here, there = special.logit([self.prevalence, prevalence])
        return float(in_the_large(self.cases.condensed.x, self.cases.condensed.groups) + there - here)

    def updated(self, risks: ArrayLike, prevalence: float) -> Values:
        """Risks with the intercept updated to another prevalence."""
        return np.asarray(special.expit(log_odds(risks) + self.shift_to(prevalence)))

    def observed_after(self, risks: ArrayLike, prevalence: float) -> Values:
        """How often the class occurs there, by the curve, where the given risks are these; nan without a curve."""
        if self.curve is None:
            return np.full(np.shape(risks), math.nan)
        here, there = special.logit([self.prevalence, prevalence])
        return np.asarray(special.expit(special.logit(self.curve.at(risks)) + there - here))

    def groups(self, count: int) -> tuple[RiskRange, ...]:
        """So many groups of equal size, made once; see `equal_groups`."""
        return self._once.get(
            ("groups", count), lambda: risk_ranges(self.cases, equal_groups(self.cases, count), self.level)
        )

    def ranges(self, lowest: tuple[float, ...]) -> tuple[RiskRange, ...]:
        """Of risks from each of these falling values on, made once; the last is 0."""
        return self._once.get(("ranges", lowest), lambda: risk_ranges(self.cases, np.asarray(lowest), self.level))

    @once
    def _drawn(self) -> Values:
        """(3, 2000) intercept, slope and calibration in the large of each draw, whose counts are not kept."""
        drawn = DrawnRisks.of(self.cases)
        ones = np.ones((1, len(drawn.x)))
        shift = in_the_large(self.cases.condensed.x, self.cases.condensed.groups)
        large = drawn.fitted(ones, np.array([shift]), drawn.x)
        fit = self._line
        line = (
            np.full((len(large), 2), math.nan)
            if fit is None
            else drawn.fitted(np.vstack([ones, drawn.x]), fit.coefficients)
        )
        return np.vstack([line.T, large.T])

    @once
    def _drawn_squares(self) -> Values:
        """(3, 2000) sums of squared distances, cases with the class, and cases of each draw."""

        def parts(risks: Values) -> tuple[Values, Values]:
            one = np.ones_like(risks)
            return np.stack([(1 - risks) ** 2, one, one]), np.stack([risks**2, 0 * one, one])

        return self.cases.drawn(parts)

    def _of_draws(self, value: float, drawn: Values) -> Estimate:
        """With the interval from its (2000,) replicates."""
        assert self.cases.units is not None
        return plain_from_draws(value, drawn, self.cases.independent[0], self.level, self.cases.units.method)

    @once
    def _line(self) -> CalibrationCurve | None:
        return None if self.too_few else line_of(self.cases)

    def _at(self, risk: float) -> int:
        positives, negatives = self.cases.seen.between(np.array([risk, np.nextafter(risk, 2)]))
        return int(positives[0] + negatives[0])

    def _wald(self, fit: CalibrationCurve, place: int) -> Estimate:
        error = math.nan if math.isnan(fit.freedom) else math.sqrt(fit.covariance[place, place])
        return self._around(float(fit.coefficients[place]), error)

    def _around(self, value: float, error: float, freedom: float = math.inf) -> Estimate:
        if self.cases.too_few_units:
            return Estimate(value, note=self.cases.too_few_units)
        if not error > ROUNDING:
            return _without_interval(value, error)
        if self.cases.is_clustered:
            return around(value, error, self.cases.independent[0], self.level, CLUSTER_ROBUST)
        reach = t_quantile(freedom, self.level) * error
        return Estimate(value, value - reach, value + reach, WALD)


def calibration(cases: ScoredCases, level: float = 0.95) -> Calibration | None:
    """Of these cases; None without cases, or where a score is no probability."""
    return Calibration(cases, level) if cases.table.holds_probabilities else None


def _without_interval(value: float, error: float) -> Estimate:
    """Of a number whose error is nan, or 0 as nothing varies."""
    return Estimate(value, note=Note(Code.NO_INTERVAL if math.isnan(error) else Code.ALL_REPLICATES_EQUAL))
