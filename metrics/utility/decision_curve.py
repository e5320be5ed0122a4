"""Net benefit over the thresholds of a class, with intervals, beside acting on everybody and on nobody.

Net benefit is a mean over the cases, so its standard error has a closed form: what the bootstrap tends to, without
drawing. Of patients with several rows, and of weighted cases, it is that of a ratio of two sums (linearised). The
variance has one case more of each kind (TP, FP, FN, TN): where few cases are missed, a study that happens to miss none
looks better than it is, and would be certain of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from metrics.counts import Counts
from metrics.definition import Values, divided
from metrics.evaluation import Evaluation
from metrics.interval_methods import RATIO_ESTIMATOR, SE_OF_MEAN, of_linear
from metrics.intervals.analytic import Estimate
from metrics.intervals.resampling_units import FEWEST_UNITS, ResamplingUnits
from metrics.intervals.too_few import FEWEST_EVENTS, few_patients
from metrics.notes import Code, Note, note
from metrics.thresholds import ThresholdTable
from metrics.utility.net_benefit import net_benefit, net_benefit_of_all, odds

ROUNDING = 1e-12  # a standard error that is less is 0
# What a true positive, false positive, false negative and true negative each add to the four parts: (4, 4, 1).
KINDS = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1.0]])[:, :, None]


class Line(NamedTuple):
    """(g,) numbers at g thresholds, nan where undefined, and their standard errors, nan where there is none."""

    value: Values
    error: Values

    def times(self, factor: Values | float) -> Line:
        return Line(self.value * factor, self.error * factor)

    def at_rows(self, rows: NDArray[np.intp]) -> Line:
        return Line(self.value[rows], self.error[rows])


@dataclass(frozen=True, eq=False)
class DecisionCurve:
    """Net benefit per person of one class at (g,) rising thresholds.

    everyone: acting on everybody; on nobody it is 0. counts: of the cases at each threshold, each case once. model,
    over_everyone: net benefit, and the difference to acting on everybody. standardised: the model's by prevalence, at
    most 1. freedom: of Student's t. method: None without intervals, and `note` says why. harm: of one model run per
    person, in cases that are missed; it is in model, over_everyone and standardised.
    """

    risks: Values
    everyone: Values
    counts: Counts
    prevalence: float
    model: Line
    over_everyone: Line
    standardised: Line
    level: float = 0.95
    freedom: int = 0
    method: str | None = None
    note: Note | None = None
    harm: float = field(default=0.0, kw_only=True)

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
        reach = float(special.stdtrit(max(self.freedom, 1), (1 + self.level) / 2)) * line.error
        return line.value - reach, line.value + reach

    def estimate(self, line: Line, at: int) -> Estimate:
        """A number of this curve with its interval."""
        value, error = float(line.value[at]), float(line.error[at])
        if np.isnan(value):
            return Estimate(value, note=Note(Code.UNDEFINED))
        if np.isnan(error):
            return Estimate(value, note=self.note or Note(Code.CONSTANT_DIFFERENCE))
        low, high = (float(each[at]) for each in self.bounds(line))
        return Estimate(value, low, high, self.method)

    def at_rows(self, rows: NDArray[np.intp]) -> DecisionCurve:
        """The same at some of its thresholds."""
        lines = {name: getattr(self, name).at_rows(rows) for name in ("model", "over_everyone", "standardised")}
        counts = Counts(*(np.asarray(each)[rows] for each in self.counts))
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
    evaluation: Evaluation, label: int, risks: ArrayLike, prevalence: float | None = None
) -> DecisionCurve:
    """The decision curve of a class whose scores are probabilities, at (g,) rising thresholds below 1.

    prevalence: of another population, with the sensitivity and specificity of these cases. Intervals need 20 cases of
    the class and 20 others, of patients with several rows 15 patients of each. Raises ValueError for a class without
    probabilities, without cases of both kinds, and for thresholds that are not such.
    """
    seen, population = evaluation.table(label), evaluation.in_population
    table, limits = population.table(label), np.asarray(risks, np.float64)
    if seen is None or table is None or not table.holds_probabilities:
        raise ValueError("this class has no probabilities")
    if not (table.n_positive and table.n_negative):
        raise ValueError("cases of both kinds are needed")
    if limits.ndim != 1 or not ((limits >= 0) & (limits < 1)).all() or (np.diff(limits) <= 0).any():
        raise ValueError("thresholds rise from 0 to below 1")
    counts = counts_at(table, limits)
    proportion = table.n_positive / (table.n_positive + table.n_negative) if prevalence is None else prevalence
    value = np.asarray(net_benefit(counts, limits, prevalence))
    spared = Counts(counts.fn, counts.tn, counts.tp, counts.fp)
    over = -np.asarray(net_benefit(spared, limits, prevalence))
    none = np.full(len(limits), np.nan)
    own = counts if table is seen else counts_at(seen, limits)
    everyone = np.asarray(net_benefit_of_all(proportion, limits))
    curve = DecisionCurve(
        limits, everyone, own, proportion, Line(value, none), Line(over, none), Line(value / proportion, none),
        evaluation.level,
    )  # fmt: skip
    return _with_errors(curve, population, label, counts, seen, prevalence)


def counts_at(table: ThresholdTable, risks: Values) -> Counts:
    """The cells at `score >= t` for each of (g,) thresholds."""
    rows = len(table.scores) - np.searchsorted(table.scores[::-1], risks, side="left")
    return table.counts_at(rows)


# ------------------------------------------------------------------ standard errors


class _Parts(NamedTuple):
    """What is added up: (m, g) true and false positives, (m, 1) positives and negatives.

    many: (m, g) how often each occurs; spread: and how often in the variance, with one case more of each kind. units:
    independent cases or patients.
    """

    tp: Values
    fp: Values
    positives: Values
    negatives: Values
    many: Values
    spread: Values | float
    units: int


def _with_errors(
    curve: DecisionCurve,
    population: Evaluation,
    label: int,
    counts: Counts,
    seen: ThresholdTable,
    prevalence: float | None,
) -> DecisionCurve:
    fewer = min(seen.n_positive, seen.n_negative)
    if fewer < FEWEST_EVENTS:
        return replace(curve, note=note(Code.FEW_CASES_OF_GROUP, cases=fewer, needed=FEWEST_EVENTS))
    name, parts = SE_OF_MEAN, _single_cases(counts)
    if population.is_clustered and population.units is not None:
        name, fewer = RATIO_ESTIMATOR, min(population.units.with_and_without(label))
        if fewer < FEWEST_UNITS:
            return replace(curve, note=few_patients(fewer))
        parts = _patients(population.units, label, curve.risks, seen)
    errors = _errors(parts, curve, prevalence)
    model, over, standardised = (
        line._replace(error=error)
        for line, error in zip((curve.model, curve.over_everyone, curve.standardised), errors, strict=True)
    )
    return replace(
        curve, model=model, over_everyone=over, standardised=standardised, freedom=fewer - 1,
        method=of_linear(name, fewer),
    )  # fmt: skip


def _single_cases(counts: Counts) -> _Parts:
    """Of independent cases there are four kinds, however many cases."""
    many = np.stack([np.asarray(each, np.float64) for each in counts])
    tp, fp, positives, negatives = KINDS
    return _Parts(tp, fp, positives, negatives, many, many + 1, int(many[:, 0].sum()))


def _patients(units: ResamplingUnits, label: int, risks: Values, seen: ThresholdTable) -> _Parts:
    """Of patients with all their rows; of very many, of random groups of them. seen: the cases, each once."""
    borders = np.union1d(0.0, risks)[::-1]
    tp, fp = (np.cumsum(each, axis=1, dtype=np.float64) for each in units.ranked(label, borders))
    place = len(borders) - 1 - np.searchsorted(borders[::-1], risks)
    held = tp[:, place], fp[:, place], tp[:, -1:], fp[:, -1:]
    weight = held[2].sum() / seen.n_positive, held[3].sum() / seen.n_negative  # of a case of the class, and of another
    more = KINDS * np.array(weight * 2)[:, None]
    tp, fp, positives, negatives = (
        np.vstack([own, np.broadcast_to(kind, (len(kind), own.shape[1]))]) for own, kind in zip(held, more, strict=True)
    )
    many = np.append(np.ones(len(held[0])), np.zeros(len(KINDS)))[:, None]
    return _Parts(tp, fp, positives, negatives, many, 1.0, len(held[0]))


def _errors(parts: _Parts, curve: DecisionCurve, prevalence: float | None) -> tuple[Values, Values, Values]:
    """Standard errors of the model, of its difference to acting on everybody, and of it by prevalence: each (g,)."""
    weight = odds(curve.risks)
    tp, fp, positives, negatives = parts[:4]
    n_positive, n_negative = ((each * parts.many).sum(0) for each in (positives, negatives))
    if prevalence is not None:  # acting on everybody is then worth a fixed number
        sensitivity, fpr = ((each * parts.many).sum(0) / total for each, total in ((tp, n_positive), (fp, n_negative)))
        off = prevalence * (tp - sensitivity * positives) / n_positive
        error = _error(parts, off - (1 - prevalence) * weight * (fp - fpr * negatives) / n_negative)
        return error, error, error / prevalence
    cases, total = positives + negatives, n_positive + n_negative
    own, everyone = tp - weight * fp, positives - weight * negatives
    model, over = curve.model.value + curve.harm, curve.over_everyone.value + curve.harm
    return (
        _error(parts, (own - model * cases) / total),
        _error(parts, (own - everyone - over * cases) / total),
        _error(parts, (own - model / curve.prevalence * positives) / n_positive),
    )


def _error(parts: _Parts, off: Values) -> Values:
    """(g,) from (m, g) what each unit adds beyond what it should; nan where no unit does."""
    squares = off * off
    variance: Values = parts.units / (parts.units - 1) * np.sum(squares * parts.spread, axis=0)
    return np.where(np.sum(squares * parts.many, axis=0) > ROUNDING**2, np.sqrt(variance), np.nan)
