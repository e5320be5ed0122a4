"""Net benefit over the thresholds of a class, with intervals, beside acting on everybody and on nobody.

Of independent cases the standard error of the bootstrap has a closed form, that of infinitely many draws; patients with
several rows and weighted cases are drawn. Where no case of a kind (TP, FP, FN, TN) was seen, no draw has one either: a
study that happens to miss nobody would be certain of it, so the variance has one case of that kind. Degrees of freedom
are Satterthwaite's: few where the error rests on a few missed cases, which decide by themselves how large it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from metrics.counts import Counts
from metrics.definition import Values, divided
from metrics.evaluation import Evaluation
from metrics.interval_methods import BOOTSTRAP, CASE_ADDED, CLUSTER_ROBUST, of_linear
from metrics.intervals.analytic import Estimate
from metrics.intervals.auc_bounds import FEWEST_FREE
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.intervals.too_few import FEWEST_EVENTS, few_patients
from metrics.notes import Code, Note, note
from metrics.thresholds import ThresholdTable
from metrics.utility.case_variances import Moves, freedom_of_kinds, moves_of_kinds, of_unseen, variances_of_cases
from metrics.utility.net_benefit import net_benefit, net_benefit_of_all, odds
from metrics.utility.patient_variances import PatientsByRisk, Spread, Spreads, drawn, linearised

ROUNDING = 1e-12  # a standard error that is less is 0


class Line(NamedTuple):
    """(g,) numbers at g thresholds, nan where undefined; their standard errors, nan where there is none, and the
    degrees of freedom of these."""

    value: Values
    error: Values
    freedom: Values

    def times(self, factor: Values | float) -> Line:
        return Line(self.value * factor, self.error * factor, self.freedom)

    def at_rows(self, rows: NDArray[np.intp]) -> Line:
        return Line(*(each[rows] for each in self))


@dataclass(frozen=True, eq=False)
class DecisionCurve:
    """Net benefit per person of one class at (g,) rising thresholds.

    everyone: acting on everybody; on nobody it is 0. counts: of the cases at each threshold, each case once. model,
    over_everyone: net benefit, and the difference to acting on everybody. standardised: the model's by prevalence, at
    most 1. freedom: of Student's t, at most. resampled: what is drawn; None without intervals, and `note` says why.
    harm: of one model run per person, in cases that are missed; it is in model, over_everyone and standardised.
    """

    risks: Values
    everyone: Values
    counts: Counts
    prevalence: float
    model: Line
    over_everyone: Line
    standardised: Line
    level: float
    freedom: int = 0
    resampled: str | None = None
    note: Note | None = None
    harm: float = field(default=0.0, kw_only=True)

    @property
    def method(self) -> str | None:
        """Of its intervals where every kind of cases was seen; None without intervals."""
        return None if self.resampled is None else of_linear(f"{self.resampled} SE", self.freedom + 1)

    @property
    def gain(self) -> Line:
        """Over the better of acting on everybody and on nobody."""
        both = zip(self.over_everyone, self.model, strict=True)
        return Line(*(np.where(self.everyone > 0, over_everyone, own) for over_everyone, own in both))

    @property
    def avoided(self) -> Line:
        """Needless actions that the model spares per 100 people, as `actions_avoided`."""
        return self.over_everyone.times(100 * divided(1.0, odds(self.risks)))

    def bounds(self, line: Line) -> tuple[Values, Values]:
        """(low, high), each (g,), nan where there is no interval."""
        reach = special.stdtrit(line.freedom, (1 + self.level) / 2) * line.error
        return line.value - reach, line.value + reach

    def estimate(self, line: Line, at: int) -> Estimate:
        """A number of this curve with its interval."""
        value, error = float(line.value[at]), float(line.error[at])
        if np.isnan(value):
            return Estimate(value, note=Note(Code.UNDEFINED))
        if np.isnan(error):
            return Estimate(value, note=self.note or Note(Code.CONSTANT_DIFFERENCE))
        low, high = (float(each[at]) for each in self.bounds(line))
        added = "" if all(each[at] for each in self.counts) else f", {CASE_ADDED}"
        return Estimate(value, low, high, of_linear(f"{self.resampled} SE{added}", int(line.freedom[at]) + 1))

    def at_rows(self, rows: NDArray[np.intp]) -> DecisionCurve:
        """The same at some of its thresholds."""
        lines = {name: getattr(self, name).at_rows(rows) for name in ("model", "over_everyone", "standardised")}
        counts = Counts.worked_out(*(np.asarray(each)[rows] for each in self.counts))
        return replace(self, risks=self.risks[rows], everyone=self.everyone[rows], counts=counts, **lines)

    def with_harm(self, harm: float) -> DecisionCurve:
        """The same where one model run costs so many missed cases per person. Raises ValueError below 0."""
        if not harm >= 0:
            raise ValueError("a harm is at least 0")
        more = harm - self.harm
        return replace(
            self,
            model=self.model._replace(value=self.model.value - more),
            over_everyone=self.over_everyone._replace(value=self.over_everyone.value - more),
            standardised=self.standardised._replace(value=self.standardised.value - more / self.prevalence),
            harm=harm,
        )

    def worthwhile(self) -> tuple[tuple[float, float], ...]:
        """Ranges of the thresholds of this curve at which the lower bound of the gain is above 0, (first, last)."""
        is_above = np.concatenate([[False], self.bounds(self.gain)[0] > 0, [False]])
        first, after = np.flatnonzero(is_above[1:] & ~is_above[:-1]), np.flatnonzero(is_above[:-1] & ~is_above[1:])
        return tuple((float(self.risks[i]), float(self.risks[j - 1])) for i, j in zip(first, after, strict=True))


def decision_curve(
    evaluation: Evaluation,
    label: int,
    risks: ArrayLike,
    prevalence: float | None = None,
    patients: PatientsByRisk | None = None,
) -> DecisionCurve:
    """The decision curve of a class whose scores are probabilities, at (g,) rising thresholds below 1.

    prevalence: of another population, with the sensitivity and specificity of these cases. Intervals need 20 cases of
    the class and 20 others, of patients with several rows 15 patients of each. Raises ValueError for a class without
    probabilities, without cases of both kinds, and for thresholds that are not such. patients: what an engine tells of
    them at these thresholds, see `linearised`.
    """
    seen, population = evaluation.table(label), evaluation.in_population
    table, limits = population.table(label), np.asarray(risks, np.float64)
    if seen is None or table is None or not table.holds_probabilities:
        raise ValueError("this class has no probabilities")
    if not table.has_both:
        raise ValueError("cases of both kinds are needed")
    if limits.ndim != 1 or not ((limits >= 0) & (limits < 1)).all() or (np.diff(limits) <= 0).any():
        raise ValueError("thresholds rise from 0 to below 1")
    counts = counts_at(table, limits)
    proportion = table.n_positive / table.n if prevalence is None else prevalence
    value = np.asarray(net_benefit(counts, limits, prevalence))
    spared = Counts.worked_out(counts.fn, counts.tn, counts.tp, counts.fp)
    over = 0.0 - np.asarray(net_benefit(spared, limits, prevalence))
    none = np.full(len(limits), np.nan)
    own = counts if table is seen else counts_at(seen, limits)
    everyone = np.asarray(net_benefit_of_all(proportion, limits))
    curve = DecisionCurve(
        limits, everyone, own, proportion, Line(value, none, none), Line(over, none, none),
        Line(value / proportion, none, none), evaluation.level,
    )  # fmt: skip
    if patients is not None:
        spread = CLUSTER_ROBUST, patients.count, min(patients.with_it, patients.without)
        return _with_errors(
            curve, counts, seen, prevalence, spread, lambda: linearised(patients, counts, limits, prevalence)
        )
    return _with_own_errors(curve, population, label, counts, seen, prevalence)


def counts_at(table: ThresholdTable, risks: Values) -> Counts:
    """The cells at `score >= t` for each of (g,) thresholds."""
    return table.counts_at(table.rows_at(risks))


# ------------------------------------------------------------------ standard errors


def _with_own_errors(
    curve: DecisionCurve,
    population: Evaluation,
    label: int,
    counts: Counts,
    seen: ThresholdTable,
    prevalence: float | None,
) -> DecisionCurve:
    """Of rows that are held, or independent."""
    borders = np.union1d(0.0, curve.risks)[::-1]
    if drawn_again := population.is_clustered and population.units_of(label, borders):
        own = drawn_again.method, drawn_again.count, min(drawn_again.with_and_without(label))
        return _with_errors(
            curve, counts, seen, prevalence, own, lambda: drawn(drawn_again, label, curve.risks, prevalence)
        )
    alone = BOOTSTRAP, seen.n, None
    return _with_errors(curve, counts, seen, prevalence, alone, lambda: _of_single_cases(curve, counts, prevalence))


def _with_errors(
    curve: DecisionCurve,
    counts: Counts,
    seen: ThresholdTable,
    prevalence: float | None,
    spread: tuple[str, int, int | None],
    spreads: Callable[[], Spreads],
) -> DecisionCurve:
    """spread: the method, how many units there are, and patients of the smaller group; None where cases are units."""
    fewer, (method, units, patients) = seen.fewer, spread
    if fewer < FEWEST_EVENTS:
        return replace(curve, note=note(Code.FEW_CASES_OF_GROUP, cases=fewer, needed=FEWEST_EVENTS))
    if patients is not None and patients < FEWEST_UNITS:
        return replace(curve, note=few_patients(patients))
    freedom = (fewer if patients is None else patients) - 1
    each = zip(
        (curve.model, curve.over_everyone, curve.standardised),
        spreads(),
        of_unseen(_moves(curve, counts, prevalence), counts, seen),
        strict=True,
    )
    model, over, standardised = (
        line._replace(error=_error(spread.variance, kinds, units), freedom=_at_most(spread.freedom, freedom))
        for line, spread, kinds in each
    )
    return replace(curve, model=model, over_everyone=over, standardised=standardised, freedom=freedom, resampled=method)


def _error(variance: Values, unseen: Values, units: int) -> Values:
    """(g,) standard error; nan where nothing varies. unseen: (g,) variance of kinds of which there is no case."""
    return np.where(variance > ROUNDING**2, np.sqrt(units / (units - 1) * (variance + unseen)), np.nan)


def _at_most(found: Values, most: int) -> Values:
    """(g,) whole degrees of freedom; that there are fewer than 6 is not known either."""
    return np.floor(np.clip(np.nan_to_num(found, nan=most), min(FEWEST_FREE, most), most))


def _moves(curve: DecisionCurve, counts: Counts, prevalence: float | None) -> tuple[Moves, Moves, Moves]:
    return moves_of_kinds(counts, odds(curve.risks), curve.model.value, curve.over_everyone.value, prevalence)


def _of_single_cases(curve: DecisionCurve, counts: Counts, prevalence: float | None) -> Spreads:
    known = variances_of_cases(counts, odds(curve.risks), curve.model.value, curve.over_everyone.value, prevalence)
    each = zip(known, _moves(curve, counts, prevalence), strict=True)
    model, over, standardised = (Spread(variance, freedom_of_kinds(moves, counts)) for variance, moves in each)
    return model, over, standardised
